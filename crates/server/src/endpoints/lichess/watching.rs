//! Streams for those who watch: of one game, of the games of some users, and of the game
//! that is most worth watching.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use arbiter_wire::{Color, GameView, PlayerKind, PlayerView, Speed, Stage, Variant as OurVariant};
use axum::{
    extract::{Path, State},
    response::Response,
};
use serde::{Deserialize, Serialize};

use super::{
    api_caller::ApiCaller,
    fields::{Words, is_true},
    game_event::source,
    game_json::{GameClockJson, PlayersJson},
    line_writer::{Disconnected, LineWriter, respond},
    spectator::{PositionLine, Seen, Spectator, positions},
    terms::{self, GameTerms, LightUser, Status, Variant, light_user, rating, seat, user_id},
    users::profiles,
};
use crate::{
    base::{GameId, PlayerId},
    endpoints::{
        App,
        http::{GamePath, Params},
        routes::{Routes, get, post},
    },
    play::{Notices, PlayerNotice},
    refusal::ServerRefusal,
    store::GameSummary,
};

/// How many users can be followed in one stream.
const MAX_FOLLOWED_USERS: usize = 300;
/// The number of newest live games among which a channel chooses.
const MAX_INSPECTED_GAMES: usize = 100;
/// How often to check for a game while none is played.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Returns the endpoints for those who watch.
pub fn routes() -> Routes {
    Routes::new()
        .route("/api/stream/game/{id}", get(stream_game))
        .route("/api/stream/games-by-users", post(stream_games_of_users))
        .route("/api/tv/feed", get(feed))
        .route("/api/tv/{channel}/feed", get(channel_feed))
}

/// A game that is watched.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WatchedGame {
    id: String,
    variant: Variant,
    speed: &'static str,
    perf: &'static str,
    rated: bool,
    initial_fen: String,
    fen: String,
    player: Color,
    turns: usize,
    started_at_turn: usize,
    source: &'static str,
    status: Status,
    created_at: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_move: Option<String>,
    players: PlayersJson,
}

impl WatchedGame {
    fn of(view: &GameView) -> Result<WatchedGame, ServerRefusal> {
        let terms = GameTerms::of(&view.options)?;
        let play = view.play.as_ref().ok_or(ServerRefusal::NotStarted)?;
        Ok(WatchedGame {
            id: view.id.clone(),
            variant: terms.variant,
            speed: terms.speed.code(),
            perf: terms.speed.code(),
            rated: view.options.rated,
            initial_fen: play.start.clone(),
            fen: play.state.fen.clone(),
            player: play.state.turn,
            turns: play.moves.len(),
            started_at_turn: 0,
            source: source(view),
            status: terms::status(view.stage, play.state.reason.as_deref()),
            created_at: view.created,
            last_move: play.moves.last().map(|mv| mv.uci.clone()),
            players: PlayersJson::of(view.players.white.as_ref(), view.players.black.as_ref()),
        })
    }
}

/// Streams the positions of a game, from the first on.
async fn stream_game(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    GamePath(id): GamePath,
) -> Result<Response, ServerRefusal> {
    let (mut spectator, view) = Spectator::open(&app, id).await?;
    let first = WatchedGame::of(&view)?;
    respond(&app, &caller, |lines| async move {
        lines.write(&first).await?;
        for line in view.play.as_ref().into_iter().flat_map(positions) {
            lines.write(&line).await?;
        }
        if view.stage == Stage::Over {
            return Ok(());
        }
        loop {
            for seen in spectator.next().await? {
                match seen {
                    Seen::Position(line) => lines.write(&line).await?,
                    Seen::Over(view) => {
                        let last = WatchedGame::of(&view).map_err(|_| Disconnected)?;
                        return lines.write(&last).await;
                    }
                }
            }
        }
    })
}

/// A game of users who are followed.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FollowedGame {
    id: String,
    rated: bool,
    variant: &'static str,
    speed: &'static str,
    perf: &'static str,
    created_at: u64,
    status: u8,
    status_name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<GameClockJson>,
    players: FollowedPlayers,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Color>,
}

#[derive(Serialize)]
struct FollowedPlayers {
    white: FollowedPlayer,
    black: FollowedPlayer,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FollowedPlayer {
    user_id: String,
    rating: i32,
}

#[derive(Deserialize)]
struct FollowQuery {
    #[serde(rename = "withCurrentGames")]
    with_current_games: Option<String>,
}

/// Streams the games that begin and end among some users.
async fn stream_games_of_users(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    Params(ask): Params<FollowQuery>,
    Words(names): Words,
) -> Result<Response, ServerRefusal> {
    let names = names.iter().map(String::as_str);
    let found = profiles(&app, names, MAX_FOLLOWED_USERS).await?.into_iter();
    let users: HashMap<String, PlayerId> = found
        .map(|profile| (profile.card.view.name, profile.card.id))
        .collect();
    let players: Vec<PlayerId> = users.values().copied().collect();
    let notices = app.games.hub.follow(&players);
    let has_current = ask.with_current_games.as_deref().is_some_and(is_true);
    let mut known = HashSet::new();
    if has_current || app.games.bus.is_shared() {
        for &player in &players {
            let games = app.store.live_games_of(player).await?;
            app.games.hub.note_started(player, &games);
            known.extend(games);
        }
    }
    let mut current = Vec::new();
    if has_current {
        current.extend(&known);
        current.sort_unstable();
    }
    let stream = UsersStream {
        app: Arc::clone(&app),
        users,
        known,
        last: None,
    };
    respond(&app, &caller, |lines| stream.run(current, notices, lines))
}

struct UsersStream {
    app: Arc<App>,
    /// The users, by their names.
    users: HashMap<String, PlayerId>,
    /// The games in progress when the stream began.
    known: HashSet<GameId>,
    /// The last line: both players are notified of the same.
    last: Option<(GameId, &'static str)>,
}

impl UsersStream {
    async fn run(
        mut self,
        current: Vec<GameId>,
        mut notices: Notices,
        lines: LineWriter,
    ) -> Result<(), Disconnected> {
        for id in current {
            self.tell(id, &lines).await?;
        }
        while let Some(notice) = notices.next().await {
            match notice {
                PlayerNotice::Started(id) if self.known.contains(&id) => {}
                PlayerNotice::Started(id) | PlayerNotice::Ended(id) => {
                    self.tell(id, &lines).await?;
                }
                PlayerNotice::Challenge(_) => {}
            }
        }
        Ok(())
    }

    /// Sends a game, if both players are followed and it was not sent yet.
    async fn tell(&mut self, id: GameId, lines: &LineWriter) -> Result<(), Disconnected> {
        let Ok(view) = self.app.games.view(id, None).await else {
            return Ok(());
        };
        let is_followed = |player: &Option<PlayerView>| {
            let name = player.as_ref().map(|player| &player.name);
            name.is_some_and(|name| self.users.contains_key(name))
        };
        let has_both = is_followed(&view.players.white) && is_followed(&view.players.black);
        let Some(game) = followed_game(&view).filter(|_| has_both) else {
            return Ok(());
        };
        let state = Some((id, game.status_name));
        if self.last == state {
            return Ok(());
        }
        self.last = state;
        lines.write(&game).await
    }
}

fn followed_game(view: &GameView) -> Option<FollowedGame> {
    let terms = GameTerms::of(&view.options).ok()?;
    let state = &view.play.as_ref()?.state;
    let status = terms::status(view.stage, state.reason.as_deref());
    let player = |color| {
        let player = seat(&view.players, color);
        FollowedPlayer {
            user_id: player.map_or_else(String::new, |it| user_id(&it.name)),
            rating: player.map_or(0, rating),
        }
    };
    Some(FollowedGame {
        id: view.id.clone(),
        rated: view.options.rated,
        variant: terms.variant.key,
        speed: terms.speed.code(),
        perf: terms.speed.code(),
        created_at: view.created,
        status: status.id,
        status_name: status.name,
        clock: GameClockJson::of(terms.time),
        players: FollowedPlayers {
            white: player(Color::White),
            black: player(Color::Black),
        },
        winner: terms::winner(state.result.as_deref()),
    })
}

/// Which live games are worth showing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Channel {
    Best,
    Bot,
    Computer,
    Chess960,
    Speed(Speed),
}

impl Channel {
    const ALL: [(&'static str, Channel); 8] = [
        ("best", Channel::Best),
        ("bullet", Channel::Speed(Speed::Bullet)),
        ("blitz", Channel::Speed(Speed::Blitz)),
        ("rapid", Channel::Speed(Speed::Rapid)),
        ("classical", Channel::Speed(Speed::Classical)),
        ("chess960", Channel::Chess960),
        ("bot", Channel::Bot),
        ("computer", Channel::Computer),
    ];

    fn find(name: &str) -> Option<Channel> {
        let mut all = Channel::ALL.into_iter();
        all.find(|(it, _)| it.eq_ignore_ascii_case(name))
            .map(|(_, channel)| channel)
    }

    fn shows(self, game: &GameSummary) -> bool {
        let seats = [&game.seats.white, &game.seats.black];
        let has = |kind| seats.into_iter().flatten().any(|it| it.view.kind == kind);
        match self {
            Channel::Best => !has(PlayerKind::Computer),
            Channel::Bot => has(PlayerKind::Bot),
            Channel::Computer => has(PlayerKind::Computer),
            Channel::Chess960 => game.options.variant == OurVariant::Chess960,
            Channel::Speed(speed) => game.speed == speed && !has(PlayerKind::Computer),
        }
    }
}

/// Returns the game that a channel shows: of the newest, that of the best players.
async fn shown_game(app: &App, channel: Channel) -> Result<Option<GameSummary>, ServerRefusal> {
    let games = app.store.newest_live_games(MAX_INSPECTED_GAMES).await?;
    let games = games.into_iter();
    let shown = games.filter(|game| channel.shows(game) && GameTerms::of(&game.options).is_ok());
    let strength = |game: &GameSummary| -> i32 {
        let seats = [&game.seats.white, &game.seats.black];
        seats.into_iter().flatten().map(|it| rating(&it.view)).sum()
    };
    // The last of several that are equal, so the newest comes last.
    Ok(shown.rev().max_by_key(strength))
}

/// A line of a channel.
#[derive(Serialize)]
#[serde(tag = "t", content = "d", rename_all = "camelCase")]
enum FeedLine {
    Featured(Featured),
    Fen(PositionLine),
}

#[derive(Serialize)]
struct Featured {
    id: String,
    orientation: Color,
    players: [FeaturedPlayer; 2],
    fen: String,
}

#[derive(Serialize)]
struct FeaturedPlayer {
    color: Color,
    user: LightUser,
    rating: i32,
    seconds: u64,
}

async fn feed(State(app): State<Arc<App>>, caller: ApiCaller) -> Result<Response, ServerRefusal> {
    stream_channel(&app, &caller, Channel::Best)
}

async fn channel_feed(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    Path(name): Path<String>,
) -> Result<Response, ServerRefusal> {
    let channel = Channel::find(&name);
    let channel = channel.ok_or_else(|| ServerRefusal::NoRoute(format!("/api/tv/{name}/feed")))?;
    stream_channel(&app, &caller, channel)
}

fn stream_channel(
    app: &Arc<App>,
    caller: &ApiCaller,
    channel: Channel,
) -> Result<Response, ServerRefusal> {
    let (notices, shared) = (app.games.hub.follow_all(), Arc::clone(app));
    respond(app, caller, |lines| {
        show_channel(shared, channel, notices, lines)
    })
}

/// Shows one game after the other.
async fn show_channel(
    app: Arc<App>,
    channel: Channel,
    mut notices: Notices,
    lines: LineWriter,
) -> Result<(), Disconnected> {
    loop {
        let game = shown_game(&app, channel).await;
        let Some(game) = game.map_err(|_| Disconnected)? else {
            tokio::select! {
                notice = notices.next() => if notice.is_none() {
                    // Notices were dropped. They only say when to check, so nothing is lost.
                    notices = app.games.hub.follow_all();
                },
                () = tokio::time::sleep(CHECK_INTERVAL) => {}
            }
            continue;
        };
        let opened = Spectator::open(&app, game.id).await;
        let (mut spectator, view) = opened.map_err(|_| Disconnected)?;
        let Some(featured) = featured(&view) else {
            return Ok(());
        };
        lines.write(&FeedLine::Featured(featured)).await?;
        if view.stage == Stage::Over {
            continue;
        }
        'game: loop {
            for seen in spectator.next().await? {
                match seen {
                    Seen::Position(line) => lines.write(&FeedLine::Fen(line)).await?,
                    Seen::Over(_) => break 'game,
                }
            }
        }
    }
}

fn featured(view: &GameView) -> Option<Featured> {
    let play = view.play.as_ref()?;
    let clock = play.state.clock.as_ref();
    let player = |color| {
        let player = seat(&view.players, color)?;
        let millis = clock.map_or(0, |clock| match color {
            Color::White => clock.white.time,
            Color::Black => clock.black.time,
        });
        Some(FeaturedPlayer {
            color,
            user: light_user(player),
            rating: rating(player),
            seconds: millis / 1_000,
        })
    };
    Some(Featured {
        id: view.id.clone(),
        orientation: Color::White,
        players: [player(Color::White)?, player(Color::Black)?],
        fen: play.state.fen.clone(),
    })
}
