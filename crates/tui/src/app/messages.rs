//! The sentences below the board.

use arbiter_game::{Obligation, Reason, Time};
use arbiter_rules::{Claim, Color};

use super::{App, NextGame, Prompt, SaktrisDuty};
use crate::{notice::NoticeKind, speech};

/// A sentence below the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Message {
    pub style: MessageStyle,
    pub text: String,
}

/// How a message is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MessageStyle {
    /// As a bar across the screen.
    Bar,
    Warning,
    Strong,
    Plain,
}

impl App {
    /// Returns all messages, the most important first.
    pub(crate) fn messages(&self) -> Vec<Message> {
        let mut messages = Vec::new();
        let mut add = |style, text: String| messages.push(Message { style, text });
        if let Some(prompt) = &self.dialog.prompt {
            add(MessageStyle::Bar, self.prompt_text(prompt));
        }
        if let Some(ply) = self.view.past_ply() {
            let place = self.describe_ply(ply);
            let text = format!("EARLIER POSITION, {place}. End or Enter returns to the game.");
            add(MessageStyle::Bar, text);
        }
        if let Some(notice) = &self.dialog.notice {
            let style = match notice.kind {
                NoticeKind::Info => MessageStyle::Plain,
                NoticeKind::Refusal => MessageStyle::Warning,
            };
            add(style, notice.text.clone());
        }
        let last = self.last_move();
        if let Some(cleared) = last.and_then(|(before, mv)| speech::describe_clear(before, mv)) {
            add(MessageStyle::Strong, format!("{}.", capitalize(&cleared)));
        }
        if let Some(ending) = self.game.ending() {
            let result = self
                .theme
                .sign(ending.typographic_result(), ending.result());
            let article = ending.reason.article();
            let article = article.map_or_else(String::new, |it| format!(" (FIDE {it})"));
            let text = match ending.reason {
                Reason::Aborted => capitalize(&ending),
                _ => format!("{result}  {}{article}", capitalize(&ending)),
            };
            add(MessageStyle::Bar, text);
            if self.dialog.notice.is_none() {
                let text = "Type new for another game, save to keep this one, go 1 to review it.";
                add(MessageStyle::Plain, text.to_owned());
            }
        }
        if let Some(error) = self.recorder.journal_error() {
            let text = format!("This game is not being recorded and cannot be resumed: {error}.");
            add(MessageStyle::Warning, text);
        }
        if self.game.ending().is_none() {
            self.add_offers(&mut add);
            self.add_duties(&mut add);
        }
        messages
    }

    /// Adds the open offers and the draws that can be claimed.
    fn add_offers(&self, add: &mut impl FnMut(MessageStyle, String)) {
        if let Some(by) = self.game.draw_offer() {
            let (by, other) = (by.name(), (!by).name());
            if self.is_computers_turn() {
                add(MessageStyle::Plain, format!("{by} has offered a draw."));
            } else {
                let text = format!("{by} offers a draw. {other}: accept or decline (y or n)?");
                add(MessageStyle::Bar, text);
            }
        }
        if let Some(by) = self.game.takeback_requested_by() {
            let (by, other) = (by.name(), (!by).name());
            let text = format!("{by} requests a takeback. {other}: accept or decline (y or n)?");
            add(MessageStyle::Bar, text);
        }
        if let Some(by) = self.game.abort_requested_by() {
            let (by, other) = (by.name(), (!by).name());
            let text = format!("{by} wants to abort the game. {other}: accept, or play on.");
            add(MessageStyle::Bar, text);
        }
    }

    /// Adds what the side to move must do or may claim.
    fn add_duties(&self, add: &mut impl FnMut(MessageStyle, String)) {
        let turn = self.game.turn().name();
        if let Some(text) = describe_obligation(self.game.turn(), self.game.obligation()) {
            add(MessageStyle::Plain, text);
        }
        // The computer claims on its own.
        let is_person = !self.is_computers_turn();
        for claim in self.game.claims().filter(|_| is_person) {
            let why = match claim {
                Claim::Threefold => "this position has occurred three times",
                Claim::FiftyMoves => "fifty moves without a pawn move or capture",
            };
            add(
                MessageStyle::Plain,
                format!("{turn} can claim a draw (claim, or F4): {why}."),
            );
        }
        if self.game.position().is_check() && !self.view.is_past() {
            add(MessageStyle::Plain, format!("{turn} is in check."));
        }
        // A refusal that names the same squares has already said so.
        let refused = self.dialog.notice.as_ref().map(|notice| notice.squares);
        let is_said = refused
            .is_some_and(|squares| !squares.is_empty() && squares == self.placement_squares());
        if let Some(duty) = self.saktris_duty().filter(|_| !is_said) {
            add(MessageStyle::Plain, self.describe_saktris_duty(&duty));
        }
        if self.has_blocked_arrival() {
            add(MessageStyle::Plain, self.describe_blocked_arrival());
        }
    }

    fn describe_saktris_duty(&self, duty: &SaktrisDuty) -> String {
        let turn = self.game.turn().name();
        if *duty == SaktrisDuty::Pass {
            return format!("{turn} has no legal move: press Enter or click to pass.");
        }
        let squares = self.placement_squares().into_iter();
        let squares: Vec<String> = squares.map(|square| square.to_string()).collect();
        let squares = match squares.split_last() {
            Some((_, rest)) if rest.len() == 7 => " anywhere on the back rank".to_owned(),
            Some((last, rest)) if !rest.is_empty() => {
                format!(" on {} or {last}", rest.join(", "))
            }
            _ => format!(" on {}", squares.concat()),
        };
        match self.role_in_hand() {
            Some(role) => format!("{turn} must place the {role}{squares}."),
            None => format!("{turn} must place a piece{squares}."),
        }
    }

    fn describe_blocked_arrival(&self) -> String {
        let turn = self.game.turn();
        let side = turn.name();
        match self.tray(turn).and_then(|tray| tray.waiting()) {
            Some(role) => format!("The {role} cannot be placed yet: {side} moves instead."),
            None => format!("No piece can be placed yet: {side} moves instead."),
        }
    }

    fn prompt_text(&self, prompt: &Prompt) -> String {
        let names = self.players.names();
        match prompt {
            Prompt::Resume => {
                let place = self.describe_ply(self.game.moves().len());
                format!(
                    "There is an unfinished game: {} against {}, {place}. Resume it? y: resume, \
                     n: new game, q: quit",
                    names.white, names.black
                )
            }
            Prompt::Resign(by) => format!("{}: really resign? (y or n)", by.name()),
            Prompt::ComputerFailed(why) => format!(
                "{} cannot play: {why}. The game is saved and the clocks are stopped. y: try \
                 again, q: quit",
                names[self.game.turn()]
            ),
            Prompt::Leave(NextGame::New(_)) => {
                "This game is not over. Start a new one? (y or n)".to_owned()
            }
            Prompt::Leave(NextGame::Load { path, .. }) => {
                format!("This game is not over. Load {path} instead? (y or n)")
            }
            Prompt::Choose(choice) => {
                let roles = self.choices(*choice);
                let names: Vec<String> = roles.iter().map(ToString::to_string).collect();
                format!("{} {}?", choice.label(), names.join(", "))
            }
            Prompt::Paused => "The clocks are paused. Press Enter to continue.".to_owned(),
        }
    }

    /// Describes a point of the game by the last move before it.
    fn describe_ply(&self, ply: usize) -> String {
        let last = ply.checked_sub(1);
        let Some((before, mv)) = last.and_then(|index| self.game.line().moves().nth(index)) else {
            return "before the first move".to_owned();
        };
        let dots = match before.turn() {
            Color::White => ".",
            Color::Black => self.theme.sign("…", "..."),
        };
        format!("after {}{dots} {}", before.fullmoves(), before.san(mv))
    }

    /// Describes the pieces to come in words, for players without a screen.
    pub(crate) fn spoken_arrivals(&self) -> Vec<String> {
        if self.game.ending().is_some() && !self.view.is_past() {
            return Vec::new();
        }
        let trays = Color::ALL.into_iter().filter_map(|color| self.tray(color));
        trays.map(|tray| tray.describe()).collect()
    }

    /// Returns the clocks and all messages as lines, for players without a
    /// screen.
    pub(crate) fn report(&self, at: Time) -> Vec<String> {
        let mut lines = Vec::new();
        for color in Color::ALL {
            if let Some(clock) = self.clock_display(color, at) {
                let name = &self.players.names()[color];
                let line = format!("{name}: {} {}", clock.time, clock.note);
                lines.push(line.trim_end().to_owned());
            }
        }
        lines.extend(self.messages().into_iter().map(|message| message.text));
        lines
    }
}

/// Describes what a touched piece or a claim obliges the side to move to (C11).
fn describe_obligation(turn: Color, obligation: Obligation) -> Option<String> {
    let side = turn.name();
    Some(match obligation {
        Obligation::Free => return None,
        Obligation::Move { piece, denied } => {
            let castling = match denied {
                Some(side) => format!(", but not by {}", side.san()),
                None => String::new(),
            };
            format!("Touch-move: {side} must move the {piece}{castling}.")
        }
        Obligation::Take(piece) => format!("Touch-move: {side} must capture the {piece}."),
        Obligation::TakeWith { piece, taken } => {
            format!("Touch-move: {side} must capture the {taken} with the {piece}.")
        }
        Obligation::Castle(castling) => format!("Touch-move: {side} must play {}.", castling.san()),
        Obligation::Play(mv) => format!(
            "After the claim, {side} must play the {} from {} to {}.",
            mv.role(),
            mv.from(),
            mv.to()
        ),
    })
}

fn capitalize(text: &impl ToString) -> String {
    let text = text.to_string();
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => text,
    }
}
