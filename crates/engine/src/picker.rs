//! Hands out moves in the order in which they are worth trying, and makes no
//! more of them than are asked for.

use core::ops::ControlFlow;

use arbiter_rules::{Bitboard, Move, MoveKind, Position, Rank, Role};

use crate::{
    history::{Histories, Step, victim},
    saktris, see,
};

/// A move and what it promises.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    pub(crate) promise: i32,
}

/// The moves of one position, stage by stage. They lie on a pile that all
/// positions of a line share; each uses what is above its `base`.
pub(crate) struct Picker {
    stage: Stage,
    hinted: Option<Move>,
    base: usize,
    /// The next candidate of this stage.
    next: usize,
    /// Where captures that lose material are kept for the end.
    bad: usize,
    /// What a capture must win to be tried early; none: by what it takes.
    threshold: Option<i32>,
    skips_quiet: bool,
    /// What the history of the quiet move picked last says.
    promise: Option<i32>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    Hinted,
    MakeNoisy,
    GoodNoisy,
    MakeQuiet,
    Quiet,
    BadNoisy,
    Over,
}

/// Whether a move takes something, makes a queen or clears three of a kind.
#[inline]
pub(crate) fn is_noisy(position: &Position, mv: Move) -> bool {
    use MoveKind::{CastleLong, CastleShort, Pass};
    position.board().occupied().contains(mv.to())
        && !matches!(mv.kind(), CastleShort | CastleLong | Pass)
        || matches!(mv.kind(), MoveKind::EnPassant | MoveKind::PromoteQueen)
        || position.clear(mv).is_some()
}

impl Picker {
    /// All moves; the hinted one, which must be legal, comes first.
    pub(crate) fn all(hinted: Option<Move>, pile: &[Candidate]) -> Picker {
        Picker {
            stage: Stage::Hinted,
            hinted,
            base: pile.len(),
            next: pile.len(),
            bad: pile.len(),
            threshold: None,
            skips_quiet: false,
            promise: None,
        }
    }

    /// Captures and promotions to a queen that win at least so much.
    pub(crate) fn noisy(
        position: &Position,
        hinted: Option<Move>,
        threshold: i32,
        pile: &[Candidate],
    ) -> Picker {
        let hinted = hinted
            .filter(|&mv| is_noisy(position, mv) && see::wins_at_least(position, mv, threshold));
        Picker {
            threshold: Some(threshold),
            skips_quiet: true,
            ..Picker::all(hinted, pile)
        }
    }

    /// From now on no quiet moves.
    pub(crate) fn skip_quiet(&mut self) {
        self.skips_quiet = true;
    }

    /// What the last move was picked as.
    pub(crate) fn stage(&self) -> Stage {
        self.stage
    }

    /// What history says of the quiet move picked last; none if it was the
    /// hinted one, or not quiet.
    pub(crate) fn promise(&self) -> Option<i32> {
        self.promise
    }

    /// Gives back the place on the pile.
    pub(crate) fn finish(self, pile: &mut Vec<Candidate>) {
        pile.truncate(self.base);
    }

    /// The next move and what it promises.
    pub(crate) fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        threats: Bitboard,
        steps: &[Option<Step>; 3],
        pile: &mut Vec<Candidate>,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Hinted => {
                    self.stage = Stage::MakeNoisy;
                    if self.hinted.is_some() {
                        return self.hinted;
                    }
                }
                Stage::MakeNoisy => {
                    match position.to_come() {
                        None => make_noisy(position, histories, pile),
                        Some(_) => make_noisy_in_saktris(position, histories, pile),
                    }
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    while let Some(candidate) = self.best(pile) {
                        if Some(candidate.mv) == self.hinted {
                            continue;
                        }
                        let threshold = self.threshold.unwrap_or(-candidate.promise / 32);
                        if see::wins_at_least(position, candidate.mv, threshold) {
                            return Some(candidate.mv);
                        }
                        // The places before `next` are used up.
                        pile[self.bad] = candidate;
                        self.bad += 1;
                    }
                    self.stage = Stage::MakeQuiet;
                }
                Stage::MakeQuiet => {
                    if self.threshold.is_some() {
                        self.stage = Stage::Over;
                        continue;
                    }
                    self.stage = Stage::Quiet;
                    if !self.skips_quiet {
                        make_quiet(position, histories, threats, steps, pile);
                    }
                    if position.to_come().is_some() {
                        drop_noisy(position, self.next, pile);
                    }
                }
                Stage::Quiet => {
                    if !self.skips_quiet {
                        while let Some(candidate) = self.best(pile) {
                            if Some(candidate.mv) != self.hinted {
                                self.promise = Some(candidate.promise);
                                return Some(candidate.mv);
                            }
                        }
                    }
                    self.next = self.base;
                    self.promise = None;
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    if self.next < self.bad {
                        self.next += 1;
                        return Some(pile[self.next - 1].mv);
                    }
                    self.stage = Stage::Over;
                }
                Stage::Over => return None,
            }
        }
    }

    /// Takes the most promising candidate that is left.
    fn best(&mut self, pile: &mut [Candidate]) -> Option<Candidate> {
        let left = &mut pile[self.next..];
        let mut best = 0;
        let mut most = left.first()?.promise;
        for (index, candidate) in left.iter().enumerate().skip(1) {
            if candidate.promise > most {
                most = candidate.promise;
                best = index;
            }
        }
        left.swap(0, best);
        self.next += 1;
        Some(left[0])
    }
}

fn make_noisy(position: &Position, histories: &Histories, pile: &mut Vec<Candidate>) {
    let board = position.board();
    let enemies = board.of(!position.turn());
    let passing = position
        .legal_en_passant()
        .map_or(Bitboard::EMPTY, Bitboard::from);
    let seventh = Bitboard::rank(position.turn().rank(Rank::Seventh));
    let mut mask = enemies | passing;
    if board.pieces(position.turn(), Role::Pawn).meets(seventh) {
        mask |= Bitboard::BACK_RANKS;
    }
    let _ = position.visit_targets_within(mask, |targets| {
        let to = match (targets.role(), targets.kind()) {
            (Role::Pawn, _) => mask,
            (_, MoveKind::Normal) => enemies,
            _ => Bitboard::EMPTY,
        };
        for mv in targets.masked(to) {
            // What is not a queen is tried with the quiet moves, unless it takes.
            if mv.promotion().is_some_and(|role| role != Role::Queen) && !enemies.contains(mv.to())
            {
                continue;
            }
            let gain = match mv.promotion() {
                Some(role) => see::VALUE[role as usize] - see::VALUE[Role::Pawn as usize],
                None => 0,
            };
            let taken = if mv.is_en_passant() || enemies.contains(mv.to()) {
                see::VALUE[victim(position, mv) as usize]
            } else {
                0
            };
            let promise = 16 * (taken + gain) + histories.capture(position, mv);
            pile.push(Candidate { mv, promise });
        }
        ControlFlow::<()>::Continue(())
    });
}

/// What clears three of a kind is noisy too, wherever it goes.
#[cold]
fn make_noisy_in_saktris(position: &Position, histories: &Histories, pile: &mut Vec<Candidate>) {
    for mv in position.legal_moves() {
        let cleared = position.clear(mv);
        if cleared.is_none() && !is_noisy(position, mv) {
            continue;
        }
        let worth = match cleared {
            Some(clear) => saktris::gain(position, mv, &clear),
            None => {
                let taken = position.captured(mv);
                let promotion = mv.promotion().map_or(0, |role| see::VALUE[role as usize]);
                taken.map_or(0, |(_, piece)| see::VALUE[piece.role as usize]) + promotion
            }
        };
        let promise = 16 * worth + histories.capture(position, mv);
        pile.push(Candidate { mv, promise });
    }
}

/// Takes from the quiet moves what is noisy by what it clears.
#[cold]
fn drop_noisy(position: &Position, start: usize, pile: &mut Vec<Candidate>) {
    let mut kept = start;
    for index in start..pile.len() {
        if !is_noisy(position, pile[index].mv) {
            pile.swap(kept, index);
            kept += 1;
        }
    }
    pile.truncate(kept);
}

fn make_quiet(
    position: &Position,
    histories: &Histories,
    threats: Bitboard,
    steps: &[Option<Step>; 3],
    pile: &mut Vec<Candidate>,
) {
    let turn = position.turn();
    let mask = !position.board().occupied();
    let past = histories.past(turn, threats, steps);
    let _ = position.visit_targets(|targets| {
        let to = match targets.kind() {
            MoveKind::Normal => mask,
            MoveKind::EnPassant => Bitboard::EMPTY,
            // In Chess960 a king may castle to where he or his rook stands.
            _ => Bitboard::FULL,
        };
        for mv in targets.masked(to) {
            if mv.promotion() == Some(Role::Queen) {
                continue;
            }
            let mut promise = past.of(mv);
            if mv.promotion().is_some() {
                promise -= 32_768;
            }
            pile.push(Candidate { mv, promise });
        }
        ControlFlow::<()>::Continue(())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every legal move once, the hinted one first, whatever is known.
    #[track_caller]
    fn check(fen: &str) {
        let position: Position = fen.parse().expect("a legal position");
        let histories = Histories::new();
        let mut legal: Vec<Move> = position.legal_moves().collect();
        legal.sort();
        for hinted in legal.iter().map(|&mv| Some(mv)).chain([None]) {
            let mut pile = Vec::new();
            let mut picker = Picker::all(hinted, &pile);
            let mut picked = Vec::new();
            while let Some(mv) = picker.next(
                &position,
                &histories,
                Bitboard::EMPTY,
                &[None; 3],
                &mut pile,
            ) {
                picked.push(mv);
            }
            picker.finish(&mut pile);
            assert!(pile.is_empty());
            assert!(hinted.is_none() || picked.first() == hinted.as_ref());
            picked.sort();
            assert_eq!(picked, legal, "{fen}");
        }
    }

    #[test]
    fn every_legal_move_is_picked_once() {
        check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        check("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        check("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
        check("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1");
        check("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8");
        check("8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3");
        check("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1");
        check("1r3k2/P1P5/8/8/8/8/8/R4KR1 w GA - 0 1");
        check("4k3/8/8/8/8/8/8/1K1R3R w HD - 0 1");
        check("8/8/8/8/8/8/8/8[P*NBR/pnbr] w - - 0 1");
        check("8/8/8/8/8/8/8/8[*KQRBNP/kqrbnp] w - - 0 1 order=pick");
        check("4k3/8/2nn4/8/5N2/2P5/8/4K3[/] w - - 0 9");
        check("4k3/8/pPP1P3/8/8/8/8/4K3[Q/q] w - a7 0 9");
        check("k7/8/8/8/8/8/8/NNNNNNNN[R*/r] w - - 0 9");
        check("k7/8/8/8/8/2pppppp/prPPPPPP/BPPPPPPP[R*/r] w - - 0 9");
    }
}
