use super::{
    corner_search::CornerSearch, helpmate_line::HelpmateLine, material, search::HelpmateSearch,
    underpromotion, work_budget::WorkBudget,
};
use crate::{Color, Position};

/// The most work units that helpmate lines and corner searches take.
pub(super) const MAX_LINE_UNITS: u64 = 100_000;
const MAX_CORNER_UNITS: u64 = 100_000;

/// The work units of the search that precedes helpmate lines where only knights and
/// bishops are left.
const LIGHT_SEARCH_UNITS: u64 = 100_000;

/// The question whether one side can win, and how far the methods that answer it
/// have got. The position is regular and none of the quick tests decides it.
pub(super) struct WinQuestion<'a> {
    position: &'a Position,
    winner: Color,
    /// Whether long helpmate lines and corner searches are still to be tried.
    tries_lines: bool,
    tries_corners: bool,
    tries_underpromotion: bool,
    /// The search from the position after an underpromotion.
    underpromoted: Option<HelpmateSearch>,
    search: Option<HelpmateSearch>,
}

impl WinQuestion<'_> {
    pub(super) fn new(position: &Position, winner: Color) -> WinQuestion<'_> {
        WinQuestion {
            position,
            winner,
            tries_lines: true,
            tries_corners: true,
            tries_underpromotion: true,
            underpromoted: None,
            search: None,
        }
    }

    /// Leaves out the helpmate lines, which the caller has tried.
    pub(super) fn without_lines(self) -> Self {
        Self {
            tries_lines: false,
            ..self
        }
    }

    /// Returns the answer, or `None` if the budget is spent. Another call continues.
    ///
    /// What finds most helpmates soonest goes first, and nothing except the search of
    /// all positions gets more than a share.
    pub(super) fn run(&mut self, budget: &WorkBudget) -> Option<bool> {
        let (position, winner) = (self.position, self.winner);
        // With knights and bishops alone, a short search finds a mate sooner than a
        // single line of play does.
        if self.tries_corners
            && material::is_light(position.board(), winner)
            && let Some(answer) = budget.within(LIGHT_SEARCH_UNITS, |budget| self.search(budget))
        {
            return Some(answer);
        }
        if core::mem::take(&mut self.tries_lines)
            && budget.within(MAX_LINE_UNITS, |budget| {
                HelpmateLine::long_line_mates(position, winner, budget)
            })
        {
            return Some(true);
        }
        if core::mem::take(&mut self.tries_corners)
            && budget.within(MAX_CORNER_UNITS.min(budget.left() / 2), |budget| {
                CornerSearch::finds_mate(position, winner, budget)
            })
        {
            return Some(true);
        }
        if budget.within(budget.left() / 3, |budget| self.underpromotion_wins(budget)) {
            return Some(true);
        }
        self.search(budget)
    }

    /// Reports whether a helpmate is found after an underpromotion. `false` proves
    /// nothing.
    fn underpromotion_wins(&mut self, budget: &WorkBudget) -> bool {
        if core::mem::take(&mut self.tries_underpromotion)
            && let Some(later) = underpromotion::to_knight(self.position, self.winner, budget)
        {
            self.underpromoted = Some(HelpmateSearch::new(self.winner, &later, budget));
        }
        let search = self.underpromoted.as_mut();
        search.is_some_and(|search| search.run(budget) == Some(true))
    }

    fn search(&mut self, budget: &WorkBudget) -> Option<bool> {
        let (position, winner) = (self.position, self.winner);
        self.search
            .get_or_insert_with(|| HelpmateSearch::new(winner, position, budget))
            .run(budget)
    }
}
