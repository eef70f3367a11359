//! Who is who: guests, accounts, and the tokens by which they are known.

pub mod password;
mod secret;
mod sessions;

pub use arbiter_wire::Scope;
use arbiter_wire::Speed;

pub use secret::Secret;
pub use sessions::{Open, Sessions};

use crate::{
    App,
    base::{PlayerId, TokenId, clock},
    endpoints::error::Error,
    store::{Name, NewToken, PlayerCard, TokenKind},
};

/// How long somebody is known who does not come back, in milliseconds: a year.
pub const SESSION: u64 = 365 * 24 * 60 * 60 * 1_000;
/// How long what a browser says it is may be.
const LABEL: usize = 100;

/// How many tokens and sessions somebody may have who makes another token.
const TOKENS: usize = 100;

/// Somebody who is known from now on, and by what.
#[derive(Debug)]
pub struct Known {
    /// Who.
    pub player: PlayerCard,
    /// By what.
    pub secret: Secret,
}

/// Somebody new without a name.
///
/// # Errors
///
/// What the store says.
pub async fn new_guest(app: &App, label: &str) -> Result<Known, Error> {
    let player = app.store.create_guest().await?;
    let secret = new_session(app, player.id, label).await?;
    Ok(Known { player, secret })
}

/// Gives somebody a name and a password: the guest who asks for it, so that he
/// keeps his games, or somebody new.
///
/// # Errors
///
/// What is wrong with the name or the password.
pub async fn sign_up(
    app: &App,
    guest: Option<PlayerId>,
    name: &str,
    password: String,
    label: &str,
) -> Result<Known, Error> {
    let name: Name = name.parse()?;
    let password = password::hash(&app.limits, password).await?;
    let id = app.store.create_account(guest, name, password).await?;
    if guest.is_some() {
        // A secret that was given to a guest should not open an account.
        end_sessions(app, id, None).await?;
    }
    let player = card(app, id).await?;
    let secret = new_session(app, id, label).await?;
    Ok(Known { player, secret })
}

/// Lets somebody in who knows the password.
///
/// # Errors
///
/// That he does not.
pub async fn sign_in(app: &App, name: &str, password: String, label: &str) -> Result<Known, Error> {
    // What cannot be a name takes as long as one that is not taken.
    let account = match name.parse::<Name>() {
        Ok(name) => app.store.account_by_name(name.as_str()).await?,
        Err(_) => None,
    };
    let (id, hash) = account.map(|it| (it.id, it.password)).unzip();
    let is_right = password::is_right(&app.limits, password, hash).await?;
    let Some(id) = id.filter(|_| is_right) else {
        return Err(Error::WrongPassword);
    };
    let player = card(app, id).await?;
    let secret = new_session(app, id, label).await?;
    Ok(Known { player, secret })
}

/// Gives somebody another password, and ends all his other sessions.
///
/// # Errors
///
/// That the old one is wrong, or what is wrong with the new one.
pub async fn change_password(
    app: &App,
    player: PlayerId,
    current: TokenId,
    old: String,
    new: String,
) -> Result<(), Error> {
    prove(app, player, old).await?;
    let hash = password::hash(&app.limits, new).await?;
    end_sessions(app, player, Some(current)).await?;
    let changed = app.store.change_password(player, hash, Some(current));
    if changed.await? {
        return Ok(());
    }
    Err(Error::NeedsAccount)
}

/// Forgets somebody, and ends all he has.
///
/// # Errors
///
/// That the password is wrong.
pub async fn delete(app: &App, player: PlayerId, password: String) -> Result<(), Error> {
    prove(app, player, password).await?;
    let tokens = app.store.tokens_of(player).await?;
    app.store.delete_account(player).await?;
    for token in tokens {
        app.sessions.revoked(token.id);
    }
    Ok(())
}

/// That somebody knows his own password.
async fn prove(app: &App, player: PlayerId, password: String) -> Result<(), Error> {
    let account = app.store.account(player).await?;
    let hash = account.ok_or(Error::NeedsAccount)?.password;
    if password::is_right(&app.limits, password, Some(hash)).await? {
        return Ok(());
    }
    Err(Error::WrongPassword)
}

/// Ends one token of a player.
///
/// # Errors
///
/// That he has no such token.
pub async fn end_token(app: &App, player: PlayerId, token: TokenId) -> Result<(), Error> {
    let was_there = app.store.revoke_token(player, token).await?;
    app.sessions.revoked(token);
    if was_there {
        Ok(())
    } else {
        Err(Error::NoToken)
    }
}

/// Ends all sessions of a player but one.
///
/// # Errors
///
/// What the store says.
pub async fn end_sessions(app: &App, player: PlayerId, keep: Option<TokenId>) -> Result<(), Error> {
    let tokens = app.store.tokens_of(player).await?.into_iter();
    for token in tokens.filter(|it| it.kind == TokenKind::Session && Some(it.id) != keep) {
        app.store.revoke_token(player, token.id).await?;
        app.sessions.revoked(token.id);
    }
    Ok(())
}

async fn new_session(app: &App, player: PlayerId, label: &str) -> Result<Secret, Error> {
    let secret = Secret::draw();
    let now = clock::wall();
    let token = NewToken {
        player,
        kind: TokenKind::Session,
        hash: secret.hash(),
        label: self::label(label),
        scopes: String::new(),
        created: now,
        expires: Some(now + SESSION),
    };
    app.store.create_token(token).await?;
    Ok(secret)
}

/// A token for a program.
///
/// # Errors
///
/// That there are enough, or what the store says.
pub async fn new_token(
    app: &App,
    player: PlayerId,
    label: &str,
    scopes: &[Scope],
) -> Result<(TokenId, Secret), Error> {
    if app.store.tokens_of(player).await?.len() >= TOKENS {
        return Err(Error::TooManyTokens);
    }
    let secret = Secret::draw();
    let codes: Vec<_> = scopes.iter().map(|scope| scope.code()).collect();
    let token = NewToken {
        player,
        kind: TokenKind::Api,
        hash: secret.hash(),
        label: self::label(label),
        scopes: codes.join(" "),
        created: clock::wall(),
        expires: None,
    };
    let id = app.store.create_token(token).await?;
    Ok((id, secret))
}

/// What everybody may see of a player who is there.
async fn card(app: &App, player: PlayerId) -> Result<PlayerCard, Error> {
    let card = app.store.player_card(player, None::<Speed>).await?;
    card.ok_or(Error::SignedOut)
}

/// The scopes in the words of the store.
#[must_use]
pub fn scopes(codes: &str) -> Vec<Scope> {
    codes.split(' ').filter_map(Scope::from_code).collect()
}

/// What somebody calls something, in one line and not too long.
#[must_use]
pub fn label(text: &str) -> String {
    let line = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    line.take(LABEL).collect()
}
