//! Commands for programs inside comments: `{[%clk 0:05:00] A good move.}`.
//!
//! Clocks, times, evaluations, marked squares and arrows are parsed into values
//! and written back. Unknown or malformed commands are kept as ordinary text.

mod eval;
mod marks;
mod span;

use core::fmt;

use arbiter_game::Span;

use crate::{GameTree, NodeId};

pub use eval::{Eval, EvalScore};
pub use marks::{Arrow, Mark, MarkColor};

/// A command for programs in a comment.
///
/// ```
/// use arbiter_game::Span;
/// use arbiter_pgn::{Annotation, comment_parts, CommentPart};
///
/// let parts: Vec<_> = comment_parts("[%clk 0:04:58.5] Why not? [%evp 0,1]").collect();
/// let clock = Annotation::Clock(Span::from_millis(298_500));
/// assert_eq!(parts, [CommentPart::Annotation(clock), CommentPart::Text("Why not? [%evp 0,1]")]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Annotation {
    /// `[%clk 1:05:09]`: the time left on the clock of the side that moved.
    Clock(Span),
    /// `[%emt 0:00:12]`: the time spent on the move.
    Elapsed(Span),
    /// `[%eval 0.25,18]`: the evaluation of the position after the move.
    Eval(Eval),
    /// `[%csl Ga1,Re4]`: squares to highlight.
    Squares(Vec<Mark>),
    /// `[%cal Ge2e4]`: arrows to draw.
    Arrows(Vec<Arrow>),
}

/// The kind of an [`Annotation`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "as in Annotation")]
#[non_exhaustive]
pub enum AnnotationKind {
    Clock,
    Elapsed,
    Eval,
    Squares,
    Arrows,
}

/// A part of a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommentPart<'t> {
    /// Text for people, trimmed.
    Text(&'t str),
    /// A command for programs.
    Annotation(Annotation),
}

/// Returns the parts of a comment in order.
pub fn comment_parts(comment: &str) -> impl Iterator<Item = CommentPart<'_>> {
    let mut rest = comment;
    let mut found = None;
    core::iter::from_fn(move || {
        if let Some(annotation) = found.take() {
            return Some(CommentPart::Annotation(annotation));
        }
        let (text, annotation, after) = next_command(rest)?;
        rest = after;
        let text = text.trim();
        if text.is_empty() {
            return annotation.map(CommentPart::Annotation);
        }
        found = annotation;
        Some(CommentPart::Text(text))
    })
}

/// Returns the text before the first valid command, the command, and the text
/// after it. Without a command everything is text; a blank comment has no parts.
fn next_command(comment: &str) -> Option<(&str, Option<Annotation>, &str)> {
    for (begin, _) in comment.match_indices("[%") {
        // Brackets do not nest: a command contains no other bracket.
        let inside = &comment[begin + 2..];
        if let Some(length) = inside.find(['[', ']'])
            && inside.as_bytes()[length] == b']'
            && let Some(annotation) = Annotation::parse(&inside[..length])
        {
            let after = &inside[length + 1..];
            return Some((&comment[..begin], Some(annotation), after));
        }
    }
    (!comment.trim().is_empty()).then_some((comment, None, ""))
}

impl Annotation {
    /// Parses the text between `[%` and `]`. Returns `None` if the command is
    /// malformed or unknown.
    fn parse(command: &str) -> Option<Annotation> {
        let (name, value) = command.split_once(char::is_whitespace)?;
        let value = value.trim();
        match name {
            "clk" => span::parse(value).map(Annotation::Clock),
            "emt" => span::parse(value).map(Annotation::Elapsed),
            "eval" => Eval::parse(value).map(Annotation::Eval),
            "csl" => marks::parse_list(value, Mark::parse).map(Annotation::Squares),
            "cal" => marks::parse_list(value, Arrow::parse).map(Annotation::Arrows),
            _ => None,
        }
    }

    /// Returns the kind of the command.
    #[must_use]
    pub const fn kind(&self) -> AnnotationKind {
        match self {
            Annotation::Clock(_) => AnnotationKind::Clock,
            Annotation::Elapsed(_) => AnnotationKind::Elapsed,
            Annotation::Eval(_) => AnnotationKind::Eval,
            Annotation::Squares(_) => AnnotationKind::Squares,
            Annotation::Arrows(_) => AnnotationKind::Arrows,
        }
    }

    /// Reports whether it is an empty list.
    fn is_empty(&self) -> bool {
        match self {
            Annotation::Squares(marks) => marks.is_empty(),
            Annotation::Arrows(arrows) => arrows.is_empty(),
            _ => false,
        }
    }
}

/// Writes the command with its brackets.
impl fmt::Display for Annotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Annotation::Clock(left) => write!(f, "[%clk {}]", span::ClockFormat(*left)),
            Annotation::Elapsed(taken) => write!(f, "[%emt {}]", span::ClockFormat(*taken)),
            Annotation::Eval(eval) => write!(f, "[%eval {eval}]"),
            Annotation::Squares(marks) => {
                f.write_str("[%csl ")?;
                marks::write_list(f, marks)
            }
            Annotation::Arrows(arrows) => {
                f.write_str("[%cal ")?;
                marks::write_list(f, arrows)
            }
        }
    }
}

impl GameTree {
    /// Returns the commands in the comments after this move.
    pub fn annotations(&self, id: NodeId) -> impl Iterator<Item = Annotation> {
        let comments = self.comments(id).iter();
        comments
            .flat_map(|comment| comment_parts(comment))
            .filter_map(|part| match part {
                CommentPart::Annotation(annotation) => Some(annotation),
                CommentPart::Text(_) => None,
            })
    }

    /// Returns the comments after this move without commands.
    pub fn plain_comments(&self, id: NodeId) -> impl Iterator<Item = String> {
        let plain = |comment: &String| joined(comment_parts(comment).filter(is_text));
        let has_text = |text: &String| !text.is_empty();
        self.comments(id).iter().map(plain).filter(has_text)
    }

    /// Returns the time left on the clock of the side that made this move.
    #[must_use]
    pub fn clock(&self, id: NodeId) -> Option<Span> {
        self.annotations(id)
            .find_map(|annotation| match annotation {
                Annotation::Clock(left) => Some(left),
                _ => None,
            })
    }

    /// Returns the time spent on this move.
    #[must_use]
    pub fn elapsed(&self, id: NodeId) -> Option<Span> {
        self.annotations(id)
            .find_map(|annotation| match annotation {
                Annotation::Elapsed(taken) => Some(taken),
                _ => None,
            })
    }

    /// Returns the evaluation of the position after this move.
    #[must_use]
    pub fn eval(&self, id: NodeId) -> Option<Eval> {
        self.annotations(id)
            .find_map(|annotation| match annotation {
                Annotation::Eval(eval) => Some(eval),
                _ => None,
            })
    }

    /// Adds a command to the comments after this move, replacing one of the same
    /// kind. An empty list of squares or arrows removes it.
    pub fn annotate(&mut self, id: NodeId, annotation: Annotation) {
        let kind = annotation.kind();
        if annotation.is_empty() {
            self.remove_annotation(id, kind);
            return;
        }
        let text = annotation.to_string();
        let mut new = Some(CommentPart::Annotation(annotation));
        let mut comments = self.comments(id).to_vec();
        for comment in &mut comments {
            if has_kind(comment, kind) {
                *comment = joined(comment_parts(comment).filter_map(|part| {
                    if is_kind(&part, kind) {
                        new.take()
                    } else {
                        Some(part)
                    }
                }));
            }
        }
        if new.is_some() {
            match comments.first_mut() {
                Some(first) => add_command(first, &text),
                None => comments.push(text),
            }
        }
        self.set_comments(id, comments.iter().map(String::as_str));
    }

    /// Removes commands of this kind from the comments after this move.
    pub fn remove_annotation(&mut self, id: NodeId, kind: AnnotationKind) {
        let mut comments = self.comments(id).to_vec();
        for comment in &mut comments {
            if has_kind(comment, kind) {
                *comment = joined(comment_parts(comment).filter(|part| !is_kind(part, kind)));
            }
        }
        self.set_comments(id, comments.iter().map(String::as_str));
    }
}

/// Inserts a command after those at the beginning of the comment.
fn add_command(comment: &mut String, command: &str) {
    let mut rest = comment.as_str();
    while let Some((text, Some(_), after)) = next_command(rest)
        && text.trim().is_empty()
    {
        rest = after;
    }
    let begin = comment.len() - rest.len();
    let (commands, text) = comment.split_at(begin);
    let parts = [commands.trim(), command, text.trim()];
    let parts: Vec<_> = parts.into_iter().filter(|text| !text.is_empty()).collect();
    *comment = parts.join(" ");
}

fn joined<'t>(parts: impl Iterator<Item = CommentPart<'t>>) -> String {
    let mut text = String::new();
    for part in parts {
        if !text.is_empty() {
            text.push(' ');
        }
        match part {
            CommentPart::Text(words) => text.push_str(words),
            CommentPart::Annotation(annotation) => text.push_str(&annotation.to_string()),
        }
    }
    text
}

fn has_kind(comment: &str, kind: AnnotationKind) -> bool {
    comment_parts(comment).any(|part| is_kind(&part, kind))
}

fn is_kind(part: &CommentPart<'_>, kind: AnnotationKind) -> bool {
    matches!(part, CommentPart::Annotation(annotation) if annotation.kind() == kind)
}

fn is_text(part: &CommentPart<'_>) -> bool {
    matches!(part, CommentPart::Text(_))
}
