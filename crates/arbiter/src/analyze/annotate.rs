//! Writes an analysis back into its game.

use arbiter_pgn::{Annotation, AnnotationKind, Eval, EvalScore, GameTree, Nag, NodeId};
use arbiter_rules::Move;

use super::{game::Analysis, judge::Judgment, view};

/// How many half-moves of a better line are written.
const MAX_VARIATION_PLIES: usize = 10;

/// Adds evaluations after the moves, glyphs and comments for bad ones, and the
/// better lines as variations. Existing comments stay.
pub fn annotate(tree: &mut GameTree, analysis: &Analysis, annotator: &str) {
    if tree.tag("Annotator").is_none() {
        // Cannot fail: the name of this tag is valid.
        let _ = tree.set_tag("Annotator", annotator);
    }
    for judged in &analysis.moves {
        remove_earlier_analysis(tree, judged.id);
        if let Some((judgment, better)) = judged.better() {
            mark(tree, judged.id, judgment, better);
        }
        if let Some(depth) = judged.after.depth {
            let score = match view::Eval::of(judged.after.value.score, !judged.color) {
                view::Eval::Cp(hundredths) => EvalScore::Centipawns(hundredths),
                view::Eval::Mate(moves) => EvalScore::Mate(moves),
            };
            let eval = Eval {
                score,
                depth: Some(depth),
            };
            tree.annotate(judged.id, Annotation::Eval(eval));
        }
    }
}

fn mark(tree: &mut GameTree, id: NodeId, judgment: Judgment, better: &[Move]) {
    let Some(before) = tree.parent(id) else {
        return;
    };
    let best = tree.position(before).san(better[0]);
    let text = remark(judgment, best.as_ref());
    tree.add_comment(id, &text);
    // An existing glyph about the quality of the move stays.
    if !tree.nags(id).iter().any(|nag| is_about_quality(*nag)) {
        tree.add_nag(id, glyph(judgment));
    }
    let mut at = before;
    for &mv in better.iter().take(MAX_VARIATION_PLIES) {
        at = tree.play(at, mv);
    }
}

fn remark(judgment: Judgment, best: &str) -> String {
    format!("{}. {best} was best.", judgment.name())
}

/// Removes what an earlier analysis added, so that analyzing twice changes
/// nothing.
fn remove_earlier_analysis(tree: &mut GameTree, id: NodeId) {
    tree.remove_annotation(id, AnnotationKind::Eval);
    for (judgment, _) in Judgment::ALL {
        let is_ours = |comment: &str| {
            let words = comment.rsplit_once("] ").map_or(comment, |(_, text)| text);
            let begins = words.strip_prefix(judgment.name());
            begins.is_some_and(|rest| rest.starts_with(". ") && rest.ends_with(" was best."))
        };
        let comments = tree.comments(id).to_vec();
        if !comments.iter().any(|comment| is_ours(comment)) {
            continue;
        }
        tree.remove_nag(id, glyph(judgment));
        let kept = comments.iter().filter_map(|comment| {
            if is_ours(comment) {
                let (commands, _) = comment.rsplit_once("] ")?;
                Some(format!("{commands}]"))
            } else {
                Some(comment.clone())
            }
        });
        let kept: Vec<String> = kept.collect();
        tree.set_comments(id, kept.iter().map(String::as_str));
    }
}

fn glyph(judgment: Judgment) -> Nag {
    match judgment {
        Judgment::Inaccuracy => Nag::DUBIOUS,
        Judgment::Mistake => Nag::MISTAKE,
        Judgment::Blunder => Nag::BLUNDER,
    }
}

fn is_about_quality(nag: Nag) -> bool {
    (Nag::GOOD..=Nag::DUBIOUS).contains(&nag)
}

#[cfg(test)]
mod tests {
    use arbiter_engine::{Score as Found, Wdl};
    use arbiter_rules::ByColor;

    use super::*;
    use crate::analyze::{
        game::{Evaluated, JudgedMove},
        judge::{Cost, PositionValue, SideAccuracy},
    };

    fn evaluated(hundredths: i32, moves: Vec<Move>) -> Evaluated {
        let score = Found::centipawns(hundredths);
        Evaluated {
            value: PositionValue::of(score),
            wdl: Wdl::of(score),
            depth: Some(9),
            moves,
        }
    }

    /// Returns an analysis in which the first move lost 40 % and `best` was best.
    fn judged(tree: &GameTree, best: &str) -> Analysis {
        let id = tree.next(tree.root()).unwrap();
        let start = tree.start();
        let best = start.read(best).unwrap();
        let reply = start.after(best).legal_moves().next().unwrap();
        Analysis {
            moves: vec![JudgedMove {
                id,
                mv: tree.mv(id).unwrap(),
                color: start.turn(),
                before: evaluated(20, vec![best, reply]),
                after: evaluated(310, Vec::new()),
                cost: Cost {
                    loss: 40.0,
                    centipawns: 330,
                },
            }],
            sides: ByColor::new_with(|_| SideAccuracy::default()),
        }
    }

    fn read(text: &str) -> GameTree {
        let mut builder = arbiter_pgn::TreeBuilder::new();
        let mut reader = arbiter_pgn::Reader::from_bytes(text.as_bytes());
        assert!(reader.read_game(&mut builder).unwrap());
        builder.take()
    }

    fn check(before: &str, best: &str, after: &str) {
        let mut tree = read(before);
        let analysis = judged(&tree, best);
        annotate(&mut tree, &analysis, "Arbiter");
        assert_eq!(tree.movetext(), after);
        assert_eq!(tree.tag("Annotator"), Some("Arbiter"));
        // A second analysis adds nothing.
        let again = judged(&tree, best);
        annotate(&mut tree, &again, "Somebody else");
        assert_eq!(tree.movetext(), after);
        assert_eq!(tree.tag("Annotator"), Some("Arbiter"));
    }

    #[test]
    fn a_bad_move_is_marked_and_the_better_line_shown() {
        check(
            "1. g4 e5 *",
            "e4",
            "1. g4 $4 {[%eval -3.10,9] Blunder. e4 was best.} (1. e4 a5) 1... e5 *",
        );
    }

    #[test]
    fn existing_comments_and_glyphs_stay() {
        check(
            "1. g4 $5 {[%clk 0:01:00] I like it.} (1. d4 d5) e5 *",
            "d4",
            "1. g4 $5 {[%clk 0:01:00] [%eval -3.10,9] I like it.} {Blunder. d4 was best.} (1. d4 \
             d5 (1... a5)) 1... e5 *",
        );
    }
}
