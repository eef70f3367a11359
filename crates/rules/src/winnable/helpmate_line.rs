use super::{
    material,
    mating_plan::{MatingPlan, PlanContext},
    work_budget::WorkBudget,
};
use crate::{Bitboard, Color, Move, Position, Square};

/// A plan is given up after this many of the winner's turns without progress.
const MAX_STALLED_TURNS: u32 = 2;

/// The maximum length of a line in plies, for the first and the second style
/// tried. Longer lines settle more questions, but fewer per second.
const SHORT_LINE_PLIES: [usize; 2] = [16, 0];
const LONG_LINE_PLIES: [usize; 2] = [60, 120];

/// The length in plies of one side's line before the other side is tried.
const FIRST_ATTEMPT_PLIES: usize = 24;

/// A plan that costs at most this is executed without considering the other
/// side's plan.
const CHEAP_PLAN_COST: u32 = 8;

/// The most a plan may cost in the patient style.
const MAX_PATIENT_PLAN_COST: u32 = 9;

/// With at most this many pieces on the board, the patient style is tried first.
const MAX_PATIENT_PIECES: u32 = 10;

/// Only a loser with at most this many pieces is tested for having no move left.
const MAX_STALEMATE_PIECES: u32 = 4;

/// A line without a plan is given up when at most this many plies are left.
const MIN_PLIES_WITHOUT_PLAN: usize = 4;

/// The work units of making a move, without assessing plans.
const PLY_UNITS: u64 = 20;

/// The work units of making a move to find out whether it ends the game.
const TRY_MOVE_UNITS: u64 = 20;

/// One line of play toward a helpmate, built without considering alternatives.
///
/// The winner follows a [`MatingPlan`] and reviews it on each of its turns. The
/// loser cooperates: its king goes where it is easily trapped, and its other
/// pieces block its flight squares or get out of the way. Every move is legal
/// and so is the mate, so a line that ends in mate is a proof. One that does not
/// proves nothing.
pub(super) struct HelpmateLine<'a> {
    budget: &'a WorkBudget,
    pub(super) winner: Color,
    style: Style,
    pub(super) position: Position,
    pub(super) plan: Option<MatingPlan>,
    /// The lowest cost the plan has had.
    lowest_cost: u32,
    /// How many more turns the plan may go without getting cheaper.
    stalled_turns_left: u32,
    /// The square of the king being mated when the plan was last reviewed.
    king: Option<Square>,
    /// The squares from which a check is known not to mate that king.
    rejected: Bitboard,
    /// The squares the winner attacked on its last turn.
    pub(super) attacked: Bitboard,
    /// The number of plies played.
    ply: usize,
    /// The maximum number of plies.
    max_plies: usize,
}

/// How the winner chooses its plans.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Follow the cheapest plan, whatever it costs.
    Direct,
    /// First promote a pawn and bring up the king, then follow a plan that is
    /// nearly complete.
    Patient,
}

impl HelpmateLine<'_> {
    /// Reports whether one short line ends in mate.
    pub(super) fn short_line_mates(
        position: &Position,
        winner: Color,
        budget: &WorkBudget,
    ) -> bool {
        HelpmateLine::line_mates(position, winner, SHORT_LINE_PLIES, budget)
    }

    /// Reports whether one of two long lines ends in mate.
    pub(super) fn long_line_mates(position: &Position, winner: Color, budget: &WorkBudget) -> bool {
        HelpmateLine::line_mates(position, winner, LONG_LINE_PLIES, budget)
    }

    /// Reports whether a line of either side ends in mate. The side with the
    /// cheaper plan goes first, but only for a few plies: usually one of the two
    /// sides has a short helpmate.
    pub(super) fn either_side_mates(position: &Position, budget: &WorkBudget) -> bool {
        let styles = HelpmateLine::styles(position)
            .into_iter()
            .zip(LONG_LINE_PLIES);
        let turn = position.turn();
        for (style, plies) in styles {
            let mut lines = [turn, !turn].map(|winner| {
                let cannot = material::cannot_mate(position.board(), winner);
                let plies = if cannot { 0 } else { plies };
                HelpmateLine::new(position, winner, style, plies, budget)
            });
            let [first, second] = &mut lines;
            if first.finds_mate(1) {
                return true;
            }
            if first.plan_cost() > CHEAP_PLAN_COST {
                if second.finds_mate(1) {
                    return true;
                }
                if second.plan_cost() < first.plan_cost() {
                    lines.reverse();
                }
            }
            for plies in [FIRST_ATTEMPT_PLIES, plies] {
                if lines.iter_mut().any(|line| line.finds_mate(plies)) {
                    return true;
                }
            }
        }
        false
    }

    /// Reports whether a line of this side ends in mate.
    fn line_mates(
        position: &Position,
        winner: Color,
        plies: [usize; 2],
        budget: &WorkBudget,
    ) -> bool {
        HelpmateLine::styles(position)
            .into_iter()
            .zip(plies)
            .any(|(style, plies)| {
                HelpmateLine::new(position, winner, style, plies, budget).finds_mate(plies)
            })
    }

    /// Returns the styles in the order in which to try them.
    fn styles(position: &Position) -> [Style; 2] {
        if position.board().occupied().count() <= MAX_PATIENT_PIECES {
            [Style::Patient, Style::Direct]
        } else {
            [Style::Direct, Style::Patient]
        }
    }

    fn new<'a>(
        position: &Position,
        winner: Color,
        style: Style,
        max_plies: usize,
        budget: &'a WorkBudget,
    ) -> HelpmateLine<'a> {
        HelpmateLine {
            budget,
            winner,
            style,
            position: position.copy_chess(),
            plan: None,
            lowest_cost: u32::MAX,
            stalled_turns_left: MAX_STALLED_TURNS,
            king: None,
            rejected: Bitboard::EMPTY,
            attacked: Bitboard::EMPTY,
            ply: 0,
            max_plies,
        }
    }

    fn plan_cost(&self) -> u32 {
        self.plan.map_or(u32::MAX, |plan| plan.cost)
    }

    /// Extends the line to this many plies and reports whether it ends in mate. The
    /// line stops if the budget is spent.
    fn finds_mate(&mut self, plies: usize) -> bool {
        while self.ply < plies.min(self.max_plies) && self.budget.take(PLY_UNITS) {
            match self.make_move() {
                Some(true) => return true,
                Some(false) => self.max_plies = 0,
                None => self.ply += 1,
            }
        }
        false
    }

    /// Makes the next move. If the line ends with it, returns whether it ends in
    /// mate.
    fn make_move(&mut self) -> Option<bool> {
        let position = self.position.copy_chess();
        let turn = position.turn();
        let is_ours = turn == self.winner;
        let mut mv = None;
        if is_ours || self.ply == 0 {
            let Some(context) = PlanContext::of(&position, self.winner) else {
                return Some(false);
            };
            if self.review_plan(&context) {
                return Some(true);
            }
            if self.is_out_of_plies() {
                return Some(false);
            }
            self.attacked = context.attacked;
            if is_ours {
                mv = self.execute_plan(&context);
            }
        }
        if !is_ours {
            mv = self.loser_move();
        }
        let Some(mv) = mv else {
            // A side to move that is in check and has no move is mated.
            return Some(!is_ours && position.is_check() && !position.has_legal_move());
        };
        debug_assert!(position.legal_moves().any(|legal| legal == mv));
        let mut next = position.advanced(turn, mv.role(), mv.from(), mv.to(), mv.kind());
        let may_stalemate = next.board().of(!turn).count() <= MAX_STALEMATE_PIECES;
        if is_ours && may_stalemate && !next.has_legal_move() {
            if next.is_check() {
                return Some(true);
            }
            // Stalemate: play any other move.
            let others = position.legal_moves().map(|other| position.after(other));
            let has_move = |next: &Position| {
                self.budget.take(TRY_MOVE_UNITS);
                next.has_legal_move()
            };
            match others.into_iter().find(has_move) {
                Some(other) => next = other,
                None => return Some(false),
            }
        }
        self.position = next;
        None
    }

    /// Updates the plan or makes a new one, and reports whether it mates at once.
    fn review_plan(&mut self, context: &PlanContext) -> bool {
        if self.king != Some(context.king) {
            self.king = Some(context.king);
            self.rejected = Bitboard::EMPTY;
            self.plan = None;
        }
        // Give up a plan that makes no progress.
        if let Some(old) = self.plan {
            self.plan = context.update(&old);
            if self.plan_cost() < self.lowest_cost {
                self.adopt(self.plan);
            } else {
                self.stalled_turns_left -= 1;
                if self.stalled_turns_left == 0 {
                    self.reject(&old);
                }
            }
        }
        loop {
            if self.plan.is_none() {
                let limit = match self.style {
                    Style::Direct => u32::MAX,
                    Style::Patient => MAX_PATIENT_PLAN_COST,
                };
                self.adopt(context.cheapest_plan(self.rejected, limit, self.budget));
            }
            match self.plan {
                Some(plan) if plan.is_ready() && self.position.turn() == self.winner => {
                    if context.is_mate(&plan) {
                        return true;
                    }
                    if !self.budget.take(TRY_MOVE_UNITS) {
                        return false;
                    }
                    self.reject(&plan);
                }
                _ => break,
            }
        }
        if self.style == Style::Patient && self.plan.is_some_and(|plan| plan.flights.any()) {
            self.plan = None;
        }
        false
    }

    fn adopt(&mut self, plan: Option<MatingPlan>) {
        self.plan = plan;
        self.lowest_cost = self.plan_cost();
        self.stalled_turns_left = MAX_STALLED_TURNS;
    }

    fn reject(&mut self, plan: &MatingPlan) {
        self.rejected = self.rejected.with(plan.to);
        self.plan = None;
    }

    /// Reports whether too few plies are left to mate.
    fn is_out_of_plies(&self) -> bool {
        let left = self.max_plies - self.ply;
        match &self.plan {
            Some(plan) => plan.cost as usize > left + 2,
            None => left <= MIN_PLIES_WITHOUT_PLAN,
        }
    }

    /// Returns the winner's next move. If the checking piece makes it, the plan
    /// follows the piece.
    fn execute_plan(&mut self, context: &PlanContext) -> Option<Move> {
        let mv = context.execute_plan(self.plan.as_ref())?;
        if let Some(plan) = &mut self.plan
            && mv.from() == plan.from
        {
            plan.from = mv.to();
        }
        Some(mv)
    }
}
