//! What is said below the board.

use arbiter_game::{Obligation, Reason, Time};
use arbiter_rules::{Claim, Color};

use super::{App, Choosing, Due, Next, Question};
use crate::{notice::NoticeKind, speech};

/// A sentence below the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Saying {
    pub tone: Tone,
    pub text: String,
}

/// How it is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    /// As a bar across the screen.
    Bar,
    Warning,
    Strong,
    Plain,
}

impl App {
    /// Everything there is to say, the most important first.
    pub(crate) fn says(&self) -> Vec<Saying> {
        let mut says = Vec::new();
        let mut say = |tone, text: String| says.push(Saying { tone, text });
        if let Some(question) = &self.question {
            say(Tone::Bar, self.asked(question));
        }
        if let Some(ply) = self.looking {
            let place = self.place(ply);
            let text = format!("LOOKING BACK: {place}. End or Enter returns to the game.");
            say(Tone::Bar, text);
        }
        if let Some(notice) = &self.notice {
            let tone = match notice.kind {
                NoticeKind::News => Tone::Plain,
                NoticeKind::Refusal => Tone::Warning,
            };
            say(tone, notice.text.clone());
        }
        let last = self.last_move();
        if let Some(cleared) = last.and_then(|(before, mv)| speech::cleared(before, mv)) {
            say(Tone::Strong, format!("{}.", capital(&cleared)));
        }
        if let Some(ending) = self.game.ending() {
            let result = self
                .theme
                .sign(ending.typographic_result(), ending.result());
            let article = ending.reason.article();
            let article = article.map_or_else(String::new, |it| format!(" (FIDE {it})"));
            let text = match ending.reason {
                Reason::Aborted => capital(&ending),
                _ => format!("{result}  {}{article}", capital(&ending)),
            };
            say(Tone::Bar, text);
            if self.notice.is_none() {
                let text = "Type new for another game, save to keep this one, go 1 to look back.";
                say(Tone::Plain, text.to_owned());
            }
        }
        if let Some(trouble) = &self.journal_trouble {
            let text = format!("This game is not kept in a journal: {trouble}.");
            say(Tone::Warning, text);
        }
        self.say_standing(&mut say);
        says
    }

    /// What stands between the players, and what the board demands.
    fn say_standing(&self, say: &mut impl FnMut(Tone, String)) {
        if self.game.ending().is_some() {
            return;
        }
        if let Some(by) = self.game.draw_offer()
            && self.is_computers_turn()
        {
            let text = format!("{} offers a draw, and waits for the answer.", by.name());
            say(Tone::Plain, text);
        } else if let Some(by) = self.game.draw_offer() {
            let (by, other) = (by.name(), (!by).name());
            let text = format!("{by} offers a draw. {other}: accept or decline (y or n)?");
            say(Tone::Bar, text);
        }
        if let Some(by) = self.game.takeback_requested_by() {
            let (by, other) = (by.name(), (!by).name());
            let text =
                format!("{by} asks to take back a move. {other}: accept or decline (y or n)?");
            say(Tone::Bar, text);
        }
        if let Some(by) = self.game.abort_requested_by() {
            let (by, other) = (by.name(), (!by).name());
            let text = format!("{by} wants to call the game off. {other}: accept, or play on.");
            say(Tone::Bar, text);
        }
        if let Some(text) = owed(self.game.turn(), self.game.obligation()) {
            say(Tone::Plain, text);
        }
        // The computer knows when it may claim.
        let is_mine = !self.is_computers_turn();
        for claim in self.game.claims().filter(|_| is_mine) {
            let why = match claim {
                Claim::Threefold => "the position is here for the third time",
                Claim::FiftyMoves => "fifty moves without pawn move or capture",
            };
            let turn = self.game.turn().name();
            say(
                Tone::Plain,
                format!("{turn} can claim a draw (claim, or F4): {why}."),
            );
        }
        if self.game.position().is_check() && self.looking.is_none() {
            let turn = self.game.turn().name();
            say(Tone::Plain, format!("Check: {turn}'s king is attacked."));
        }
        // A refusal that names the lit squares has said so.
        let refused = self.notice.as_ref().map(|notice| notice.squares);
        let is_told =
            refused.is_some_and(|squares| !squares.is_empty() && squares == self.places());
        if let Some(due) = self.due().filter(|_| !is_told) {
            say(Tone::Plain, self.demanded(&due));
        }
        if self.has_to_wait() {
            say(Tone::Plain, self.put_off());
        }
    }

    /// What has to be done before anything else (Saktris).
    fn demanded(&self, due: &Due) -> String {
        let turn = self.game.turn().name();
        if *due == Due::Pass {
            return format!("{turn} can do nothing: Enter or a click passes.");
        }
        let places = self.places().into_iter();
        let places: Vec<String> = places.map(|square| square.to_string()).collect();
        let places = match places.split_last() {
            Some((_, rest)) if rest.len() == 7 => " anywhere on the back rank".to_owned(),
            Some((last, rest)) if !rest.is_empty() => format!(": {} or {last}", rest.join(", ")),
            _ => format!(": {}", places.concat()),
        };
        match self.in_hand() {
            Some(role) => format!("{turn} places the {role}{places}."),
            None => format!("{turn} places any piece{places}."),
        }
    }

    /// A piece waits that cannot be placed (Saktris).
    fn put_off(&self) -> String {
        let turn = self.game.turn();
        let side = turn.name();
        match self.tray(turn).and_then(|tray| tray.waiting()) {
            Some(role) => format!("The {role} cannot be placed now, and waits: {side} moves."),
            None => format!("No piece can be placed now: {side} moves."),
        }
    }

    fn asked(&self, question: &Question) -> String {
        match question {
            Question::Resume => {
                let place = self.place(self.game.moves().len());
                format!(
                    "There is an unfinished game, {} against {}, {place}. Go on with it? y goes \
                     on, n begins a new game, q quits.",
                    self.table.names.white, self.table.names.black
                )
            }
            Question::Resign(by) => format!("{} gives up? y or n", by.name()),
            Question::Trouble(why) => format!(
                "{} does not play: {why}. The game is kept and the clocks stand. y tries again, \
                 q quits.",
                self.table.names[self.game.turn()]
            ),
            Question::Leave(Next::New(_)) => {
                "The game is not over. Leave it for a new one? y or n".to_owned()
            }
            Question::Leave(Next::Load { path, .. }) => {
                format!("The game is not over. Leave it for {path}? y or n")
            }
            Question::Choose(choosing) => {
                let roles = self.choices(*choosing);
                let names: Vec<String> = roles.iter().map(ToString::to_string).collect();
                format!("{} {}?", choosing.label(), names.join(", "))
            }
            Question::Paused => "The clocks stand. Enter lets them run again.".to_owned(),
        }
    }

    /// Where in the game one is after so many moves of either side: after
    /// which move, as players count them.
    fn place(&self, ply: usize) -> String {
        let last = ply.checked_sub(1);
        let Some((before, mv)) = last.and_then(|index| self.game.line().moves().nth(index)) else {
            return "at the start".to_owned();
        };
        let dots = match before.turn() {
            Color::White => ".",
            Color::Black => self.theme.sign("…", "..."),
        };
        format!("after {}{dots} {}", before.fullmoves(), before.san(mv))
    }

    /// What is to come in words, for those who have no screen.
    pub(crate) fn arrivals(&self) -> Vec<String> {
        if self.game.ending().is_some() && self.looking.is_none() {
            return Vec::new();
        }
        let trays = Color::ALL.into_iter().filter_map(|color| self.tray(color));
        trays.map(|tray| tray.words()).collect()
    }

    /// Everything that is said, for those who have no screen.
    pub(crate) fn report(&self, at: Time) -> Vec<String> {
        let mut lines = Vec::new();
        for color in Color::ALL {
            if let Some(face) = self.face(color, at) {
                let name = &self.table.names[color];
                let besides = &face.besides;
                lines.push(format!("{name}: {} {besides}", face.time).trim_end().into());
            }
        }
        lines.extend(self.says().into_iter().map(|saying| saying.text));
        lines
    }
}

impl Choosing {
    /// What is chosen.
    pub(crate) fn label(&self) -> String {
        match self.pawn {
            Some(_) => "Promote to:".to_owned(),
            None => format!("On {} goes:", self.to),
        }
    }
}

/// What a touched piece demands (C11).
fn owed(turn: Color, obligation: Obligation) -> Option<String> {
    let side = turn.name();
    Some(match obligation {
        Obligation::Free => return None,
        Obligation::Move { piece, denied } => {
            let castling = match denied {
                Some(side) => format!(", but not by {}", side.san()),
                None => String::new(),
            };
            format!("Touched: {side} must move the {piece}{castling}.")
        }
        Obligation::Take(piece) => format!("Touched: {side} must take the {piece}."),
        Obligation::TakeWith { piece, taken } => {
            format!("Touched: {side} must take the {taken} with the {piece}.")
        }
        Obligation::Castle(castling) => format!("Touched: {side} must play {}.", castling.san()),
        Obligation::Play(mv) => format!(
            "Claimed: {side} must play {} from {} to {}.",
            mv.role(),
            mv.from(),
            mv.to()
        ),
    })
}

fn capital(text: &impl ToString) -> String {
    let text = text.to_string();
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => text,
    }
}
