//! The lichess API: a second set of endpoints to the same games, for programs that people
//! already have. It translates lichess's names into our commands, and our events into
//! lichess's; it has neither rules nor state of its own. `docs/lichess-api.md` lists what is
//! supported and what differs.

mod account;
mod acts;
mod api_caller;
mod challenge_json;
mod challenges;
mod cloud_eval;
mod event_stream;
mod export;
mod export_parts;
mod fields;
mod game_event;
mod game_json;
mod game_stream;
mod import;
mod line_writer;
mod oauth;
mod refused;
mod seek;
mod shown_game;
mod spectator;
mod terms;
mod users;
mod watching;

pub(super) use refused::{preflight, translate};

use crate::endpoints::routes::Routes;

/// Returns the endpoints of the lichess API.
pub fn routes() -> Routes {
    Routes::new()
        .merge(account::routes())
        .merge(users::routes())
        .merge(event_stream::routes())
        .merge(game_stream::routes())
        .merge(acts::routes())
        .merge(challenges::routes())
        .merge(seek::routes())
        .merge(export::routes())
        .merge(watching::routes())
        .merge(cloud_eval::routes())
        .merge(oauth::routes())
        .merge(import::routes())
}

/// Reports whether a path belongs to the lichess API.
#[must_use]
pub fn is_path(path: &str) -> bool {
    path.starts_with("/api/") || path.starts_with("/game/export/")
}
