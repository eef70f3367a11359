use arbiter_pgn::GameTree;
use arbiter_wire::PlayerView;
use time::{OffsetDateTime, format_description::BorrowedFormatItem, macros::format_description};

use crate::{
    base::{Settings, ignore::Ignore},
    play::room::hosted_game::HostedGame,
    refusal::ServerRefusal,
    store::{PlayerCard, StoredGame},
};

/// Returns a game as PGN, with everything that is known about it.
///
/// # Errors
///
/// Returns a refusal if the game has not started, or its record is damaged.
pub fn write(settings: &Settings, stored: StoredGame) -> Result<String, ServerRefusal> {
    let rated = if stored.options.rated {
        "Rated game"
    } else {
        "Casual game"
    };
    let (id, created) = (stored.id, stored.created);
    let hosted = load(stored)?;
    let game = hosted.referee().ok_or(ServerRefusal::NotStarted)?;
    let mut tree = GameTree::from(game);
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
    Ok(String::from_utf8_lossy(&text).into_owned())
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
