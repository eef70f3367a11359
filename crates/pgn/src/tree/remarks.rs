use std::borrow::Cow;

use super::{GameTree, Node, NodeId};
use crate::Nag;

/// The comments and glyphs of a move.
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
    /// Adds a comment after this move; at the root, before the first move.
    ///
    /// PGN preserves neither line breaks in comments nor blanks around them: a
    /// break becomes a blank, and an empty comment is not added.
    pub fn add_comment(&mut self, id: NodeId, text: &str) {
        let text = normalize_comment(text);
        if !text.is_empty() {
            self.node_mut(id)
                .remarks_mut()
                .after
                .push(text.into_owned());
        }
    }

    /// Adds a comment before this move. Where no variation begins or ends, this is
    /// the same as adding it after the previous move.
    pub fn add_comment_before(&mut self, id: NodeId, text: &str) {
        let text = normalize_comment(text);
        if !text.is_empty() {
            self.node_mut(id)
                .remarks_mut()
                .before
                .push(text.into_owned());
            self.settle_comments(id);
        }
    }

    /// Replaces the comments after this move.
    pub fn set_comments<'t>(&mut self, id: NodeId, texts: impl IntoIterator<Item = &'t str>) {
        self.change(id, |remarks| remarks.after.clear());
        for text in texts {
            self.add_comment(id, text);
        }
    }

    /// Removes the comments before this move.
    pub fn clear_comments_before(&mut self, id: NodeId) {
        self.change(id, |remarks| remarks.before.clear());
    }

    /// Adds a glyph to this move, if it does not have it; at the root, to the
    /// starting position.
    pub fn add_nag(&mut self, id: NodeId, nag: Nag) {
        if !self.nags(id).contains(&nag) {
            self.node_mut(id).remarks_mut().nags.push(nag);
        }
    }

    /// Removes a glyph.
    pub fn remove_nag(&mut self, id: NodeId, nag: Nag) {
        self.change(id, |remarks| remarks.nags.retain(|&other| other != nag));
    }

    fn change(&mut self, id: NodeId, change: impl FnOnce(&mut Remarks)) {
        let remarks = &mut self.node_mut(id).remarks;
        if let Some(changed) = remarks {
            change(changed);
            // Trees compare remarks, so empty ones must not be kept.
            if changed.is_empty() {
                *remarks = None;
            }
        }
    }

    /// Moves comments before a move to the previous move, unless a variation
    /// begins or ends between the two: in text they could not be distinguished.
    pub(super) fn settle_comments(&mut self, id: NodeId) {
        if self.comments_before(id).is_empty() || self.is_set_apart(id) {
            return;
        }
        let mut before = Vec::new();
        self.change(id, |remarks| before = std::mem::take(&mut remarks.before));
        match self.parent(id) {
            Some(parent) => self
                .node_mut(parent)
                .remarks_mut()
                .after
                .append(&mut before),
            None => self.node_mut(id).remarks_mut().after.append(&mut before),
        }
    }

    /// Reports whether a parenthesis separates this move from the previous one.
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
    /// Returns the remarks, creating them if there are none.
    pub(super) fn remarks_mut(&mut self) -> &mut Remarks {
        self.remarks.get_or_insert_default()
    }
}

/// Returns a comment in the form that PGN preserves: trimmed, and with one blank
/// for each line break and the blanks around it.
// Every comment of a file passes through here, so this compares bytes instead of
// characters.
pub(crate) fn normalize_comment(text: &str) -> Cow<'_, str> {
    let text = trim(text);
    let mut normalized = if has_either(text, b'\n', b'\r') {
        let lines = text.split(['\n', '\r']).map(trim);
        let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
        Cow::Owned(lines.join(" "))
    } else {
        Cow::Borrowed(text)
    };
    if looks_like_heading(&normalized) {
        normalized.to_mut().push('.');
    }
    normalized
}

/// Reports whether a comment that needs a line of its own would be read as the
/// first line of the next game. A full stop at its end prevents that.
fn looks_like_heading(text: &str) -> bool {
    text.trim_ascii_end().ends_with("\"]")
        && has_either(text, b'{', b'}')
        && text.contains("[Event \"")
}

/// Reports whether a text contains one of two ASCII characters. Most comments are
/// short: checking all bytes is faster than stopping at the first match.
pub(crate) fn has_either(text: &str, one: u8, other: u8) -> bool {
    text.bytes()
        .fold(false, |found, byte| found | (byte == one) | (byte == other))
}

fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\n', '\r'])
}
