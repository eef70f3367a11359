//! The search for an augmenting path: one alternating tree.
//!
//! Dual variables change with `time`: those of even nodes grow, those of odd
//! nodes shrink. They are stored relative to the time, so that a change of all
//! of them costs nothing.

use std::{cmp::Reverse, collections::BinaryHeap, mem};

use super::{Blossom, Matching, NONE, Node};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Label {
    Free,
    Even,
    Odd,
}

/// A change of the tree that is due at a time of the search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum TreeEvent {
    /// The edge between an even vertex and another vertex loses its slack.
    Tight(u32, u32),
    /// The dual variable of an odd blossom becomes zero.
    Expand(u32),
}

#[derive(Clone, Debug)]
pub(super) struct Search {
    /// For each outermost node, whether it is even, odd or not in the tree.
    label: Vec<Label>,
    /// For each odd node, the edge from its even parent in the tree.
    entry: Vec<(usize, usize)>,
    /// For each node, the number of the last search for a common ancestor that visited it.
    mark: Vec<u32>,
    /// The number of searches for a common ancestor so far.
    marks: u32,
    /// By how much the dual variable of the root has grown in this search.
    time: i64,
    /// The changes that are due later, each with its time.
    events: BinaryHeap<Reverse<(i64, TreeEvent)>>,
    /// The edges from even vertices that have no slack and have not been followed yet.
    ready: Vec<(u32, u32)>,
    /// The even vertices whose edges have not been examined yet.
    unscanned: Vec<usize>,
    /// The nodes that have had a label in this search, some more than once.
    labeled: Vec<Node>,
    /// A buffer for the vertices of a node, which saves allocations.
    vertices: Vec<usize>,
}

impl Search {
    pub(super) fn new(count: usize) -> Search {
        Search {
            label: vec![Label::Free; count],
            entry: vec![(NONE, NONE); count],
            mark: vec![0; count],
            marks: 0,
            time: 0,
            events: BinaryHeap::new(),
            ready: Vec::new(),
            unscanned: Vec::new(),
            labeled: Vec::new(),
            vertices: Vec::new(),
        }
    }
}

impl Matching {
    /// Grows a tree from an unmatched vertex until it reaches another one,
    /// and matches both. Returns `false` if there is none in reach.
    pub(super) fn augment_from(&mut self, root: usize) -> bool {
        self.search.time = 0;
        let root = self.top[root];
        self.make_even(root);
        let found = self.find_path();
        if let Some((inside, outside)) = found {
            self.augment(inside, outside);
        }
        self.finish();
        found.is_some()
    }

    /// Returns the edge from the tree to an unmatched vertex.
    fn find_path(&mut self) -> Option<(usize, usize)> {
        loop {
            if let Some((from, to)) = self.search.ready.pop() {
                let (from, to) = (from as usize, to as usize);
                if self.follow(from, to) {
                    return Some((from, to));
                }
            } else if let Some(vertex) = self.search.unscanned.pop() {
                self.scan(vertex);
            } else {
                let Reverse((time, event)) = self.search.events.pop()?;
                match event {
                    TreeEvent::Tight(from, to) => {
                        let (from, to) = (from as usize, to as usize);
                        // Labels may have changed since the event was planned.
                        let other = self.top[to];
                        let label = self.search.label[other];
                        if other == self.top[from] || label == Label::Odd {
                            continue;
                        }
                        self.search.time = time;
                        let is_tight = self.slack_of(from, to) == Some(0);
                        if is_tight && self.follow(from, to) {
                            return Some((from, to));
                        }
                    }
                    TreeEvent::Expand(node) => {
                        let node = node as usize;
                        let is_present = self.parent[node] == NONE
                            && !self.blossom(node).children.is_empty()
                            && self.search.label[node] == Label::Odd;
                        if is_present && self.blossom(node).dual == time {
                            self.search.time = time;
                            self.expand(node);
                        }
                    }
                }
            }
        }
    }

    fn dual_now(&self, vertex: usize) -> i64 {
        match self.search.label[self.top[vertex]] {
            Label::Free => self.dual[vertex],
            Label::Even => self.dual[vertex] + self.search.time,
            Label::Odd => self.dual[vertex] - self.search.time,
        }
    }

    fn slack_of(&self, from: usize, to: usize) -> Option<i64> {
        let edge = self.edges[from].iter().find(|it| it.to as usize == to)?;
        Some(edge.cost - self.dual_now(from) - self.dual_now(to))
    }

    fn set_label(&mut self, node: Node, label: Label) {
        self.search.label[node] = label;
        self.search.labeled.push(node);
    }

    /// Labels a free node, whose dual variables are not relative to the time.
    fn make_even(&mut self, node: Node) {
        let time = self.search.time;
        self.set_label(node, Label::Even);
        let mut vertices = mem::take(&mut self.search.vertices);
        vertices.clear();
        self.vertices(node, &mut vertices);
        for &vertex in &vertices {
            self.dual[vertex] -= time;
        }
        self.search.unscanned.extend_from_slice(&vertices);
        self.search.vertices = vertices;
        if !self.is_vertex(node) {
            self.blossom_mut(node).dual -= time;
        }
    }

    fn make_odd(&mut self, node: Node, entry: (usize, usize)) {
        let time = self.search.time;
        self.set_label(node, Label::Odd);
        self.search.entry[node] = entry;
        let mut vertices = mem::take(&mut self.search.vertices);
        vertices.clear();
        self.vertices(node, &mut vertices);
        for &vertex in &vertices {
            self.dual[vertex] += time;
        }
        self.search.vertices = vertices;
        if !self.is_vertex(node) {
            self.blossom_mut(node).dual += time;
            let end = self.blossom(node).dual;
            self.search
                .events
                .push(Reverse((end, TreeEvent::Expand(node as u32))));
        }
    }

    /// Looks at all edges of an even vertex.
    fn scan(&mut self, vertex: usize) {
        let time = self.search.time;
        let own = self.dual[vertex] + time;
        let top = self.top[vertex];
        let list = mem::take(&mut self.edges[vertex]);
        for edge in &list {
            let to = edge.to as usize;
            let other = self.top[to];
            if other == top || self.is_removed[to] {
                continue;
            }
            let wait = match self.search.label[other] {
                Label::Odd => continue,
                Label::Free => edge.cost - own - self.dual[to],
                Label::Even => (edge.cost - own - self.dual[to] - time) / 2,
            };
            self.plan(vertex, to, wait);
        }
        self.edges[vertex] = list;
    }

    fn plan(&mut self, from: usize, to: usize, wait: i64) {
        debug_assert!(wait >= 0, "an edge has no negative slack");
        let (from, to) = (from as u32, to as u32);
        if wait == 0 {
            self.search.ready.push((from, to));
        } else {
            let time = self.search.time + wait;
            let event = TreeEvent::Tight(from, to);
            self.search.events.push(Reverse((time, event)));
        }
    }

    /// Follows an edge without slack from an even vertex: the tree grows, or an
    /// odd cycle is shrunk. Returns `true` if the other end is unmatched.
    fn follow(&mut self, from: usize, to: usize) -> bool {
        let node = self.top[to];
        if node == self.top[from] {
            return false;
        }
        match self.search.label[node] {
            Label::Odd => false,
            Label::Even => {
                self.shrink(from, to);
                false
            }
            Label::Free => {
                let mate = self.mate[self.base(node)];
                if mate == NONE {
                    return true;
                }
                self.make_odd(node, (from, to));
                self.make_even(self.top[mate]);
                false
            }
        }
    }

    /// Returns the even node above an even node in the tree, and the odd node
    /// between them.
    fn above(&self, node: Node) -> Option<(Node, Node)> {
        let mate = self.mate[self.base(node)];
        if mate == NONE {
            return None;
        }
        let odd = self.top[mate];
        Some((odd, self.top[self.search.entry[odd].0]))
    }

    fn common_ancestor(&mut self, left: Node, right: Node) -> Node {
        self.search.marks += 1;
        let marks = self.search.marks;
        let mut paths = [Some(left), Some(right)];
        loop {
            for path in &mut paths {
                if let Some(node) = *path {
                    if self.search.mark[node] == marks {
                        return node;
                    }
                    self.search.mark[node] = marks;
                    *path = self.above(node).map(|(_, even)| even);
                }
            }
            debug_assert!(paths != [None, None], "a tree has one root");
        }
    }

    /// Returns the nodes on the way up from an even node to its ancestor, and the
    /// edges between them.
    fn path_up(&self, from: Node, ancestor: Node) -> (Vec<Node>, Vec<(usize, usize)>) {
        let (mut nodes, mut links) = (vec![from], Vec::new());
        let mut node = from;
        while node != ancestor
            && let Some((odd, even)) = self.above(node)
        {
            let base = self.base(node);
            links.push((base, self.mate[base]));
            nodes.push(odd);
            let (upper, lower) = self.search.entry[odd];
            links.push((lower, upper));
            nodes.push(even);
            node = even;
        }
        (nodes, links)
    }

    /// Shrinks the odd cycle that an edge between two even vertices closes.
    fn shrink(&mut self, left: usize, right: usize) {
        let ancestor = self.common_ancestor(self.top[left], self.top[right]);
        let (mut children, mut links) = self.path_up(self.top[left], ancestor);
        children.reverse();
        links.reverse();
        for link in &mut links {
            *link = (link.1, link.0);
        }
        links.push((left, right));
        let (mut others, more) = self.path_up(self.top[right], ancestor);
        others.pop();
        children.extend(others);
        links.extend(more);
        let time = self.search.time;
        let base = self.base(ancestor);
        let node = self.new_blossom();
        let mut vertices = mem::take(&mut self.search.vertices);
        for &child in &children {
            vertices.clear();
            self.vertices(child, &mut vertices);
            let was_odd = self.search.label[child] == Label::Odd;
            if !self.is_vertex(child) {
                let change = if was_odd { -time } else { time };
                self.blossom_mut(child).dual += change;
            }
            self.search.label[child] = Label::Free;
            self.parent[child] = node;
            for &vertex in &vertices {
                self.top[vertex] = node;
                if was_odd {
                    self.dual[vertex] -= 2 * time;
                    self.search.unscanned.push(vertex);
                }
            }
        }
        self.search.vertices = vertices;
        *self.blossom_mut(node) = Blossom {
            children,
            links,
            base,
            dual: -time,
        };
        self.set_label(node, Label::Even);
    }

    fn new_blossom(&mut self) -> Node {
        if let Some(node) = self.unused.pop() {
            self.parent[node] = NONE;
            return node;
        }
        self.blossoms.push(Blossom::default());
        self.parent.push(NONE);
        self.search.label.push(Label::Free);
        self.search.entry.push((NONE, NONE));
        self.search.mark.push(0);
        self.len() + self.blossoms.len() - 1
    }

    /// Replaces an odd blossom whose dual variable is zero by its children.
    fn expand(&mut self, node: Node) {
        let count = self.len();
        let time = self.search.time;
        let entry = self.search.entry[node];
        let blossom = mem::take(&mut self.blossoms[node - count]);
        self.search.label[node] = Label::Free;
        self.unused.push(node);
        let mut vertices = Vec::new();
        for &child in &blossom.children {
            vertices.clear();
            self.vertices(child, &mut vertices);
            self.parent[child] = NONE;
            self.search.label[child] = Label::Free;
            for &vertex in &vertices {
                self.top[vertex] = child;
                self.dual[vertex] -= time;
            }
        }
        let (children, links) = (&blossom.children, &blossom.links);
        let length = children.len();
        let start = children
            .iter()
            .position(|&child| child == self.top[entry.1])
            .expect("the entry is in the blossom");
        // The way to the base along which matched and other links alternate.
        let is_forward = start % 2 == 1;
        let mut at = start;
        let mut is_on_path = vec![false; length];
        let mut way_in = entry;
        loop {
            is_on_path[at] = true;
            self.make_odd(children[at], way_in);
            if at == 0 {
                break;
            }
            at = step(at, length, is_forward);
            is_on_path[at] = true;
            self.make_even(children[at]);
            let next = step(at, length, is_forward);
            way_in = match is_forward {
                true => links[at],
                false => (links[next].1, links[next].0),
            };
            at = next;
        }
        for (index, &child) in children.iter().enumerate() {
            if !is_on_path[index] {
                vertices.clear();
                self.vertices(child, &mut vertices);
                for &vertex in &vertices {
                    self.meet_even(vertex);
                }
            }
        }
    }

    /// Looks at the edges from even vertices to a vertex that has become free.
    fn meet_even(&mut self, vertex: usize) {
        let list = mem::take(&mut self.edges[vertex]);
        for edge in &list {
            let to = edge.to as usize;
            if !self.is_removed[to] && self.search.label[self.top[to]] == Label::Even {
                let wait = edge.cost - self.dual_now(vertex) - self.dual_now(to);
                self.plan(to, vertex, wait);
            }
        }
        self.edges[vertex] = list;
    }

    /// Matches the two ends of an edge, and exchanges matched and other edges on
    /// the way to the root.
    fn augment(&mut self, inside: usize, outside: usize) {
        self.set_base(self.top[outside], outside);
        let (mut even, mut odd) = (inside, outside);
        loop {
            let node = self.top[even];
            let mate = self.mate[self.base(node)];
            self.set_base(node, even);
            self.mate[even] = odd;
            self.mate[odd] = even;
            if mate == NONE {
                return;
            }
            let between = self.top[mate];
            let (upper, lower) = self.search.entry[between];
            self.set_base(between, lower);
            (even, odd) = (upper, lower);
        }
    }

    /// Rearranges the matched edges inside of a blossom so that the given vertex
    /// is the one matched outside.
    fn set_base(&mut self, node: Node, vertex: usize) {
        if self.is_vertex(node) {
            return;
        }
        let mut child = vertex;
        while self.parent[child] != node {
            child = self.parent[child];
        }
        self.set_base(child, vertex);
        let mut blossom = mem::take(self.blossom_mut(node));
        let (children, links) = (&mut blossom.children, &mut blossom.links);
        let length = children.len();
        let start = children
            .iter()
            .position(|&it| it == child)
            .expect("the child is in its blossom");
        let is_forward = start % 2 == 1;
        let mut at = start;
        while at != 0 {
            let near = step(at, length, is_forward);
            let far = step(near, length, is_forward);
            let link = if is_forward { near } else { far };
            let (first, second) = links[link];
            let (first_child, second_child) = match is_forward {
                true => (children[near], children[far]),
                false => (children[far], children[near]),
            };
            self.set_base(first_child, first);
            self.set_base(second_child, second);
            self.mate[first] = second;
            self.mate[second] = first;
            at = far;
        }
        children.rotate_left(start);
        links.rotate_left(start);
        blossom.base = vertex;
        *self.blossom_mut(node) = blossom;
    }

    /// Makes the dual variables independent of the time again.
    fn finish(&mut self) {
        let time = self.search.time;
        let labeled = mem::take(&mut self.search.labeled);
        let mut vertices = mem::take(&mut self.search.vertices);
        for &node in &labeled {
            let change = match mem::replace(&mut self.search.label[node], Label::Free) {
                Label::Free => continue,
                Label::Even => time,
                Label::Odd => -time,
            };
            vertices.clear();
            self.vertices(node, &mut vertices);
            for &vertex in &vertices {
                self.dual[vertex] += change;
            }
            if !self.is_vertex(node) {
                self.blossom_mut(node).dual += change;
            }
        }
        self.search.vertices = vertices;
        self.search.labeled = labeled;
        self.search.labeled.clear();
        self.search.events.clear();
        self.search.ready.clear();
        self.search.unscanned.clear();
    }
}

/// Returns the index of the next child in this direction.
fn step(at: usize, length: usize, is_forward: bool) -> usize {
    match is_forward {
        true => (at + 1) % length,
        false => (at + length - 1) % length,
    }
}
