use arbiter_game::{OrderMode, SaktrisOptions, TimeControl};
use arbiter_rules::{Clearing, Color, Variant};

use super::CommandError;
use crate::Opponent;

/// The changes for a new game. Everything else stays as in the last one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct NewGame {
    pub control: Option<TimeControl>,
    pub opponent: Option<OpponentChoice>,
    /// The color of the person, against the computer.
    pub person: Option<Color>,
    pub variant: Option<Variant>,
    pub saktris: SaktrisTerms,
}

/// The opponent in a new game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OpponentChoice {
    Human,
    Computer(Opponent),
}

/// The changes to the options of Saktris.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SaktrisTerms {
    pub order: Option<OrderMode>,
    pub preview: Option<u8>,
    pub every: Option<u8>,
    pub clearing: Option<Clearing>,
}

impl NewGame {
    /// Parses the clock, the opponent, the color and the variant, in any order:
    /// `5+3 level 4 black`, `saktris order pick every 2`.
    pub fn parse(rest: &str) -> Result<NewGame, CommandError> {
        let mut new = NewGame::default();
        let mut clock: Vec<&str> = Vec::new();
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            match word.to_ascii_lowercase().as_str() {
                "white" => new.person = Some(Color::White),
                "black" => new.person = Some(Color::Black),
                "two" => new.opponent = Some(OpponentChoice::Human),
                "chess" => new.variant = Some(Variant::Standard),
                "saktris" => new.variant = Some(Variant::Saktris),
                strength @ ("level" | "elo" | "full") => {
                    let number = match strength {
                        "full" => "",
                        _ => words.next().unwrap_or_default(),
                    };
                    let text = format!("{strength} {number}");
                    let opponent = text.parse().map_err(CommandError::Opponent)?;
                    new.opponent = Some(OpponentChoice::Computer(opponent));
                }
                term @ ("order" | "preview" | "every" | "clearing") => {
                    let value = words.next().unwrap_or_default().to_ascii_lowercase();
                    let set = new.saktris.set(term, &value);
                    set.ok_or(CommandError::SaktrisTerms)?;
                }
                // The name of an order needs no `order` before it.
                name if OrderMode::from_name(name).is_some() => {
                    new.saktris.order = OrderMode::from_name(name);
                }
                _ => clock.push(word),
            }
        }
        if !clock.is_empty() {
            let control = clock.join(" ").parse().map_err(CommandError::Clock)?;
            new.control = Some(control);
        }
        match new.variant {
            _ if new.saktris == SaktrisTerms::default() => {}
            None => new.variant = Some(Variant::Saktris),
            Some(Variant::Saktris) => {}
            Some(_) => return Err(CommandError::SaktrisTerms),
        }
        Ok(new)
    }
}

impl SaktrisTerms {
    /// Sets one of the options. Returns `None` if the value is invalid.
    fn set(&mut self, term: &str, value: &str) -> Option<()> {
        let number = value.parse::<u8>().ok();
        match term {
            "order" => self.order = Some(OrderMode::from_name(value)?),
            "preview" => {
                let is_valid = |preview: &u8| SaktrisOptions::PREVIEWS.contains(preview);
                self.preview = Some(number.filter(is_valid)?);
            }
            "every" => self.every = Some(number.filter(|it| (1..=5).contains(it))?),
            _ => {
                self.clearing = Some(match value {
                    "triplets" => Clearing::Triplets,
                    "rows" => Clearing::Rows,
                    "none" => Clearing::None,
                    _ => return None,
                });
            }
        }
        Some(())
    }
}
