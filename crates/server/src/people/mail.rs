//! Email to players. It is sent in the background, so that the time of an answer
//! does not reveal whether there is an account.

mod letter;

use std::{sync::Arc, time::Duration};

use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    address::AddressError,
    message::{Mailbox, header::ContentType},
    transport::smtp,
};
use tokio::sync::Semaphore;

pub use letter::Letter;

use crate::base::{Language, MailSettings, random, spawn};

/// Sends email. Its clones share the connections.
#[derive(Clone, Debug)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The public URL of the server.
    public: String,
    unsent: Arc<Semaphore>,
}

/// An error that is returned when email cannot be sent with these settings.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The address of the mail server is invalid.
    #[error(
        "the address of the mail server is invalid ({0}): write it as smtps://USER:PASSWORD@HOST"
    )]
    Url(smtp::Error),
    /// The sender is not an email address.
    #[error("the sender of email is invalid ({0}): write it as chess@example.org")]
    From(AddressError),
    /// Links need an address.
    #[error("email needs the public address of the server for its links: set it with --public")]
    NoPublicAddress,
}

/// How long the mail server may take to accept a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);
/// The most messages that are being sent; more are dropped.
const MAX_UNSENT: usize = 100;
/// The longest address.
const MAX_ADDRESS_BYTES: usize = 254;

impl Mailer {
    /// Returns a mailer with these settings; `public` is the URL of the server.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the settings.
    pub fn new(settings: &MailSettings, public: Option<&str>) -> Result<Mailer, MailError> {
        let public = public.ok_or(MailError::NoPublicAddress)?;
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&settings.url)
            .map_err(MailError::Url)?
            .timeout(Some(SEND_TIMEOUT))
            .build();
        Ok(Mailer {
            transport,
            from: settings.from.parse().map_err(MailError::From)?,
            public: public.trim_end_matches('/').to_owned(),
            unsent: Arc::new(Semaphore::new(MAX_UNSENT)),
        })
    }

    /// Sends a letter to an address, in the background.
    pub fn send(&self, to: &Mailbox, letter: &Letter, language: Language) {
        let Ok(permit) = Arc::clone(&self.unsent).try_acquire_owned() else {
            tracing::error!("too many messages wait for the mail server: one is not sent");
            return;
        };
        let id = u128::from_le_bytes(random::bytes());
        let domain = self.from.email.domain();
        let message = Message::builder()
            .from(self.from.clone())
            .to(to.clone())
            .message_id(Some(format!("<{id:032x}@{domain}>")))
            .subject(letter.subject(language))
            .header(ContentType::TEXT_PLAIN)
            .body(letter.body(&self.public, language));
        let message = match message {
            Ok(message) => message,
            Err(error) => {
                tracing::error!(%error, "cannot write an email message");
                return;
            }
        };
        let transport = self.transport.clone();
        spawn(async move {
            let _permit = permit;
            let sent = tokio::time::timeout(SEND_TIMEOUT, transport.send(message));
            match sent.await {
                Ok(Ok(_)) => tracing::info!("sent an email message"),
                Ok(Err(error)) => tracing::error!(%error, "cannot send an email message"),
                Err(_) => tracing::error!("the mail server does not answer"),
            }
        });
    }
}

/// Parses the address of a player; none if it cannot be one.
#[must_use]
pub fn parse_address(text: &str) -> Option<Mailbox> {
    let text = text.trim();
    let is_plain = text.len() <= MAX_ADDRESS_BYTES && !text.contains(char::is_control);
    let address = is_plain.then(|| text.parse().ok()).flatten()?;
    Some(Mailbox::new(None, address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_are_accepted() {
        for good in [
            "ann@example.org",
            " ann+chess@mail.example.org ",
            "zoë@exämple.org",
        ] {
            assert!(parse_address(good).is_some(), "{good}");
        }
        let long = format!("{}@example.org", "a".repeat(250));
        for bad in [
            "",
            "ann",
            "ann@",
            "@example.org",
            "a b@c",
            "Ann <ann@example.org>",
            "a@b\nc",
            &long,
        ] {
            assert!(parse_address(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn settings_that_cannot_work_are_refused() {
        let settings = |url: &str, from: &str| MailSettings {
            url: url.to_owned(),
            from: from.to_owned(),
        };
        let public = Some("https://chess.example");
        let good = settings("smtps://me:secret@mail.example", "Club <chess@example.org>");
        assert!(Mailer::new(&good, public).is_ok());
        assert!(matches!(
            Mailer::new(&good, None),
            Err(MailError::NoPublicAddress)
        ));
        let bad = Mailer::new(
            &settings("http://mail.example", "chess@example.org"),
            public,
        );
        assert!(matches!(bad, Err(MailError::Url(_))));
        let bad = Mailer::new(&settings("smtps://mail.example", "chess"), public);
        assert!(matches!(bad, Err(MailError::From(_))));
        assert!(!format!("{good:?}").contains("secret"));
    }
}
