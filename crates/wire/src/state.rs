use arbiter_game::{ClockReading, Game, Span, Time};
use arbiter_openings::Opening;
use arbiter_rules as rules;
use serde::{Deserialize, Serialize};

use crate::{Choices, Claim, LegalMoves, OpeningView, Placements, Saktris, json};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// The side with the white pieces.
    White,
    /// The side with the black pieces.
    Black,
}

/// The current state of a game. Every message about a game contains it, so a
/// client can draw the game without knowing the rules of chess.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GameState {
    /// The number of the last event that the state includes.
    pub seq: u64,
    /// The number of half-moves played.
    pub ply: u32,
    /// The position in FEN.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// The status: `active`, `check`, `checkmate`, `stalemate` or `draw` (R16).
    pub status: String,
    /// The code of the reason why the game ended (C19). Absent while it is in
    /// progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The result: `1-0`, `1/2-1/2`, `0-1`, or `*` for an aborted game. Absent
    /// while the game is in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Both clocks. Absent if the game has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// The side that has offered a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_offer: Option<Color>,
    /// The side that has requested a takeback.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take_back: Option<Color>,
    /// The side that has asked to abort the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abort: Option<Color>,
    /// The sides that have given up half of their time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub berserk: Vec<Color>,
    /// The squares of the touched pieces, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub touched: Vec<String>,
    /// The draws that the side to move can claim.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// The opening: the last position so far that has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningView>,
    /// The arriving pieces in Saktris.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saktris: Option<Box<Saktris>>,
    /// The moves that the side to move may play. Sent only to that side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "descriptions",
        ts(as = "Option<std::collections::BTreeMap<String, Vec<String>>>")
    )]
    pub legal: Option<LegalMoves>,
    /// The squares on which the side to move may place each waiting piece
    /// (Saktris). Sent only to that side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "descriptions",
        ts(as = "Option<std::collections::BTreeMap<String, Vec<String>>>")
    )]
    pub places: Option<Placements>,
    /// Whether the side to move can only pass, with the move `0000` (Saktris). Sent
    /// only to that side.
    #[serde(default, skip_serializing_if = "json::is_false")]
    #[cfg_attr(feature = "descriptions", ts(as = "Option<bool>"))]
    pub pass: bool,
}

/// Both clocks, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ClockView {
    /// The clock of White.
    pub white: SideClock,
    /// The clock of Black.
    pub black: SideClock,
    /// The side whose clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Color>,
}

/// The clock of one side, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SideClock {
    /// The time left.
    pub time: u64,
    /// The part of the delay that is left before the clock runs.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: u64,
    /// The moves to make before more time is added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u16>,
    /// The byo-yomi periods left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods: Option<u16>,
    /// The number of completed periods; 1 in byo-yomi and in overtime.
    #[serde(default, skip_serializing_if = "is_first")]
    pub stage: u16,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn is_first(stage: &u16) -> bool {
    *stage == 0
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn is_zero(millis: &u64) -> bool {
    *millis == 0
}

impl GameState {
    /// Returns the state of a game at this time, without its opening and without what
    /// only one side may see.
    #[must_use]
    pub fn of(game: &Game, at: Time) -> GameState {
        let ending = game.ending();
        GameState {
            seq: game.event_count() - 1,
            ply: u32::try_from(game.line().moves().len()).unwrap_or(u32::MAX),
            fen: game.public_fen(),
            turn: game.turn().into(),
            status: game.status().to_string(),
            reason: ending.map(|ending| ending.reason.code().to_owned()),
            result: ending.map(|ending| ending.result().to_owned()),
            clock: ClockView::of(game, at),
            draw_offer: game.draw_offer().map(Color::from),
            take_back: game.takeback_requested_by().map(Color::from),
            abort: game.abort_requested_by().map(Color::from),
            berserk: (rules::Color::ALL.into_iter())
                .filter(|&it| game.has_berserked(it))
                .map(Color::from)
                .collect(),
            touched: game.touched().iter().map(ToString::to_string).collect(),
            claims: game.claims().map(Claim::from).collect(),
            opening: None,
            saktris: Saktris::of(game).map(Box::new),
            legal: None,
            places: None,
            pass: false,
        }
    }

    /// Adds the opening of the game.
    #[must_use]
    pub fn with_opening(mut self, opening: Option<Opening>) -> GameState {
        self.opening = opening.map(OpeningView::from);
        self
    }

    /// Adds the moves that the side to move may play.
    #[must_use]
    pub fn with_legal_moves(mut self, game: &Game) -> GameState {
        let choices = Choices::of(game);
        self.legal = Some(choices.legal);
        self.places = choices.places;
        self.pass = choices.pass;
        self
    }

    /// Writes the state as JSON, without what only one side may see, and leaves the
    /// object open for that.
    pub(crate) fn write_public(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"seq\":");
        json::number(out, self.seq);
        out.extend_from_slice(b",\"ply\":");
        json::number(out, self.ply.into());
        out.extend_from_slice(b",\"fen\":");
        json::text(out, &self.fen);
        out.extend_from_slice(b",\"turn\":");
        json::text(out, self.turn.name());
        out.extend_from_slice(b",\"status\":");
        json::text(out, &self.status);
        optional(out, b",\"reason\":", self.reason.as_ref());
        optional(out, b",\"result\":", self.result.as_ref());
        if let Some(clock) = &self.clock {
            out.extend_from_slice(b",\"clock\":");
            clock.write(out);
        }
        optional(out, b",\"draw_offer\":", self.draw_offer.as_ref());
        optional(out, b",\"take_back\":", self.take_back.as_ref());
        optional(out, b",\"abort\":", self.abort.as_ref());
        let berserk = Some(&self.berserk).filter(|berserk| !berserk.is_empty());
        optional(out, b",\"berserk\":", berserk);
        let touched = Some(&self.touched).filter(|touched| !touched.is_empty());
        optional(out, b",\"touched\":", touched);
        let claims = Some(&self.claims).filter(|claims| !claims.is_empty());
        optional(out, b",\"claims\":", claims);
        optional(out, b",\"opening\":", self.opening.as_ref());
        optional(out, b",\"saktris\":", self.saktris.as_ref());
    }
}

/// Writes an optional field.
fn optional<T: Serialize>(out: &mut Vec<u8>, name: &[u8], value: Option<&T>) {
    if let Some(value) = value {
        out.extend_from_slice(name);
        json::any(out, value);
    }
}

impl ClockView {
    fn of(game: &Game, at: Time) -> Option<ClockView> {
        // The time of a server may be set back a little after an outage.
        let at = at.max(game.last_event_at());
        let face = |color| game.clock().reading(color, at).map(SideClock::from);
        Some(ClockView {
            white: face(rules::Color::White)?,
            black: face(rules::Color::Black)?,
            running: game.clock().running().map(Color::from),
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"white\":");
        self.white.write(out);
        out.extend_from_slice(b",\"black\":");
        self.black.write(out);
        if let Some(running) = self.running {
            out.extend_from_slice(b",\"running\":");
            json::text(out, running.name());
        }
        out.push(b'}');
    }
}

impl SideClock {
    fn write(&self, out: &mut Vec<u8>) {
        let SideClock {
            time,
            delay: 0,
            moves: None,
            periods: None,
            stage: 0,
        } = self
        else {
            return json::any(out, self);
        };
        out.extend_from_slice(b"{\"time\":");
        json::number(out, *time);
        out.push(b'}');
    }
}

impl Color {
    const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }
}

impl From<ClockReading> for SideClock {
    fn from(reading: ClockReading) -> SideClock {
        SideClock {
            time: Span::as_millis(reading.time),
            delay: reading.delay.as_millis(),
            moves: reading.moves,
            periods: reading.periods,
            stage: reading.stage,
        }
    }
}

impl From<rules::Color> for Color {
    fn from(color: rules::Color) -> Color {
        match color {
            rules::Color::White => Color::White,
            rules::Color::Black => Color::Black,
        }
    }
}

impl From<Color> for rules::Color {
    fn from(color: Color) -> rules::Color {
        match color {
            Color::White => rules::Color::White,
            Color::Black => rules::Color::Black,
        }
    }
}
