//! Accounts of people who sign in with an OpenID Connect provider.

use arbiter_wire::{AccountRole, SignUpPolicy};
use unicode_normalization::UnicodeNormalization;

use super::{Accounts, Secret, SignIn};
use crate::{
    base::{Address, PlayerId, clock},
    people::provider::ProvidedPerson,
    refusal::ServerRefusal,
    store::{CreateAccountError, LinkKind, Name, NewLink, NewLinkedAccount, ProviderIdentity},
};

/// A person whom a provider has identified.
#[derive(Debug)]
pub struct ProvidedSignUp<'s> {
    /// The guest who signs up, and keeps their games.
    pub guest: Option<PlayerId>,
    /// The browser.
    pub label: &'s str,
    /// The address.
    pub address: Address,
    /// Who may sign up.
    pub policy: SignUpPolicy,
    /// The invitation, where one is needed.
    pub invitation: Option<&'s str>,
}

/// The outcome of a sign-in with a provider.
#[derive(Debug)]
pub enum ProvidedSignIn {
    /// They are signed in.
    SignedIn(SignIn),
    /// They have no account yet, and have to choose a name for it.
    NameNeeded {
        /// The secret with which the account can be created.
        ticket: Secret,
        /// A name that is free.
        suggestion: Option<Name>,
    },
}

/// How long a name can be chosen, in milliseconds: an hour.
const TICKET_MILLIS: u64 = 60 * 60 * 1_000;
/// The longest name, in characters.
const MAX_NAME_CHARACTERS: usize = 20;
/// How many names are tried.
const MAX_SUGGESTIONS: u32 = 20;

impl Accounts {
    /// Signs in somebody who has an account that is linked with this identity. Returns
    /// none if there is no such account.
    ///
    /// # Errors
    ///
    /// Returns why the owner may not enter.
    pub async fn sign_in_provided(
        &self,
        identity: &ProviderIdentity,
        label: &str,
        address: Address,
        may_enter: impl FnOnce((PlayerId, AccountRole)) -> Result<(), ServerRefusal>,
    ) -> Result<Option<SignIn>, ServerRefusal> {
        let Some(account) = self.store.account_by_identity(identity.clone()).await? else {
            return Ok(None);
        };
        let entered = self.enter(account, label, address, may_enter).await?;
        Ok(Some(entered))
    }

    /// Creates an account for somebody who signs in for the first time: under the name
    /// that the provider knows, if it is valid and free.
    ///
    /// # Errors
    ///
    /// Returns why nobody can sign up.
    pub async fn sign_up_provided(
        &self,
        person: &ProvidedPerson,
        sign_up: ProvidedSignUp<'_>,
    ) -> Result<ProvidedSignIn, ServerRefusal> {
        self.check_invitation(sign_up.policy, sign_up.invitation)
            .await?;
        let preferred = person.preferred_name.as_deref().unwrap_or_default();
        if let Ok(name) = preferred.parse::<Name>()
            && self.store.is_name_free(name.clone()).await?
        {
            let created = self.create_provided(person.identity.clone(), name, sign_up);
            match created.await {
                // Somebody else took the name in the meantime.
                Err(ServerRefusal::NameTaken) => {}
                created => return created.map(ProvidedSignIn::SignedIn),
            }
        }
        let ticket = Secret::random();
        let now = clock::wall();
        let link = NewLink {
            kind: LinkKind::Identity,
            hash: ticket.hash(),
            player: None,
            label: person.identity.to_label(),
            created: now,
            expires: now + TICKET_MILLIS,
            uses: 1,
            created_by: None,
        };
        self.store.create_link(link).await?;
        let suggestion = self.suggest_name(preferred).await?;
        Ok(ProvidedSignIn::NameNeeded { ticket, suggestion })
    }

    /// Creates an account under a name that was chosen with a ticket.
    ///
    /// # Errors
    ///
    /// Returns why nobody can sign up, or what is wrong with the ticket or the name.
    pub async fn redeem_ticket(
        &self,
        ticket: &str,
        name: &str,
        sign_up: ProvidedSignUp<'_>,
    ) -> Result<SignIn, ServerRefusal> {
        let name: Name = name.parse()?;
        let ticket = Secret::parse(ticket).ok_or(ServerRefusal::AttemptExpired)?;
        let link = self
            .store
            .link(LinkKind::Identity, ticket.hash(), clock::wall())
            .await?;
        let identity = link.and_then(|link| ProviderIdentity::from_label(&link.label));
        let identity = identity.ok_or(ServerRefusal::AttemptExpired)?;
        self.create_provided(identity, name, sign_up).await
    }

    /// Lets a player sign in with this identity.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::IdentityTaken`] if it belongs to another player.
    pub async fn link_identity(
        &self,
        player: PlayerId,
        identity: ProviderIdentity,
        address: Address,
    ) -> Result<(), ServerRefusal> {
        let linked = self.store.link_identity(player, identity, clock::wall());
        if !linked.await? {
            return Err(ServerRefusal::IdentityTaken);
        }
        tracing::info!(player = player.0, %address, "account linked with a provider");
        Ok(())
    }

    /// Removes the links of an account with providers.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::NeedsPassword`] if nobody could sign in to the account afterward.
    pub async fn unlink_identities(
        &self,
        player: PlayerId,
        address: Address,
    ) -> Result<(), ServerRefusal> {
        if !self.store.unlink_identities(player).await? {
            return Err(ServerRefusal::NeedsPassword);
        }
        tracing::info!(player = player.0, %address, "account no longer linked with a provider");
        Ok(())
    }

    async fn create_provided(
        &self,
        identity: ProviderIdentity,
        name: Name,
        sign_up: ProvidedSignUp<'_>,
    ) -> Result<SignIn, ServerRefusal> {
        let ProvidedSignUp {
            guest,
            label,
            address,
            policy,
            invitation,
        } = sign_up;
        let invitation = self.check_invitation(policy, invitation).await?;
        let new = NewLinkedAccount {
            guest,
            name,
            identity,
            invitation: invitation.map(|secret| secret.hash()),
            now: clock::wall(),
        };
        let created = self.store.create_linked_account(new).await;
        let created = created.map_err(|error: CreateAccountError| ServerRefusal::from(error))?;
        let id = created.ok_or(ServerRefusal::InvitationNeeded)?;
        self.enter_new(id, guest, label, address).await
    }

    /// Returns a free name that resembles the one at the provider.
    async fn suggest_name(&self, preferred: &str) -> Result<Option<Name>, ServerRefusal> {
        let plain = plain_name(preferred);
        if plain.is_empty() {
            return Ok(None);
        }
        for number in 1..=MAX_SUGGESTIONS {
            let suffix = match number {
                1 => String::new(),
                number => number.to_string(),
            };
            let length = MAX_NAME_CHARACTERS - suffix.len();
            let name: String = plain.chars().take(length).collect();
            if let Ok(name) = format!("{name}{suffix}").parse::<Name>()
                && self.store.is_name_free(name.clone()).await?
            {
                return Ok(Some(name));
            }
        }
        Ok(None)
    }
}

/// Turns a name into one that is valid here: `Zoé Müller` becomes `Zoe-Muller`, and of an
/// email address the part before the `@` is used.
fn plain_name(preferred: &str) -> String {
    let (local, _) = preferred.split_once('@').unwrap_or((preferred, ""));
    let letters = local.nfkd().filter_map(|c| match c {
        c if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') => Some(c),
        ' ' | '.' => Some('-'),
        _ => None,
    });
    let name: String = letters.take(MAX_NAME_CHARACTERS).collect();
    name.trim_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_provider_become_plain() {
        for (preferred, plain) in [
            ("ann", "ann"),
            ("Zoé Müller", "Zoe-Muller"),
            ("ann.lee@school.example", "ann-lee"),
            ("  x\u{202e}y ", "xy"),
            ("張偉", ""),
            (&"long".repeat(10), &"long".repeat(5)),
        ] {
            assert_eq!(plain_name(preferred), plain);
        }
    }
}
