use super::{GameTree, NodeId};
use crate::{Flow, TextLocation, Visitor};

impl GameTree {
    /// Reports the game to a visitor, as a [`Reader`](crate::Reader) of its text
    /// would. Problems of the text are not reported again.
    pub fn walk(&self, visitor: &mut dyn Visitor) {
        visitor.begin_game(TextLocation::START);
        for (name, value) in self.tags.iter() {
            visitor.tag(name, value);
        }
        if visitor.begin_moves(self.start()) == Flow::Read {
            self.walk_moves(visitor);
        }
        visitor.end_game(self.termination);
    }

    /// Reports the moves.
    pub(crate) fn walk_moves(&self, visitor: &mut dyn Visitor) {
        self.walk_remarks(self.root(), visitor);
        let mut next = self.next(self.root());
        while let Some(id) = next {
            self.walk_move(id, visitor);
            let first_variation = self
                .is_first_child(id)
                .then(|| self.node(id).next_sibling)
                .flatten();
            next = self
                .enter(first_variation, visitor)
                .or_else(|| self.next_after_variations(id, visitor));
        }
    }

    /// Returns the node to report after a move and its variations: the next move
    /// of its line or, at the end of a variation, the next variation or the line
    /// that it interrupts.
    fn next_after_variations(&self, mut id: NodeId, visitor: &mut dyn Visitor) -> Option<NodeId> {
        loop {
            if let Some(next) = self.next(id) {
                return Some(next);
            }
            let variation = self.variation_of(id)?;
            visitor.end_variation();
            let sibling = self.node(variation).next_sibling;
            if let Some(next) = self.enter(sibling, visitor) {
                return Some(next);
            }
            id = self.next(self.node(variation).parent)?;
        }
    }

    /// Returns the first of these variations that the visitor wants to read.
    fn enter(&self, first: Option<NodeId>, visitor: &mut dyn Visitor) -> Option<NodeId> {
        let mut variation = first;
        while let Some(id) = variation {
            if visitor.begin_variation() == Flow::Read {
                return Some(id);
            }
            variation = self.node(id).next_sibling;
        }
        None
    }

    fn walk_move(&self, id: NodeId, visitor: &mut dyn Visitor) {
        for text in self.comments_before(id) {
            visitor.comment(text);
        }
        let before = self.position(self.node(id).parent);
        match self.mv(id) {
            Some(mv) => visitor.played(before, mv),
            None => visitor.null_move(before),
        }
        self.walk_remarks(id, visitor);
    }

    fn walk_remarks(&self, id: NodeId, visitor: &mut dyn Visitor) {
        for &nag in self.nags(id) {
            visitor.nag(nag);
        }
        for text in self.comments(id) {
            visitor.comment(text);
        }
    }
}
