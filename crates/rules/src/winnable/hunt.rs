use super::{
    material,
    plan::{Plan, View},
};
use crate::{Bitboard, Color, Move, Position, Square};

/// How often a plan may make no progress before it is given up.
const PATIENCE: u32 = 2;

/// How long a line of each style may be, at a glance and with more time. Longer
/// ones settle more questions, but not as many in a second.
const GLANCE: [usize; 2] = [16, 0];
const LOOK: [usize; 2] = [60, 120];

/// How long the line of one side may be before the other side tries.
const SPURT: usize = 24;

/// What a plan costs that is taken up without a look at the other side's.
const NEAR: u32 = 8;

/// With so few pieces a hunt is better patient.
const FEW: u32 = 10;

/// When no more plies are left than this, a line without a plan is given up.
const LAST_PLIES: usize = 4;

/// One line of play toward a mate, found without looking at others.
///
/// The winner has a [`Plan`], looked at again at each of his turns. The loser
/// helps: his king goes where he is easily shut in, his pieces shut him in or
/// step aside. Every move is legal and the mate is real, so a hunt that ends
/// well is a proof; one that does not says nothing.
pub(super) struct Hunt {
    pub(super) winner: Color,
    style: Style,
    pub(super) position: Position,
    pub(super) plan: Option<Plan>,
    /// What the plan has cost when it cost least, and how often it may still
    /// cost as much.
    least: u32,
    patience: u32,
    /// The king to be mated, and whence no check mates him.
    king: Option<Square>,
    banned: Bitboard,
    /// What the winner attacked at his last turn.
    pub(super) danger: Bitboard,
    /// How long the line is, and how long it may become.
    ply: usize,
    plies: usize,
}

/// How the winner goes about it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// The cheapest plan, whatever it is.
    Direct,
    /// First a queen and the king, then a plan that lacks little.
    Patient,
}

impl Hunt {
    /// Whether one short line ends in mate.
    pub(super) fn glance(position: &Position, winner: Color) -> bool {
        Hunt::try_styles(position, winner, GLANCE)
    }

    /// Whether one of two long lines ends in mate.
    pub(super) fn look(position: &Position, winner: Color) -> bool {
        Hunt::try_styles(position, winner, LOOK)
    }

    /// Whether a line of either side ends in mate. He whose plan costs less
    /// comes first, but not for long: most mates are near for one of the two.
    pub(super) fn by_anyone(position: &Position) -> bool {
        let styles = Hunt::styles(position).into_iter().zip(LOOK);
        let turn = position.turn();
        for (style, plies) in styles {
            let mut hunts = [turn, !turn].map(|winner| {
                let cannot = material::cannot_mate(position.board(), winner);
                Hunt::new(position, winner, style, if cannot { 0 } else { plies })
            });
            let [first, second] = &mut hunts;
            if first.finds_mate(1) {
                return true;
            }
            if first.cost() > NEAR {
                if second.finds_mate(1) {
                    return true;
                }
                if second.cost() < first.cost() {
                    hunts.reverse();
                }
            }
            for plies in [SPURT, plies] {
                if hunts.iter_mut().any(|hunt| hunt.finds_mate(plies)) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a line of this side ends in mate.
    fn try_styles(position: &Position, winner: Color, plies: [usize; 2]) -> bool {
        Hunt::styles(position)
            .into_iter()
            .zip(plies)
            .any(|(style, plies)| Hunt::new(position, winner, style, plies).finds_mate(plies))
    }

    /// The better style first.
    fn styles(position: &Position) -> [Style; 2] {
        if position.board().occupied().count() <= FEW {
            [Style::Patient, Style::Direct]
        } else {
            [Style::Direct, Style::Patient]
        }
    }

    fn new(position: &Position, winner: Color, style: Style, plies: usize) -> Hunt {
        Hunt {
            winner,
            style,
            position: *position,
            plan: None,
            least: u32::MAX,
            patience: PATIENCE,
            king: None,
            banned: Bitboard::EMPTY,
            danger: Bitboard::EMPTY,
            ply: 0,
            plies,
        }
    }

    fn cost(&self) -> u32 {
        self.plan.map_or(u32::MAX, |plan| plan.cost)
    }

    /// Goes on until the line is so long. Whether it ends in mate.
    fn finds_mate(&mut self, plies: usize) -> bool {
        while self.ply < plies.min(self.plies) {
            match self.make_move() {
                Some(true) => return true,
                Some(false) => self.plies = 0,
                None => self.ply += 1,
            }
        }
        false
    }

    /// Makes a move of either side. If it ends the line, whether in mate.
    fn make_move(&mut self) -> Option<bool> {
        let position = self.position;
        let turn = position.turn();
        let is_ours = turn == self.winner;
        let mut mv = None;
        if is_ours || self.ply == 0 {
            let Some(view) = View::of(&position, self.winner) else {
                return Some(false);
            };
            if self.review(&view) {
                return Some(true);
            }
            if self.is_late() {
                return Some(false);
            }
            self.danger = view.once;
            if is_ours {
                mv = self.carry_out(&view);
            }
        }
        if !is_ours {
            mv = self.help();
        }
        let Some(mv) = mv else {
            // He who must move and cannot, in check, is mated.
            return Some(!is_ours && position.is_check() && !position.has_legal_move());
        };
        debug_assert!(position.legal_moves().any(|legal| legal == mv));
        let mut next = position.advanced(turn, mv.role(), mv.from(), mv.to(), mv.kind());
        if is_ours && next.board().of(!turn).count() <= 4 && !next.has_legal_move() {
            if next.is_check() {
                return Some(true);
            }
            // Stalemate: anything else is better.
            let others = position.legal_moves().map(|other| position.after(other));
            match others.into_iter().find(Position::has_legal_move) {
                Some(other) => next = other,
                None => return Some(false),
            }
        }
        self.position = next;
        None
    }

    /// Keeps the plan, or makes another. Whether it mates at once.
    fn review(&mut self, view: &View) -> bool {
        if self.king != Some(view.king) {
            self.king = Some(view.king);
            self.banned = Bitboard::EMPTY;
            self.plan = None;
        }
        // A plan that makes no progress is given up.
        if let Some(old) = self.plan {
            self.plan = view.again(&old);
            if self.cost() < self.least {
                self.take_up(self.plan);
            } else {
                self.patience -= 1;
                if self.patience == 0 {
                    self.give_up(&old);
                }
            }
        }
        loop {
            if self.plan.is_none() {
                let limit = match self.style {
                    Style::Direct => u32::MAX,
                    Style::Patient => 9,
                };
                self.take_up(view.plan(self.banned, limit));
            }
            match self.plan {
                Some(plan) if plan.is_ready() && self.position.turn() == self.winner => {
                    if view.is_mate(&plan) {
                        return true;
                    }
                    self.give_up(&plan);
                }
                _ => break,
            }
        }
        if self.style == Style::Patient && self.plan.is_some_and(|plan| plan.open.any()) {
            self.plan = None;
        }
        false
    }

    fn take_up(&mut self, plan: Option<Plan>) {
        self.plan = plan;
        self.least = self.cost();
        self.patience = PATIENCE;
    }

    fn give_up(&mut self, plan: &Plan) {
        self.banned = self.banned.with(plan.to);
        self.plan = None;
    }

    /// Whether too few plies are left.
    fn is_late(&self) -> bool {
        let left = self.plies - self.ply;
        match &self.plan {
            Some(plan) => plan.cost as usize > left + 2,
            None => left <= LAST_PLIES,
        }
    }

    /// The winner's next move.
    fn carry_out(&mut self, view: &View) -> Option<Move> {
        let mv = view.carry_out(self.plan.as_ref())?;
        if let Some(plan) = &mut self.plan
            && mv.from() == plan.from
        {
            plan.from = mv.to();
        }
        Some(mv)
    }
}
