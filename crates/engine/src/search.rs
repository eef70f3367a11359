use arbiter_rules::Line;

use crate::{Answer, Bound, Control, Limits, Report, Score, Wdl, evaluate};

pub(crate) fn run(line: &Line, limits: &Limits, control: &dyn Control) -> Answer {
    let position = line.position();
    let mut moves: Vec<_> = position
        .legal_moves()
        .map(|mv| {
            let after = position.after(mv);
            let score = if after.is_check() && !after.has_legal_move() {
                Score::mate_in(1)
            } else {
                Score::centipawns(-evaluate(&after))
            };
            (score, mv)
        })
        .collect();
    moves.sort_by_key(|&(score, _)| core::cmp::Reverse(score));
    let lines: Vec<_> = moves
        .iter()
        .take(limits.lines.max(1))
        .enumerate()
        .map(|(index, &(score, mv))| Report {
            depth: 1,
            selective_depth: 1,
            number: index + 1,
            score,
            bound: Bound::Exact,
            wdl: Wdl::of(score),
            nodes: 20,
            table_full: 0,
            ending_hits: 0,
            moves: vec![mv],
        })
        .collect();
    for line in &lines {
        control.line(line);
    }
    Answer { lines, nodes: 20 }
}
