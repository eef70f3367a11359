/// The line in which a move or a command is typed, with the lines typed before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct InputLine {
    text: String,
    /// The index of the byte before which the next character is inserted.
    cursor: usize,
    history: Vec<String>,
    /// The line of the history that is shown.
    recalled: Option<usize>,
    /// Whether the last line was refused and should be easy to recall.
    was_refused: bool,
}

/// The maximum length of a line in bytes, far more than any command needs.
const MAX_LINE_BYTES: usize = 1_000;

impl InputLine {
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text before the cursor.
    pub fn before_cursor(&self) -> &str {
        &self.text[..self.cursor]
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub fn set(&mut self, text: &str) {
        self.text.clear();
        self.text.push_str(text);
        self.cursor = self.text.len();
    }

    pub fn clear(&mut self) {
        self.set("");
        self.recalled = None;
    }

    pub fn insert(&mut self, c: char) {
        if self.text.len() < MAX_LINE_BYTES && !c.is_control() {
            self.text.insert(self.cursor, c);
            self.cursor += c.len_utf8();
        }
    }

    pub fn delete_before(&mut self) {
        if let Some(c) = self.before_cursor().chars().next_back() {
            self.cursor -= c.len_utf8();
            self.text.remove(self.cursor);
        }
    }

    pub fn delete_after(&mut self) {
        if self.cursor < self.text.len() {
            self.text.remove(self.cursor);
        }
    }

    pub fn delete_word_before(&mut self) {
        let kept = self.before_cursor().trim_end();
        let start = kept.rfind(' ').map_or(0, |blank| blank + 1);
        self.text.replace_range(start..self.cursor, "");
        self.cursor = start;
    }

    pub fn left(&mut self) {
        let before = self.before_cursor().chars().next_back();
        self.cursor -= before.map_or(0, char::len_utf8);
    }

    pub fn right(&mut self) {
        let after = self.text[self.cursor..].chars().next();
        self.cursor += after.map_or(0, char::len_utf8);
    }

    pub fn home(&mut self) {
        self.cursor = 0;
    }

    pub fn end(&mut self) {
        self.cursor = self.text.len();
    }

    /// Takes the line and adds it to the history.
    pub fn take(&mut self) -> String {
        let text = self.text.trim().to_owned();
        if !text.is_empty() && self.history.last() != Some(&text) {
            self.history.push(text.clone());
        }
        self.clear();
        text
    }

    /// Shows the line typed before the one shown.
    pub fn earlier(&mut self) {
        let index = self.recalled.unwrap_or(self.history.len());
        if let Some(index) = index.checked_sub(1) {
            self.recall(index);
        }
    }

    /// Shows the line typed after the one shown, or an empty one after the last.
    pub fn later(&mut self) {
        match self.recalled {
            Some(index) if index + 1 < self.history.len() => self.recall(index + 1),
            Some(_) => self.clear(),
            None => {}
        }
    }

    /// Reports whether the last line was refused.
    pub fn was_refused(&self) -> bool {
        self.was_refused
    }

    pub fn set_refused(&mut self, was_refused: bool) {
        self.was_refused = was_refused;
    }

    fn recall(&mut self, index: usize) {
        self.recalled = Some(index);
        let text = self.history[index].clone();
        self.set(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_can_be_edited_and_recalled() {
        let mut input = InputLine::default();
        for c in "Nf3é".chars() {
            input.insert(c);
        }
        input.left();
        input.left();
        input.delete_before();
        input.insert('c');
        input.end();
        input.delete_before();
        assert_eq!(input.take(), "Nc3");
        input.set("claim Nf3");
        input.delete_word_before();
        assert_eq!(input.text(), "claim ");
        assert_eq!(input.take(), "claim");
        input.earlier();
        input.earlier();
        input.earlier();
        assert_eq!(input.text(), "Nc3");
        input.later();
        assert_eq!(input.text(), "claim");
        input.later();
        assert!(input.is_empty());
        input.home();
        input.delete_before();
        input.delete_after();
        input.left();
        input.right();
        assert!(input.is_empty());
    }
}
