use arbiter_pgn::GameTree;
use arbiter_wire::PlayerView;
use time::{OffsetDateTime, format_description::BorrowedFormatItem, macros::format_description};

use crate::{
    base::{Settings, ignore::Ignore},
    play::room::hosted_game::HostedGame,
    refusal::ServerRefusal,
    store::{PlayerCard, StoredGame},
};

/// Which parts of a game are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PgnParts {
    /// The tags.
    pub tags: bool,
    /// The moves.
    pub moves: bool,
    /// The clock after each move.
    pub clocks: bool,
}

impl PgnParts {
    const ALL: PgnParts = PgnParts {
        tags: true,
        moves: true,
        clocks: true,
    };
}

/// Returns a game as PGN, with everything that is known about it.
///
/// # Errors
///
/// Returns a refusal if the game has not started, or its record is damaged.
pub fn write(settings: &Settings, stored: StoredGame) -> Result<String, ServerRefusal> {
    write_parts(settings, &load(stored)?, PgnParts::ALL)
}

/// Returns these parts of a game as PGN.
///
/// # Errors
///
/// Returns a refusal if the game has not started.
pub fn write_parts(
    settings: &Settings,
    hosted: &HostedGame,
    parts: PgnParts,
) -> Result<String, ServerRefusal> {
    let rated = match hosted.options().rated {
        true => "Rated game",
        false => "Casual game",
    };
    let (id, created) = (hosted.id(), hosted.created());
    let game = hosted.referee().ok_or(ServerRefusal::NotStarted)?;
    let mut tree = GameTree::from(game);
    if !parts.clocks {
        let nodes: Vec<_> = tree.main_line().collect();
        for node in nodes {
            tree.set_comments(node, []);
        }
    }
    let mut tag = |name: &str, value: &str| {
        tree.set_tag(name, value)
            .ignore("an invalid tag is left out");
    };
    tag("Event", rated);
    tag("Site", settings.public.as_deref().unwrap_or("?"));
    tag("GameId", &id.to_string());
    let seconds = i64::try_from(created / 1000).unwrap_or(i64::MAX);
    if let Ok(created) = OffsetDateTime::from_unix_timestamp(seconds) {
        const DATE: &[BorrowedFormatItem<'_>] = format_description!("[year].[month].[day]");
        const TIME: &[BorrowedFormatItem<'_>] = format_description!("[hour]:[minute]:[second]");
        for (name, format) in [("Date", DATE), ("UTCDate", DATE), ("UTCTime", TIME)] {
            tag(name, &created.format(format).unwrap_or_default());
        }
    }
    let seats = hosted.seats();
    for (color, seat) in [("White", &seats.white), ("Black", &seats.black)] {
        let view = seat.as_ref().map(|card: &PlayerCard| &card.view);
        tag(color, view.map_or("?", |view| view.name.as_str()));
        let rating = view.and_then(|view: &PlayerView| view.rating);
        if let Some(rating) = rating {
            tag(&format!("{color}Elo"), &rating.to_string());
        }
    }
    if let Some(ending) = game.ending() {
        let last = tree.main_line().last().unwrap_or(tree.root());
        tree.add_comment(last, &ending.to_string());
    }
    let mut text = Vec::new();
    tree.write(&mut text).ignore("writing to memory succeeds");
    let text = String::from_utf8_lossy(&text).into_owned();
    // An empty line separates the tags from the moves.
    Ok(match (parts, text.split_once("\n\n")) {
        (PgnParts { tags: false, .. }, Some((_, moves))) => moves.to_owned(),
        (PgnParts { moves: false, .. }, Some((tags, _))) => format!("{tags}\n\n*\n"),
        _ => text,
    })
}

/// Replays the record of a game.
///
/// # Errors
///
/// Returns a refusal if the record is damaged.
pub fn load(stored: StoredGame) -> Result<HostedGame, ServerRefusal> {
    let id = stored.id;
    HostedGame::load(stored).map_err(|corrupt| {
        tracing::error!(game = %id, %corrupt, "the record of a game is corrupt");
        ServerRefusal::CorruptGame(corrupt.to_string())
    })
}
