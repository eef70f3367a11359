//! Perfect matchings of least cost in general graphs, one criterion after the
//! other.
//!
//! The algorithm is Edmonds' primal-dual method ("Maximum matching and a
//! polyhedron with 0,1-vertices", 1965): alternating trees grow from an
//! unmatched vertex along edges without slack, odd cycles are shrunk to
//! blossoms, and the dual variables change until an augmenting path appears.
//!
//! The criteria of a pairing are lexicographic. Instead of packing them into
//! one wide number, [`Matching::refine`] minimizes one criterion and keeps only
//! the matchings that are optimal for it: by complementary slackness these are
//! the perfect matchings that use edges without slack only and cross every
//! blossom with a positive dual variable exactly once. The next criterion is
//! minimized among those. The matching and the blossoms are kept from one
//! criterion to the next, so that a criterion that changes little costs little.

mod search;
#[cfg(test)]
mod tests;

use std::mem;

/// The number of a vertex, or of a blossom (from the number of vertices on).
type Node = usize;

/// No vertex, no blossom.
const NONE: usize = usize::MAX;

#[derive(Clone, Copy, Debug)]
struct Edge {
    to: u32,
    cost: i64,
}

/// An odd cycle of nodes. `links[k]` joins a vertex of `children[k]` with one of
/// the next child; the odd links are matched, and the base is in the first child.
#[derive(Clone, Default, Debug)]
struct Blossom {
    children: Vec<Node>,
    links: Vec<(usize, usize)>,
    base: usize,
    dual: i64,
}

/// The matchings of a graph that are optimal for all criteria so far, one of
/// them chosen.
#[derive(Clone, Debug)]
pub(crate) struct Matching {
    edges: Vec<Vec<Edge>>,
    mate: Vec<usize>,
    is_removed: Vec<bool>,
    /// The vertices whose partner has been chosen, but which are not removed yet.
    chosen: Vec<usize>,
    is_chosen: Vec<bool>,
    /// For each vertex, its dual variable and those of all blossoms around it.
    dual: Vec<i64>,
    blossoms: Vec<Blossom>,
    unused: Vec<usize>,
    /// For each node, the blossom directly around it.
    parent: Vec<usize>,
    /// For each vertex, the outermost node that contains it.
    top: Vec<Node>,
    /// Whether there are no blossoms, all costs and dual variables are zero, and
    /// no vertex has been removed since.
    is_uniform: bool,
    search: search::Search,
}

impl Matching {
    /// Creates a graph with these neighbors of each vertex (both directions)
    /// and a first matching, which may be partial.
    pub(crate) fn new(neighbors: Vec<Vec<u32>>, mate: Vec<Option<usize>>) -> Matching {
        let count = neighbors.len();
        let edges = neighbors
            .into_iter()
            .map(|list| list.into_iter().map(|to| Edge { to, cost: 0 }).collect())
            .collect();
        Matching {
            edges,
            mate: mate.into_iter().map(|it| it.unwrap_or(NONE)).collect(),
            is_removed: vec![false; count],
            chosen: Vec::new(),
            is_chosen: vec![false; count],
            dual: vec![0; count],
            blossoms: Vec::new(),
            unused: Vec::new(),
            parent: vec![NONE; count],
            top: (0..count).collect(),
            is_uniform: false,
            search: search::Search::new(count),
        }
    }

    /// Returns the partner of a vertex.
    pub(crate) fn mate(&self, vertex: usize) -> Option<usize> {
        Some(self.mate[vertex]).filter(|&mate| mate != NONE)
    }

    /// Extends the matching to a perfect one. Returns `false`, and leaves some
    /// vertices unmatched, if there is none.
    pub(crate) fn complete(&mut self) -> bool {
        let mut is_perfect = true;
        for vertex in 0..self.len() {
            if self.mate[vertex] == NONE && !self.is_removed[vertex] {
                is_perfect &= self.augment_from(vertex);
            }
        }
        is_perfect
    }

    fn len(&self) -> usize {
        self.edges.len()
    }

    fn blossom(&self, node: Node) -> &Blossom {
        &self.blossoms[node - self.len()]
    }

    fn blossom_mut(&mut self, node: Node) -> &mut Blossom {
        let count = self.len();
        &mut self.blossoms[node - count]
    }

    fn is_vertex(&self, node: Node) -> bool {
        node < self.len()
    }

    fn base(&self, node: Node) -> usize {
        if self.is_vertex(node) {
            node
        } else {
            self.blossom(node).base
        }
    }

    /// Lists the vertices of a node.
    fn vertices(&self, node: Node, list: &mut Vec<usize>) {
        self.vertices_within(node, self.len(), list);
    }

    fn vertices_within(&self, node: Node, count: usize, list: &mut Vec<usize>) {
        if node < count {
            list.push(node);
            return;
        }
        for &child in &self.blossoms[node - count].children {
            self.vertices_within(child, count, list);
        }
    }

    /// Minimizes the sum of a penalty over the edges of the matching, among all
    /// matchings that are optimal so far, and keeps only the optimal ones.
    /// Returns the least sum. The matching must be perfect.
    pub(crate) fn refine(&mut self, penalty: impl Fn(usize, usize) -> i64) -> i64 {
        if self.is_uniform && self.cost_of_matching(&penalty) == 0 {
            // The matching is optimal for this criterion as it is.
            for (vertex, list) in self.edges.iter_mut().enumerate() {
                list.retain(|edge| penalty(vertex, edge.to as usize) == 0);
            }
            return 0;
        }
        let (greatest, least) = self.prepare(&penalty);
        if greatest == 0 {
            return 0;
        }
        self.normalize(2 * (greatest * self.len() as i64 + 1));
        self.is_uniform = false;
        let shares = self.shares(&least, &penalty);
        for (vertex, share) in shares.iter().enumerate() {
            self.dual[vertex] += 2 * share;
            for edge in &mut self.edges[vertex] {
                edge.cost += 2 * penalty(vertex, edge.to as usize);
            }
        }
        let slack = |left: usize, right: usize| penalty(left, right) - shares[left] - shares[right];
        self.break_blossoms(&slack);
        for vertex in 0..self.len() {
            let mate = self.mate[vertex];
            if mate != NONE && vertex < mate && slack(vertex, mate) > 0 {
                self.unmatch(vertex);
            }
        }
        let is_perfect = self.complete();
        debug_assert!(is_perfect, "a perfect matching was there before");
        self.cost_of_matching(&penalty)
    }

    fn cost_of_matching(&self, penalty: &impl Fn(usize, usize) -> i64) -> i64 {
        let pairs = self.mate.iter().enumerate();
        pairs
            .filter(|&(vertex, &mate)| mate != NONE && vertex < mate)
            .map(|(vertex, &mate)| penalty(vertex, mate))
            .sum()
    }

    /// Returns what each vertex has to pay whatever its partner is, so that the
    /// matching need not change because of it.
    fn shares(&self, least: &[i64], penalty: &impl Fn(usize, usize) -> i64) -> Vec<i64> {
        let mut shares = vec![0; self.len()];
        for vertex in 0..self.len() {
            if least[vertex] > 0 {
                let others = self.edges[vertex].iter().map(|edge| edge.to as usize);
                let rest = others.map(|to| penalty(vertex, to) - shares[to]).min();
                shares[vertex] = rest.unwrap_or(0);
            }
        }
        shares
    }

    /// Forgets the edges that are in no optimal matching. Returns the greatest
    /// penalty of the others, and the least one of each vertex.
    fn prepare(&mut self, penalty: &impl Fn(usize, usize) -> i64) -> (i64, Vec<i64>) {
        if !self.chosen.is_empty() {
            self.remove_chosen();
            self.complete();
        }
        let mut edges = mem::take(&mut self.edges);
        let mut greatest = 0;
        let mut least = vec![i64::MAX; self.dual.len()];
        for (vertex, list) in edges.iter_mut().enumerate() {
            if self.is_removed[vertex] {
                list.clear();
                continue;
            }
            list.retain(|edge| {
                let to = edge.to as usize;
                let is_kept = !self.is_removed[to]
                    && (self.top[vertex] == self.top[to] && self.top[vertex] >= self.dual.len()
                        || edge.cost == self.dual[vertex] + self.dual[to]);
                if is_kept {
                    let penalty = penalty(vertex, to);
                    greatest = greatest.max(penalty);
                    least[vertex] = least[vertex].min(penalty);
                }
                is_kept
            });
        }
        self.edges = edges;
        if !self.blossoms.is_empty() {
            self.drop_slack_inside_blossoms();
        }
        (greatest, least)
    }

    /// Forgets the edges inside of blossoms that have slack.
    fn drop_slack_inside_blossoms(&mut self) {
        let mut edges = mem::take(&mut self.edges);
        let mut common = vec![0; self.dual.len()];
        for (vertex, list) in edges.iter_mut().enumerate() {
            if self.parent[vertex] == NONE {
                continue;
            }
            self.common_duals(vertex, self.dual.len(), &mut common);
            list.retain(|edge| {
                let to = edge.to as usize;
                let is_inside = self.top[vertex] == self.top[to];
                let common = if is_inside { common[to] } else { 0 };
                edge.cost == self.dual[vertex] + self.dual[to] - 2 * common
            });
        }
        self.edges = edges;
    }

    /// Computes, for each vertex in the same outermost blossom, the sum of the
    /// dual variables of the blossoms that contain both.
    fn common_duals(&self, vertex: usize, count: usize, common: &mut [i64]) {
        let dual = |node: Node| self.blossoms[node - count].dual;
        let mut sum = 0;
        let mut outer = self.parent[vertex];
        while outer != NONE {
            sum += dual(outer);
            outer = self.parent[outer];
        }
        let mut vertices = Vec::new();
        let (mut inner, mut outer) = (vertex, self.parent[vertex]);
        while outer != NONE {
            for &child in &self.blossoms[outer - count].children {
                if child != inner {
                    vertices.clear();
                    self.vertices_within(child, count, &mut vertices);
                    for &it in &vertices {
                        common[it] = sum;
                    }
                }
            }
            sum -= dual(outer);
            (inner, outer) = (outer, self.parent[outer]);
        }
    }

    /// Gives all edges the cost `unit` for each blossom with a positive dual
    /// variable that they cross, with dual variables that prove the matching
    /// optimal for these costs.
    fn normalize(&mut self, unit: i64) {
        self.dissolve_idle();
        let count = self.len();
        let mut depths = vec![0; count];
        for (vertex, depth) in depths.iter_mut().enumerate() {
            let mut outer = self.parent[vertex];
            while outer != NONE {
                *depth += i64::from(self.blossom(outer).dual > 0);
                outer = self.parent[outer];
            }
        }
        let has_blossoms = depths.iter().any(|&depth| depth > 0);
        for blossom in &mut self.blossoms {
            blossom.dual = if blossom.dual > 0 { unit } else { 0 };
        }
        let mut edges = mem::take(&mut self.edges);
        let mut common = vec![0; count];
        for (vertex, list) in edges.iter_mut().enumerate() {
            self.dual[vertex] = unit * depths[vertex];
            if self.parent[vertex] != NONE {
                self.common_duals(vertex, count, &mut common);
            }
            let top = self.top[vertex];
            for edge in list {
                let to = edge.to as usize;
                let is_inside = has_blossoms && top == self.top[to];
                let both = if is_inside { common[to] } else { 0 };
                edge.cost = unit * (depths[vertex] + depths[to]) - 2 * both;
            }
        }
        self.edges = edges;
        self.is_uniform = !has_blossoms;
    }

    /// Dissolves the blossoms that have an edge with a penalty, and those around
    /// them.
    fn break_blossoms(&mut self, penalty: &impl Fn(usize, usize) -> i64) {
        for index in 0..self.blossoms.len() {
            let is_broken = self.blossoms[index]
                .links
                .iter()
                .any(|&(left, right)| penalty(left, right) > 0);
            if is_broken {
                let vertex = self.blossoms[index].base;
                let node = self.len() + index;
                while self.blossoms[index].children.len() > 1 && self.top[vertex] != vertex {
                    let outer = self.top[vertex];
                    self.dissolve(outer);
                    if outer == node {
                        break;
                    }
                }
            }
        }
    }

    fn unmatch(&mut self, vertex: usize) {
        let mate = mem::replace(&mut self.mate[vertex], NONE);
        if mate != NONE {
            self.mate[mate] = NONE;
        }
    }

    /// Dissolves an outermost blossom. If its dual variable is positive, the edge
    /// that leaves it gets slack and is no longer matched.
    fn dissolve(&mut self, node: Node) {
        let count = self.len();
        let blossom = mem::take(&mut self.blossoms[node - count]);
        if blossom.dual > 0 {
            self.unmatch(blossom.base);
        }
        let mut vertices = Vec::new();
        for &child in &blossom.children {
            vertices.clear();
            self.vertices(child, &mut vertices);
            self.parent[child] = NONE;
            for &vertex in &vertices {
                self.top[vertex] = child;
                self.dual[vertex] -= blossom.dual;
            }
        }
        self.unused.push(node);
    }

    /// Dissolves outermost blossoms whose dual variable is zero.
    fn dissolve_idle(&mut self) {
        let mut waiting: Vec<Node> = (0..self.blossoms.len())
            .map(|index| self.len() + index)
            .filter(|&node| self.parent[node] == NONE)
            .collect();
        while let Some(node) = waiting.pop() {
            let blossom = self.blossom(node);
            if !blossom.children.is_empty() && blossom.dual == 0 {
                let children = blossom.children.clone();
                self.dissolve(node);
                waiting.extend(children.into_iter().filter(|&child| !self.is_vertex(child)));
            }
        }
    }

    /// Makes a vertex outermost by dissolving all blossoms around it.
    fn isolate(&mut self, vertex: usize) {
        while self.top[vertex] != vertex {
            self.dissolve(self.top[vertex]);
        }
    }

    /// Prepares calls of [`Matching::choose`], whose ranks are below `limit`.
    pub(crate) fn prepare_choices(&mut self, limit: usize) {
        self.prepare(&|_, _| 0);
        self.normalize(4 * (limit as i64 + 1));
    }

    /// Gives a vertex the partner with the least rank that any optimal matching
    /// gives it; both keep each other from now on. Neighbors without rank are
    /// avoided. Returns the partner.
    pub(crate) fn choose(
        &mut self,
        vertex: usize,
        rank: impl Fn(usize) -> Option<usize>,
        limit: usize,
    ) -> usize {
        let penalty = |to: usize| 2 * rank(to).unwrap_or(limit) as i64;
        self.is_uniform = false;
        let least = self.edges[vertex]
            .iter()
            .map(|edge| edge.to as usize)
            .filter(|&to| !self.is_removed[to] && !self.is_chosen[to])
            .map(penalty)
            .min()
            .unwrap_or(0);
        if penalty(self.mate[vertex]) > least {
            self.remove_chosen();
            self.isolate(vertex);
            self.unmatch(vertex);
            self.raise_costs(vertex, &penalty);
            self.dual[vertex] += least;
            let is_perfect = self.complete();
            debug_assert!(is_perfect, "a perfect matching was there before");
        }
        let partner = self.mate[vertex];
        for it in [vertex, partner] {
            self.is_chosen[it] = true;
            self.chosen.push(it);
        }
        partner
    }

    /// Removes the pairs that have been chosen from the graph. That dissolves the
    /// blossoms around them, so it waits until another choice needs a search.
    fn remove_chosen(&mut self) {
        for vertex in mem::take(&mut self.chosen) {
            self.isolate(vertex);
            self.unmatch(vertex);
            self.is_removed[vertex] = true;
        }
    }

    fn raise_costs(&mut self, vertex: usize, penalty: &impl Fn(usize) -> i64) {
        let mut list = mem::take(&mut self.edges[vertex]);
        for edge in &mut list {
            let to = edge.to as usize;
            edge.cost += penalty(to);
            let back = self.edges[to]
                .iter_mut()
                .find(|edge| edge.to as usize == vertex);
            if let Some(back) = back {
                back.cost = edge.cost;
            }
        }
        self.edges[vertex] = list;
    }
}
