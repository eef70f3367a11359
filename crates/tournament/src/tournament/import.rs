use arbiter_rules::{ByColor, Color};

use super::{Event, Numbering, Settings, System, Tournament};
use crate::{Entry, GameResult, Report};

impl Tournament {
    /// Makes a tournament of a report, so that it can be continued. Returns the
    /// events that lead there as well.
    #[must_use]
    pub fn from_report(report: &Report) -> (Tournament, Vec<Event>) {
        let played = report.played_rounds();
        let system = System::ALL
            .into_iter()
            .find(|it| it.trf_code() == report.system)
            .unwrap_or(System::Swiss);
        let mut settings = Settings::new(
            &report.name,
            system,
            report.rounds.unwrap_or(played).max(played),
        );
        settings.initial_color = report.initial_color().unwrap_or(Color::White);
        settings.scoring = report.scoring;
        // The file has the final numbers.
        settings.numbering = Numbering::Entry;
        let mut events: Vec<Event> = report.players.iter().cloned().map(Event::Added).collect();
        for it in &report.acceleration {
            events.push(Event::Accelerated {
                points: it.points,
                first_round: it.first_round,
                last_round: it.last_round,
                first: Some(it.first_player + 1).filter(|&it| it != 1),
                last: it.last_player + 1,
            });
        }
        for group in report.prohibited.iter().filter(|it| it.last_round > played) {
            for (index, &left) in group.players.iter().enumerate() {
                for &right in &group.players[index + 1..] {
                    events.push(Event::Prohibited(left + 1, right + 1));
                }
            }
        }
        add_penalties(report, |it| it == 0, &mut events);
        for round in 0..played {
            add_round(report, round, &mut events);
            let is_last = round + 1 == played;
            let is_meant = |it| it == round + 1 || is_last && it > played;
            add_penalties(report, is_meant, &mut events);
        }
        for &(player, bye) in &report.next_byes {
            events.push(Event::ByeGranted(player + 1, bye));
        }
        let mut tournament = Tournament::start(settings);
        for event in &events {
            tournament.apply(event);
        }
        (tournament, events)
    }
}

/// Adds the penalties of the rounds for which `is_meant` returns true.
fn add_penalties(report: &Report, is_meant: impl Fn(usize) -> bool, events: &mut Vec<Event>) {
    let meant = report.penalties.iter().filter(|it| is_meant(it.round));
    events.extend(meant.map(|it| Event::Penalized(it.player + 1, it.points)));
}

fn add_round(report: &Report, round: usize, events: &mut Vec<Event>) {
    let (mut pairs, mut byes, mut results) = (Vec::new(), Vec::new(), Vec::new());
    let mut order: Vec<usize> = (0..report.players.len()).collect();
    order.sort_by_key(|&it| std::cmp::Reverse(report.points_after(it, round)));
    let mut is_listed = vec![false; order.len()];
    for player in order {
        match report.entry(player, round) {
            Entry::Absent => {}
            Entry::Bye(bye) => byes.push((player + 1, bye)),
            Entry::Game(game) => {
                if is_listed[player] {
                    continue;
                }
                is_listed[game.opponent] = true;
                let Entry::Game(other) = report.entry(game.opponent, round) else {
                    continue;
                };
                let (white, black) = match game.color {
                    Color::White => (player, game.opponent),
                    Color::Black => (game.opponent, player),
                };
                let outcomes = match game.color {
                    Color::White => (game.outcome, other.outcome),
                    Color::Black => (other.outcome, game.outcome),
                };
                pairs.push(ByColor::from([white + 1, black + 1]));
                results.push(GameResult {
                    white: outcomes.0,
                    black: outcomes.1,
                    mode: game.mode,
                });
            }
        }
    }
    events.push(Event::Paired { pairs, byes });
    for (result, board) in results.into_iter().zip(1..) {
        events.push(Event::Recorded {
            round: round + 1,
            board,
            result,
        });
    }
}
