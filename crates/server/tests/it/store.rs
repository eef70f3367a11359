//! Tests of the store, on SQLite and, if `TEST_DATABASE_URL` is set, on
//! PostgreSQL. Tests of PostgreSQL itself fail without it.

mod administrators;
mod archive;
mod check;
mod concurrency;
pub mod dump;
#[cfg(unix)]
mod encryption;
#[cfg(unix)]
mod failover;
mod failures;
mod identities;
mod links;
mod migrations;
mod operations;
#[cfg(unix)]
pub mod postgres_process;
mod sample_site;
pub mod test_database;

use arbiter_game::{Action, Game, Options, Time};
use arbiter_rules::{ByColor, UciMove};
use arbiter_server::{
    GameId, PlayerId,
    store::{Append, GameProgress, NewGame, Store},
};
use arbiter_wire::{GameOptions, Speed};

/// A game with its log, as a room would write it.
struct Script {
    game: Game,
    lines: Vec<String>,
}

impl Script {
    /// Starts a game at this time.
    fn begin(at: u64) -> Script {
        let options = Options::default().with_clock("5+3".parse().unwrap());
        let game = Game::start(options, Time::from_millis(at)).unwrap();
        let start = arbiter_game::Event {
            at: game.last_event_at(),
            fact: game.start_fact(),
        };
        let lines = vec![game.write_event(&start)];
        Script { game, lines }
    }

    /// Does an action of the side to move, and returns its events.
    fn act(&mut self, at: u64, action: Action) -> Vec<String> {
        let events = self
            .game
            .decide(Time::from_millis(at), self.game.turn(), action)
            .unwrap();
        let mut lines = Vec::new();
        for event in &events {
            lines.push(self.game.write_event(event));
            self.game.apply(event);
        }
        self.lines.extend(lines.clone());
        lines
    }

    fn play(&mut self, at: u64, uci: &str) -> Vec<String> {
        self.act(at, Action::from(uci.parse::<UciMove>().unwrap()))
    }
}

/// Returns the append that a room would make.
fn append(id: GameId, seq: u64, lines: Vec<String>, game: &Game) -> Append {
    Append {
        game: id,
        seq,
        lines,
        command: None,
        progress: Some(GameProgress {
            deadline: game.deadline(),
            plies: u32::try_from(game.line().moves().len()).unwrap(),
            opening: None,
        }),
        seats: None,
        ended: game.ending(),
        audit_entry: None,
        ends_interruption: None,
    }
}

fn id(number: u64) -> GameId {
    GameId::from_random(number)
}

/// Returns a rated blitz game for these players, created at this time.
fn new_game(id: GameId, created: u64, seats: ByColor<Option<PlayerId>>) -> NewGame {
    NewGame {
        id,
        created,
        options: GameOptions {
            rated: true,
            ..GameOptions::default()
        },
        maker: seats.white.or(seats.black).unwrap(),
        seats,
        speed: Speed::Blitz,
        first_event: None,
        deadline: None,
        rematch_of: None,
        accepts: None,
        seeks: Vec::new(),
    }
}

async fn guest(store: &Store) -> PlayerId {
    store.create_guest().await.unwrap().id
}

/// Sets the creation time of all games to 1970.
pub async fn make_games_old(store: &Store) {
    let changed = store.write(|db| db.execute("UPDATE games SET created = 1", &[]));
    changed.await.unwrap();
}
