//! Saktris: the pieces of a side that are still to come, as far as the players
//! know them.

use arbiter_game::Game;
use arbiter_rules::{Choice, Color, Position, Role};

/// The maximum number of pieces shown of a known order.
const MAX_SHOWN_PIECES: usize = 5;

/// The pieces of one side that are still to come, shown beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tray {
    pub color: Color,
    pub pieces: TrayPieces,
    pub next: NextArrival,
}

/// The pieces shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TrayPieces {
    /// The next ones in order, and the number of those after them.
    Queue { next: Vec<Role>, more: usize },
    /// All pieces, from which the player chooses: each kind with its number.
    Pool(Vec<(Role, usize)>),
}

/// When the next piece arrives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NextArrival {
    /// It has arrived and waits to be placed.
    Waiting,
    /// On the side's next turn.
    NextTurn,
    /// After this many more moves of the side.
    After(u16),
    /// All pieces have arrived.
    Never,
}

impl Tray {
    /// Returns the tray of a side in a position of this game; `None` unless the
    /// game is Saktris.
    pub fn new(game: &Game, position: &Position, color: Color) -> Option<Tray> {
        let saktris = position.saktris_state()?;
        let order = saktris.to_come(color);
        let pieces = match saktris.arrival().choice {
            Choice::Player => {
                let kinds = Role::ALL.into_iter().rev();
                let counted = kinds.map(|role| (role, order.count(role)));
                TrayPieces::Pool(counted.filter(|&(_, count)| count > 0).collect())
            }
            Choice::Order => {
                let known = order.len().saturating_sub(hidden(game, color));
                let next: Vec<Role> = order.iter().take(known.min(MAX_SHOWN_PIECES)).collect();
                let more = order.len() - next.len();
                TrayPieces::Queue { next, more }
            }
        };
        let next = match saktris.moves_to_go(color) {
            _ if saktris.waits(color) => NextArrival::Waiting,
            None => NextArrival::Never,
            Some(0) => NextArrival::NextTurn,
            Some(moves) => NextArrival::After(moves),
        };
        Some(Tray {
            color,
            pieces,
            next,
        })
    }

    /// Returns the piece that waits, unless the player chooses it.
    pub fn waiting(&self) -> Option<Role> {
        match (&self.pieces, self.next) {
            (TrayPieces::Queue { next, .. }, NextArrival::Waiting) => next.first().copied(),
            _ => None,
        }
    }

    /// Describes the tray: "White: a knight is waiting, then pawn, bishop, and 12
    /// more."
    pub fn describe(&self) -> String {
        let side = self.color.name();
        let is_waiting = self.next == NextArrival::Waiting;
        let pieces = match &self.pieces {
            TrayPieces::Queue { next, more } => describe_queue(next, *more, is_waiting),
            TrayPieces::Pool(kinds) => format!("one of: {}", describe_pool(kinds)),
        };
        let when = match self.next {
            NextArrival::Never => return format!("{side}: all pieces have arrived."),
            NextArrival::Waiting => match &self.pieces {
                TrayPieces::Queue { .. } => return format!("{side}: {pieces}."),
                TrayPieces::Pool(_) => "now".to_owned(),
            },
            NextArrival::NextTurn => "next turn".to_owned(),
            NextArrival::After(1) => "after 1 move".to_owned(),
            NextArrival::After(moves) => format!("after {moves} moves"),
        };
        format!("{side}: {when}, {pieces}.")
    }
}

/// Returns the number of pieces at the end of a side's order that are still
/// hidden. The end is the same in every position of the game.
fn hidden(game: &Game, color: Color) -> usize {
    let saktris = game.position().saktris_state();
    let left = saktris.map_or(0, |saktris| saktris.to_come(color).len());
    left.saturating_sub(game.known_arrivals(color))
}

/// Returns the position in FEN with a `?` for each hidden piece.
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

/// Describes a queue: "a knight is waiting, then pawn, bishop, and 12 more".
fn describe_queue(roles: &[Role], more: usize, is_waiting: bool) -> String {
    let Some((first, rest)) = roles.split_first() else {
        return format!("{more} more");
    };
    let mut text = format!("a {first}");
    if is_waiting {
        text.push_str(" is waiting");
    }
    let rest: Vec<String> = rest.iter().map(ToString::to_string).collect();
    if !rest.is_empty() {
        text.push_str(&format!(", then {}", rest.join(", ")));
    }
    if more > 0 {
        text.push_str(&format!(", and {more} more"));
    }
    text
}

/// Describes a pool: "king, queen, 2 rooks".
fn describe_pool(kinds: &[(Role, usize)]) -> String {
    let named = kinds.iter().map(|&(role, count)| match count {
        1 => role.to_string(),
        count => format!("{count} {role}s"),
    });
    named.collect::<Vec<_>>().join(", ")
}
