use serde_json::json;

use crate::base::{ChallengeId, GameId, Language};

/// A message to a player who may not have the page open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The opponent has moved in a correspondence game.
    YourTurn {
        /// The game.
        game: GameId,
        /// The name of the opponent.
        opponent: String,
        /// The move of the opponent, in standard notation.
        san: String,
    },
    /// Another player challenges this one.
    Challenged {
        /// The challenge.
        challenge: ChallengeId,
        /// The name of the challenger.
        challenger: String,
        /// The time control, as it is written.
        clock: String,
    },
    /// A game for which this player has waited has started.
    Started {
        /// The game.
        game: GameId,
        /// The name of the opponent.
        opponent: String,
    },
}

impl Notice {
    /// Returns the name under which a later notice replaces this one.
    pub fn topic(&self) -> String {
        match self {
            Notice::YourTurn { game, .. } | Notice::Started { game, .. } => format!("game-{game}"),
            Notice::Challenged { challenge, .. } => format!("challenge-{challenge}"),
        }
    }

    /// Returns the message that the service worker of the page shows.
    pub fn message(&self, language: Language) -> String {
        json!({
            "title": self.title(language),
            "body": self.body(language),
            "path": self.path(),
            "tag": self.topic(),
        })
        .to_string()
    }

    fn path(&self) -> String {
        match self {
            Notice::YourTurn { game, .. } | Notice::Started { game, .. } => format!("/game/{game}"),
            Notice::Challenged { .. } => "/players#challenges".to_owned(),
        }
    }

    fn title(&self, language: Language) -> String {
        match (self, language) {
            (Notice::YourTurn { opponent, .. }, Language::English) => {
                format!("Your turn against {opponent}")
            }
            (Notice::YourTurn { opponent, .. }, Language::German) => {
                format!("Du bist am Zug gegen {opponent}")
            }
            (Notice::Challenged { challenger, .. }, Language::English) => {
                format!("{challenger} challenges you")
            }
            (Notice::Challenged { challenger, .. }, Language::German) => {
                format!("{challenger} fordert dich heraus")
            }
            (Notice::Started { opponent, .. }, Language::English) => {
                format!("Your game against {opponent} has started")
            }
            (Notice::Started { opponent, .. }, Language::German) => {
                format!("Deine Partie gegen {opponent} hat begonnen")
            }
        }
    }

    fn body(&self, language: Language) -> String {
        match (self, language) {
            (Notice::YourTurn { san, .. }, Language::English) => format!("Last move: {san}"),
            (Notice::YourTurn { san, .. }, Language::German) => {
                format!("Letzter Zug: {}", in_german(san))
            }
            (Notice::Challenged { clock, .. }, Language::English) => match clock.as_str() {
                "-" => "Time control: unlimited".to_owned(),
                clock => format!("Time control: {clock}"),
            },
            (Notice::Challenged { clock, .. }, Language::German) => match clock.as_str() {
                "-" => "Bedenkzeit: unbegrenzt".to_owned(),
                clock => format!("Bedenkzeit: {clock}"),
            },
            (Notice::Started { .. }, _) => String::new(),
        }
    }
}

/// Writes a move with the German letters of the pieces.
fn in_german(san: &str) -> String {
    let letter = |letter| match letter {
        'Q' => 'D',
        'R' => 'T',
        'B' => 'L',
        'N' => 'S',
        'P' => 'B',
        other => other,
    };
    san.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random;

    #[test]
    fn a_notice_names_the_opponent_in_every_language() {
        let game = random::game_id();
        let notice = Notice::YourTurn {
            game,
            opponent: "Anna".to_owned(),
            san: "Nxd8=Q+".to_owned(),
        };
        let read = |language| -> serde_json::Value {
            serde_json::from_str(&notice.message(language)).unwrap()
        };
        let english = read(Language::English);
        assert_eq!(english["title"], "Your turn against Anna");
        assert_eq!(english["body"], "Last move: Nxd8=Q+");
        assert_eq!(english["path"], format!("/game/{game}"));
        let german = read(Language::German);
        assert_eq!(german["title"], "Du bist am Zug gegen Anna");
        assert_eq!(german["body"], "Letzter Zug: Sxd8=D+");
        // The services accept 32 characters of the alphabet for URLs.
        assert!(notice.topic().len() <= 32);
    }
}
