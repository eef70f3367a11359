use std::borrow::Cow;

use super::{GameTree, Node, NodeId};
use crate::Nag;

/// What is said about a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Remarks {
    pub(super) before: Vec<String>,
    pub(super) nags: Vec<Nag>,
    pub(super) after: Vec<String>,
}

impl Remarks {
    fn is_empty(&self) -> bool {
        self.before.is_empty() && self.nags.is_empty() && self.after.is_empty()
    }
}

impl GameTree {
    /// Says something after this move; at the root, before the first move.
    ///
    /// PGN keeps no line breaks in comments, nor blanks around them: a break
    /// becomes a blank, and an empty comment is none.
    pub fn add_comment(&mut self, id: NodeId, text: &str) {
        let text = tidy(text);
        if !text.is_empty() {
            self.node_mut(id).annotate().after.push(text.into_owned());
        }
    }

    /// Says something before this move. Where no variation begins or ends
    /// there, that is the same as saying it after the move before.
    pub fn add_comment_before(&mut self, id: NodeId, text: &str) {
        let text = tidy(text);
        if !text.is_empty() {
            self.node_mut(id).annotate().before.push(text.into_owned());
            self.settle(id);
        }
    }

    /// Replaces what is said after this move. No comments, no remarks.
    pub fn set_comments<'t>(&mut self, id: NodeId, texts: impl IntoIterator<Item = &'t str>) {
        self.change(id, |remarks| remarks.after.clear());
        for text in texts {
            self.add_comment(id, text);
        }
    }

    /// Takes away what is said before this move.
    pub fn clear_comments_before(&mut self, id: NodeId) {
        self.change(id, |remarks| remarks.before.clear());
    }

    /// Marks this move with a glyph, once; at the root, the start position.
    pub fn add_nag(&mut self, id: NodeId, nag: Nag) {
        if !self.nags(id).contains(&nag) {
            self.node_mut(id).annotate().nags.push(nag);
        }
    }

    /// Takes a glyph away.
    pub fn remove_nag(&mut self, id: NodeId, nag: Nag) {
        self.change(id, |remarks| remarks.nags.retain(|&other| other != nag));
    }

    fn change(&mut self, id: NodeId, change: impl FnOnce(&mut Remarks)) {
        let remarks = &mut self.node_mut(id).remarks;
        if let Some(said) = remarks {
            change(said);
            // Nothing said is one thing, not two.
            if said.is_empty() {
                *remarks = None;
            }
        }
    }

    /// Hands a comment before a move to the move before it, unless a variation
    /// begins or ends between the two: nobody who reads the text could tell.
    pub(super) fn settle(&mut self, id: NodeId) {
        if self.comments_before(id).is_empty() || self.is_set_apart(id) {
            return;
        }
        let mut before = Vec::new();
        self.change(id, |remarks| before = std::mem::take(&mut remarks.before));
        match self.parent(id) {
            Some(parent) => self.node_mut(parent).annotate().after.append(&mut before),
            None => self.node_mut(id).annotate().after.append(&mut before),
        }
    }

    /// Whether a parenthesis stands between this move and the one before it.
    fn is_set_apart(&self, id: NodeId) -> bool {
        let Some(parent) = self.parent(id) else {
            return false;
        };
        let follows_variations = parent != self.root()
            && self.is_first_child(parent)
            && self.node(parent).next_sibling.is_some();
        !self.is_first_child(id) || follows_variations
    }
}

impl Node {
    /// Its remarks, to add one.
    pub(super) fn annotate(&mut self) -> &mut Remarks {
        self.remarks.get_or_insert_default()
    }
}

/// A comment as the tree keeps it and PGN can hold it: nothing blank around it,
/// and one blank for a line break with whatever is blank beside it.
// Every comment of a long file goes through here, so bytes are looked at, not
// characters.
pub(crate) fn tidy(text: &str) -> Cow<'_, str> {
    let text = trim(text);
    let mut tidied = if has_either(text, b'\n', b'\r') {
        let lines = text.split(['\n', '\r']).map(trim);
        let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
        Cow::Owned(lines.join(" "))
    } else {
        Cow::Borrowed(text)
    };
    if looks_like_a_game(&tidied) {
        tidied.to_mut().push('.');
    }
    tidied
}

/// Whether a comment that needs a line of its own would be taken for the first
/// line of the next game there. A full stop helps.
fn looks_like_a_game(text: &str) -> bool {
    text.trim_ascii_end().ends_with("\"]")
        && has_either(text, b'{', b'}')
        && text.contains("[Event \"")
}

/// Whether one of two ASCII signs stands in a text. Most comments are short:
/// looking at all bytes at once is faster than stopping at the first.
pub(crate) fn has_either(text: &str, one: u8, other: u8) -> bool {
    text.bytes()
        .fold(false, |found, byte| found | (byte == one) | (byte == other))
}

fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\n', '\r'])
}
