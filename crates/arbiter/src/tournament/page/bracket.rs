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
        for (index, state) in matches.iter().enumerate() {
            let is_third = round == rounds.len() && index == 1;
            html.push_str(&pair(knockout, state, is_third, words));
        }
        html.push_str("</div></div>\n");
    }
    html.push_str("</div>\n");
    html
}

fn pair(knockout: &Knockout, state: &Match, is_third: bool, words: &Words) -> String {
    let mut html = String::from("<div class=\"pair\">");
    if is_third {
        let _ = write!(
            html,
            "<span class=\"how\">{}</span>",
            escape(words.third_place)
        );
    }
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
            true => state.score()[side].to_string(),
            false => String::new(),
        };
        let _ = write!(
            html,
            "<tr class=\"{class}\"><td class=\"seed\">{seed}</td><td>{name}</td>\
             <td class=\"score\">{score}</td></tr>"
        );
    }
    html.push_str("</tbody></table>");
    let how = match state.games.last().map(|it| it.stage) {
        Some(Stage::TieBreak(_)) => words.tie_break,
        Some(Stage::Armageddon) => "Armageddon",
        Some(Stage::Regular) | None => "",
    };
    if !how.is_empty() {
        let _ = write!(html, "<span class=\"how\">{}</span>", escape(how));
    }
    html.push_str("</div>\n");
    html
}
