//! What a line, and a file as a whole, may not contain.

use super::{Complaint, SourceFile};

const COLUMNS_MAX: usize = 100;
const LINES_MAX: usize = 1000;

/// Everything wrong with the text of one file.
pub fn check(file: &SourceFile) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let is_prose_or_code = file.is_rust() || file.has_extension("md") || file.has_extension("toml");
    for (index, line) in file.text.split_terminator('\n').enumerate() {
        let mut complain = |advice: String| complaints.push(file.complain(index + 1, advice));
        for path in MACHINE_PATHS {
            if has_path(line, path) {
                complain(format!(
                    "{path} exists on one machine only: take a path as an argument"
                ));
            }
        }
        if is_prose_or_code {
            if line.contains('\t') {
                complain("a tab: write blanks, or \\t in a string".into());
            }
            if line.ends_with([' ', '\r']) {
                complain("blanks at the end of the line: remove them".into());
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
            if columns > COLUMNS_MAX && !is_one_string(line) {
                complain(format!(
                    "{columns} columns: break the line at {COLUMNS_MAX}"
                ));
            }
        }
    }
    let count = file.text.lines().count();
    if file.is_rust() && count > LINES_MAX {
        let advice = format!("{count} lines: it is two files, split it");
        complaints.push(file.complain(0, advice));
    }
    if is_prose_or_code && !file.text.is_empty() && !file.text.ends_with('\n') {
        complaints.push(file.complain(count, "no line end at the end of the file: add one"));
    }
    complaints
}

// These are put together from halves, lest this file complain about itself.
const LATER: &str = concat!("TO", "DO");
const MACHINE_PATHS: [&str; 5] = [
    concat!("/wo", "rk/"),
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("/tm", "p/"),
    concat!("/Us", "ers/"),
];
const BANNED: [(&str, &str); 5] = [
    (concat!("db", "g!("), "remove it, the bug is found"),
    (concat!("to", "do!("), "write the code, or return an error"),
    (
        concat!("unimpl", "emented!("),
        "write the code, or return an error",
    ),
    (concat!("FIX", "ME"), "mend it, or open an issue"),
    (concat!("#[ig", "nore"), "a test runs or is deleted"),
];

/// Whether a path from the root of a machine stands here. What stands below
/// another folder, as in `../lib/dom.js`, does not.
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

/// A long text, such as a FEN in a table, reads better unbroken.
fn is_one_string(line: &str) -> bool {
    let line = line.trim().trim_start_matches(['(', 'r', '#']);
    let is_address = line.starts_with("//") && line.contains("https://");
    line.starts_with('"') || is_address
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
        assert!(advice("data.tsv", "a\tb \n").is_empty());
    }

    #[test]
    fn leftovers_are_rejected_with_their_line() {
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
    fn machine_paths_are_rejected_everywhere() {
        for path in MACHINE_PATHS {
            rejects("a.svg", &format!("{path}x\n"), &format!("a.svg:1: {path}"));
            assert!(advice("a.js", &format!("from '..{path}x.js'\n")).is_empty());
        }
    }

    #[test]
    fn ragged_text_is_rejected() {
        rejects("a.md", "a\tb\n", "a.md:1: a tab");
        rejects("a.md", "a \n", "a.md:1: blanks");
        rejects("a.toml", "a\r\n\n", "a.toml:1: blanks");
        rejects("a.rs", "a\nb", "a.rs:2: no line end");
    }

    #[test]
    fn what_is_too_long_is_rejected() {
        rejects(
            "a.rs",
            &format!("// {}\n", "x".repeat(100)),
            "a.rs:1: 103 columns",
        );
        rejects("a.rs", &"// x\n".repeat(1001), "a.rs:1: 1001 lines");
    }
}
