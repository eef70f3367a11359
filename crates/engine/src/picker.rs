//! The move picker: returns the most promising moves first, and generates the
//! others only if they are needed.

use core::ops::ControlFlow;

use arbiter_rules::{Bitboard, Move, MoveKind, Position, Rank, Role};

use crate::{
    history::{Histories, Step, victim},
    piece_value::PIECE_VALUE,
    saktris, see,
};

/// A move and its ordering score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    pub(crate) score: i32,
}

/// The moves of one position, generated in stages. All positions of a line share
/// one stack of candidates; each uses the part above its `base`.
pub(crate) struct Picker {
    stage: Stage,
    hash_move: Option<Move>,
    base: usize,
    /// The index of the next candidate of this stage.
    next: usize,
    /// The end of the losing captures, which are kept from `base` on.
    bad: usize,
    /// What a capture must win to be searched early; none means that it depends
    /// on the ordering score.
    threshold: Option<i32>,
    skips_quiet: bool,
    /// The history score of the last quiet move.
    quiet_score: Option<i32>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    HashMove,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Reports whether a move is a capture, promotes to a queen or causes a clear.
#[inline]
pub(crate) fn is_noisy(position: &Position, mv: Move) -> bool {
    use MoveKind::{CastleLong, CastleShort, Pass};
    position.board().occupied().contains(mv.to())
        && !matches!(mv.kind(), CastleShort | CastleLong | Pass)
        || matches!(mv.kind(), MoveKind::EnPassant | MoveKind::PromoteQueen)
        || position.clear(mv).is_some()
}

impl Picker {
    /// Picks all moves, first the hash move, which must be legal.
    pub(crate) fn all(hash_move: Option<Move>, move_stack: &[Candidate]) -> Picker {
        Picker {
            stage: Stage::HashMove,
            hash_move,
            base: move_stack.len(),
            next: move_stack.len(),
            bad: move_stack.len(),
            threshold: None,
            skips_quiet: false,
            quiet_score: None,
        }
    }

    /// Picks only captures and promotions to a queen that win at least the
    /// threshold, in centipawns.
    pub(crate) fn noisy(
        position: &Position,
        hash_move: Option<Move>,
        threshold: i32,
        move_stack: &[Candidate],
    ) -> Picker {
        let hash_move = hash_move
            .filter(|&mv| is_noisy(position, mv) && see::wins_at_least(position, mv, threshold));
        Picker {
            threshold: Some(threshold),
            skips_quiet: true,
            ..Picker::all(hash_move, move_stack)
        }
    }

    /// Skips all remaining quiet moves.
    pub(crate) fn skip_quiet(&mut self) {
        self.skips_quiet = true;
    }

    /// Returns the stage of the last move.
    pub(crate) fn stage(&self) -> Stage {
        self.stage
    }

    /// Returns the history score of the last move; none if it was the hash move
    /// or not quiet.
    pub(crate) fn quiet_score(&self) -> Option<i32> {
        self.quiet_score
    }

    /// Removes the candidates of this position from the stack.
    pub(crate) fn finish(self, move_stack: &mut Vec<Candidate>) {
        move_stack.truncate(self.base);
    }

    /// Returns the next move.
    pub(crate) fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        threats: Bitboard,
        steps: &[Option<Step>; 3],
        move_stack: &mut Vec<Candidate>,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::HashMove => {
                    self.stage = Stage::GenerateNoisy;
                    if self.hash_move.is_some() {
                        return self.hash_move;
                    }
                }
                Stage::GenerateNoisy => {
                    match position.saktris_state() {
                        None => generate_noisy(position, histories, move_stack),
                        Some(_) => generate_noisy_in_saktris(position, histories, move_stack),
                    }
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    while let Some(candidate) = self.best(move_stack) {
                        if Some(candidate.mv) == self.hash_move {
                            continue;
                        }
                        let threshold = self.threshold.unwrap_or(-candidate.score / 32);
                        if see::wins_at_least(position, candidate.mv, threshold) {
                            return Some(candidate.mv);
                        }
                        // The entries before `next` are no longer needed.
                        move_stack[self.bad] = candidate;
                        self.bad += 1;
                    }
                    self.stage = Stage::GenerateQuiet;
                }
                Stage::GenerateQuiet => {
                    if self.threshold.is_some() {
                        self.stage = Stage::Done;
                        continue;
                    }
                    self.stage = Stage::Quiet;
                    if !self.skips_quiet {
                        generate_quiet(position, histories, threats, steps, move_stack);
                    }
                    if position.saktris_state().is_some() {
                        drop_noisy(position, self.next, move_stack);
                    }
                }
                Stage::Quiet => {
                    if !self.skips_quiet {
                        while let Some(candidate) = self.best(move_stack) {
                            if Some(candidate.mv) != self.hash_move {
                                self.quiet_score = Some(candidate.score);
                                return Some(candidate.mv);
                            }
                        }
                    }
                    self.next = self.base;
                    self.quiet_score = None;
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    if self.next < self.bad {
                        self.next += 1;
                        return Some(move_stack[self.next - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Takes the remaining candidate with the highest ordering score.
    fn best(&mut self, move_stack: &mut [Candidate]) -> Option<Candidate> {
        let remaining = &mut move_stack[self.next..];
        let mut best = 0;
        let mut highest = remaining.first()?.score;
        for (index, candidate) in remaining.iter().enumerate().skip(1) {
            if candidate.score > highest {
                highest = candidate.score;
                best = index;
            }
        }
        remaining.swap(0, best);
        self.next += 1;
        Some(remaining[0])
    }
}

fn generate_noisy(position: &Position, histories: &Histories, move_stack: &mut Vec<Candidate>) {
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
            // Underpromotions without a capture count as quiet moves.
            if mv.promotion().is_some_and(|role| role != Role::Queen) && !enemies.contains(mv.to())
            {
                continue;
            }
            let gain = match mv.promotion() {
                Some(role) => PIECE_VALUE[role as usize] - PIECE_VALUE[Role::Pawn as usize],
                None => 0,
            };
            let taken = if mv.is_en_passant() || enemies.contains(mv.to()) {
                PIECE_VALUE[victim(position, mv) as usize]
            } else {
                0
            };
            let score = 16 * (taken + gain) + histories.capture(position, mv);
            move_stack.push(Candidate { mv, score });
        }
        ControlFlow::<()>::Continue(())
    });
}

/// In Saktris, moves that cause a clear are noisy too.
#[cold]
fn generate_noisy_in_saktris(
    position: &Position,
    histories: &Histories,
    move_stack: &mut Vec<Candidate>,
) {
    for mv in position.legal_moves() {
        let cleared = position.clear(mv);
        if cleared.is_none() && !is_noisy(position, mv) {
            continue;
        }
        let gain = match cleared {
            Some(clear) => saktris::gain(position, mv, &clear),
            None => {
                let taken = position.captured(mv);
                let promotion = mv.promotion().map_or(0, |role| PIECE_VALUE[role as usize]);
                taken.map_or(0, |(_, piece)| PIECE_VALUE[piece.role as usize]) + promotion
            }
        };
        let score = 16 * gain + histories.capture(position, mv);
        move_stack.push(Candidate { mv, score });
    }
}

/// Removes the moves that cause a clear from the quiet moves.
#[cold]
fn drop_noisy(position: &Position, start: usize, move_stack: &mut Vec<Candidate>) {
    let mut kept = start;
    for index in start..move_stack.len() {
        if !is_noisy(position, move_stack[index].mv) {
            move_stack.swap(kept, index);
            kept += 1;
        }
    }
    move_stack.truncate(kept);
}

fn generate_quiet(
    position: &Position,
    histories: &Histories,
    threats: Bitboard,
    steps: &[Option<Step>; 3],
    move_stack: &mut Vec<Candidate>,
) {
    let turn = position.turn();
    let mask = !position.board().occupied();
    let past = histories.quiet_history(turn, threats, steps);
    let _ = position.visit_targets(|targets| {
        let to = match targets.kind() {
            MoveKind::Normal => mask,
            MoveKind::EnPassant => Bitboard::EMPTY,
            // In Chess960 the castling squares may be occupied by king and rook.
            _ => Bitboard::FULL,
        };
        for mv in targets.masked(to) {
            if mv.promotion() == Some(Role::Queen) {
                continue;
            }
            let mut score = past.of(mv);
            if mv.promotion().is_some() {
                score -= 32_768;
            }
            move_stack.push(Candidate { mv, score });
        }
        ControlFlow::<()>::Continue(())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that every legal move is picked once, the hash move first.
    #[track_caller]
    fn check(fen: &str) {
        let position: Position = fen.parse().expect("a legal position");
        let histories = Histories::new();
        let mut legal: Vec<Move> = position.legal_moves().collect();
        legal.sort();
        for hash_move in legal.iter().map(|&mv| Some(mv)).chain([None]) {
            let mut move_stack = Vec::new();
            let mut picker = Picker::all(hash_move, &move_stack);
            let mut picked = Vec::new();
            while let Some(mv) = picker.next(
                &position,
                &histories,
                Bitboard::EMPTY,
                &[None; 3],
                &mut move_stack,
            ) {
                picked.push(mv);
            }
            picker.finish(&mut move_stack);
            assert!(move_stack.is_empty());
            assert!(hash_move.is_none() || picked.first() == hash_move.as_ref());
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
