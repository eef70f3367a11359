//! Seeks: the search for an opponent.

use std::{sync::Arc, time::Duration};

use arbiter_wire::Seek;
use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use serde::Serialize;

use super::{
    api_caller::{ApiCaller, PlayApi},
    fields::{self, Fields},
    line_writer::{Disconnected, respond},
    terms::GameTerms,
};
use crate::{
    base::PlayerId,
    endpoints::{
        App, Json,
        routes::{Routes, post},
    },
    people::lobby::{SeekOwner, seeks::SeekId},
    play::{Notices, outbox::Outbox},
    refusal::ServerRefusal,
};

/// How often it is checked whether a seek is still open, if no game starts.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Returns the endpoint for seeks.
pub fn routes() -> Routes {
    Routes::new().route("/api/board/seek", post(post_seek))
}

/// A seek that stays open for a while.
#[derive(Serialize)]
struct PostedSeek {
    id: String,
}

/// Posts a seek. One with a clock lasts as long as the answer, which ends when there is an
/// opponent.
async fn post_seek(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    fields: Fields,
) -> Result<Response, ServerRefusal> {
    let player = caller.require_for(PlayApi::Board)?.id;
    app.limits.check_creation(caller.address())?;
    let days = fields.number("days")?;
    let clock = match days {
        Some(days) => fields::days_clock(days),
        None => seek_clock(&fields)?,
    };
    let seek = Seek {
        options: fields.options_with(clock)?,
        color: fields.color()?,
    };
    GameTerms::of(&seek.options)?;
    let address = caller.address();
    if days.is_some() {
        let posted = app.lobby.seek(player, address, seek, SeekOwner::Request);
        let id = posted.await?.id.to_string();
        return Ok(Json(PostedSeek { id }).into_response());
    }
    let notices = app.games.hub.follow(&[player]);
    let (owner, _) = Outbox::new();
    let owned = SeekOwner::Socket(owner.clone());
    let posted = app.lobby.seek(player, address, seek, owned).await?;
    let seek = OpenSeek {
        app: Arc::clone(&app),
        player,
        id: posted.id,
        owner,
    };
    respond(&app, &caller, |_| seek.run(notices))
}

/// Returns the clock of a seek: its time is in minutes, and may be a fraction.
fn seek_clock(fields: &Fields) -> Result<String, ServerRefusal> {
    let minutes: f32 = fields.number("time")?.unwrap_or(0.0);
    let increment = fields.number("increment")?.unwrap_or(0);
    if !(0.0..=180.0).contains(&minutes) {
        return Err(fields::invalid("time", "from 0 to 180 minutes"));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most three hours"
    )]
    let seconds = (minutes * 60.0).round() as u32;
    Ok(fields::clock(seconds, increment))
}

/// A seek that lasts as long as its stream.
struct OpenSeek {
    app: Arc<App>,
    player: PlayerId,
    id: SeekId,
    owner: Outbox,
}

impl OpenSeek {
    /// Waits until there is an opponent.
    async fn run(self, mut notices: Notices) -> Result<(), Disconnected> {
        while self.app.lobby.find(self.player, self.id).await.is_some() {
            tokio::select! {
                notice = notices.next() => if notice.is_none() {
                    return Ok(());
                },
                () = tokio::time::sleep(CHECK_INTERVAL) => {}
            }
        }
        Ok(())
    }
}

impl Drop for OpenSeek {
    fn drop(&mut self) {
        let (app, owner) = (Arc::clone(&self.app), self.owner.clone());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { app.lobby.close(&owner).await });
        }
    }
}
