//! The one place where roles are checked: endpoints that take one of these are
//! for moderators or for administrators only.

use std::sync::Arc;

use arbiter_wire::AccountRole;
use axum::{extract::FromRequestParts, http::request::Parts};

use super::{App, caller::Caller};
use crate::{refusal::ServerRefusal, store::Actor};

/// A caller who is signed in as a moderator or an administrator.
#[derive(Clone, Copy, Debug)]
pub struct Moderator(pub Actor);

/// A caller who is signed in as an administrator.
#[derive(Clone, Copy, Debug)]
pub struct Administrator(pub Actor);

impl FromRequestParts<Arc<App>> for Moderator {
    type Rejection = ServerRefusal;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<Moderator, ServerRefusal> {
        let actor = actor(parts, app).await?;
        match actor.role {
            AccountRole::Player => Err(ServerRefusal::NeedsModerator),
            AccountRole::Moderator | AccountRole::Administrator => Ok(Moderator(actor)),
        }
    }
}

impl FromRequestParts<Arc<App>> for Administrator {
    type Rejection = ServerRefusal;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<Administrator, ServerRefusal> {
        let actor = actor(parts, app).await?;
        match actor.role {
            AccountRole::Player | AccountRole::Moderator => Err(ServerRefusal::NeedsAdministrator),
            AccountRole::Administrator => Ok(Administrator(actor)),
        }
    }
}

/// Returns the account behind a request. An API token is not enough: it may be
/// in the hands of a program.
async fn actor(parts: &mut Parts, app: &Arc<App>) -> Result<Actor, ServerRefusal> {
    let caller = Caller::from_request_parts(parts, app).await?;
    let (player, _) = caller.require_session()?;
    Ok(Actor {
        player: Some(player.id),
        role: caller.role(),
    })
}
