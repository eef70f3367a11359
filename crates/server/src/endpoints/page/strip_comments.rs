//! Removes comments, a third of their size, and indentation from scripts and
//! styles. The build script uses this file as well.
//!
//! Every line stays where it was, so that an error in a browser names the line
//! of the source without source maps. Minifiers do not keep lines, and a crate
//! that parses JavaScript would make every fresh build longer.

/// Returns the text of a file without comments and indentation. What cannot be
/// read, and what is neither a script nor a style, is returned unchanged.
pub fn strip_comments(path: &str, text: &str) -> String {
    let reader = Reader::new(text);
    let stripped = match path.rsplit_once('.') {
        Some((_, "js")) => reader.script(),
        Some((_, "css")) => reader.style(),
        _ => None,
    };
    stripped.unwrap_or_else(|| text.to_owned())
}

/// The words after which a slash starts a regular expression; after any other
/// word it divides.
const WORDS_BEFORE_REGEX: [&str; 14] = [
    "await",
    "case",
    "delete",
    "do",
    "else",
    "in",
    "instanceof",
    "new",
    "of",
    "return",
    "throw",
    "typeof",
    "void",
    "yield",
];

struct Reader<'t> {
    rest: &'t str,
    out: String,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Reader<'t> {
        Reader {
            rest: text,
            out: String::with_capacity(text.len()),
        }
    }

    fn style(mut self) -> Option<String> {
        while let Some(next) = self.rest.chars().next() {
            match next {
                '"' | '\'' => self.string(next)?,
                '\n' => self.end_line(),
                _ if self.rest.starts_with("/*") => self.block_comment()?,
                _ => self.take(next.len_utf8()),
            }
        }
        Some(self.out)
    }

    fn script(mut self) -> Option<String> {
        // For each open template, the number of open braces in its current
        // expression.
        let mut braces: Vec<u32> = Vec::new();
        while let Some(next) = self.rest.chars().next() {
            match next {
                '"' | '\'' => self.string(next)?,
                '`' => {
                    self.take(1);
                    self.template(&mut braces)?;
                }
                '{' => {
                    if let Some(open) = braces.last_mut() {
                        *open += 1;
                    }
                    self.take(1);
                }
                '}' => {
                    self.take(1);
                    match braces.pop() {
                        Some(0) => self.template(&mut braces)?,
                        Some(open) => braces.push(open - 1),
                        None => {}
                    }
                }
                '\n' => self.end_line(),
                _ if self.rest.starts_with("//") => self.line_comment(),
                _ if self.rest.starts_with("/*") => self.block_comment()?,
                '/' if self.is_before_regex() => self.regex(),
                _ => self.take(next.len_utf8()),
            }
        }
        braces.is_empty().then_some(self.out)
    }

    /// Copies this many bytes.
    fn take(&mut self, count: usize) {
        let (taken, rest) = self.rest.split_at(count);
        self.out += taken;
        self.rest = rest;
    }

    /// Copies the end of a line, and skips the indentation of the next.
    fn end_line(&mut self) {
        self.take(1);
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    /// Copies a string, which ends on the same line.
    fn string(&mut self, quote: char) -> Option<()> {
        let end = end(&self.rest[1..], |letter| letter == quote)?;
        let is_one_line = !self.rest[..=end].replace("\\\n", "").contains('\n');
        is_one_line.then(|| self.take(end + 2))
    }

    /// Copies a template up to its end or its next expression.
    fn template(&mut self, braces: &mut Vec<u32>) -> Option<()> {
        loop {
            let end = end(self.rest, |letter| letter == '`' || letter == '$')?;
            let is_over = self.rest[end..].starts_with('`');
            let is_expression = self.rest[end..].starts_with("${");
            self.take(end + 1);
            if is_over {
                return Some(());
            }
            if is_expression {
                self.take(1);
                braces.push(0);
                return Some(());
            }
        }
    }

    /// Copies a regular expression such as `/[/"]+/g`; if none ends on this line,
    /// only the slash, which divides.
    fn regex(&mut self) {
        let line = self.rest.lines().next().unwrap_or_default();
        let mut is_class = false;
        let end = end(&line[1..], |letter| {
            match letter {
                '[' => is_class = true,
                ']' => is_class = false,
                _ => {}
            }
            letter == '/' && !is_class
        });
        self.take(end.map_or(1, |end| end + 2));
    }

    fn is_before_regex(&self) -> bool {
        let before = self.out.trim_end();
        let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
        let word = before
            .rsplit(|it| !is_of_word(it))
            .next()
            .unwrap_or_default();
        match before.chars().next_back() {
            None => true,
            Some(')' | ']') => false,
            Some(letter) if is_of_word(letter) => WORDS_BEFORE_REGEX.contains(&word),
            Some(_) => true,
        }
    }

    fn line_comment(&mut self) {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        self.rest = &self.rest[end..];
        self.trim_line();
    }

    /// Removes a comment but keeps its line ends, which may end a statement.
    fn block_comment(&mut self) -> Option<()> {
        let (comment, rest) = self.rest.split_once("*/")?;
        self.rest = rest;
        let lines = comment.matches('\n').count();
        if lines > 0 || rest.starts_with('\n') || rest.is_empty() {
            self.trim_line();
            self.out.extend(std::iter::repeat_n('\n', lines));
            self.rest = self.rest.trim_start_matches(' ');
        } else if self.out.ends_with([' ', '\n', '(', '[']) || self.out.is_empty() {
            self.rest = self.rest.trim_start_matches(' ');
        } else if !rest.starts_with(' ') {
            self.out.push(' ');
        }
        Some(())
    }

    /// Removes spaces at the end of what was copied.
    fn trim_line(&mut self) {
        let length = self.out.trim_end_matches([' ', '\t']).len();
        self.out.truncate(length);
    }
}

/// Returns the index of the first character that ends something and is not
/// escaped by a backslash.
fn end(text: &str, mut is_end: impl FnMut(char) -> bool) -> Option<usize> {
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' {
            letters.next();
        } else if is_end(letter) {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests;
