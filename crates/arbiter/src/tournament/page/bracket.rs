//! The bracket of a knockout as a tree.

use std::fmt::Write;

use arbiter_tournament::knockout::{Knockout, Match, MatchOutcome, Slot, Stage};

use super::{html::escape, words::Words};
use crate::tournament::contest::Contest;

/// Draws all rounds from left to right.
pub fn tree(knockout: &Knockout, words: &Words) -> String {
    if !knockout.is_drawn() {
        return format!("<p class=\"note\">{}</p>\n", escape(words.nothing));
    }
    let rounds = knockout.rounds();
    let mut html = String::from("<div class=\"tree\">\n");
    for (matches, round) in rounds.iter().zip(1..) {
        let title = words.knockout_round(round, rounds.len() - round);
        let _ = writeln!(html, "<div class=\"col\"><h2>{}</h2><div>", escape(&title));
        // The match for the third place is drawn below the final.
        let shown = match round == rounds.len() {
            true => &matches[..1],
            false => &matches[..],
        };
        for state in shown {
            html.push_str(&pair(knockout, state, words));
        }
        html.push_str("</div>");
        if let (true, Some(third)) = (round == rounds.len(), matches.get(1)) {
            let _ = write!(
                html,
                "<div class=\"third\"><h2>{}</h2>{}</div>",
                escape(words.third_place),
                pair(knockout, third, words)
            );
        }
        html.push_str("</div>\n");
    }
    html.push_str("</div>\n");
    html
}

fn pair(knockout: &Knockout, state: &Match, words: &Words) -> String {
    let mut html = String::from("<div class=\"pair\">");
    html.push_str("<table><tbody>");
    let has_games = state.games.iter().any(|it| it.result.is_some());
    for (side, slot) in state.slots.into_iter().enumerate() {
        let (seed, name, class) = match slot {
            Slot::Open => (String::new(), "&nbsp;".to_owned(), ""),
            Slot::Empty => (String::new(), escape(words.no_opponent), "lost"),
            Slot::Player(id) => {
                let class = match state.outcome {
                    MatchOutcome::Won(winner) if winner == id => "won",
                    MatchOutcome::Open => "",
                    _ => "lost",
                };
                let seed = knockout.seed(id).map_or(String::new(), |it| it.to_string());
                (seed, escape(knockout.player_name(id)), class)
            }
        };
        let score = match has_games {
            true => words.number(&state.score()[side]),
            false => String::new(),
        };
        let _ = write!(
            html,
            "<tr class=\"{class}\"><td class=\"seed\">{seed}</td><td>{name}</td>\
             <td class=\"score\">{score}</td></tr>"
        );
    }
    let how = match state.games.last().map(|it| it.stage) {
        Some(Stage::TieBreak(_)) => words.tie_break,
        Some(Stage::Armageddon) => "Armageddon",
        Some(Stage::Regular) | None => "",
    };
    if !how.is_empty() {
        let _ = write!(
            html,
            "<tr class=\"how\"><td colspan=\"3\">{}</td></tr>",
            escape(how)
        );
    }
    html.push_str("</tbody></table></div>\n");
    html
}
