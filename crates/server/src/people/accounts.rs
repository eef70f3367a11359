//! Guests, accounts, and the tokens that identify them.

mod authorizations;
pub mod password;
mod provided;
mod recovery;
mod secret;
mod sessions;
mod sign_in_record;

use std::{sync::Arc, time::Duration};

pub use arbiter_wire::Scope;
use arbiter_wire::{AccountRole, Action, Command, SignUpPolicy, Speed};

pub use authorizations::{PROGRAM_TOKEN_SECONDS, TokenRequest};
use password::Hashes;
pub use provided::{ProvidedSignIn, ProvidedSignUp};
pub use secret::Secret;
pub use sessions::{SessionGuard, Sessions};

use crate::{
    base::{Address, KeyedRateLimit, PlayerId, TokenId, clock},
    people::Lobby,
    play::Games,
    refusal::ServerRefusal,
    store::{Account, LinkKind, Name, NewToken, PlayerCard, StaffError, Store, TokenKind},
};

/// Guests, accounts, and the tokens that identify them.
#[derive(Debug)]
pub struct Accounts {
    store: Store,
    /// The tokens that are in use right now.
    pub sessions: Sessions,
    hashes: Hashes,
    /// How much email one address gets.
    letters: KeyedRateLimit<String>,
}

/// How long a session lasts without being used, in milliseconds: a year.
pub const SESSION_MILLIS: u64 = 365 * 24 * 60 * 60 * 1_000;
/// The longest label of a session or token, in characters.
const MAX_LABEL_CHARACTERS: usize = 100;
/// How many tokens and sessions a player may have.
const MAX_TOKENS: usize = 100;
/// How many passwords are hashed at once, and how many more of one address may wait.
const HASHES_AT_ONCE: usize = 2;
const MAX_WAITING_HASHES: usize = 64;

/// How many messages are sent to one email address.
const LETTERS_PER_HOUR: u32 = 3;
const HOUR: Duration = Duration::from_secs(60 * 60);

/// An account to be created.
#[derive(Debug)]
pub struct NewAccount<'n> {
    /// The guest who signs up, and keeps their games.
    pub guest: Option<PlayerId>,
    /// The name.
    pub name: &'n str,
    /// The password.
    pub password: String,
    /// The invitation that is used up, where one is needed.
    pub invitation: Option<Secret>,
}

/// A player who has just signed in, with the secret that proves it.
#[derive(Debug)]
pub struct SignIn {
    /// The player.
    pub player: PlayerCard,
    /// The secret to show with every request.
    pub secret: Secret,
}

impl Accounts {
    /// Returns the accounts in this store.
    #[must_use]
    pub fn new(store: Store) -> Accounts {
        Accounts {
            store,
            sessions: Sessions::default(),
            hashes: Hashes::new("hash", HASHES_AT_ONCE, MAX_WAITING_HASHES),
            letters: KeyedRateLimit::all_at_once(LETTERS_PER_HOUR, HOUR),
        }
    }

    /// Creates a guest.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub async fn new_guest(&self, label: &str) -> Result<SignIn, ServerRefusal> {
        let player = self.store.create_guest().await?;
        let secret = self.new_session(player.id, label).await?;
        sign_in_record::guest_created(player.id);
        Ok(SignIn { player, secret })
    }

    /// Creates an account. A guest who signs up becomes the account and keeps
    /// their games.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the name or the password.
    pub async fn sign_up(
        &self,
        new: NewAccount<'_>,
        label: &str,
        address: Address,
    ) -> Result<SignIn, ServerRefusal> {
        let guest = new.guest;
        let name: Name = new.name.parse()?;
        let password = password::hash(&self.hashes, address, name.as_str(), &new.password).await?;
        let id = match new.invitation {
            None => self.store.create_account(guest, name, password).await?,
            Some(invitation) => {
                let (hash, now) = (invitation.hash(), clock::wall());
                let created = self
                    .store
                    .create_invited_account(hash, guest, name, password, now);
                created.await?.ok_or(ServerRefusal::InvitationNeeded)?
            }
        };
        self.enter_new(id, guest, label, address).await
    }

    /// Signs in the owner of an account that was just created.
    async fn enter_new(
        &self,
        id: PlayerId,
        guest: Option<PlayerId>,
        label: &str,
        address: Address,
    ) -> Result<SignIn, ServerRefusal> {
        if guest.is_some() {
            // A secret that was given to a guest must not open an account.
            self.end_sessions(id, None).await?;
        }
        let player = self.card(id).await?;
        let secret = self.new_session(id, label).await?;
        sign_in_record::signed_up(id, &player.view, address);
        Ok(SignIn { player, secret })
    }

    /// Returns the invitation that a new account uses up, if one is needed. A
    /// link to become the first administrator lets its bearer sign up too.
    ///
    /// # Errors
    ///
    /// Returns a refusal if nobody can sign up, or only with an invitation.
    pub async fn check_invitation(
        &self,
        policy: SignUpPolicy,
        invitation: Option<&str>,
    ) -> Result<Option<Secret>, ServerRefusal> {
        if policy == SignUpPolicy::Open {
            return Ok(None);
        }
        let now = clock::wall();
        let secret = invitation.and_then(Secret::parse);
        if let Some(secret) = &secret {
            let kind = LinkKind::Administrator;
            if self.store.link(kind, secret.hash(), now).await?.is_some() {
                return Ok(None);
            }
        }
        if policy == SignUpPolicy::Closed {
            return Err(ServerRefusal::SignUpClosed);
        }
        let secret = secret.ok_or(ServerRefusal::InvitationNeeded)?;
        let link = self.store.link(LinkKind::Invitation, secret.hash(), now);
        match link.await? {
            Some(_) => Ok(Some(secret)),
            None => Err(ServerRefusal::InvitationNeeded),
        }
    }

    /// Signs in with a name and a password.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::WrongPassword`] if they do not match, or why
    /// their owner may not enter.
    pub async fn sign_in(
        &self,
        name: &str,
        password: String,
        label: &str,
        address: Address,
        may_enter: impl FnOnce((PlayerId, AccountRole)) -> Result<(), ServerRefusal>,
    ) -> Result<SignIn, ServerRefusal> {
        // An invalid name takes as long as one that does not exist.
        let account = match name.parse::<Name>() {
            Ok(name) => self.store.account_by_name(name.as_str()).await?,
            Err(_) => None,
        };
        let hash = account.as_ref().map(|account| account.password.clone());
        // An account without a password takes as long as one that does not exist.
        let hash = hash.filter(|hash| !hash.is_empty());
        let is_right = password::is_right(&self.hashes, address, password, hash).await?;
        let id = account.as_ref().map(|account| account.id);
        let Some(account) = account.filter(|_| is_right) else {
            sign_in_record::sign_in_failed(id, address);
            return Err(ServerRefusal::WrongPassword);
        };
        self.enter(account, label, address, may_enter).await
    }

    /// Signs in somebody who has proved to be the owner of an account.
    async fn enter(
        &self,
        account: Account,
        label: &str,
        address: Address,
        may_enter: impl FnOnce((PlayerId, AccountRole)) -> Result<(), ServerRefusal>,
    ) -> Result<SignIn, ServerRefusal> {
        if let Some(reason) = account.closed {
            return Err(ServerRefusal::AccountClosed(reason));
        }
        let id = account.id;
        may_enter((id, account.role))?;
        let player = self.card(id).await?;
        let secret = self.new_session(id, label).await?;
        sign_in_record::signed_in(id, &player.view, address);
        Ok(SignIn { player, secret })
    }

    /// Changes a password, and ends all other sessions of the player.
    ///
    /// # Errors
    ///
    /// Returns that the old password is wrong, or what is wrong with the new
    /// one.
    pub async fn change_password(
        &self,
        player: PlayerId,
        current: TokenId,
        old: String,
        new: String,
        address: Address,
    ) -> Result<(), ServerRefusal> {
        let account = self.check_password(player, old, address).await?;
        let hash = password::hash(&self.hashes, address, &account.name, &new).await?;
        self.end_sessions(player, Some(current)).await?;
        let changed = self.store.change_password(player, hash, Some(current));
        if changed.await? {
            tracing::info!(player = player.0, %address, "password changed");
            return Ok(());
        }
        Err(ServerRefusal::NeedsAccount)
    }

    /// Deletes an account: resigns its games, withdraws its challenges, ends all its
    /// sessions and tokens, and removes its name from every game.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub async fn delete(
        &self,
        player: PlayerId,
        games: &Arc<Games>,
        lobby: &Lobby,
        address: Address,
    ) -> Result<(), ServerRefusal> {
        if self.store.is_last_administrator(player).await? {
            return Err(ServerRefusal::LastAdministrator);
        }
        lobby.withdraw_all(player).await;
        resign_all(player, games).await?;
        let tokens = self.store.tokens_of(player).await?;
        let deleted = self.store.delete_account(player, clock::wall()).await?;
        for token in tokens {
            self.sessions.revoke(token.id);
        }
        let deleted = deleted.map_err(|error| match error {
            StaffError::UnknownPlayer => ServerRefusal::NeedsAccount,
            error => error.into(),
        })?;
        for id in deleted.withdrawn {
            games.forget(id);
        }
        games.forget_player(player, &deleted.games).await;
        // A seek that was posted meanwhile.
        lobby.withdraw_all(player).await;
        tracing::info!(player = player.0, %address, "account deleted");
        Ok(())
    }

    /// Checks the password of an account; that of an account without one is empty.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::WrongPassword`] if it is wrong.
    pub async fn check_password(
        &self,
        player: PlayerId,
        password: String,
        address: Address,
    ) -> Result<Account, ServerRefusal> {
        let account = self.store.account(player).await?;
        let account = account.ok_or(ServerRefusal::NeedsAccount)?;
        let hash = account.password.clone();
        let is_right = match hash.is_empty() {
            true => password.is_empty(),
            false => password::is_right(&self.hashes, address, password, Some(hash)).await?,
        };
        match is_right {
            true => Ok(account),
            false => {
                sign_in_record::sign_in_failed(Some(player), address);
                Err(ServerRefusal::WrongPassword)
            }
        }
    }

    /// Ends one session or token of a player.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::NoSuchToken`] if the player has no such token.
    pub async fn end_token(&self, player: PlayerId, token: TokenId) -> Result<(), ServerRefusal> {
        let was_there = self.store.revoke_token(player, token).await?;
        self.sessions.revoke(token);
        match was_there {
            true => Ok(()),
            false => Err(ServerRefusal::NoSuchToken),
        }
    }

    /// Ends all sessions of a player except one.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub async fn end_sessions(
        &self,
        player: PlayerId,
        keep: Option<TokenId>,
    ) -> Result<(), ServerRefusal> {
        let tokens = self.store.tokens_of(player).await?.into_iter();
        for token in tokens.filter(|it| it.kind == TokenKind::Session && Some(it.id) != keep) {
            self.store.revoke_token(player, token.id).await?;
            self.sessions.revoke(token.id);
        }
        Ok(())
    }

    async fn new_session(&self, player: PlayerId, label: &str) -> Result<Secret, ServerRefusal> {
        let secret = Secret::random();
        let now = clock::wall();
        let token = NewToken {
            player,
            kind: TokenKind::Session,
            hash: secret.hash(),
            label: self::label(label),
            scopes: String::new(),
            created: now,
            expires: Some(now + SESSION_MILLIS),
        };
        self.store.create_token(token).await?;
        Ok(secret)
    }

    /// Creates an API token.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::TooManyTokens`] if the player has too many.
    pub async fn new_token(
        &self,
        player: PlayerId,
        label: &str,
        scopes: &[Scope],
    ) -> Result<(TokenId, Secret), ServerRefusal> {
        if self.store.tokens_of(player).await?.len() >= MAX_TOKENS {
            return Err(ServerRefusal::TooManyTokens);
        }
        let secret = Secret::random();
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
        let id = self.store.create_token(token).await?;
        tracing::info!(player = player.0, token = id.0, "API token created");
        Ok((id, secret))
    }

    /// Returns what everyone may see of a player.
    async fn card(&self, player: PlayerId) -> Result<PlayerCard, ServerRefusal> {
        let card = self.store.player_card(player, None::<Speed>).await?;
        card.ok_or(ServerRefusal::SignedOut)
    }
}

/// Resigns all games that a player is playing, so that no opponent waits in vain.
async fn resign_all(player: PlayerId, games: &Arc<Games>) -> Result<(), ServerRefusal> {
    for game in games.store.live_games_of(player).await? {
        let command = Command {
            id: format!("leave-{game}"),
            ply: None,
            side: None,
            action: Action::Resign,
        };
        match games.act_and_wait(game, player, &command).await {
            Err(refusal) if refusal.is_temporary() => return Err(refusal),
            // The game is over already.
            _ => {}
        }
    }
    Ok(())
}

/// Reads scopes as the store keeps them.
#[must_use]
pub fn scopes(codes: &str) -> Vec<Scope> {
    codes.split(' ').filter_map(Scope::from_code).collect()
}

/// Returns a label on one line and not too long.
#[must_use]
pub fn label(text: &str) -> String {
    let line = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    line.take(MAX_LABEL_CHARACTERS).collect()
}
