//! Who fits whom. No game is made here, and nobody is told.

use core::{fmt, str::FromStr};

use arbiter_rules::Color;
use arbiter_wire::{OpenSeek, Seek};

use crate::{base::PlayerId, store::PlayerCard};

/// The name of a seek, drawn by lot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SeekId(u64);

/// This is not the name of a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the name of a seek is sixteen hexadecimal digits")]
pub struct ParseSeekIdError;

/// Somebody who looks for an opponent.
#[derive(Clone, Debug)]
pub struct Seeker<K> {
    /// The name of his seek.
    pub id: SeekId,
    /// Who he is.
    pub card: PlayerCard,
    /// What he looks for.
    pub seek: Seek,
    /// How long he does.
    pub keeper: K,
}

/// Those who wait, in the order in which they came. Each player waits once.
#[derive(Debug)]
pub struct Seeks<K>(Vec<Place<K>>);

/// The number says who came before whom, for those who come back.
#[derive(Clone, Debug)]
pub struct Place<K> {
    order: u64,
    /// Who waits here.
    pub seeker: Seeker<K>,
}

/// Two who fit each other. Neither waits any longer.
#[derive(Debug)]
pub struct Pair<K> {
    /// Who waited.
    pub waited: Place<K>,
    /// Who came.
    pub came: Seeker<K>,
}

/// The rating of somebody who has none, for finding whom it is fair to meet.
const USUAL_RATING: i32 = 1500;

impl<K> Seeks<K> {
    /// Looks for an opponent, or waits. Whoever waited before, for something
    /// else, waits for this now.
    pub fn seek(&mut self, came: Seeker<K>) -> Option<Pair<K>> {
        self.withdraw_all(came.card.id);
        let fitting = self.0.iter().enumerate();
        let fitting = fitting.filter(|(_, place)| fits(&place.seeker, &came));
        // Among equals, the first who came is the first to play.
        let found = if came.seek.options.rated {
            fitting.min_by_key(|(_, place)| distance(&place.seeker, &came))
        } else {
            fitting.min_by_key(|(_, place)| place.order)
        };
        match found.map(|(index, _)| index) {
            Some(index) => {
                let waited = self.0.remove(index);
                Some(Pair { waited, came })
            }
            None => {
                let order = self.0.last().map_or(0, |last| last.order + 1);
                self.0.push(Place {
                    order,
                    seeker: came,
                });
                None
            }
        }
    }

    /// Takes the seek that somebody else accepts out of the list.
    ///
    /// # Errors
    ///
    /// Why it cannot be accepted.
    pub fn accept(&mut self, id: SeekId, by: PlayerId) -> Result<Place<K>, AcceptError> {
        let index = self.find(id).ok_or(AcceptError::Gone)?;
        if self.0[index].seeker.card.id == by {
            return Err(AcceptError::Own);
        }
        Ok(self.0.remove(index))
    }

    /// Lets somebody wait again, where he was: no game came of it. He may
    /// have begun to look for something else meanwhile.
    pub fn put_back(&mut self, place: Place<K>) {
        let player = place.seeker.card.id;
        if self.of(player).is_none() {
            let index = self.0.partition_point(|it| it.order < place.order);
            self.0.insert(index, place);
        }
    }

    /// Removes a seek of this player; whether there was one.
    pub fn withdraw(&mut self, id: SeekId, by: PlayerId) -> bool {
        self.remove_where(|seeker| seeker.id == id && seeker.card.id == by)
    }

    /// Removes all seeks of this player; whether there was one.
    pub fn withdraw_all(&mut self, by: PlayerId) -> bool {
        self.remove_where(|seeker| seeker.card.id == by)
    }

    /// Removes all of which this is true; whether there was one.
    pub fn remove_where(&mut self, is_meant: impl Fn(&Seeker<K>) -> bool) -> bool {
        let before = self.0.len();
        self.0.retain(|place| !is_meant(&place.seeker));
        self.0.len() < before
    }

    /// The seek of this player.
    #[must_use]
    pub fn of(&self, player: PlayerId) -> Option<&Seeker<K>> {
        let seekers = self.0.iter().map(|place| &place.seeker);
        seekers.into_iter().find(|it| it.card.id == player)
    }

    fn find(&self, id: SeekId) -> Option<usize> {
        self.0.iter().position(|place| place.seeker.id == id)
    }

    /// How many wait.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The list for everybody, the newest first.
    pub fn list(&self, longest: usize) -> Vec<OpenSeek> {
        let newest = self.0.iter().rev().take(longest);
        newest.map(|place| place.seeker.open()).collect()
    }
}

impl<K> Seeker<K> {
    /// How everybody sees it.
    #[must_use]
    pub fn open(&self) -> OpenSeek {
        OpenSeek {
            id: self.id.to_string(),
            player: self.card.view.clone(),
            seek: self.seek.clone(),
        }
    }
}

/// Why a seek cannot be accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AcceptError {
    /// It is not in the list.
    #[error("somebody was faster, or nobody looks for this any more")]
    Gone,
    /// It is one's own.
    #[error("this is your own seek: wait for somebody else")]
    Own,
}

/// The side of the one who waited; none if it is drawn by lot.
#[must_use]
pub fn side_of_waiting(waited: &Seek, came: &Seek) -> Option<Color> {
    let wanted = waited.color.map(Color::from);
    wanted.or_else(|| came.color.map(|color| !Color::from(color)))
}

fn fits<K>(waiting: &Seeker<K>, came: &Seeker<K>) -> bool {
    let colors_fit = match (waiting.seek.color, came.seek.color) {
        (Some(one), Some(other)) => one != other,
        _ => true,
    };
    colors_fit && waiting.card.id != came.card.id && waiting.seek.options == came.seek.options
}

fn distance<K>(one: &Seeker<K>, other: &Seeker<K>) -> u32 {
    let rating = |seeker: &Seeker<K>| seeker.card.view.rating.unwrap_or(USUAL_RATING);
    rating(one).abs_diff(rating(other))
}

impl<K> Default for Seeks<K> {
    fn default() -> Seeks<K> {
        Seeks(Vec::new())
    }
}

impl SeekId {
    /// A name made of a random number.
    #[must_use]
    pub const fn from_random(number: u64) -> SeekId {
        SeekId(number)
    }
}

impl fmt::Display for SeekId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for SeekId {
    type Err = ParseSeekIdError;

    fn from_str(text: &str) -> Result<SeekId, ParseSeekIdError> {
        let is_hex = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = is_hex.then(|| u64::from_str_radix(text, 16).ok()).flatten();
        number.map(SeekId).ok_or(ParseSeekIdError)
    }
}

#[cfg(test)]
mod tests;
