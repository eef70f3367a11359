use arbiter_openings::{Opening, OpeningFinder};

use super::GameTree;

impl GameTree {
    /// Returns the opening of the main line: the last of its positions that has a
    /// name.
    #[must_use]
    pub fn opening(&self) -> Option<Opening> {
        let mut finder = OpeningFinder::new(self.start());
        for id in self.main_line() {
            if finder.is_done() || self.is_null_move(id) {
                break;
            }
            finder.add(self.position(id));
        }
        finder.found()
    }

    /// Sets the tags `ECO`, `Opening` and `Variation` to the opening of the main line. If
    /// it has none, they stay as they are.
    ///
    /// ```
    /// use arbiter_pgn::GameTree;
    ///
    /// let mut tree = GameTree::default();
    /// let mut at = tree.root();
    /// for text in ["d4", "d5", "c4", "e5"] {
    ///     at = tree.read(at, text)?;
    /// }
    /// tree.tag_opening();
    /// assert_eq!(tree.tag("ECO"), Some("D08"));
    /// assert_eq!(tree.tag("Opening"), Some("Queen's Gambit Declined"));
    /// assert_eq!(tree.tag("Variation"), Some("Albin Countergambit"));
    /// # Ok::<(), arbiter_rules::Refusal>(())
    /// ```
    pub fn tag_opening(&mut self) {
        let Some(opening) = self.opening() else {
            return;
        };
        self.tags.set("ECO", opening.eco());
        self.tags.set("Opening", opening.family());
        match opening.variation() {
            Some(variation) => self.tags.set("Variation", variation),
            None => self.tags.remove("Variation"),
        }
    }
}
