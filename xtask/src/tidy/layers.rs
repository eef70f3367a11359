//! The layers of the server, in its two crates: each may use only those below it.

use super::{Complaint, SourceFile};

const BACKEND: &str = "crates/backend/src";
const SERVER: &str = "crates/server/src";

/// A layer is a module of one of the two crates, with its folder.
struct Layer {
    sources: &'static str,
    name: &'static str,
    may_use: &'static [&'static str],
}

/// The layers of the server, from the bottom to the top.
const LAYERS: [Layer; 8] = [
    Layer {
        sources: BACKEND,
        name: "base",
        may_use: &[],
    },
    Layer {
        sources: BACKEND,
        name: "store",
        may_use: &["base"],
    },
    Layer {
        sources: BACKEND,
        name: "refusal",
        may_use: &["base", "store"],
    },
    Layer {
        sources: BACKEND,
        name: "play",
        may_use: &["base", "store", "refusal"],
    },
    Layer {
        sources: SERVER,
        name: "people",
        may_use: &["base", "store", "refusal", "play"],
    },
    Layer {
        sources: SERVER,
        name: "tournaments",
        may_use: &["base", "store", "refusal", "play"],
    },
    Layer {
        sources: SERVER,
        name: "endpoints",
        may_use: &["base", "store", "refusal", "play", "people", "tournaments"],
    },
    Layer {
        sources: SERVER,
        name: "serve",
        may_use: &[
            "base",
            "store",
            "refusal",
            "play",
            "people",
            "tournaments",
            "endpoints",
        ],
    },
];

/// Complains about every path from a layer to one above it, or to the crate's
/// root.
pub fn check(files: &[SourceFile]) -> Vec<Complaint> {
    files.iter().flat_map(check_file).collect()
}

fn check_file(file: &SourceFile) -> Vec<Complaint> {
    let inside = |sources| Some((sources, file.path.strip_prefix(sources).ok()?));
    let Some((sources, inside)) = [BACKEND, SERVER].into_iter().find_map(inside) else {
        return Vec::new();
    };
    let top = inside.iter().next().and_then(|part| part.to_str());
    let name = top.map(|top| top.trim_end_matches(".rs"));
    let Some(name) = name.filter(|&name| name != "lib") else {
        return Vec::new();
    };
    let is_this = |layer: &&Layer| layer.sources == sources && layer.name == name;
    let Some(layer) = LAYERS.iter().find(is_this) else {
        let advice = format!("{name} is not a layer of {sources}: see tidy/layers.rs");
        return vec![file.complain(0, advice)];
    };
    used_modules(&file.text)
        .into_iter()
        .filter(|(_, used)| *used != layer.name && !layer.may_use.contains(&used.as_str()))
        .map(|(line, used)| {
            let advice = format!("{name} may not use crate::{used}: see tidy/layers.rs");
            file.complain(line, advice)
        })
        .collect()
}

/// Returns the first segment after `crate::` of every path in a file, with its
/// line. Each path in braces counts separately.
fn used_modules(text: &str) -> Vec<(usize, String)> {
    const CRATE: &str = "crate::";
    let mut used = Vec::new();
    for (start, _) in text.match_indices(CRATE) {
        let line_start = text[..start].rfind('\n').map_or(0, |end| end + 1);
        if text[line_start..start].trim_start().starts_with("//") {
            continue;
        }
        let is_part_of_name = text[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if is_part_of_name {
            continue;
        }
        let rest = &text[start + CRATE.len()..];
        let offset = start + CRATE.len();
        match rest.strip_prefix('{') {
            None => used.extend(segment(rest).map(|name| (line_of(text, offset), name))),
            Some(group) => {
                for at in group_items(group) {
                    let item = group[at..].trim_start();
                    let skipped = group[at..].len() - item.len();
                    let line = line_of(text, offset + 1 + at + skipped);
                    used.extend(segment(item).map(|name| (line, name)));
                }
            }
        }
    }
    used
}

/// Returns where each item of a group in braces starts. The text begins after the
/// opening brace.
fn group_items(group: &str) -> Vec<usize> {
    let mut starts = vec![0];
    let mut depth = 0;
    for (at, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => starts.push(at + 1),
            _ => {}
        }
    }
    starts
}

fn segment(path: &str) -> Option<String> {
    let end = path.find(|c: char| !c.is_alphanumeric() && c != '_');
    let name = &path[..end.unwrap_or(path.len())];
    (!name.is_empty()).then(|| name.to_owned())
}

fn line_of(text: &str, offset: usize) -> usize {
    text[..offset].matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(path: &str, text: &str) -> Vec<String> {
        let file = SourceFile {
            path: path.into(),
            text: text.into(),
        };
        check(&[file]).iter().map(Complaint::to_string).collect()
    }

    #[test]
    fn a_layer_may_use_those_below_it() {
        let text = "use crate::{\n    base::Clock,\n    play::{room::Room, Hub},\n};\n\
                    /// See [`crate::endpoints`].\n";
        assert!(advice("crates/server/src/people/lobby.rs", text).is_empty());
        assert!(advice("crates/rules/src/board.rs", "use crate::endpoints;").is_empty());
    }

    #[test]
    fn a_path_to_a_higher_layer_is_found_wherever_it_is() {
        let text = "use crate::{\n    base::Clock,\n    people::Lobby,\n};\n\
                    fn f() {\n    crate::endpoints::g();\n}\n";
        assert_eq!(
            advice("crates/backend/src/play/room.rs", text),
            [
                "crates/backend/src/play/room.rs:3: play may not use crate::people: \
                 see tidy/layers.rs",
                "crates/backend/src/play/room.rs:6: play may not use crate::endpoints: \
                 see tidy/layers.rs",
            ]
        );
    }

    #[test]
    fn names_at_the_root_of_the_crate_are_not_used_inside() {
        let found = advice("crates/backend/src/play.rs", "use crate::App;\n");
        assert_eq!(found.len(), 1, "{found:?}");
    }

    #[test]
    fn a_new_module_beside_the_layers_is_found() {
        for path in [
            "crates/backend/src/attic.rs",
            "crates/server/src/attic.rs",
            "crates/backend/src/people.rs",
            "crates/server/src/store/games.rs",
        ] {
            let found = advice(path, "");
            assert_eq!(found.len(), 1, "{found:?}");
        }
    }
}
