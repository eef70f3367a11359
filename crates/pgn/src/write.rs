mod layout;

use core::fmt;
use std::io;

use arbiter_rules::{Color, Move, Position};

use crate::{
    Flow, GameTree, Nag, Termination, TextLocation, Visitor,
    tree::{Tags, has_either, normalize_comment, parse_result},
};

use layout::Layout;

/// Writes games in PGN's export format.
///
/// The Seven Tag Roster comes first, lines have at most 79 characters, moves are
/// in standard algebraic notation, glyphs are numbers, and an empty line follows
/// each game. A writer is a [`Visitor`]: a [`Reader`](crate::Reader) can pass
/// games to it, so that files of any size are rewritten in little memory, and so
/// can a [`GameTree`].
///
/// Comments are written in braces. A comment that contains a brace is written
/// after a semicolon, on a line of its own that may be longer than the others.
/// Reading the output gives the same game, except for parts beyond the reader's
/// limits: comments over 1 MiB, tags over 64 KiB, and variations nested more than
/// 10,000 levels deep.
///
/// Errors of `out` are kept and returned by [`Writer::flush`] or
/// [`Writer::finish`].
///
/// ```
/// use arbiter_pgn::{GameTree, Writer};
///
/// let mut tree = GameTree::default();
/// let f3 = tree.read(tree.root(), "f3")?;
/// tree.add_comment(f3, "A strange beginning.");
/// let e5 = tree.read(f3, "e5")?;
///
/// let mut writer = Writer::new(Vec::new());
/// tree.walk(&mut writer);
/// let text = String::from_utf8(writer.finish()?)?;
/// assert!(text.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"));
/// assert!(text.ends_with("\n\n1. f3 {A strange beginning.} 1... e5 *\n\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W: io::Write> {
    out: W,
    layout: Layout,
    tags: Tags,
    /// The index of the value of the tag `Result`, if it is known only at the end of
    /// the game.
    result: Option<usize>,
    /// The number of variations begun of which nothing has been written.
    unopened: usize,
    /// Whether a move of Black needs its number, because something other than a
    /// move of White precedes it.
    is_interrupted: bool,
    error: Option<io::Error>,
}

/// The maximum length of a line. With its end it has 80 characters, as the export
/// format requires.
const LINE_WIDTH: usize = 79;
/// The number of bytes collected before they are written.
const BUFFER_BYTES: usize = 1 << 15;

impl<W: io::Write> Writer<W> {
    /// Creates a writer. It buffers its output, so `out` needs no buffer.
    pub fn new(out: W) -> Writer<W> {
        Writer {
            out,
            layout: Layout::new(LINE_WIDTH),
            tags: Tags::default(),
            result: None,
            unopened: 0,
            is_interrupted: true,
            error: None,
        }
    }

    /// Writes the buffered text.
    ///
    /// # Errors
    ///
    /// Returns the first error of `out` since the last flush. What was to be
    /// written after it is lost.
    pub fn flush(&mut self) -> io::Result<()> {
        let length = self.layout.text.len();
        self.write_out(length);
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }

    /// Writes the buffered text and returns `out`.
    ///
    /// # Errors
    ///
    /// Returns the first error of `out` since the last flush.
    pub fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        Ok(self.out)
    }

    /// Writes the first `length` bytes of the buffered text.
    fn write_out(&mut self, length: usize) {
        if self.error.is_none() {
            self.error = self.out.write_all(&self.layout.text[..length]).err();
        }
        self.layout.forget(length);
    }

    /// Adds a word of ASCII.
    fn word(&mut self, word: &[u8]) {
        self.make_room();
        if self.unopened == 0 {
            self.layout.ascii(word);
        } else {
            self.open();
            self.layout.glue(str::from_utf8(word).unwrap_or_default());
        }
    }

    /// Writes buffered text if there is much of it.
    fn make_room(&mut self) {
        if self.layout.text.len() > BUFFER_BYTES && self.result.is_none() {
            let settled = self.layout.settled();
            self.write_out(settled);
        }
    }

    /// Adds the parentheses of variations that have begun.
    fn open(&mut self) {
        for _ in 0..self.unopened {
            self.layout.ascii(b"(");
        }
        self.unopened = 0;
    }

    fn number(&mut self, before: &Position) {
        let number = before.fullmoves();
        match before.turn() {
            Color::White => self.word(NumberText::new(number, ".").as_bytes()),
            Color::Black if self.is_interrupted || self.unopened > 0 => {
                self.word(NumberText::new(number, "...").as_bytes());
            }
            Color::Black => {}
        }
        self.is_interrupted = false;
    }

    fn write_tags(&mut self) {
        for (name, value) in self.tags.iter() {
            let text = &mut self.layout.text;
            text.push(b'[');
            text.extend_from_slice(name.as_bytes());
            text.extend_from_slice(b" \"");
            if name == "Result" {
                let result = parse_result(value);
                // The result may be known only at the end of the game.
                self.result = (result == Termination::Unknown).then_some(text.len());
                text.extend_from_slice(result.as_str().as_bytes());
            } else {
                push_escaped(text, value);
            }
            text.extend_from_slice(b"\"]\n");
        }
        self.layout.text.push(b'\n');
        self.layout.begin_line();
    }
}

impl<W: io::Write> Visitor for Writer<W> {
    fn begin_game(&mut self, _: TextLocation) {
        self.tags.clear();
        self.unopened = 0;
        self.is_interrupted = true;
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.tags.set(name, value);
    }

    fn begin_moves(&mut self, start: &Position) -> Flow {
        self.tags.set_start(start);
        self.write_tags();
        Flow::Read
    }

    fn played(&mut self, before: &Position, mv: Move) {
        self.number(before);
        self.word(before.san(mv).as_bytes());
    }

    fn null_move(&mut self, before: &Position) {
        self.number(before);
        self.word(b"--");
    }

    fn nag(&mut self, nag: Nag) {
        self.word(NumberText::glyph(nag).as_bytes());
    }

    fn comment(&mut self, text: &str) {
        let text = normalize_comment(text);
        if text.is_empty() {
            return;
        }
        self.is_interrupted = true;
        if has_either(&text, b'{', b'}') {
            self.make_room();
            self.open();
            self.layout.write_line("; ", &text);
        } else if self.unopened > 0 || !self.layout.braced(&text) {
            self.word(b"{");
            let mut parts = unbroken_parts(&text);
            self.layout.glue(parts.next().unwrap_or_default());
            parts.for_each(|part| self.layout.word(part));
            self.layout.glue("}");
        }
    }

    fn begin_variation(&mut self) -> Flow {
        self.unopened += 1;
        Flow::Read
    }

    fn end_variation(&mut self) {
        if self.unopened > 0 {
            self.unopened -= 1;
        } else {
            self.layout.glue(")");
            self.is_interrupted = true;
        }
    }

    fn end_game(&mut self, termination: Termination) {
        let termination = match termination {
            Termination::Missing => parse_result(self.tags.value("Result").unwrap_or("*")),
            known => known,
        };
        self.word(termination.as_str().as_bytes());
        self.layout.break_line();
        self.layout.text.push(b'\n');
        self.layout.begin_line();
        if let Some(index) = self.result.take() {
            let text = &mut self.layout.text;
            text.splice(index..=index, termination.as_str().bytes());
            self.layout.begin_line();
        }
        if self.layout.text.len() > BUFFER_BYTES {
            let length = self.layout.text.len();
            self.write_out(length);
        }
    }
}

impl GameTree {
    /// Writes the game in PGN's export format, as [`Writer`] does.
    ///
    /// # Errors
    ///
    /// Returns the error of `out`.
    pub fn write(&self, out: impl io::Write) -> io::Result<()> {
        let mut writer = Writer::new(out);
        self.walk(&mut writer);
        writer.flush()
    }

    /// Returns the moves in PGN on one line, with variations, comments, glyphs and
    /// the result.
    #[must_use]
    pub fn movetext(&self) -> String {
        let mut writer = Writer::new(Vec::new());
        writer.layout = Layout::new(usize::MAX);
        self.walk_moves(&mut writer);
        writer.word(self.termination().as_str().as_bytes());
        let text = writer.finish().unwrap_or_default();
        String::from_utf8(text).unwrap_or_default()
    }
}

/// Writes PGN's export format, as [`Writer`] does.
impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(FormatterWriter(f)).map_err(|_| fmt::Error)
    }
}

/// Lets a [`Writer`] write to a formatter. It writes whole words, so the bytes
/// are valid UTF-8.
struct FormatterWriter<'a, 'f>(&'a mut fmt::Formatter<'f>);

impl io::Write for FormatterWriter<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(bytes).map_err(io::Error::other)?;
        self.0.write_str(text).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A number with its punctuation, such as `12...` or `$142`.
struct NumberText {
    text: [u8; 8],
    begin: usize,
}

impl NumberText {
    fn new(number: u16, end: &str) -> NumberText {
        let mut text = [0; 8];
        let mut begin = text.len() - end.len();
        text[begin..].copy_from_slice(end.as_bytes());
        let mut rest = number;
        loop {
            begin -= 1;
            text[begin] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                return NumberText { text, begin };
            }
        }
    }

    fn glyph(nag: Nag) -> NumberText {
        let mut number = NumberText::new(u16::from(nag.0), "");
        number.begin -= 1;
        number.text[number.begin] = b'$';
        number
    }

    fn as_bytes(&self) -> &[u8] {
        &self.text[self.begin..]
    }
}

fn push_escaped(text: &mut Vec<u8>, value: &str) {
    for byte in value.bytes() {
        if matches!(byte, b'"' | b'\\') {
            text.push(b'\\');
        }
        text.push(byte);
    }
}

/// Returns the parts of a comment between which a line can end. A break is read
/// back as one blank, so it replaces exactly one; commands such as
/// `[%clk 1:00:00]` are not broken; and no line begins or ends like an escape or a
/// tag, which a reader could take for the next game.
fn unbroken_parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    core::iter::from_fn(move || {
        let text = rest?;
        let mut is_command = false;
        for (index, letter) in text.char_indices() {
            match letter {
                '[' => is_command = is_short_command(&text[index..]),
                ']' => is_command = false,
                ' ' if !is_command && may_break(&text[..index], &text[index + 1..]) => {
                    rest = Some(&text[index + 1..]);
                    return Some(&text[..index]);
                }
                _ => {}
            }
        }
        rest = None;
        Some(text)
    })
}

/// Reports whether a text begins with a command that fits in a line.
fn is_short_command(text: &str) -> bool {
    text.starts_with("[%") && text.bytes().take(LINE_WIDTH).any(|byte| byte == b']')
}

/// Reports whether a line can end between these parts of a comment.
fn may_break(before: &str, after: &str) -> bool {
    let is_one_blank = !before.ends_with([' ', '\t']) && !after.starts_with([' ', '\t']);
    let ends_tag = before.trim_ascii_end().ends_with("\"]");
    let begins_tag = after.starts_with('[') && !after.starts_with("[%");
    is_one_blank && !ends_tag && !begins_tag && !after.starts_with('%')
}
