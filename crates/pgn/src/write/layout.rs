/// Breaks words into lines of limited width.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) text: Vec<u8>,
    width: usize,
    /// The number of characters on the last line.
    column: usize,
    /// The index at which the last word begins.
    word: usize,
    /// The number of characters of the last word.
    word_width: usize,
}

impl Layout {
    pub(super) const fn new(width: usize) -> Layout {
        Layout {
            text: Vec::new(),
            width,
            column: 0,
            word: 0,
            word_width: 0,
        }
    }

    /// Adds a word after a blank, or on the next line if it does not fit.
    pub(super) fn word(&mut self, word: &str) {
        self.add(word.as_bytes(), width(word));
    }

    /// Adds a word of ASCII, whose characters need not be counted.
    #[inline]
    pub(super) fn ascii(&mut self, word: &[u8]) {
        self.add(word, word.len());
    }

    #[inline]
    fn add(&mut self, word: &[u8], width: usize) {
        if self.column == 0 {
            self.column = width;
        } else if self.column.saturating_add(width) < self.width {
            self.text.push(b' ');
            self.column += 1 + width;
        } else {
            self.text.push(b'\n');
            self.column = width;
        }
        self.word = self.text.len();
        self.word_width = width;
        self.text.extend_from_slice(word);
    }

    /// Appends to the last word. If it no longer fits, it moves to the next line; a
    /// parenthesis after a word that fills the line goes to the next line alone.
    pub(super) fn glue(&mut self, more: &str) {
        let width = width(more);
        if self.column == 0 {
            self.word(more);
            return;
        }
        if self.column.saturating_add(width) > self.width {
            let begins_line = self.word_width == self.column;
            if !begins_line {
                // The blank before the word.
                self.text[self.word - 1] = b'\n';
                self.column = self.word_width;
            } else if more == ")" {
                self.break_line();
            }
        }
        self.column += width;
        self.word_width += width;
        self.text.extend_from_slice(more.as_bytes());
    }

    /// Adds a text in braces if it fits on this line.
    pub(super) fn braced(&mut self, text: &str) -> bool {
        let width = width(text) + 2;
        let has_room = self.column > 0 && self.column.saturating_add(width) < self.width;
        if has_room {
            self.column += 1 + width;
            self.word = self.text.len() + 1;
            self.word_width = width;
            self.text.extend_from_slice(b" {");
            self.text.extend_from_slice(text.as_bytes());
            self.text.push(b'}');
        }
        has_room
    }

    /// Writes a text on a line of its own, whatever its length.
    pub(super) fn write_line(&mut self, sign: &str, text: &str) {
        if self.column > 0 {
            self.break_line();
        }
        self.text.extend_from_slice(sign.as_bytes());
        self.text.extend_from_slice(text.as_bytes());
        self.break_line();
    }

    /// Ends the line.
    pub(super) fn break_line(&mut self) {
        self.text.push(b'\n');
        self.begin_line();
    }

    /// Notes that the text ends with a line break.
    pub(super) fn begin_line(&mut self) {
        self.column = 0;
        self.word = self.text.len();
        self.word_width = 0;
    }

    /// Returns the number of bytes that are final.
    pub(super) fn settled(&self) -> usize {
        self.word.saturating_sub(1)
    }

    /// Drops the first `length` bytes.
    pub(super) fn forget(&mut self, length: usize) {
        self.text.drain(..length);
        self.word = self.word.saturating_sub(length);
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}
