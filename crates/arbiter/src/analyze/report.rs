//! The report about a game, as text and as JSON.

use std::io::{self, Write};

use arbiter_pgn::GameTree;
use arbiter_rules::Color;
use serde::Serialize;

use super::{
    game::{Analysis, JudgedMove},
    judge::{Judgment, SideAccuracy},
    view::{self, Chances, Eval},
};
use crate::output;

/// A game as one line of JSON.
#[derive(Serialize)]
pub struct GameReport<'t> {
    /// The number of the game in the file, counted from 1.
    game: usize,
    white: SideReport<'t>,
    black: SideReport<'t>,
    result: &'static str,
    /// `None` for the standard starting position.
    fen: Option<String>,
    moves: Vec<MoveReport>,
}

#[derive(Serialize)]
struct SideReport<'t> {
    name: &'t str,
    /// `None` if the side made no move.
    accuracy: Option<f64>,
    average_centipawn_loss: Option<f64>,
    inaccuracies: u32,
    mistakes: u32,
    blunders: u32,
}

#[derive(Serialize)]
struct MoveReport {
    number: u16,
    color: String,
    uci: String,
    san: String,
    /// The evaluation after the move, from White's point of view.
    eval: Eval,
    wdl: Chances,
    /// `None` if the game is over.
    depth: Option<u32>,
    /// The loss of the player's chance to win, in percentage points.
    loss: f64,
    /// The JSON key keeps the British spelling, so that programs that read it still work.
    #[serde(rename = "judgement")]
    judgment: Option<Judgment>,
    best: BestLine,
}

#[derive(Serialize)]
struct BestLine {
    uci: Vec<String>,
    san: Vec<String>,
    /// The evaluation before the move.
    eval: Eval,
}

impl<'t> GameReport<'t> {
    pub fn of(game: usize, tree: &'t GameTree, analysis: &Analysis) -> GameReport<'t> {
        let side = |color: Color| {
            let side = &analysis.sides[color];
            SideReport {
                name: name(tree, color),
                accuracy: side.accuracy().map(view::tenths),
                average_centipawn_loss: side.centipawn_loss().map(view::tenths),
                inaccuracies: side.inaccuracies,
                mistakes: side.mistakes,
                blunders: side.blunders,
            }
        };
        let moves = analysis.moves.iter().map(|judged| {
            let before = before(tree, judged);
            MoveReport {
                number: before.fullmoves(),
                color: judged.color.to_string(),
                uci: before.uci(judged.mv).to_string(),
                san: before.san(judged.mv).to_string(),
                eval: Eval::of(judged.after.value.score, !judged.color),
                wdl: Chances::of(judged.after.wdl, !judged.color),
                depth: judged.after.depth,
                loss: judged.cost.loss,
                judgment: judged.judgment(),
                best: BestLine {
                    uci: view::uci(before, &judged.before.moves),
                    san: view::san(before, &judged.before.moves),
                    eval: Eval::of(judged.before.value.score, judged.color),
                },
            }
        });
        GameReport {
            game,
            white: side(Color::White),
            black: side(Color::Black),
            result: tree.termination().as_str(),
            fen: tree.tag("FEN").map(str::to_owned),
            moves: moves.collect(),
        }
    }
}

/// Writes the mistakes and the accuracy of both sides as text.
pub fn write_text(
    game: usize,
    tree: &GameTree,
    analysis: &Analysis,
    out: &mut dyn Write,
) -> io::Result<()> {
    let [white, black] = Color::ALL.map(|color| name(tree, color));
    let result = tree.termination().as_str();
    writeln!(out, "Game {game}: {white} – {black}, {result}\n")?;
    let mut bad = 0;
    for judged in &analysis.moves {
        if let Some((judgment, better)) = judged.better() {
            write_move(tree, judged, judgment, better, out)?;
            bad += 1;
        }
    }
    if bad > 0 {
        writeln!(out)?;
    }
    let names = [white, black].map(|name| name.chars().count().max(5));
    let width = names.into_iter().max().unwrap_or(5).min(30);
    writeln!(
        out,
        "{:width$}  accuracy  average loss  ?!   ?  ??",
        "",
        width = width
    )?;
    for (color, name) in Color::ALL.into_iter().zip([white, black]) {
        writeln!(out, "{}", row(name, width, &analysis.sides[color]))?;
    }
    writeln!(out)
}

/// Writes `12...Nxe4??  +0.31 to +5.20, loses 41.0 %. Best was` and the better line.
fn write_move(
    tree: &GameTree,
    judged: &JudgedMove,
    judgment: Judgment,
    better: &[arbiter_rules::Move],
    out: &mut dyn Write,
) -> io::Result<()> {
    let before = before(tree, judged);
    let played = output::numbered_moves(before, &[judged.mv]).concat();
    let sign = match judgment {
        Judgment::Inaccuracy => "?!",
        Judgment::Mistake => "?",
        Judgment::Blunder => "??",
    };
    let [was, is] = [
        view::pawns(judged.before.value.score, judged.color),
        view::pawns(judged.after.value.score, !judged.color),
    ];
    let label = format!("{:<14}", format!("{played}{sign}"));
    let words = format!("{was} to {is}, loses {:.1} %. Best was", judged.cost.loss);
    let line = output::numbered_moves(before, &better[..better.len().min(MAX_PRINTED_PLIES)]);
    let words = words.split(' ').map(str::to_owned);
    writeln!(out, "{}", output::wrapped(&label, words.chain(line)))
}

/// How many half-moves of a better line are printed.
const MAX_PRINTED_PLIES: usize = 8;

fn row(name: &str, width: usize, side: &SideAccuracy) -> String {
    let name: String = name.chars().take(width).collect();
    let or_dash = |number: Option<f64>, unit: &str, places: usize| match number {
        Some(number) => format!("{number:.places$}{unit}"),
        None => "-".to_owned(),
    };
    format!(
        "{name:width$}  {:>8}  {:>12}  {:>2}  {:>2}  {:>2}",
        or_dash(side.accuracy(), " %", 1),
        or_dash(side.centipawn_loss().map(|loss| loss / 100.0), " pawns", 2),
        side.inaccuracies,
        side.mistakes,
        side.blunders,
        width = width
    )
}

fn name(tree: &GameTree, color: Color) -> &str {
    let name = tree.tag(color.name()).filter(|&name| name != "?");
    name.unwrap_or(color.name())
}

fn before<'t>(tree: &'t GameTree, judged: &JudgedMove) -> &'t arbiter_rules::Position {
    tree.position(tree.parent(judged.id).unwrap_or(tree.root()))
}
