//! Saktris: the pieces that are still to come, as far as everybody knows.

use arbiter_game::Game;
use arbiter_rules::{Choice, Color, Position, Role};

/// Of an order that is known to its end, so many pieces are told at once.
const MOST: usize = 5;

/// What is seen of one side's pieces to come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tray {
    pub color: Color,
    pub shown: Shown,
    pub next: Next,
}

/// Which pieces are seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Shown {
    /// The next ones in their order, and how many come after them.
    Queue { next: Vec<Role>, more: usize },
    /// All of them, among which the player picks: each kind and how many.
    Pool(Vec<(Role, usize)>),
}

/// When the next piece comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// It is there, and waits to be placed.
    Waits,
    /// At the side's next turn.
    ComingTurn,
    /// After so many moves of the side on the board.
    After(u16),
    /// All have come.
    Never,
}

impl Tray {
    /// The tray of a side in a position of this game; none if all pieces are
    /// there from the beginning.
    pub fn of(game: &Game, position: &Position, color: Color) -> Option<Tray> {
        let saktris = position.to_come()?;
        let order = saktris.to_come(color);
        let shown = match saktris.arrival().choice {
            Choice::Player => {
                let kinds = Role::ALL.into_iter().rev();
                let counted = kinds.map(|role| (role, order.count(role)));
                Shown::Pool(counted.filter(|&(_, count)| count > 0).collect())
            }
            Choice::Order => {
                let known = order.len().saturating_sub(hidden(game, color));
                let next: Vec<Role> = order.iter().take(known.min(MOST)).collect();
                let more = order.len() - next.len();
                Shown::Queue { next, more }
            }
        };
        let next = match saktris.moves_to_go(color) {
            _ if saktris.waits(color) => Next::Waits,
            None => Next::Never,
            Some(0) => Next::ComingTurn,
            Some(moves) => Next::After(moves),
        };
        Some(Tray { color, shown, next })
    }

    /// The piece that waits, if that is settled.
    pub fn waiting(&self) -> Option<Role> {
        match (&self.shown, self.next) {
            (Shown::Queue { next, .. }, Next::Waits) => next.first().copied(),
            _ => None,
        }
    }

    /// All of it in words: "White: a knight waits; then pawn, bishop; 12
    /// more."
    pub fn words(&self) -> String {
        let side = self.color.name();
        let pieces = match &self.shown {
            Shown::Queue { next, more } => queue(next, *more, self.next),
            Shown::Pool(kinds) => pool(kinds),
        };
        let when = match (self.next, &self.shown) {
            (Next::Never, _) => return format!("{side}: all pieces have arrived."),
            (Next::Waits, Shown::Queue { .. }) => return format!("{side}: {pieces}."),
            (Next::Waits, Shown::Pool(_)) => "one is to be placed now".to_owned(),
            (Next::ComingTurn, _) => "next turn".to_owned(),
            (Next::After(1), _) => "after 1 move".to_owned(),
            (Next::After(moves), _) => format!("after {moves} moves"),
        };
        match &self.shown {
            Shown::Queue { .. } => format!("{side}: {when} {pieces}."),
            Shown::Pool(_) => format!("{side}: {when}; to choose from: {pieces}."),
        }
    }
}

/// How many pieces at the end of a side's order nobody has seen yet. The end
/// is the same in every position of the game.
fn hidden(game: &Game, color: Color) -> usize {
    let saktris = game.position().to_come();
    let left = saktris.map_or(0, |saktris| saktris.to_come(color).len());
    left.saturating_sub(game.known_arrivals(color))
}

/// The position in FEN with a `?` for each piece to come that nobody has seen.
pub(crate) fn public_fen(game: &Game, position: &Position) -> String {
    let fen = position.to_string();
    let (Some(start), Some(end)) = (fen.find('['), fen.find(']')) else {
        return fen;
    };
    let Some((white, black)) = fen[start + 1..end].split_once('/') else {
        return fen;
    };
    let masked = |order: &str, color| {
        let letters = order.chars().filter(char::is_ascii_alphabetic).count();
        let seen = letters.saturating_sub(hidden(game, color));
        let mut place = 0;
        let mut masked = String::new();
        for c in order.chars() {
            place += usize::from(c.is_ascii_alphabetic());
            let is_hidden = c.is_ascii_alphabetic() && place > seen;
            masked.push(if is_hidden { '?' } else { c });
        }
        masked
    };
    let (white, black) = (masked(white, Color::White), masked(black, Color::Black));
    format!("{}{white}/{black}{}", &fen[..=start], &fen[end..])
}

/// "a knight waits; then pawn, bishop; 12 more".
fn queue(roles: &[Role], more: usize, next: Next) -> String {
    let Some((first, rest)) = roles.split_first() else {
        return format!("{more} more");
    };
    let mut text = format!("a {first}");
    if next == Next::Waits {
        text.push_str(" waits");
    }
    let rest: Vec<String> = rest.iter().map(ToString::to_string).collect();
    if !rest.is_empty() {
        text.push_str(&format!("; then {}", rest.join(", ")));
    }
    if more > 0 {
        text.push_str(&format!("; {more} more"));
    }
    text
}

/// "king, queen, 2 rooks".
fn pool(kinds: &[(Role, usize)]) -> String {
    let named = kinds.iter().map(|&(role, count)| match count {
        1 => role.to_string(),
        count => format!("{count} {role}s"),
    });
    named.collect::<Vec<_>>().join(", ")
}
