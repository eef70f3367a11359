use arbiter_rules::{Move, Position, Refusal};

use super::{GameTree, Node, NodeId};

impl GameTree {
    /// Plays a move at this node and returns its node: an existing continuation
    /// or a new one. The first continuation is the line itself, later ones are
    /// variations.
    ///
    /// # Panics
    ///
    /// Panics if the move belongs to another position and is not legal here.
    pub fn play(&mut self, at: NodeId, mv: Move) -> NodeId {
        let position = self.position(at).clone();
        assert!(
            position.find(position.uci(mv)) == Ok(mv),
            "the move is legal in the position of its node"
        );
        self.find_or_push(at, Some(mv), || position.after(mv))
    }

    /// Parses a move in any notation and plays it.
    ///
    /// # Errors
    ///
    /// Returns why the text is not a move or why the move is illegal.
    pub fn read(&mut self, at: NodeId, text: &str) -> Result<NodeId, Refusal> {
        let position = self.position(at).clone();
        let mv = position.read(text)?;
        Ok(self.find_or_push(at, Some(mv), || position.after(mv)))
    }

    /// Adds a null move, which annotators use to show a threat. Returns `None` if
    /// the side to move is in check.
    pub fn pass(&mut self, at: NodeId) -> Option<NodeId> {
        let after = self.position(at).after_null_move()?;
        Some(self.find_or_push(at, None, || after))
    }

    /// Swaps the innermost variation that contains this move with the line it is
    /// a variation of. Does nothing in the main line.
    pub fn promote(&mut self, id: NodeId) {
        if let Some(variation) = self.variation_of(id)
            && self.contains(id)
        {
            self.put_first(variation);
        }
    }

    /// Makes this move part of the main line.
    pub fn promote_to_main_line(&mut self, id: NodeId) {
        if !self.contains(id) {
            return;
        }
        for step in self.path(id) {
            if !self.is_first_child(step) {
                self.put_first(step);
            }
        }
    }

    /// Deletes a move with everything that follows it, and returns the node before
    /// it. The next variation, if there is one, becomes the line. The root cannot
    /// be deleted.
    ///
    /// Deleted nodes can still be queried, but are no longer part of the tree.
    pub fn delete(&mut self, id: NodeId) -> NodeId {
        let Some(parent) = self.parent(id) else {
            return id;
        };
        if self.children(parent).any(|child| child == id) {
            self.unlink(id);
            self.settle_comments_of_children(parent);
        }
        parent
    }

    /// Reports whether this node is part of the tree: neither it nor a node before
    /// it was deleted.
    #[must_use]
    pub fn contains(&self, id: NodeId) -> bool {
        (id.0 as usize) < self.nodes.len()
            && self.path(id).into_iter().all(|step| {
                let parent = self.node(step).parent;
                self.children(parent).any(|child| child == step)
            })
    }

    fn find_or_push(
        &mut self,
        at: NodeId,
        mv: Option<Move>,
        after: impl FnOnce() -> Position,
    ) -> NodeId {
        let known = self.children(at).find(|&child| self.mv(child) == mv);
        match known {
            Some(known) => known,
            None => self.push(at, mv, after()),
        }
    }

    /// Adds a move as the last continuation.
    pub(super) fn push(&mut self, at: NodeId, mv: Option<Move>, position: Position) -> NodeId {
        let number =
            u32::try_from(self.nodes.len()).expect("memory is exhausted before node numbers are");
        let id = NodeId(number);
        self.nodes.push(Node {
            mv,
            parent: at,
            ..Node::root(position)
        });
        match self.node(at).last_child {
            Some(last) => self.node_mut(last).next_sibling = Some(id),
            None => self.node_mut(at).first_child = Some(id),
        }
        self.node_mut(at).last_child = Some(id);
        id
    }

    fn put_first(&mut self, id: NodeId) {
        let parent = self.node(id).parent;
        self.unlink(id);
        self.link_first(parent, id);
        self.settle_comments_of_children(parent);
    }

    fn link_first(&mut self, parent: NodeId, id: NodeId) {
        let next = self.node_mut(parent).first_child.replace(id);
        self.node_mut(id).next_sibling = next;
        self.node_mut(parent).last_child.get_or_insert(id);
    }

    fn unlink(&mut self, id: NodeId) {
        let parent = self.node(id).parent;
        let before = self
            .children(parent)
            .find(|&child| self.node(child).next_sibling == Some(id));
        let next = self.node_mut(id).next_sibling.take();
        match before {
            Some(before) => self.node_mut(before).next_sibling = next,
            None => self.node_mut(parent).first_child = next,
        }
        if next.is_none() {
            self.node_mut(parent).last_child = before;
        }
    }

    /// Moves comments before a move to the previous move where a change has
    /// removed the parenthesis that separated them.
    fn settle_comments_of_children(&mut self, parent: NodeId) {
        let mut next = self.node(parent).first_child;
        while let Some(child) = next {
            self.settle_comments(child);
            if let Some(grandchild) = self.node(child).first_child {
                self.settle_comments(grandchild);
            }
            next = self.node(child).next_sibling;
        }
    }
}
