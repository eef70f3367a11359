use arbiter_pgn::GameTree;
use arbiter_wire::{PlayerView, Problem};
use jiff::{Timestamp, tz::TimeZone};

use crate::{
    base::{Settings, ignore::Ignore},
    endpoints::error::Error,
    play::room::table::Table,
    store::{PlayerCard, StoredGame},
};

/// A game as PGN, with all that is known about it.
///
/// # Errors
///
/// That it has not begun, or that its record is damaged.
pub fn write(settings: &Settings, stored: StoredGame) -> Result<String, Error> {
    let rated = if stored.options.rated {
        "Rated game"
    } else {
        "Casual game"
    };
    let (id, created) = (stored.id, stored.created);
    let table = Table::load(stored).map_err(|corrupt| {
        tracing::error!(game = %id, %corrupt, "the record of a game is corrupt");
        let title = format!("the record of this game is damaged ({corrupt})");
        Problem::new(500, "corrupt_game", title)
    })?;
    let game = table.game().ok_or_else(|| {
        let title = "the game has not begun: a seat is free";
        Problem::new(409, "not_begun", title)
    })?;
    let mut tree = GameTree::from(game);
    let mut tag = |name: &str, value: &str| {
        tree.set_tag(name, value)
            .ignore("a tag that cannot be written is left out");
    };
    tag("Event", rated);
    tag("Site", settings.public.as_deref().unwrap_or("?"));
    tag("GameId", &id.to_string());
    let made = i64::try_from(created).map(Timestamp::from_millisecond);
    if let Ok(Ok(made)) = made {
        let made = made.to_zoned(TimeZone::UTC);
        tag("Date", &made.strftime("%Y.%m.%d").to_string());
        tag("UTCDate", &made.strftime("%Y.%m.%d").to_string());
        tag("UTCTime", &made.strftime("%H:%M:%S").to_string());
    }
    let seats = table.seats();
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
    tree.write(&mut text).ignore("memory takes everything");
    Ok(String::from_utf8_lossy(&text).into_owned())
}
