//! Reproducible Saktris games between different kinds of players, for the tests and
//! for the example `saktris`.

use arbiter_engine::{ComputerPlayer, Engine, EngineSettings, Level, Limits, Strength};
use arbiter_rules::{
    Arrival, BoardReason, Choice, Clearing, Color, Move, Order, PlayedLine, Position, Role, mix64,
};

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contestant {
    /// Plays a random move.
    Random,
    /// Plays the move that wins the most material immediately.
    Greedy,
    /// The engine with this many nodes per move.
    Engine(u64),
    /// One of the ten levels.
    Level(u32),
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Result {
    /// Whether the first contestant won; none for a draw.
    pub won: Option<bool>,
    /// Why it ended; none if it exceeded the maximum length.
    pub reason: Option<BoardReason>,
    pub plies: usize,
    pub last: Position,
}

/// The maximum length of a game in half-moves; longer games are drawn.
const MAX_PLIES: usize = 600;

/// Returns the start of the games with this number: for even numbers with the default
/// rules, otherwise with varied ones.
pub fn start(number: u64) -> Position {
    let other = number / 2;
    let mut arrival = Arrival::default();
    let order = Order::shuffled(number);
    if number.is_multiple_of(2) {
        return Position::saktris([order, order].into(), arrival);
    }
    arrival.every = 1 + (other % 3) as u8;
    arrival.clearing = Clearing::ALL[(other / 3) as usize % 3];
    let orders = match other % 4 {
        0 => [order, Order::shuffled(!number)],
        1 => [Order::FIXED, Order::FIXED],
        2 => {
            arrival.choice = Choice::Player;
            [order, order]
        }
        _ => [order, order],
    };
    Position::saktris(orders.into(), arrival)
}

/// Plays one game. Each start position is played twice, with colors reversed.
pub fn play(contestants: [Contestant; 2], game: u64) -> Result {
    let number = game / 2;
    let first = match game.is_multiple_of(2) {
        true => Color::White,
        false => Color::Black,
    };
    let seed = |index: u64| number.wrapping_mul(2).wrapping_add(index);
    let mut seats = [
        Seat::new(contestants[0], seed(0)),
        Seat::new(contestants[1], seed(1)),
    ];
    let mut line = PlayedLine::from(start(number));
    loop {
        let plies = line.moves().len();
        let end = |won, reason| Result {
            won,
            reason,
            plies,
            last: line.position().clone(),
        };
        if let Some(outcome) = line.outcome() {
            let won = outcome.winner.map(|winner| winner == first);
            return end(won, Some(outcome.reason));
        }
        if let Some(claim) = line.claims().next() {
            return end(None, Some(claim.reason()));
        }
        let turn = usize::from(line.position().turn() != first);
        match seats[turn].choose(&line) {
            Some(mv) if plies < MAX_PLIES => line.play(mv),
            _ => return end(None, None),
        }
    }
}

/// A contestant in one game.
struct Seat {
    contestant: Contestant,
    seed: u64,
    engine: Engine,
    player: Option<ComputerPlayer>,
}

impl Seat {
    fn new(contestant: Contestant, seed: u64) -> Seat {
        let player = match contestant {
            Contestant::Level(number) => Level::new(number),
            _ => None,
        };
        Seat {
            contestant,
            seed,
            engine: Engine::new(EngineSettings {
                threads: 1,
                hash_mib: 4,
            }),
            player: player.map(|level| ComputerPlayer::new(Strength::level(level), seed)),
        }
    }

    fn choose(&mut self, line: &PlayedLine) -> Option<Move> {
        let position = line.position();
        let random = mix64(self.seed ^ mix64(line.moves().len() as u64));
        match self.contestant {
            Contestant::Random => pick(position.legal_moves().collect(), random),
            Contestant::Greedy => {
                let gain = |mv: &Move| greedy_score(position, *mv);
                let highest = position.legal_moves().map(|mv| gain(&mv)).max()?;
                let best = position.legal_moves().filter(|mv| gain(mv) == highest);
                pick(best.collect(), random)
            }
            Contestant::Engine(nodes) => {
                let limits = Limits::nodes(nodes);
                self.engine.search(&guessed_line(line), &limits, &()).best()
            }
            Contestant::Level(_) => {
                let player = self.player.as_mut()?;
                let choice = player.choose(&mut self.engine, &guessed_line(line), &())?;
                Some(choice.mv)
            }
        }
    }
}

/// Returns the game as known to a player who sees only the next piece of each side.
/// The order of the others is guessed.
fn guessed_line(line: &PlayedLine) -> PlayedLine {
    let mut start = line.start().clone();
    let Some(saktris) = line.position().saktris_state() else {
        return line.clone();
    };
    if saktris.arrival().choice == Choice::Player {
        return line.clone();
    }
    for color in Color::ALL {
        let order = line
            .start()
            .saktris_state()
            .map_or(Order::EMPTY, |it| it.to_come(color));
        let seen = order.len() - saktris.to_come(color).len() + 1;
        let hidden: Order = order.iter().skip(seen).collect();
        let known = order.iter().take(seen);
        let whole = known.chain(hidden.reshuffled(seen as u64).iter()).collect();
        start = start.with_order(color, whole);
    }
    let mut known = PlayedLine::from(start);
    for (_, mv) in line.moves() {
        known.play(mv);
    }
    known
}

/// Returns the material lead after a move, in pawns; a won game is best.
fn greedy_score(position: &Position, mv: Move) -> i32 {
    const PAWNS: [i32; 6] = [1, 3, 3, 5, 9, 0];
    let us = position.turn();
    let after = position.after(mv);
    if after
        .outcome()
        .is_some_and(|outcome| outcome.winner == Some(us))
    {
        return 1000;
    }
    let count = |color, role: Role| after.board().pieces(color, role).count() as i32;
    let roles = Role::ALL.into_iter();
    roles
        .map(|role| PAWNS[role as usize] * (count(us, role) - count(!us, role)))
        .sum()
}

fn pick(mut moves: Vec<Move>, random: u64) -> Option<Move> {
    moves.sort_by_key(|mv| (mv.from() as u8, mv.to() as u8, mv.kind(), mv.role()));
    let index = (u128::from(random) * moves.len() as u128) >> 64;
    moves.get(index as usize).copied()
}
