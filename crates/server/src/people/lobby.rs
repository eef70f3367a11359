//! Where strangers meet: open seeks, and quick pairing of those who want the
//! same. It is kept in memory alone: whoever looks for an opponent is there.

pub mod seeks;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use arbiter_game::Span;
use arbiter_rules::Color;
use arbiter_wire::{
    Clock, GameOptions, OpenSeek, OptionsError, Paired, Problem, SaktrisOptions, Seek,
    ServerMessage, Speed, Variant,
};

use crate::{
    App,
    base::{GameId, PlayerId, random},
    play::{
        create_game::{self, Opponent, Wanted, needs_account},
        outbox::{self, Outbox},
    },
    store::{PlayerCard, StoreError},
};
use seeks::{AcceptError, Pair, Place, SeekId, Seeker, Seeks, side_of_waiting};

/// The lobby.
#[derive(Debug, Default)]
pub struct Lobby(Mutex<Board>);

#[derive(Debug, Default)]
struct Board {
    seeks: Seeks<Keeper>,
    watchers: Vec<Outbox>,
    /// The games of those who ask now and then what became of their seek.
    made: HashMap<SeekId, (PlayerId, GameId)>,
    /// Whether the list is about to be told.
    is_telling: bool,
}

/// How long a seek lasts.
#[derive(Clone, Debug)]
pub enum Keeper {
    /// As long as this socket.
    Socket(Outbox),
    /// Ten minutes.
    Request,
}

/// A seek that was heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Posted {
    /// Its name.
    pub id: SeekId,
    /// The game, once there is one.
    pub game: Option<GameId>,
}

/// How long a seek lasts that was made by a request, and how long after that
/// one can ask what became of it.
const REQUESTED: Span = Span::from_seconds(10 * 60);
/// No more than so many wait.
const MOST: usize = 10_000;
/// The list that is told has no more than so many.
const LISTED: usize = 200;
/// Changes that come together are told together.
const GATHERING: Duration = Duration::from_millis(200);

impl Lobby {
    /// Tells the list to this socket now, and from now on when it changes.
    pub fn watch(&self, outbox: &Outbox) {
        let mut board = self.lock();
        board.watchers.retain(|it| !it.is(outbox));
        if outbox.tell(&ServerMessage::Lobby(board.seeks.list(LISTED))) {
            board.watchers.push(outbox.clone());
        }
    }

    /// Tells it no longer.
    pub fn leave(&self, outbox: &Outbox) {
        self.lock().watchers.retain(|it| !it.is(outbox));
    }

    /// A socket is gone, and with it whoever looked for an opponent.
    pub fn close(&self, app: &Arc<App>, outbox: &Outbox) {
        self.leave(outbox);
        let is_his = |seeker: &Seeker<Keeper>| match &seeker.keeper {
            Keeper::Socket(keeper) => keeper.is(outbox),
            Keeper::Request => false,
        };
        let was_there = self.lock().seeks.remove_where(is_his);
        self.note(app, was_there);
    }

    /// The open seeks, the newest first.
    #[must_use]
    pub fn list(&self) -> Vec<OpenSeek> {
        self.lock().seeks.list(LISTED)
    }

    /// Looks for an opponent: somebody who waits for the same, or whoever
    /// comes next.
    ///
    /// # Errors
    ///
    /// Why there will be no such game.
    pub async fn seek(
        &self,
        app: &Arc<App>,
        player: PlayerId,
        seek: Seek,
        keeper: Keeper,
    ) -> Result<Posted, Problem> {
        let seek = Seek {
            options: plain(&seek.options).map_err(|error| Problem::from(&error))?,
            ..seek
        };
        let card = find_card(app, player, &seek.options).await?;
        if seek.options.rated {
            needs_account(&card)?;
        }
        check_games(app, player).await?;
        let id = SeekId::from_random(u64::from_le_bytes(random::bytes()));
        let is_requested = matches!(keeper, Keeper::Request);
        if is_requested {
            expire(app, player, id);
        }
        let came = Seeker {
            id,
            card,
            seek,
            keeper,
        };
        let sought = {
            let mut board = self.lock();
            if board.seeks.count() >= MOST {
                let title = "the lobby is full: accept a seek that is open, or try again";
                return Err(Problem::new(503, "lobby_full", title));
            }
            board.seeks.seek(came)
        };
        self.note(app, true);
        let Some(Pair { waited, came }) = sought else {
            return Ok(Posted { id, game: None });
        };
        let side = side_of_waiting(&waited.seeker.seek, &came.seek);
        let game = self.pair(app, waited, came.card, side).await?;
        if is_requested {
            self.lock().made.insert(id, (player, game));
        }
        Ok(Posted {
            id,
            game: Some(game),
        })
    }

    /// Accepts an open seek.
    ///
    /// # Errors
    ///
    /// Why there is no game.
    pub async fn accept(
        &self,
        app: &Arc<App>,
        player: PlayerId,
        id: SeekId,
    ) -> Result<GameId, Problem> {
        let waited = self.lock().seeks.accept(id, player);
        let waited = waited.map_err(|error| {
            let code = match error {
                AcceptError::Gone => "seek_gone",
                AcceptError::Own => "own_seek",
            };
            Problem::new(409, code, error.to_string())
        })?;
        self.note(app, true);
        let seek = &waited.seeker.seek;
        let side = side_of_waiting(seek, &Seek::default());
        let card = async {
            check_games(app, player).await?;
            find_card(app, player, &seek.options).await
        };
        match card.await {
            Ok(card) => self.pair(app, waited, card, side).await,
            Err(problem) => {
                self.put_back(app, waited);
                Err(problem)
            }
        }
    }

    /// Makes the game of two who have found each other, and tells both.
    async fn pair(
        &self,
        app: &Arc<App>,
        waited: Place<Keeper>,
        came: PlayerCard,
        side: Option<Color>,
    ) -> Result<GameId, Problem> {
        let Seeker { id, card, seek, .. } = &waited.seeker;
        let players = [card.id, came.id];
        let wanted = Wanted {
            maker: card.clone(),
            options: seek.options.clone(),
            color: side,
            opponent: Opponent::Player(came),
            rematch_of: None,
        };
        let game = match create_game::create_game(app, wanted).await {
            Ok(game) => game,
            Err(problem) => {
                self.put_back(app, waited);
                return Err(problem);
            }
        };
        {
            let mut board = self.lock();
            if matches!(waited.seeker.keeper, Keeper::Request) {
                board.made.insert(*id, (players[0], game));
            }
            // Whoever plays waits no longer.
            board.seeks.withdraw_all(players[1]);
        }
        let paired = ServerMessage::Paired(Paired {
            game: game.to_string(),
        });
        for player in players {
            app.hub.tell(player, &paired);
        }
        Ok(game)
    }

    fn put_back(&self, app: &Arc<App>, place: Place<Keeper>) {
        self.lock().seeks.put_back(place);
        self.note(app, true);
    }

    /// Looks no longer.
    pub fn unseek(&self, app: &Arc<App>, player: PlayerId) {
        let was_there = self.lock().seeks.withdraw_all(player);
        self.note(app, was_there);
    }

    /// Withdraws a seek of this player; whether it was open.
    pub fn withdraw(&self, app: &Arc<App>, player: PlayerId, id: SeekId) -> bool {
        let was_there = self.lock().seeks.withdraw(id, player);
        self.note(app, was_there);
        was_there
    }

    /// What has become of a seek of this player; none if it is not known.
    #[must_use]
    pub fn find(&self, player: PlayerId, id: SeekId) -> Option<Posted> {
        let board = self.lock();
        let is_open = board.seeks.of(player).is_some_and(|it| it.id == id);
        let made = board.made.get(&id).filter(|(owner, _)| *owner == player);
        let game = made.map(|&(_, game)| game);
        (is_open || game.is_some()).then_some(Posted { id, game })
    }

    /// Tells those who watch the list that it has changed, all changes of a
    /// moment at once.
    fn note(&self, app: &Arc<App>, has_changed: bool) {
        let mut board = self.lock();
        if !has_changed || board.is_telling || board.watchers.is_empty() {
            return;
        }
        board.is_telling = true;
        let app = Arc::clone(app);
        tokio::spawn(async move {
            tokio::time::sleep(GATHERING).await;
            app.lobby.tell();
        });
    }

    fn tell(&self) {
        let mut board = self.lock();
        board.is_telling = false;
        let list = board.seeks.list(LISTED);
        let frame = outbox::frame(&ServerMessage::Lobby(list));
        board.watchers.retain(|it| it.send(frame.clone()));
    }

    fn lock(&self) -> MutexGuard<'_, Board> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Forgets a seek when its time has come.
fn expire(app: &Arc<App>, player: PlayerId, id: SeekId) {
    let until = app.clock.now() + REQUESTED;
    let clock = app.clock.clone();
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        clock.sleep_until(Some(until)).await;
        if let Some(app) = app.upgrade() {
            app.lobby.withdraw(&app, player, id);
        }
        clock.sleep_until(Some(until + REQUESTED)).await;
        if let Some(app) = app.upgrade() {
            app.lobby.lock().made.remove(&id);
        }
    });
}

/// Options in one form: the same clock may be written in many.
fn plain(options: &GameOptions) -> Result<GameOptions, OptionsError> {
    let read = options.read(0)?;
    let start = options.start.is_some().then(|| read.start.to_string());
    Ok(GameOptions {
        clock: Clock(read.control.to_string()),
        start,
        saktris: saktris(options),
        ..options.clone()
    })
}

/// What is left out is as usual.
fn saktris(options: &GameOptions) -> Option<SaktrisOptions> {
    let is_usual = options.variant == Variant::Saktris && options.start.is_none();
    options
        .saktris
        .clone()
        .or_else(|| is_usual.then(SaktrisOptions::default))
}

/// Who it is, with the rating that counts here.
async fn find_card(
    app: &App,
    player: PlayerId,
    options: &GameOptions,
) -> Result<PlayerCard, Problem> {
    let speed = options.read(0).ok().map(|read| Speed::of_game(&read));
    match app.store.player_card(player, speed).await {
        Ok(Some(card)) => Ok(card),
        Ok(None) => {
            let title = "this player is not here any more: sign in again";
            Err(Problem::new(401, "signed_out", title))
        }
        Err(error) => Err(unavailable(&error)),
    }
}

/// Nobody has more games under way than one address may make.
async fn check_games(app: &App, player: PlayerId) -> Result<(), Problem> {
    let most = u64::from(app.settings.limits.games);
    match app.store.count_unfinished_games(player).await {
        Ok(count) if most > 0 && count >= most => {
            let title = "you have too many games at once: finish some first";
            Err(Problem::new(429, "too_many_at_once", title))
        }
        Ok(_) => Ok(()),
        Err(error) => Err(unavailable(&error)),
    }
}

fn unavailable(error: &StoreError) -> Problem {
    tracing::error!(%error, "the lobby cannot read the store");
    let title = "the database does not answer: try again in a moment";
    Problem::new(503, "store_unavailable", title)
}
