//! The grammar of moves as people and programs actually write them.

use super::{
    CheckMark, Deviation, Deviations, ParseSanError, SanMove, SanPart, SanProblem,
    parse::{self, Cursor},
};
use crate::{Bitboard, CastlingSide, Color, File, Piece, Rank, Role, Square};

/// A text parsed leniently.
pub(super) struct LenientSan {
    pub(super) action: LenientAction,
    pub(super) mark: CheckMark,
    pub(super) deviations: Deviations,
}

pub(super) enum LenientAction {
    Castle(CastlingSide),
    Place {
        role: Role,
        to: Square,
    },
    Move(LenientMove),
    /// `ed` or `exd`.
    ShortCapture {
        from: File,
        to: File,
        promotion: Option<Role>,
    },
}

pub(super) struct LenientMove {
    /// The role of the moving piece, if a letter gives it.
    pub(super) role: Option<Role>,
    pub(super) file: Option<File>,
    pub(super) rank: Option<Rank>,
    pub(super) captures: bool,
    pub(super) to: Square,
    pub(super) promotion: Option<Role>,
}

impl LenientMove {
    pub(super) fn with_role(&self, role: Role) -> SanMove {
        SanMove {
            role,
            file: self.file,
            rank: self.rank,
            captures: self.captures,
            to: self.to,
            promotion: self.promotion,
        }
    }
}

pub(super) fn read(text: &str) -> Result<LenientSan, ParseSanError> {
    let mut reader = Reader {
        cursor: Cursor::new(text),
        mark: CheckMark::None,
        deviations: Deviations::NONE,
    };
    reader.whitespace();
    reader.cursor.refuse_null_move(text.trim())?;
    let action = match reader.cursor.peek() {
        Some(_) if let Some((role, to)) = parse::placing(&mut reader.cursor)? => {
            LenientAction::Place { role, to }
        }
        Some('O' | 'o' | '0') => LenientAction::Castle(reader.castling()?),
        _ => reader.ordinary_move()?,
    };
    reader.suffixes()?;
    Ok(LenientSan {
        action,
        mark: reader.mark,
        deviations: reader.deviations,
    })
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    mark: CheckMark,
    deviations: Deviations,
}

impl Reader<'_> {
    fn note(&mut self, deviation: Deviation) {
        self.deviations.insert(deviation);
    }

    fn whitespace(&mut self) {
        while self
            .cursor
            .eat_map(|c| c.is_whitespace().then_some(()))
            .is_some()
        {
            self.note(Deviation::Blanks);
        }
    }

    fn castling(&mut self) -> Result<CastlingSide, ParseSanError> {
        self.castling_letter()?;
        if !self.dash() {
            return Err(self.cursor.unexpected(SanPart::Castling));
        }
        self.castling_letter()?;
        if !self.dash() {
            return Ok(CastlingSide::Short);
        }
        self.castling_letter()?;
        Ok(CastlingSide::Long)
    }

    fn castling_letter(&mut self) -> Result<(), ParseSanError> {
        if self.cursor.eat('0') {
            self.note(Deviation::CastlingWithZeros);
        } else if self.cursor.eat('o') {
            self.note(Deviation::CastlingInLowerCase);
        } else if !self.cursor.eat('O') {
            return Err(self.cursor.unexpected(SanPart::Castling));
        }
        Ok(())
    }

    fn ordinary_move(&mut self) -> Result<LenientAction, ParseSanError> {
        let start = self.cursor.at;
        let role = self.piece();
        let (file, rank) = (self.cursor.file(), self.cursor.rank());
        let has_dash = self.dash();
        if has_dash {
            self.note(Deviation::Dash);
        }
        let captures = self.capture_marks();
        let before_second = self.cursor.at;
        let second = if self.is_at_en_passant_mark() {
            None
        } else {
            self.cursor.file()
        };
        let second_rank = second.and_then(|_| self.cursor.rank());

        let (origin, to) = match (file, rank, second, second_rank) {
            (file, rank, Some(to_file), Some(to_rank)) => {
                ((file, rank), Square::new(to_file, to_rank))
            }
            // A single square is the target, and a capture mark may follow it. What
            // looks like a file after it, as in `a8b`, is a promotion.
            (Some(file), Some(rank), _, None) if !has_dash => {
                if captures && second.is_some() {
                    return Err(self.cursor.unexpected(SanPart::Target));
                }
                self.cursor.at = before_second;
                if captures {
                    self.note(Deviation::OtherCaptureMark);
                }
                ((None, None), Square::new(file, rank))
            }
            (Some(from), None, Some(to), None)
                if !has_dash
                    && matches!(role, None | Some(Role::Pawn))
                    && (from as u8).abs_diff(to as u8) == 1 =>
            {
                let promotion = self.promotion()?.map(|(_, role)| role);
                self.capture_marks_after(captures);
                return Ok(LenientAction::ShortCapture {
                    from,
                    to,
                    promotion,
                });
            }
            _ => return Err(self.cursor.unexpected(SanPart::Target)),
        };

        let promotion = self.promotion()?;
        let captures = self.capture_marks_after(captures);
        let is_pawn = matches!(role, None | Some(Role::Pawn));
        if let Some((offset, role)) = promotion
            && !(is_pawn && Bitboard::BACK_RANKS.contains(to))
        {
            let problem = SanProblem::NoPromotionHere(role);
            return Err(ParseSanError { offset, problem });
        }
        let (file, rank) = origin;
        if is_pawn && captures && file.is_none() {
            return Err(ParseSanError {
                offset: start,
                problem: SanProblem::Missing(SanPart::PawnFile),
            });
        }
        Ok(LenientAction::Move(LenientMove {
            role,
            file,
            rank,
            captures,
            to,
            promotion: promotion.map(|(_, role)| role),
        }))
    }

    /// Reads the letter of the piece. A lowercase `b` is the b-file, never a bishop:
    /// the meaning of `bxc3` must not depend on which moves are legal.
    fn piece(&mut self) -> Option<Role> {
        let role = self.cursor.eat_map(|letter| match letter {
            'b' => None,
            _ => role_of(letter),
        });
        if let Some((role, deviation)) = role {
            if let Some(deviation) = deviation {
                self.note(deviation);
            }
            if deviation == Some(Deviation::Figurine) {
                // A variation selector (text or emoji) may follow.
                self.cursor
                    .eat_map(|c| matches!(c, '\u{fe0e}' | '\u{fe0f}').then_some(()));
            }
            if role == Role::Pawn {
                self.note(Deviation::PawnLetter);
            }
            return Some(role);
        }
        None
    }

    /// Reads any number of capture marks before the target.
    fn capture_marks(&mut self) -> bool {
        let mut captures = false;
        while let Some(is_plain) = self.cursor.eat_map(|sign| match sign {
            'x' => Some(true),
            ':' | '×' | 'X' | '*' => Some(false),
            _ => None,
        }) {
            if captures {
                self.note(Deviation::RepeatedCaptureMark);
            }
            if !is_plain {
                self.note(Deviation::OtherCaptureMark);
            }
            captures = true;
        }
        captures
    }

    /// Reads capture marks after the target: `ed5:`.
    fn capture_marks_after(&mut self, before: bool) -> bool {
        let after = self.capture_marks();
        if after {
            self.note(Deviation::OtherCaptureMark);
            if before {
                self.note(Deviation::RepeatedCaptureMark);
            }
        }
        before || after
    }

    fn dash(&mut self) -> bool {
        let is_plain = self.cursor.eat_map(|c| match c {
            '-' => Some(true),
            // Other hyphens, figure dash, en dash, em dash, and the minus sign.
            '\u{2010}'..='\u{2015}' | '\u{2212}' => Some(false),
            _ => None,
        });
        if is_plain == Some(false) {
            self.note(Deviation::OtherDash);
        }
        is_plain.is_some()
    }

    /// Reads the role a pawn promotes to, with its byte offset: `=Q`, `Q`, `(Q)`,
    /// `/Q`, `=q`, `=♕`. If there is a sign, whitespace may precede it.
    fn promotion(&mut self) -> Result<Option<(usize, Role)>, ParseSanError> {
        let ahead = self.cursor.rest().trim_start();
        if ahead.starts_with("(=)") {
            return Ok(None);
        }
        if ahead.starts_with(['=', '(', '/']) {
            self.whitespace();
        }
        let offset = self.cursor.at;
        let sign = self
            .cursor
            .eat_map(|c| matches!(c, '=' | '(' | '/').then_some(c));
        let at = self.cursor.at;
        let found = self.cursor.peek();
        let Some((role, deviation)) = self.cursor.eat_map(role_of) else {
            return match sign {
                None => Ok(None),
                Some(_) => Err(self.cursor.unexpected(SanPart::Promotion)),
            };
        };
        if matches!(role, Role::Pawn | Role::King) && sign.is_none() && self.cursor.file().is_some()
        {
            // Not a promotion but a second move.
            self.cursor.at = at;
            return Ok(None);
        }
        if let (Role::Pawn | Role::King, Some(found)) = (role, found) {
            let problem = SanProblem::NoSuchPromotion(found);
            return Err(ParseSanError {
                offset: at,
                problem,
            });
        }
        if let Some(deviation) = deviation {
            self.note(deviation);
        }
        if sign != Some('=') {
            self.note(Deviation::OtherPromotionMark);
        }
        if sign == Some('(') && !self.cursor.eat(')') {
            return Err(self.cursor.unexpected(SanPart::Promotion));
        }
        Ok(Some((offset, role)))
    }

    /// Reads everything after the move, in any order.
    fn suffixes(&mut self) -> Result<(), ParseSanError> {
        loop {
            self.whitespace();
            if EN_PASSANT_MARKS
                .iter()
                .any(|mark| self.cursor.eat_str(mark))
            {
                self.note(Deviation::EnPassantMark);
            } else if self.cursor.eat('+') {
                self.check(CheckMark::Check);
            } else if self.cursor.eat('#') {
                self.check(CheckMark::Mate);
            } else if self.cursor.eat('†') || self.cursor.eat('‡') {
                self.check(CheckMark::Check);
                self.note(Deviation::OtherCheckMark);
            } else if self.cursor.eat('$') {
                self.annotation_number()?;
            } else if self.cursor.eat_str("(=)") || self.cursor.eat_map(annotation).is_some() {
                self.note(Deviation::Annotation);
            } else {
                return self.cursor.end();
            }
        }
    }

    fn check(&mut self, mark: CheckMark) {
        if self.mark != CheckMark::None {
            self.note(Deviation::OtherCheckMark);
        }
        self.mark = self.mark.max(mark);
    }

    /// Reads the number of a PGN annotation glyph: `$14`.
    fn annotation_number(&mut self) -> Result<(), ParseSanError> {
        let digit = |c: char| c.is_ascii_digit().then_some(());
        if self.cursor.eat_map(digit).is_none() {
            return Err(self.cursor.unexpected(SanPart::End));
        }
        while self.cursor.eat_map(digit).is_some() {}
        self.note(Deviation::Annotation);
        Ok(())
    }

    fn is_at_en_passant_mark(&self) -> bool {
        let rest = self.cursor.rest();
        EN_PASSANT_MARKS.iter().any(|mark| rest.starts_with(mark))
    }
}

/// The marks of an en-passant capture, longest first.
const EN_PASSANT_MARKS: [&str; 4] = ["e.p.", "e.p", "ep.", "ep"];

/// Returns the role of a letter or figurine, and how it deviates from strict
/// notation.
fn role_of(letter: char) -> Option<(Role, Option<Deviation>)> {
    if let Some(role) = Role::from_letter(letter) {
        let deviation = letter
            .is_ascii_lowercase()
            .then_some(Deviation::LowerCasePiece);
        return Some((role, deviation));
    }
    // Figurines of either color, because many writers use the white ones for both.
    Role::ALL
        .into_iter()
        .find(|&role| {
            Color::ALL
                .into_iter()
                .any(|color| Piece::new(color, role).figurine() == letter)
        })
        .map(|role| (role, Some(Deviation::Figurine)))
}

fn annotation(c: char) -> Option<()> {
    matches!(
        c,
        '!' | '?' | '‼' | '⁇' | '⁈' | '⁉' | '±' | '∓' | '⩲' | '⩱' | '∞' | '□'
    )
    .then_some(())
}
