//! Matches between two teams.
//!
//! The players of a team sit at the boards in the order of their entry, those who are not there
//! left out, so that reserves move up. On board 1 the first team has the initial color; the
//! colors alternate from board to board and from round to round. A player whose opponent is
//! missing gets a full point; a player beyond the last board has no game.
//!
//! In a Scheveningen match everybody meets every player of the other team: in round *r*,
//! player *i* meets player *i* + *r* − 1, counted round the table. With an even number of
//! boards everybody has both colors equally often.

use arbiter_rules::{ByColor, Color};

use crate::{Bye, Event, PlayerId, Points, Refusal, System, Tournament};

/// The score of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TeamScore {
    /// The names of the teams, in the order of their entry.
    pub teams: [String; 2],
    /// The points of both teams, less the penalties of their players.
    pub points: [Points; 2],
    /// The points of both teams in each round whose results are known, even in part.
    pub rounds: Vec<[Points; 2]>,
    /// The points of both teams with each board counted: the last board once, the one
    /// before it twice, and so on (the Berlin tie-break).
    pub berlin: [Points; 2],
}

/// Returns the names of the teams in the order of their entry.
#[must_use]
pub fn teams(tournament: &Tournament) -> Vec<&str> {
    let mut teams: Vec<&str> = Vec::new();
    for id in 1..=tournament.player_count() {
        let team = tournament.player(id).map_or("", |it| it.team.as_str());
        if !teams.contains(&team) {
            teams.push(team);
        }
    }
    teams
}

/// Reports whether a player of this team may enter.
pub(crate) fn check_team(tournament: &Tournament, team: &str) -> Result<(), Refusal> {
    let known = teams(tournament);
    match team.trim().is_empty() {
        true => Err(Refusal::NoTeam),
        false if known.len() >= 2 && !known.contains(&team) => Err(Refusal::ThirdTeam),
        false => Ok(()),
    }
}

/// Returns the players of a team (0 or 1) in the order of their entry.
fn members(tournament: &Tournament, team: usize) -> Vec<PlayerId> {
    let name = teams(tournament).get(team).copied().map(str::to_owned);
    let is_member = |id: &PlayerId| {
        let player = tournament.player(*id);
        player.is_some_and(|it| Some(&it.team) == name.as_ref())
    };
    (1..=tournament.player_count()).filter(is_member).collect()
}

/// Returns the number of boards, at most as many as the larger team has players.
#[must_use]
pub fn board_count(tournament: &Tournament) -> usize {
    let [first, second] = [0, 1].map(|team| members(tournament, team).len());
    match tournament.settings().boards {
        0 => first.max(second),
        boards => boards.min(first.max(second)),
    }
}

/// Pairs the next round.
pub(crate) fn pair_round(tournament: &Tournament) -> Result<Event, Refusal> {
    let round = tournament.rounds().len();
    let boards = board_count(tournament);
    let is_fixed = tournament.settings().system == System::Scheveningen;
    let (mut byes, mut lineups) = (Vec::new(), [Vec::new(), Vec::new()]);
    for (team, lineup) in lineups.iter_mut().enumerate() {
        for id in members(tournament, team) {
            let bye = match tournament.has_left(id) {
                true => Some(Bye::ZeroPoint),
                false => tournament.next_bye(id),
            };
            match bye {
                // In a Scheveningen match everybody keeps their place.
                Some(_) if is_fixed => lineup.push(None),
                Some(bye) => byes.push((id, bye)),
                None => lineup.push(Some(id)),
            }
            if bye.is_some() && is_fixed {
                byes.push((id, bye.unwrap_or(Bye::ZeroPoint)));
            }
        }
        let reserves = lineup.split_off(boards.min(lineup.len()));
        byes.extend(
            reserves
                .into_iter()
                .flatten()
                .map(|it| (it, Bye::ZeroPoint)),
        );
    }
    if lineups
        .iter()
        .any(|it| it.iter().flatten().next().is_none())
    {
        return Err(Refusal::OneTeam);
    }
    let mut pairs = Vec::new();
    for board in 0..boards {
        let other = match is_fixed {
            true => (board + round) % boards,
            false => board,
        };
        let players = [(0, board), (1, other)];
        let players = players.map(|(team, board)| lineups[team].get(board).copied().flatten());
        match players {
            [Some(first), Some(second)] => {
                let color = first_color(tournament, round, board, other);
                pairs.push(match color {
                    Color::White => ByColor::from([first, second]),
                    Color::Black => ByColor::from([second, first]),
                });
            }
            [Some(alone), None] | [None, Some(alone)] => byes.push((alone, Bye::FullPoint)),
            [None, None] => {}
        }
    }
    Ok(Event::Paired { pairs, byes })
}

/// Returns the color of the first team's player.
fn first_color(tournament: &Tournament, round: usize, board: usize, other: usize) -> Color {
    let initial = tournament.settings().initial_color;
    let turns = match tournament.settings().system {
        // In each round half of the team has White, and everybody as often as Black.
        System::Scheveningen => board / 2 + board + other,
        _ => board + round,
    };
    match turns % 2 {
        0 => initial,
        _ => !initial,
    }
}

/// Returns the score of a match; `None` before both teams have players.
#[must_use]
pub fn score(tournament: &Tournament) -> Option<TeamScore> {
    let names = teams(tournament);
    let [first, second] = names[..] else {
        return None;
    };
    let scoring = &tournament.settings().scoring;
    let team_of = |id: PlayerId| {
        let team = tournament.player(id).map_or("", |it| it.team.as_str());
        usize::from(team != first)
    };
    let mut score = TeamScore {
        teams: [first.to_owned(), second.to_owned()],
        points: [Points::ZERO; 2],
        rounds: Vec::new(),
        berlin: [Points::ZERO; 2],
    };
    for round in tournament.rounds() {
        let mut sum = [Points::ZERO; 2];
        let boards = round.games.len();
        for (board, game) in round.games.iter().enumerate() {
            let Some(result) = game.result else {
                continue;
            };
            for color in Color::ALL {
                let entry = crate::Entry::Game(crate::GameEntry {
                    opponent: 0,
                    color,
                    outcome: result.outcome(color),
                    mode: result.mode,
                });
                let team = team_of(game.players[color]);
                let points = entry.points(scoring);
                sum[team] += points;
                score.berlin[team] += points.times(boards - board);
            }
        }
        for &(id, bye) in &round.byes {
            sum[team_of(id)] += crate::Entry::Bye(bye).points(scoring);
        }
        for (total, points) in score.points.iter_mut().zip(sum) {
            *total += points;
        }
        score.rounds.push(sum);
    }
    for penalty in tournament.penalties() {
        let team = team_of(penalty.player);
        score.points[team] = score.points[team] - penalty.points;
    }
    Some(score)
}

/// Says how the boards of a round (from 1) came about.
#[must_use]
pub fn explain_round(tournament: &Tournament, round: usize) -> Vec<String> {
    let names = teams(tournament);
    let [first, second] = names[..] else {
        return Vec::new();
    };
    let mut sentences = vec![match tournament.settings().system {
        System::Scheveningen => format!(
            "Every player of {first} meets every player of {second}: in round {round} player 1 of {first} \
             meets player {round}, player 2 the next one, and so on."
        ),
        _ => format!(
            "The players of {first} and {second} sit in the order of their entry; those who are not \
             there are left out, and the others move up."
        ),
    }];
    if tournament.settings().system == System::TeamMatch {
        let color = match (round % 2 == 1) == (tournament.settings().initial_color == Color::White)
        {
            true => "White",
            false => "Black",
        };
        sentences.push(format!(
            "{first} has {color} on the odd boards; colors change with every board and every round."
        ));
    }
    sentences
}
