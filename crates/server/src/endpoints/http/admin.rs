//! Administration: everything under `/v1/admin`, for moderators and
//! administrators. Each act is recorded.

pub mod bans;
pub mod games;
pub mod links;
pub mod players;
pub mod reports;
pub mod server;

use crate::{
    endpoints::{App, routes::Routes},
    refusal::ServerRefusal,
    store::StaffError,
};

/// The longest reason, in characters.
const MAX_REASON_CHARACTERS: usize = 500;
/// The longest text of a report or a note, in characters.
pub const MAX_TEXT_CHARACTERS: usize = 1_000;

/// Returns the endpoints for administration.
pub fn routes() -> Routes {
    Routes::new()
        .merge(bans::routes())
        .merge(games::routes())
        .merge(links::routes())
        .merge(players::routes())
        .merge(reports::routes())
        .merge(server::routes())
}

/// Finishes an act: what it changes holds at once.
async fn finish<T>(
    app: &App,
    player: &str,
    acted: Result<T, StaffError>,
) -> Result<T, ServerRefusal> {
    match acted {
        Ok(done) => {
            app.moderation.refresh_everywhere().await?;
            Ok(done)
        }
        Err(StaffError::UnknownPlayer) => {
            let name = player.chars().take(40).collect();
            Err(ServerRefusal::UnknownPlayer(name))
        }
        Err(error) => Err(error.into()),
    }
}

/// Checks a reason, which is shown to a person.
fn check_reason(text: &str) -> Result<String, ServerRefusal> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > MAX_REASON_CHARACTERS {
        return Err(ServerRefusal::Field {
            field: "reason",
            message: "A reason has 1 to 500 characters.",
        });
    }
    Ok(text.to_owned())
}
