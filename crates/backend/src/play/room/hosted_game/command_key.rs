use core::fmt;

use arbiter_wire::Command;
use sha2::{Digest, Sha256};

use crate::base::PlayerId;

/// A command as the store keeps it, beside its first event: who sent it, its
/// id, and a digest of what it asks for.
///
/// As text it is `7/1f03a5c9:w3`. Commands stored without a digest are `7:w3`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandKey {
    /// The player and the id, which name a command: `7:w3`.
    pub name: String,
    /// The digest of the side and the action.
    digest: Option<u32>,
}

impl CommandKey {
    /// Returns the key of a command of this player.
    #[must_use]
    pub fn new(by: PlayerId, command: &Command) -> CommandKey {
        let content = serde_json::to_vec(&(command.side, &command.action)).unwrap_or_default();
        let [a, b, c, d, ..] = <[u8; 32]>::from(Sha256::digest(content));
        CommandKey {
            name: format!("{}:{}", by.0, command.id),
            digest: Some(u32::from_be_bytes([a, b, c, d])),
        }
    }

    /// Reads a key as the store keeps it.
    #[must_use]
    pub fn parse(text: &str) -> CommandKey {
        let parsed = text.split_once(':').and_then(|(head, id)| {
            let (by, digest) = head.split_once('/')?;
            let digest = u32::from_str_radix(digest, 16).ok()?;
            Some(CommandKey {
                name: format!("{by}:{id}"),
                digest: Some(digest),
            })
        });
        parsed.unwrap_or_else(|| CommandKey {
            name: text.to_owned(),
            digest: None,
        })
    }

    /// Reports whether a command of the same name asks for something else. A
    /// command without a digest is taken to be the same.
    #[must_use]
    pub fn differs_from(&self, other: &CommandKey) -> bool {
        let digests = self.digest.zip(other.digest);
        digests.is_some_and(|(one, other)| one != other)
    }
}

impl fmt::Display for CommandKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name.split_once(':'), self.digest) {
            (Some((by, id)), Some(digest)) => write!(f, "{by}/{digest:08x}:{id}"),
            _ => f.write_str(&self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use arbiter_wire::Action;

    use super::*;

    fn key(id: &str, action: Action) -> CommandKey {
        let command = Command {
            id: id.to_owned(),
            ply: None,
            side: None,
            action,
        };
        CommandKey::new(PlayerId(7), &command)
    }

    #[test]
    fn a_key_survives_the_store_whatever_its_id_is() {
        for id in ["w3", "a:b", "1/2:3", "/", ":", "ä\n"] {
            let key = key(id, Action::Resign);
            assert_eq!(CommandKey::parse(&key.to_string()), key);
            assert_eq!(key.name, format!("7:{id}"));
        }
    }

    #[test]
    fn a_key_without_a_digest_can_be_read() {
        let stored = CommandKey::parse("7:w3");
        assert_eq!(stored.to_string(), "7:w3");
        assert!(!stored.differs_from(&key("w3", Action::Resign)));
    }

    #[test]
    fn another_action_under_the_same_id_differs() {
        let resign = key("w3", Action::Resign);
        assert!(resign.differs_from(&key("w3", Action::OfferDraw)));
        assert!(!resign.differs_from(&key("w3", Action::Resign)));
    }
}
