use arbiter_game::{OrderMode, SaktrisOptions, TimeControl};
use arbiter_rules::{Clearing, Color, Variant};

use super::CommandError;
use crate::Opponent;

/// What is said about a new game; the rest stays as it was.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct NewGame {
    pub control: Option<TimeControl>,
    pub company: Option<Company>,
    /// The pieces of who plays against the computer.
    pub seat: Option<Color>,
    /// What is played.
    pub variant: Option<Variant>,
    pub terms: Terms,
}

/// Against whom one plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Company {
    Person,
    Computer(Opponent),
}

/// What is said about a new game of Saktris.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Terms {
    pub order: Option<OrderMode>,
    pub preview: Option<u8>,
    pub every: Option<u8>,
    pub clearing: Option<Clearing>,
}

impl NewGame {
    /// The clock, the opponent, the pieces and what is played, in any order:
    /// `5+3 level 4 black`, `saktris order pick every 2`.
    pub fn read(rest: &str) -> Result<NewGame, CommandError> {
        let mut new = NewGame::default();
        let mut clock: Vec<&str> = Vec::new();
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            match word.to_ascii_lowercase().as_str() {
                "white" => new.seat = Some(Color::White),
                "black" => new.seat = Some(Color::Black),
                "two" => new.company = Some(Company::Person),
                "chess" => new.variant = Some(Variant::Standard),
                "saktris" => new.variant = Some(Variant::Saktris),
                strength @ ("level" | "elo" | "full") => {
                    let number = match strength {
                        "full" => "",
                        _ => words.next().unwrap_or_default(),
                    };
                    let text = format!("{strength} {number}");
                    let opponent = text.parse().map_err(CommandError::Opponent)?;
                    new.company = Some(Company::Computer(opponent));
                }
                term @ ("order" | "preview" | "every" | "clearing") => {
                    let how = words.next().unwrap_or_default().to_ascii_lowercase();
                    new.terms.read(term, &how).ok_or(CommandError::Terms)?;
                }
                // The name of an order says that it is one.
                name if OrderMode::from_name(name).is_some() => {
                    new.terms.order = OrderMode::from_name(name);
                }
                _ => clock.push(word),
            }
        }
        if !clock.is_empty() {
            let control = clock.join(" ").parse().map_err(CommandError::Clock)?;
            new.control = Some(control);
        }
        match new.variant {
            _ if new.terms == Terms::default() => {}
            None => new.variant = Some(Variant::Saktris),
            Some(Variant::Saktris) => {}
            Some(_) => return Err(CommandError::Terms),
        }
        Ok(new)
    }
}

impl Terms {
    /// Takes one of them down; none if it makes no sense.
    fn read(&mut self, term: &str, how: &str) -> Option<()> {
        let number = how.parse::<u8>().ok();
        match term {
            "order" => self.order = Some(OrderMode::from_name(how)?),
            "preview" => {
                let is_some = |it: &u8| SaktrisOptions::PREVIEWS.contains(it);
                self.preview = Some(number.filter(is_some)?);
            }
            "every" => self.every = Some(number.filter(|it| (1..=5).contains(it))?),
            _ => {
                self.clearing = Some(match how {
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
