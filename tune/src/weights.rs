use core::fmt::Write as _;

use arbiter_engine::tuning::GROUPS;

/// The source file with the weights of the engine.
pub const FILE: &str = "crates/engine/src/evaluate/weights.rs";

/// Returns the text of that file.
pub fn source(weights: &[[f64; 2]]) -> String {
    let mut text = String::from(
        "//! The weights of the evaluation, written by `cargo run -p tune --release -- fit`.\n\n\
         use super::{layout::COUNT, pair::Pair};\n\n\
         /// The weights, in the order of the groups.\n\
         #[rustfmt::skip]\n\
         pub(super) static WEIGHTS: [Pair; COUNT] = [\n",
    );
    for group in GROUPS {
        text.push_str("    // ");
        text.push_str(group.name);
        text.push('\n');
        for row in weights[group.start..group.start + group.count].chunks(4) {
            text.push_str("   ");
            for [middlegame, endgame] in row {
                let (middlegame, endgame) = (middlegame.round() as i32, endgame.round() as i32);
                // Writing to a `String` cannot fail.
                let _ = write!(text, " p({middlegame}, {endgame}),");
            }
            text.push('\n');
        }
    }
    text.push_str(
        "];\n\nconst fn p(middlegame: i32, endgame: i32) -> Pair {\n    \
         Pair::new(middlegame, endgame)\n}\n",
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model;

    #[test]
    fn the_source_file_of_the_engine_has_this_form() {
        let path = format!("{}/../{FILE}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        assert_eq!(source(&model::current()), text);
    }
}
