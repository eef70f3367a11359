use std::collections::{HashMap, VecDeque};

use arbiter_rules::Position;
use arbiter_wire::Analysis;
use parking_lot::Mutex;

/// How many positions are remembered: a few megabytes.
const MAX_POSITIONS: usize = 4_096;
/// What is found in less depth is not worth remembering.
const MIN_DEPTH: u32 = 8;

/// What the engine has found in the latest positions.
#[derive(Debug, Default)]
pub(super) struct FoundLines(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    found: HashMap<String, Analysis>,
    /// The positions, the oldest first.
    order: VecDeque<String>,
}

impl FoundLines {
    /// Remembers what was found in a position, unless more is known.
    pub(super) fn add(&self, position: &Position, analysis: &Analysis) {
        if analysis.lines.is_empty() || analysis.depth < MIN_DEPTH {
            return;
        }
        let key = key(position);
        let mut inner = self.0.lock();
        let worth = |it: &Analysis| (it.depth, it.lines.len());
        match inner.found.get_mut(&key) {
            Some(known) if worth(known) > worth(analysis) => return,
            Some(known) => {
                known.clone_from(analysis);
                return;
            }
            None => {}
        }
        if inner.order.len() >= MAX_POSITIONS
            && let Some(oldest) = inner.order.pop_front()
        {
            inner.found.remove(&oldest);
        }
        inner.order.push_back(key.clone());
        inner.found.insert(key, analysis.clone());
    }

    /// Returns what was found in a position.
    pub(super) fn get(&self, position: &Position) -> Option<Analysis> {
        self.0.lock().found.get(&key(position)).cloned()
    }
}

/// Returns a position without its counters.
fn key(position: &Position) -> String {
    let fen = position.to_string();
    let parts: Vec<&str> = fen.split(' ').take(4).collect();
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use arbiter_wire::{AnalysisLine, AnalysisScore};

    use super::*;

    fn analysis(depth: u32) -> Analysis {
        Analysis {
            depth,
            nodes: 1_000,
            nps: 1,
            lines: vec![AnalysisLine {
                score: AnalysisScore::Cp(20),
                moves: vec!["e2e4".to_owned()],
                san: vec!["e4".to_owned()],
            }],
            end: None,
        }
    }

    #[test]
    fn the_deepest_search_is_remembered() {
        let found = FoundLines::default();
        let start = Position::start();
        assert_eq!(found.get(&start), None);
        found.add(&start, &analysis(3));
        assert_eq!(found.get(&start), None);
        for (depth, known) in [(10, 10), (12, 12), (11, 12)] {
            found.add(&start, &analysis(depth));
            assert_eq!(found.get(&start).unwrap().depth, known);
        }
    }

    #[test]
    fn old_positions_are_forgotten() {
        let found = FoundLines::default();
        let position = |number: usize| {
            let fen = format!("4k3/8/8/8/8/8/8/4K2R w K - 0 {number}");
            let setup: arbiter_rules::Setup = fen.parse().unwrap();
            setup.position().unwrap()
        };
        // The number of the move does not matter.
        found.add(&position(1), &analysis(10));
        assert!(found.get(&position(2)).is_some());
        let mut inner = found.0.lock();
        inner
            .order
            .extend((0..MAX_POSITIONS).map(|it| it.to_string()));
        drop(inner);
        found.add(&Position::start(), &analysis(10));
        assert!(found.get(&position(1)).is_none());
    }
}
