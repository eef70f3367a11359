//! Matches between two teams.

use arbiter_tournament::{Points, Refusal, team_match};
use arbiter_wire::TournamentTeam;

use super::{
    Entrant, HostedTournament,
    hosted_tournament::{Participant, number_of},
};
use crate::refusal::{ServerRefusal, TournamentRefusal};

impl HostedTournament {
    /// Returns the team of an entrant: 1 or 2 in a match between teams, and none in other
    /// tournaments.
    pub(super) fn team(&self, wanted: Option<u32>) -> Result<Option<u32>, ServerRefusal> {
        match wanted {
            _ if !self.options.system.has_teams() => Ok(None),
            Some(1 | 2) => Ok(wanted),
            _ => Err(TournamentRefusal::Rules(Refusal::NoTeam).into()),
        }
    }

    /// Returns the team that an entrant wants instead of the present one.
    pub(super) fn changed_team(
        &self,
        entrant: &Entrant,
        wanted: Option<u32>,
    ) -> Result<Option<u32>, ServerRefusal> {
        match wanted {
            Some(_) => Ok(self.team(wanted)?.filter(|_| wanted != entrant.team)),
            None => Ok(None),
        }
    }

    /// Returns the number of boards of a match that has not started.
    pub(super) fn expected_boards(&self) -> u32 {
        let size = |team: u32| {
            let is_member = |it: &&Participant| it.is_in_lobby() && it.entrant.team == Some(team);
            number_of(self.participants.iter().filter(is_member).count())
        };
        let larger = size(1).max(size(2));
        match self.options.boards {
            0 => larger,
            boards => boards.min(larger),
        }
    }

    /// Returns both teams with the score of the match.
    pub(super) fn team_views(&self) -> Vec<TournamentTeam> {
        let score = team_match::score(&self.rules);
        let names = self.options.teams.iter().enumerate();
        let view = |(team, name): (usize, &String)| {
            let points = |both: &[Points; 2]| both.get(team).map_or_else(String::new, text);
            TournamentTeam {
                name: name.clone(),
                points: score.as_ref().map_or_else(zero, |it| points(&it.points)),
                board_points: score.as_ref().map_or_else(zero, |it| points(&it.berlin)),
                rounds: score.iter().flat_map(|it| &it.rounds).map(points).collect(),
            }
        };
        names.map(view).collect()
    }
}

fn text(points: &Points) -> String {
    points.to_string()
}

fn zero() -> String {
    Points::ZERO.to_string()
}
