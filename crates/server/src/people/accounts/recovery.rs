//! Email addresses of accounts, and new passwords for those who forgot theirs.

use super::{Accounts, Secret, password};
use crate::{
    base::{Address, Language, PlayerId, clock},
    people::mail::{Letter, Mailer, parse_address},
    refusal::ServerRefusal,
    store::{Account, LinkKind, Name, NewLink, TokenKind},
};

/// How long an address can be confirmed, in milliseconds: a day.
const CONFIRMATION_MILLIS: u64 = 24 * 60 * 60 * 1_000;
/// How long a new password can be chosen, in milliseconds: an hour.
const RECOVERY_MILLIS: u64 = 60 * 60 * 1_000;

impl Accounts {
    /// Sends a link to an address, which belongs to the account once the link is
    /// used.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::InvalidEmail`], or that this address gets too much
    /// email.
    pub async fn send_confirmation(
        &self,
        mailer: &Mailer,
        account: &Account,
        email: &str,
        language: Language,
    ) -> Result<(), ServerRefusal> {
        let to = parse_address(email).ok_or(ServerRefusal::InvalidEmail)?;
        let address = to.email.to_string();
        let checked = self.letters.check(&address.to_lowercase());
        checked.map_err(|after| ServerRefusal::TooManyRequests { after })?;
        let secret = self
            .create_link(LinkKind::Email, account.id, address, CONFIRMATION_MILLIS)
            .await?;
        let name = account.name.clone();
        mailer.send(&to, &Letter::ConfirmEmail { name, secret }, language);
        Ok(())
    }

    /// Confirms the address that a link was sent to.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::InvalidLink`] if the link cannot be used.
    pub async fn confirm_email(&self, token: &str) -> Result<(), ServerRefusal> {
        let secret = Secret::parse(token).ok_or(ServerRefusal::InvalidLink)?;
        let confirmed = self
            .store
            .confirm_email_with_link(secret.hash(), clock::wall())
            .await?;
        confirmed.map(|_| ()).ok_or(ServerRefusal::InvalidLink)
    }

    /// Sends a password reset link to those accounts with this name or email
    /// address that have a confirmed one. Nothing reveals whether there are any.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub async fn send_recovery(
        &self,
        mailer: &Mailer,
        account: &str,
        language: Language,
    ) -> Result<(), ServerRefusal> {
        let accounts = match (account.trim().parse::<Name>(), parse_address(account)) {
            (Ok(name), _) => {
                let account = self.store.account_by_name(name.as_str()).await?;
                account.into_iter().collect()
            }
            (_, Some(mailbox)) => {
                let email = mailbox.email.to_string();
                self.store.accounts_by_email(&email).await?
            }
            _ => Vec::new(),
        };
        for account in accounts {
            let Some(email) = self.store.email_of(account.id).await? else {
                continue;
            };
            let is_allowed = self.letters.check(&email.to_lowercase()).is_ok();
            let Some(to) = parse_address(&email).filter(|_| is_allowed) else {
                continue;
            };
            let label = String::new();
            let secret = self
                .create_link(LinkKind::Password, account.id, label, RECOVERY_MILLIS)
                .await?;
            let name = account.name;
            mailer.send(&to, &Letter::RecoverPassword { name, secret }, language);
        }
        Ok(())
    }

    /// Changes a password with a link, and ends all sessions of the player.
    ///
    /// # Errors
    ///
    /// Returns that the link cannot be used, or what is wrong with the password.
    pub async fn recover(
        &self,
        token: &str,
        new: &str,
        address: Address,
    ) -> Result<(), ServerRefusal> {
        let hash = Secret::parse(token)
            .ok_or(ServerRefusal::InvalidLink)?
            .hash();
        let now = clock::wall();
        let link = self.store.link(LinkKind::Password, hash, now).await?;
        let player = link.and_then(|link| link.player);
        let player = player.ok_or(ServerRefusal::InvalidLink)?;
        let account = self.store.account(player).await?;
        let account = account.ok_or(ServerRefusal::InvalidLink)?;
        let password = password::hash(&self.hashes, address, &account.name, new).await?;
        let tokens = self.store.tokens_of(player).await?;
        let changed = self.store.change_password_with_link(hash, password, now);
        if changed.await?.is_none() {
            return Err(ServerRefusal::InvalidLink);
        }
        tracing::info!(player = player.0, %address, "password changed with a link");
        for token in tokens {
            if token.kind == TokenKind::Session {
                self.sessions.revoke(token.id);
            }
        }
        Ok(())
    }

    async fn create_link(
        &self,
        kind: LinkKind,
        player: PlayerId,
        label: String,
        lasts_millis: u64,
    ) -> Result<Secret, ServerRefusal> {
        let secret = Secret::random();
        let now = clock::wall();
        let link = NewLink {
            kind,
            hash: secret.hash(),
            player: Some(player),
            label,
            created: now,
            expires: now + lasts_millis,
            uses: 1,
            created_by: None,
        };
        self.store.create_link(link).await?;
        Ok(secret)
    }
}
