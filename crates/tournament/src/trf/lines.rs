use super::{TrfError, TrfReason};

/// A record of a report file.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// The line, from 1.
    pub(super) line: usize,
    /// The code.
    pub(super) code: String,
    /// All characters of the line, with the code.
    columns: Vec<char>,
}

impl Record {
    /// Returns the text in some columns, which count from 1, without blanks
    /// around it.
    pub(super) fn field(&self, first: usize, last: usize) -> String {
        let end = last.min(self.columns.len());
        let start = (first - 1).min(end);
        let text: String = self.columns[start..end].iter().collect();
        text.trim().to_owned()
    }

    /// Returns the character in a column, which counts from 1.
    pub(super) fn column(&self, column: usize) -> Option<char> {
        self.columns.get(column - 1).copied()
    }

    /// Returns the number of columns.
    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    /// Returns the text after the code.
    pub(super) fn text(&self) -> String {
        self.field(5, usize::MAX)
    }

    pub(super) fn error(&self, reason: TrfReason) -> TrfError {
        TrfError {
            line: self.line,
            reason,
        }
    }

    /// Makes an error about a field.
    pub(super) fn invalid(&self, name: &'static str, column: usize, text: &str) -> TrfError {
        let text = text.chars().take(40).collect();
        self.error(TrfReason::Field { name, column, text })
    }

    /// Reads the text after the code as fields between blanks.
    pub(super) fn words(&self) -> Vec<String> {
        self.text().split_whitespace().map(str::to_owned).collect()
    }

    /// Parses one of the [`Record::words`].
    pub(super) fn parse<T: core::str::FromStr>(
        &self,
        words: &[String],
        index: usize,
        name: &'static str,
    ) -> Result<T, TrfError> {
        let word = words.get(index).map_or("", String::as_str);
        word.parse().map_err(|_| self.invalid(name, 5, word))
    }
}

/// Splits a file into its records. Lines end with CR, LF or both; empty lines and
/// comments (`###`) are skipped.
pub(super) fn records(bytes: &[u8]) -> Result<Vec<Record>, TrfError> {
    let mut records = Vec::new();
    let mut line = 0;
    let mut rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    while !rest.is_empty() {
        line += 1;
        let end = rest.iter().position(|&it| it == b'\r' || it == b'\n');
        let (content, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = match after {
            [b'\r', b'\n', after @ ..] | [_, after @ ..] => after,
            [] => after,
        };
        let text = core::str::from_utf8(content).map_err(|error| TrfError {
            line,
            reason: TrfReason::NotUtf8(error.valid_up_to() + 1),
        })?;
        if text.trim().is_empty() || text.starts_with("###") {
            continue;
        }
        let columns: Vec<char> = text.chars().collect();
        let is_code = |it: &char| it.is_ascii_uppercase() || it.is_ascii_digit();
        let has_code = columns.len() >= 3
            && columns[..3].iter().all(is_code)
            && columns.get(3).is_none_or(|&it| it == ' ');
        let has_control = columns.iter().any(|it| it.is_control() && *it != '\t');
        if !has_code || has_control {
            let reason = TrfReason::NoRecord;
            return Err(TrfError { line, reason });
        }
        records.push(Record {
            line,
            code: columns[..3].iter().collect(),
            columns,
        });
    }
    Ok(records)
}
