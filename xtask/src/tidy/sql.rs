//! SQL belongs to the store: every other part asks it for what it needs.

use std::path::Path;

use super::{Complaint, SourceFile};

/// The module whose code may contain SQL: this file and the folder beside it.
const STORE: &str = "crates/backend/src/store";

// These are put together from halves, so that this file does not complain
// about itself.
const STATEMENTS: [&str; 8] = [
    concat!("SEL", "ECT "),
    concat!("INS", "ERT INTO "),
    concat!("UPD", "ATE "),
    concat!("DEL", "ETE FROM "),
    concat!("PRA", "GMA "),
    concat!("CRE", "ATE TABLE "),
    concat!("ALT", "ER TABLE "),
    concat!("DR", "OP TABLE "),
];

/// Complains about every string literal outside the store that contains SQL.
/// Tests may use SQL, to damage a database or to look behind the store.
pub fn check(file: &SourceFile) -> Vec<Complaint> {
    if !file.is_rust() || is_store(&file.path) || is_test(&file.path) {
        return Vec::new();
    }
    let advice = "SQL outside the store: add a method to Store instead";
    string_literals(&file.text)
        .into_iter()
        .filter(|(_, literal)| is_sql(literal))
        .map(|(line, _)| file.complain(line, advice))
        .collect()
}

fn is_store(path: &Path) -> bool {
    path.with_extension("").starts_with(STORE)
}

fn is_test(path: &Path) -> bool {
    path.with_extension("").iter().any(|part| part == "tests")
}

fn is_sql(literal: &str) -> bool {
    STATEMENTS.iter().any(|statement| {
        literal
            .match_indices(statement)
            .any(|(at, _)| !literal[..at].ends_with(char::is_alphanumeric))
    })
}

/// Returns the string literals of a Rust file, each with the line on which it
/// begins.
fn string_literals(text: &str) -> Vec<(usize, &str)> {
    let mut literals = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let before = &rest[..at];
        rest = &rest[at..];
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
        } else if let Some(inside) = rest.strip_prefix('"') {
            let hashes = before.len() - before.trim_end_matches('#').len();
            let is_raw = before[..before.len() - hashes].ends_with('r');
            let length = if is_raw {
                inside.find(&format!("\"{}", "#".repeat(hashes)))
            } else {
                escaped_length(inside, '"')
            };
            let length = length.unwrap_or(inside.len());
            let line = text[..text.len() - rest.len()].matches('\n').count() + 1;
            literals.push((line, &inside[..length]));
            rest = inside.get(length + 1..).unwrap_or_default();
        } else {
            rest = &rest[character_length(rest)..];
        }
    }
    literals
}

/// Returns the length of a literal up to its closing quote.
fn escaped_length(inside: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    inside
        .char_indices()
        .find(|&(_, character)| {
            let ends = character == quote && !is_escaped;
            is_escaped = character == '\\' && !is_escaped;
            ends
        })
        .map(|(at, _)| at)
}

/// Returns the length of a character literal, or 1 for a lifetime or a slash.
fn character_length(text: &str) -> usize {
    let mut characters = text.chars();
    let is_literal = characters.next() == Some('\'')
        && match characters.next() {
            Some('\\') => true,
            Some(_) => characters.next() == Some('\''),
            None => false,
        };
    if is_literal {
        escaped_length(&text[1..], '\'').map_or(1, |length| length + 2)
    } else {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        let file = SourceFile {
            path: path.into(),
            text: text.into(),
        };
        check(&file)
            .iter()
            .map(|complaint| complaint.line)
            .collect()
    }

    #[test]
    fn sql_outside_the_store_is_rejected() {
        for statement in STATEMENTS {
            let code = format!("fn f() {{\n    g(\"{statement}x\");\n}}\n");
            assert_eq!(lines("crates/server/src/people/lobby.rs", &code), [2]);
            assert_eq!(lines("load/src/kill.rs", &code), [2]);
        }
        let select = STATEMENTS[0];
        let raw = format!("let a = '\"';\nlet b: &'static str = r#\"\n {select}\"#;\n");
        assert_eq!(lines("a/src/b.rs", &raw), [2]);
        let continued = format!("\"a \\\" \\\n {select}\\\n\"");
        assert_eq!(lines("a/src/b.rs", &continued), [1]);
    }

    #[test]
    fn sql_in_the_store_and_in_tests_is_fine() {
        let code = format!("\"{}\"", STATEMENTS[0]);
        for path in [
            "crates/backend/src/store.rs",
            "crates/backend/src/store/games.rs",
            "crates/backend/src/store/sqlite/pending.rs",
            "crates/server/tests/it/store/check.rs",
            "crates/backend/src/analysis/tests.rs",
        ] {
            assert!(lines(path, &code).is_empty(), "{path}");
        }
        assert_eq!(lines("crates/backend/src/storefront.rs", &code), [1]);
    }

    #[test]
    fn other_text_is_fine() {
        let select = STATEMENTS[0];
        let comment = format!("// \"{select}\"\n/* \"{select}\" */\n");
        assert!(lines("a/src/b.rs", &comment).is_empty());
        let method = format!("let {select} = \"DELETE\";\n");
        assert!(lines("a/src/b.rs", &method).is_empty());
        assert!(lines("a/migration.sql", select).is_empty());
    }
}
