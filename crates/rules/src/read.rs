use alloc::{string::String, vec::Vec};
use core::cmp::Reverse;

use crate::{
    Attempt, Bitboard, Cause, Color, File, Move, MoveText, ParseSanError, ParseUciError, Piece,
    Position, Rank, Refusal, Role, SanError, SanMove, SanProblem, Square, Stage, UciMove,
    UciProblem, attacks,
};

impl Position {
    /// Reads a move in any notation: two squares (`e2e4`), long algebraic (`e2-e4`)
    /// or standard notation (`e4`), read [leniently](Position::find_san_lenient). A
    /// move number in front of it is skipped.
    ///
    /// ```
    /// use arbiter_rules::Position;
    ///
    /// // Only the knight on e4 could move to c5.
    /// let position: Position = "4r1k1/8/8/8/4N3/8/8/N3K3 w - - 0 1".parse()?;
    /// assert!(position.read("Nb3").is_ok());
    /// let refusal = position.read("Nc5").unwrap_err();
    /// assert_eq!(
    ///     refusal.to_string(),
    ///     "Ne4-c5 is not allowed: the knight on e4 is pinned. \
    ///      If it left that line, the rook on e8 would attack the king on e1."
    /// );
    /// # Ok::<(), arbiter_rules::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the text, or the first law the move breaks.
    pub fn read(&self, text: &str) -> Result<Move, Refusal> {
        let start = text.len() - without_number(text).len();
        let bare = text.get(start..).unwrap_or_default().trim_end();
        self.read_bare(bare)
            .map_err(|refusal| refusal.shifted(start))
    }

    fn read_bare(&self, text: &str) -> Result<Move, Refusal> {
        let uci = match text.parse::<UciMove>() {
            Ok(requested) => return self.find(requested),
            Err(error) => error,
        };
        let error = match self.find_san_lenient(text) {
            Ok((mv, _)) => return Ok(mv),
            Err(SanError::Parse(error)) => error,
            Err(error) => return Err(self.explain_san(text, error)),
        };
        if let Some(requested) = two_squares(text) {
            return self.find(requested);
        }
        if let Some(plain) = in_capitals(text) {
            return self.read_bare(&plain);
        }
        // The parser that got further has the better explanation.
        Err(if error.offset < uci.offset {
            self.unreadable_uci(text, uci)
        } else {
            self.explain_san(text, error.into())
        })
    }

    /// Turns an error of reading `text` as standard notation into a refusal that
    /// explains it.
    #[cold]
    #[must_use]
    pub fn explain_san(&self, text: &str, error: SanError) -> Refusal {
        self.or_game_over(self.why_not_san(text, error))
    }

    fn why_not_san(&self, text: &str, error: SanError) -> Refusal {
        if let SanError::NoMove(san) | SanError::NothingToCapture(san) = error
            && let Some(cause) = self.placing_is_due()
        {
            return self.refuse(Attempt::San(san), cause);
        }
        match error {
            SanError::Parse(error) => self.unreadable_san(text, error),
            SanError::NoMove(san) => self.none_can(san),
            SanError::NothingToCapture(san) if san.role == Role::Pawn => self.none_can(san),
            SanError::NothingToCapture(san) => {
                let square = san.to;
                self.refuse(Attempt::San(san), Cause::NothingToTake { square })
            }
            SanError::NotEnPassant(mv) => {
                let attempt = match mv.castling() {
                    Some(side) => Attempt::Castle(side),
                    None => self.attempt(mv.from(), mv.to(), mv.promotion()),
                };
                let captured = self.captured(mv).map(|(square, _)| square);
                let square = captured.unwrap_or(mv.to());
                self.refuse(attempt, Cause::NotInPassing { square })
            }
            SanError::CannotPlace(role, to) => self.why_not(UciMove::Place { role, to }),
            SanError::CannotCastle(side) => {
                let cause = self.castling_forbidden(side);
                let cause = cause.unwrap_or(Cause::NotAMove { offset: 0 });
                self.refuse(Attempt::Castle(side), cause)
            }
            SanError::Ambiguous { role, to, from } => {
                let attempt = Attempt::San(SanMove {
                    role,
                    file: None,
                    rank: None,
                    captures: self.board.occupied().contains(to),
                    to,
                    promotion: None,
                });
                self.ambiguous(attempt, from, to.into())
            }
            SanError::NotOneCapture {
                from,
                to,
                promotion,
                targets,
            } => {
                let attempt = Attempt::PawnCapture { from, to };
                if targets.any() {
                    let pawns = self.pawns_on(from).iter();
                    let takes = |pawn: &Square| attacks::pawn(self.turn, *pawn).meets(targets);
                    self.ambiguous(attempt, pawns.filter(takes).collect(), targets)
                } else {
                    self.no_capture(from, to, promotion)
                }
            }
            SanError::Miswritten { san, .. } => self.refuse(None, Cause::Miswritten { san }),
        }
    }

    fn unreadable_san(&self, text: &str, error: ParseSanError) -> Refusal {
        let cause = match error.problem {
            SanProblem::NullMove => Cause::Pass,
            SanProblem::NoSuchPromotion(letter) => Cause::NoSuchPromotion {
                offset: error.offset,
                letter,
            },
            SanProblem::NoPromotionHere(role) => {
                // Explain the move without the promotion.
                let before = text.get(..error.offset).unwrap_or_default();
                return match self.find_san_lenient(before) {
                    Ok((mv, _)) => self.why_not(self.uci(mv).promoting(role)),
                    Err(SanError::Parse(_)) => self.unreadable(text, error.offset),
                    Err(error) => self.why_not_san(before, error),
                };
            }
            SanProblem::Missing(_) | SanProblem::Unexpected(..) => {
                return self.unreadable(text, error.offset);
            }
        };
        self.refuse(None, cause)
    }

    /// Explains why no piece can make the move: with one reason if one piece gets
    /// further than the others, or else with one for each.
    fn none_can(&self, san: SanMove) -> Refusal {
        let attempt = Attempt::San(san);
        let to = san.to;
        let ours = self.board.pieces(self.turn, san.role);
        if let (Some(file), Some(rank)) = (san.file, san.rank) {
            // Two squares identify the piece, whatever letter precedes them.
            let from = Square::new(file, rank);
            if ours.contains(from) || !self.board.of(self.turn).contains(from) {
                return self.cannot(san, from);
            }
        }
        let pieces = if san.role == Role::Pawn && !san.captures {
            ours & san.origin() & Bitboard::file(to.file())
        } else {
            ours & san.origin()
        };
        if san.role == Role::Pawn && !san.captures {
            let takers = self.origins(Role::Pawn, to);
            if let Some(target) = self.occupant(to).filter(|_| takers.any()) {
                let moves = self.spellings(takers, to.into(), san.promotion);
                return self.refuse(attempt, Cause::CaptureNotWritten { target, moves });
            }
        }
        let refusals: Vec<Refusal> = pieces.iter().map(|from| self.cannot(san, from)).collect();
        let nearest = if san.role == Role::Pawn {
            // The pawn that gets furthest in the order of R82 is the one meant. Of
            // equals, it is the nearest one that has the square in front of it.
            let is_behind = |from: Square| match self.turn {
                Color::White => to.rank() <= from.rank(),
                Color::Black => to.rank() >= from.rank(),
            };
            pieces
                .iter()
                .zip(refusals.iter())
                .min_by_key(|(from, refusal)| {
                    let stage = refusal.cause.stage();
                    (Reverse(stage), is_behind(*from), from.distance(to))
                })
                .map(|(_, refusal)| refusal)
        } else {
            only_furthest(&refusals)
        };
        if let Some(refusal) = nearest {
            return refusal.clone();
        }
        let cause = if refusals.is_empty() {
            Cause::NoSuchPiece {
                piece: Piece::new(self.turn, san.role),
                file: san.file.or(match (san.role, san.captures) {
                    (Role::Pawn, false) => Some(to.file()),
                    _ => None,
                }),
                rank: san.rank,
            }
        } else if refusals
            .iter()
            .all(|refusal| refusal.cause.stage() == Stage::Shape)
        {
            if pieces.contains(to) {
                return self.refuse(attempt, Cause::StaysPut { square: to });
            }
            Cause::NoneReaches {
                pieces: self.occupants(pieces),
                to,
            }
        } else {
            Cause::NoneCan { refusals }
        };
        self.refuse(attempt, cause)
    }

    /// Explains why this piece cannot make the move.
    fn cannot(&self, san: SanMove, from: Square) -> Refusal {
        let to = san.to;
        let requested = UciMove::Between {
            from,
            to,
            promotion: san.promotion,
        };
        let Some(mv) = self.legal(requested) else {
            return as_written(san, self.why_not(requested));
        };
        // The squares are those of a legal move, so something else in the text is
        // wrong.
        let cause = match mv.castling() {
            Some(side) => Cause::CastlingNotWritten {
                side,
                king: from,
                to,
            },
            None => Cause::NothingToTake { square: to },
        };
        self.refuse(Attempt::San(san), cause)
    }

    fn ambiguous(&self, attempt: Attempt, from: Bitboard, to: Bitboard) -> Refusal {
        let moves = self.spellings(from, to, None);
        let pieces = self.occupants(from);
        self.refuse(attempt, Cause::Ambiguous { pieces, moves })
    }

    /// Returns the notation of the moves of these pieces to these squares. A
    /// promotion without a role is to a queen (R57).
    fn spellings(&self, from: Bitboard, to: Bitboard, promotion: Option<Role>) -> Vec<MoveText> {
        let promotion = promotion.unwrap_or(Role::Queen);
        self.legal_moves_of(from)
            .filter(|mv| to.contains(mv.to()) && mv.castling().is_none())
            .filter(|mv| mv.promotion().is_none_or(|role| role == promotion))
            .map(|mv| self.san(mv))
            .collect()
    }

    fn pawns_on(&self, file: File) -> Bitboard {
        self.board.pieces(self.turn, Role::Pawn) & Bitboard::file(file)
    }

    /// Explains why no pawn can make a capture in short form, like `ed`.
    fn no_capture(&self, from: File, to: File, promotion: Option<Role>) -> Refusal {
        let attempt = Attempt::PawnCapture { from, to };
        let tries = self.pawns_on(from).iter().filter_map(|pawn| {
            let target = attacks::pawn(self.turn, pawn) & Bitboard::file(to);
            Some(self.why_not(UciMove::Between {
                from: pawn,
                to: target.first()?,
                promotion,
            }))
        });
        let mut refusals: Vec<Refusal> = tries.collect();
        match refusals.len() {
            0 => self.refuse(
                attempt,
                Cause::NoSuchPiece {
                    piece: Piece::new(self.turn, Role::Pawn),
                    file: Some(from),
                    rank: None,
                },
            ),
            1 => refusals.remove(0),
            _ => self.refuse(attempt, Cause::NoneCan { refusals }),
        }
    }

    fn unreadable_uci(&self, text: &str, error: ParseUciError) -> Refusal {
        let cause = match error.problem {
            UciProblem::NoSuchPromotion(letter) => Cause::NoSuchPromotion {
                offset: error.offset,
                letter,
            },
            UciProblem::Missing(_) | UciProblem::Unexpected(..) => {
                return self.unreadable(text, error.offset);
            }
        };
        self.refuse(None, cause)
    }

    /// Explains text that is not a move. A letter and a digit where reading stopped
    /// were probably meant as a square.
    fn unreadable(&self, text: &str, offset: usize) -> Refusal {
        let before = text.get(..offset).and_then(|text| text.chars().next_back());
        let mut rest = text.get(offset..).unwrap_or_default().chars();
        let (at, after) = (rest.next(), rest.next());
        let is_off_board = |file: char, rank: char| {
            // The letter of a piece is not that of a file.
            file.is_ascii_alphabetic()
                && !matches!(file, 'N' | 'B' | 'R' | 'Q' | 'K' | 'P')
                && rank.is_ascii_digit()
                && (File::from_letter(file.to_ascii_lowercase()).is_none()
                    || Rank::from_digit(rank).is_none())
        };
        let cause = match (before, at, after) {
            (Some(file), Some(rank), _) if is_off_board(file, rank) => Cause::NotASquare {
                offset: offset - 1,
                found: [file, rank],
            },
            (_, Some(file), Some(rank)) if is_off_board(file, rank) => Cause::NotASquare {
                offset,
                found: [file, rank],
            },
            _ => Cause::NotAMove { offset },
        };
        self.refuse(None, cause)
    }
}

/// Makes the attempt a capture if it was written as one, even though there is
/// nothing to capture.
fn as_written(san: SanMove, mut refusal: Refusal) -> Refusal {
    if san.captures
        && let Some(Attempt::Between {
            from,
            captured: None,
            ..
        }) = refusal.attempt
    {
        refusal.attempt = Some(Attempt::San(SanMove {
            file: Some(from.file()),
            rank: Some(from.rank()),
            ..san
        }));
    }
    refusal
}

/// Returns the refusal that gets further than all others in the order of R82, if
/// there is just one.
fn only_furthest(refusals: &[Refusal]) -> Option<&Refusal> {
    let furthest = refusals
        .iter()
        .max_by_key(|refusal| refusal.cause.stage())?;
    let mut equals = refusals
        .iter()
        .filter(|refusal| refusal.cause.stage() == furthest.cause.stage());
    equals.next();
    equals.next().is_none().then_some(furthest)
}

/// Skips whitespace and a move number: `12. Nf3`, `12...Nf6`.
fn without_number(text: &str) -> &str {
    let text = text.trim_start();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < text.len() && rest.starts_with(['.', '…']) {
        rest.trim_start_matches(['.', '…']).trim_start()
    } else {
        text
    }
}

/// Reads two squares as people type them: `E2E4`, `e2 e4`, `E2 - E4`.
fn two_squares(text: &str) -> Option<UciMove> {
    let mut plain = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            plain.push(c.to_ascii_lowercase());
        } else if !c.is_whitespace() && c != '-' {
            return None;
        }
    }
    plain.parse().ok()
}

/// Rewrites a square with a capital letter, perhaps after a piece: `E4`, `NF3`. A
/// `B` in front is left alone, because it could be the bishop or the file.
fn in_capitals(text: &str) -> Option<String> {
    let (piece, square) = match text.as_bytes() {
        [_, _] => text.split_at_checked(0)?,
        [b'N' | b'R' | b'Q' | b'K', _, _] => text.split_at_checked(1)?,
        _ => return None,
    };
    let plain = square.to_ascii_lowercase();
    let has_capital = plain != square && plain.parse::<Square>().is_ok();
    has_capital.then(|| [piece, &plain].concat())
}
