//! What a line or a file must not contain.

use super::{Complaint, SourceFile};

const MAX_COLUMNS: usize = 100;
const MAX_LINES: usize = 1000;

/// Checks the text of one file.
pub fn check(file: &SourceFile) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let is_prose_or_code = file.is_rust() || file.has_extension("md") || file.has_extension("toml");
    for (index, line) in file.text.split_terminator('\n').enumerate() {
        let mut complain = |advice: String| complaints.push(file.complain(index + 1, advice));
        for path in ABSOLUTE_PATHS {
            if has_path(line, path) {
                complain(format!(
                    "{path} exists on one machine only: take a path as an argument"
                ));
            }
        }
        if is_prose_or_code {
            if line.contains('\t') {
                complain("a tab: write spaces, or \\t in a string".into());
            }
            if line.ends_with([' ', '\r']) {
                complain("spaces at the end of the line: remove them".into());
            }
        }
        if file.is_rust() {
            for (banned, advice) in BANNED {
                if line.contains(banned) {
                    complain(format!("{banned}: {advice}"));
                }
            }
            if line.contains(LATER) && !has_issue_number(line) {
                complain(format!(
                    "{LATER} without an issue: do it, or write {LATER}(#12)"
                ));
            }
            let columns = line.chars().count();
            if columns > MAX_COLUMNS && !is_unbreakable(line) {
                complain(format!(
                    "{columns} columns: break the line at {MAX_COLUMNS}"
                ));
            }
        }
    }
    let count = file.text.lines().count();
    if file.is_rust() && count > MAX_LINES {
        let advice = format!("{count} lines: split the file");
        complaints.push(file.complain(0, advice));
    }
    if is_prose_or_code && !file.text.is_empty() && !file.text.ends_with('\n') {
        complaints.push(file.complain(count, "no newline at the end of the file: add one"));
    }
    complaints
}

// Assembled from parts, so that this file does not complain about itself.
const LATER: &str = concat!("TO", "DO");
const ABSOLUTE_PATHS: [&str; 5] = [
    concat!("/wo", "rk/"),
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("/tm", "p/"),
    concat!("/Us", "ers/"),
];
const BANNED: [(&str, &str); 5] = [
    (concat!("db", "g!("), "remove it"),
    (concat!("to", "do!("), "write the code, or return an error"),
    (
        concat!("unimpl", "emented!("),
        "write the code, or return an error",
    ),
    (concat!("FIX", "ME"), "fix it, or open an issue"),
    (concat!("#[ig", "nore"), "a test runs or is deleted"),
];

/// Reports whether the line contains an absolute path. `../lib/dom.js` is not
/// one.
fn has_path(line: &str, path: &str) -> bool {
    let is_inside = |before: &str| before.ends_with(|it: char| it == '.' || it.is_alphanumeric());
    line.match_indices(path)
        .any(|(at, _)| !is_inside(&line[..at]))
}

fn has_issue_number(line: &str) -> bool {
    line.split(LATER).skip(1).all(|after| {
        after
            .strip_prefix("(#")
            .and_then(|after| after.split_once(')'))
            .is_some_and(|(number, _)| number.parse::<u32>().is_ok())
    })
}

/// Reports whether the line must not be broken: a long string such as a FEN in a
/// table, a link, a row of a Markdown table, or an expected sentence in the
/// script of a game.
fn is_unbreakable(line: &str) -> bool {
    let line = line.trim();
    let literal = line.trim_start_matches(['(', 'r', '#']);
    let comment = line.strip_prefix("///").or(line.strip_prefix("//!"));
    let is_table_row = comment.is_some_and(|text| text.trim_start().starts_with('|'));
    let is_link = line.starts_with("//") && line.contains("https://");
    literal.starts_with('"') || line.starts_with("refused: ") || is_link || is_table_row
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(path: &str, text: &str) -> Vec<String> {
        let file = SourceFile {
            path: path.into(),
            text: text.into(),
        };
        check(&file).iter().map(Complaint::to_string).collect()
    }

    #[track_caller]
    fn rejects(path: &str, text: &str, complaint: &str) {
        let found = advice(path, text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(complaint), "{found:?}");
    }

    #[test]
    fn clean_files_pass() {
        assert!(advice("a.rs", "fn main() {}\n").is_empty());
        assert!(advice("a.rs", &format!("// {LATER}(#7): castle\n")).is_empty());
        assert!(advice("a.rs", &format!("    \"{}\",\n", "8/".repeat(60))).is_empty());
        assert!(advice("a.rs", &format!("//! | a | {} |\n", "b".repeat(100))).is_empty());
        assert!(advice("a.rs", &format!("    refused: {}\n", "b".repeat(100))).is_empty());
        assert!(advice("data.tsv", "a\tb \n").is_empty());
    }

    #[test]
    fn leftovers_are_reported_with_their_line() {
        for (banned, _) in BANNED {
            rejects(
                "a.rs",
                &format!("\n{banned}x)\n"),
                &format!("a.rs:2: {banned}"),
            );
        }
        rejects(
            "a.rs",
            &format!("// {LATER}: castle\n"),
            &format!("a.rs:1: {LATER}"),
        );
        rejects(
            "a.rs",
            &format!("// {LATER}(#x)\n"),
            &format!("a.rs:1: {LATER}"),
        );
    }

    #[test]
    fn absolute_paths_are_rejected_in_every_file() {
        for path in ABSOLUTE_PATHS {
            rejects("a.svg", &format!("{path}x\n"), &format!("a.svg:1: {path}"));
            assert!(advice("a.js", &format!("from '..{path}x.js'\n")).is_empty());
        }
    }

    #[test]
    fn untidy_whitespace_is_rejected() {
        rejects("a.md", "a\tb\n", "a.md:1: a tab");
        rejects("a.md", "a \n", "a.md:1: spaces");
        rejects("a.toml", "a\r\n\n", "a.toml:1: spaces");
        rejects("a.rs", "a\nb", "a.rs:2: no newline");
    }

    #[test]
    fn long_lines_and_files_are_rejected() {
        rejects(
            "a.rs",
            &format!("// {}\n", "x".repeat(100)),
            "a.rs:1: 103 columns",
        );
        rejects("a.rs", &"// x\n".repeat(1001), "a.rs:1: 1001 lines");
    }
}
