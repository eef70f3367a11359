use std::{
    path::PathBuf,
    process,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use arbiter_game::{Span, Time};
use arbiter_rules::Color;
use arbiter_server::{
    App, Clock, Database, GameId, PlayerId, Settings,
    making::{self, Opponent, Wanted},
    outbox::{Outbox, Outgoing},
    room::{Done, Message, viewers::Viewer},
    store::{self, PlayerCard},
};
use arbiter_wire::{Action, Command, GameOptions, GameView, Problem, ServerMessage, State, Update};

/// A server without a network, with a clock that the test holds.
pub struct House {
    pub app: Arc<App>,
    folder: PathBuf,
}

/// Somebody, and the socket through which he hears.
pub struct Person {
    pub card: PlayerCard,
    pub outbox: Outbox,
    outgoing: Outgoing,
}

/// A test that hears nothing for so long fails.
const PATIENCE: Duration = Duration::from_secs(20);

impl House {
    pub fn open() -> House {
        House::with(|_| {})
    }

    /// A server with other settings.
    pub fn with(change: impl FnOnce(&mut Settings)) -> House {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!(
            "arbiter_people_{}_{}",
            process::id(),
            COUNT.fetch_add(1, Relaxed)
        );
        let folder = std::env::temp_dir().join(name);
        let mut settings = Settings::new(Database::Sqlite(folder.join("arbiter.db")));
        change(&mut settings);
        let app = start(settings, Time::from_millis(1_000_000));
        House { app, folder }
    }

    /// The same server, after it was stopped and started again.
    pub fn restart(&mut self) {
        let settings = self.app.settings.clone();
        self.app.stop.now();
        self.app = start(settings, self.app.clock.now());
    }

    /// Lets time pass.
    pub fn pass(&self, span: Span) {
        self.app.clock.set(self.app.clock.now() + span);
    }

    /// A new guest, who is connected.
    pub async fn guest(&self) -> Person {
        let id = self.app.store.create_guest().await.unwrap().id;
        self.connect(id).await
    }

    /// A new account.
    pub async fn account(&self, name: &str) -> Person {
        let name = name.parse().unwrap();
        let password = "$argon2id$".to_owned();
        let id = self.app.store.create_account(None, name, password).await;
        self.connect(id.unwrap()).await
    }

    pub async fn connect(&self, id: PlayerId) -> Person {
        let card = self.app.store.player_card(id, None).await.unwrap();
        let (outbox, outgoing) = Outbox::new();
        self.app.hub.join(id, outbox.clone());
        Person {
            card: card.unwrap(),
            outbox,
            outgoing,
        }
    }

    /// A game that this person makes, with this side.
    pub async fn make(&self, maker: &Person, color: Color, opponent: Opponent) -> GameId {
        let wanted = Wanted {
            maker: maker.card.clone(),
            options: options("60+0"),
            color: Some(color),
            opponent,
            rematch_of: None,
        };
        making::make(&self.app, wanted).await.unwrap()
    }

    /// Shows a game to somebody from now on.
    pub async fn watch(&self, person: &Person, game: GameId) {
        let viewer = Viewer {
            outbox: person.outbox.clone(),
            player: Some(person.card.id),
        };
        let message = Message::Watch(viewer, None);
        self.app.rooms.send(&self.app, game, message).await;
    }

    pub async fn leave(&self, person: &Person, game: GameId) {
        let message = Message::Leave(person.outbox.clone());
        self.app.rooms.send(&self.app, game, message).await;
    }

    /// Does something, and how the game stands after it.
    pub async fn act(&self, by: &Person, game: GameId, action: Action) -> Result<State, Problem> {
        let command = Command {
            id: format!("{:?}", std::time::Instant::now())
                .chars()
                .filter(char::is_ascii_digit)
                .collect(),
            ply: None,
            side: None,
            action,
        };
        let done = self.app.rooms.act(&self.app, game, by.card.id, command);
        match done.await? {
            Done::Now(update) => Ok(update.state),
            Done::Before(before) => panic!("done before: {before:?}"),
        }
    }

    pub async fn play(&self, by: &Person, game: GameId, uci: &str) -> State {
        let action = Action::Play {
            mv: uci.to_owned(),
            offer_draw: false,
        };
        self.act(by, game, action).await.unwrap()
    }

    pub async fn view(&self, by: &Person, game: GameId) -> GameView {
        let view = self.app.rooms.view(&self.app, game, Some(by.card.id));
        view.await.unwrap()
    }

    /// Says something; what came of it.
    pub async fn say(&self, by: &Person, game: GameId, text: &str) -> Result<String, Problem> {
        let said = self.app.rooms.say(&self.app, game, by.card.id, text.into());
        said.await.map(|line| line.text)
    }

    pub async fn rematch(&self, by: &Person, game: GameId) -> Result<Option<GameId>, Problem> {
        self.app.rooms.rematch(&self.app, game, by.card.id).await
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.app.stop.now();
        std::fs::remove_dir_all(&self.folder).unwrap();
    }
}

impl Person {
    /// The next message, of whatever kind.
    pub async fn hear(&mut self) -> ServerMessage {
        let frame = tokio::time::timeout(PATIENCE, self.outgoing.frames.recv()).await;
        let frame = frame.expect("nothing is heard").expect("the socket ended");
        serde_json::from_str(&frame).unwrap()
    }

    /// The next message of which this makes something.
    pub async fn hear_about<T>(&mut self, what: impl Fn(ServerMessage) -> Option<T>) -> T {
        loop {
            if let Some(found) = what(self.hear().await) {
                return found;
            }
        }
    }

    /// What has happened next.
    pub async fn hear_update(&mut self) -> Update {
        self.hear_about(|message| match message {
            ServerMessage::Update(update) => Some(update),
            _ => None,
        })
        .await
    }

    /// The game that is ready next.
    pub async fn hear_paired(&mut self) -> GameId {
        let game = self.hear_about(|message| match message {
            ServerMessage::Paired(paired) => Some(paired.game),
            _ => None,
        });
        game.await.parse().unwrap()
    }

    /// All that was said until this line comes, with it.
    pub async fn hear_chat_until(&mut self, last: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.hear_about(|message| match message {
                ServerMessage::Chat(line) => Some(line.text),
                _ => None,
            });
            heard.push(line.await);
            if heard.last().is_some_and(|line| line == last) {
                return heard;
            }
        }
    }
}

/// Casual games with this clock.
pub fn options(clock: &str) -> GameOptions {
    GameOptions {
        clock: arbiter_wire::Clock(clock.to_owned()),
        ..GameOptions::default()
    }
}

fn start(settings: Settings, now: Time) -> Arc<App> {
    let store = store::open(&settings.database).unwrap();
    Arc::new(App::new(settings, Clock::held(now), store))
}
