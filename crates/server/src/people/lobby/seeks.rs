//! Open seeks, and which of them match. No game is created here, and no player is
//! notified.

use core::{fmt, str::FromStr};

use arbiter_rules::Color;
use arbiter_wire::{OpenSeek, Seek};

use crate::{base::PlayerId, refusal::ServerRefusal, store::PlayerCard};

/// The random id of a seek.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SeekId(u64);

/// The text is not the id of a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a seek id has sixteen hexadecimal digits")]
pub struct ParseSeekIdError;

/// A player who looks for an opponent. `O` is what the seek belongs to.
#[derive(Clone, Debug)]
pub struct Seeker<O> {
    /// The id of the seek.
    pub id: SeekId,
    /// The player.
    pub card: PlayerCard,
    /// The game that is sought.
    pub seek: Seek,
    /// What the seek belongs to.
    pub owner: O,
    /// The players whom this one is not to be paired with, because one has
    /// blocked the other.
    pub avoids: Vec<PlayerId>,
}

/// The open seeks in the order of posting. Each player has at most one.
#[derive(Debug)]
pub struct Seeks<O>(Vec<WaitingSeek<O>>);

/// An open seek with its place in the order, which it keeps if it is put back.
#[derive(Clone, Debug)]
pub struct WaitingSeek<O> {
    order: u64,
    /// The player who waits.
    pub seeker: Seeker<O>,
}

/// Two players whose seeks match. Neither waits any longer.
#[derive(Debug)]
pub struct Pairing<O> {
    /// The player who waited.
    pub waiting: WaitingSeek<O>,
    /// The player who just posted a seek.
    pub arrived: Seeker<O>,
}

/// The assumed rating of a player who has none, for fair pairings.
const DEFAULT_RATING: i32 = 1500;

impl<O> Seeks<O> {
    /// Pairs a player with one who waits, or lets them wait. An earlier seek of
    /// the same player is replaced.
    pub fn seek(&mut self, arrived: Seeker<O>) -> Option<Pairing<O>> {
        self.withdraw_all(arrived.card.id);
        match best_match(self.0.iter().map(|place| &place.seeker), &arrived) {
            Some(index) => {
                let waiting = self.0.remove(index);
                Some(Pairing { waiting, arrived })
            }
            None => {
                let order = self.0.last().map_or(0, |last| last.order + 1);
                self.0.push(WaitingSeek {
                    order,
                    seeker: arrived,
                });
                None
            }
        }
    }

    /// Removes and returns a seek that another player accepts.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be accepted.
    pub fn accept(&mut self, id: SeekId, by: PlayerId) -> Result<WaitingSeek<O>, ServerRefusal> {
        let index = self.find(id).ok_or(ServerRefusal::SeekGone)?;
        if self.0[index].seeker.card.id == by {
            return Err(ServerRefusal::OwnSeek);
        }
        Ok(self.0.remove(index))
    }

    /// Puts a seek back in its place because no game was created, unless its
    /// owner has posted another one meanwhile.
    pub fn put_back(&mut self, place: WaitingSeek<O>) {
        let player = place.seeker.card.id;
        if self.of(player).is_none() {
            let index = self.0.partition_point(|it| it.order < place.order);
            self.0.insert(index, place);
        }
    }

    /// Removes a seek of this player, and reports whether there was one.
    pub fn withdraw(&mut self, id: SeekId, by: PlayerId) -> bool {
        self.remove_where(|seeker| seeker.id == id && seeker.card.id == by)
    }

    /// Removes all seeks of this player, and reports whether there was one.
    pub fn withdraw_all(&mut self, by: PlayerId) -> bool {
        self.remove_where(|seeker| seeker.card.id == by)
    }

    /// Removes all seeks of which this is true, and reports whether there was one.
    pub fn remove_where(&mut self, is_meant: impl Fn(&Seeker<O>) -> bool) -> bool {
        let before = self.0.len();
        self.0.retain(|place| !is_meant(&place.seeker));
        self.0.len() < before
    }

    /// Returns the seek of this player.
    #[must_use]
    pub fn of(&self, player: PlayerId) -> Option<&Seeker<O>> {
        let seekers = self.0.iter().map(|place| &place.seeker);
        seekers.into_iter().find(|it| it.card.id == player)
    }

    fn find(&self, id: SeekId) -> Option<usize> {
        self.0.iter().position(|place| place.seeker.id == id)
    }

    /// Returns the number of open seeks of other players: a new seek of this player
    /// replaces an earlier one.
    #[must_use]
    pub fn count_others(&self, player: PlayerId) -> usize {
        let others = self.0.iter().filter(|it| it.seeker.card.id != player);
        others.count()
    }

    /// Returns the newest seeks, at most `limit`.
    pub fn list(&self, limit: usize) -> Vec<OpenSeek> {
        let newest = self.0.iter().rev().take(limit);
        newest.map(|place| place.seeker.open()).collect()
    }
}

impl<O> Seeker<O> {
    /// Returns the seek as everyone sees it.
    #[must_use]
    pub fn open(&self) -> OpenSeek {
        OpenSeek {
            id: self.id.to_string(),
            player: self.card.view.clone(),
            seek: self.seek.clone(),
        }
    }
}

/// Returns the index of the seek, in the order of posting, that a new one is paired
/// with.
pub(super) fn best_match<'s, O: 's, P>(
    waiting: impl Iterator<Item = &'s Seeker<O>>,
    arrived: &Seeker<P>,
) -> Option<usize> {
    let mut matching = waiting
        .enumerate()
        .filter(|(_, seeker)| matches(seeker, arrived));
    // Among equal matches the oldest seek is served first.
    let found = if arrived.seek.options.rated {
        matching.min_by_key(|(_, seeker)| rating_distance(seeker, arrived))
    } else {
        matching.next()
    };
    found.map(|(index, _)| index)
}

/// Returns the side of the player who waited; none if it is random.
#[must_use]
pub fn side_of_waiting(waiting: &Seek, arrived: &Seek) -> Option<Color> {
    let wanted = waiting.color.map(Color::from);
    wanted.or_else(|| arrived.color.map(|color| !Color::from(color)))
}

fn matches<O, P>(waiting: &Seeker<O>, arrived: &Seeker<P>) -> bool {
    let colors_match = match (waiting.seek.color, arrived.seek.color) {
        (Some(one), Some(other)) => one != other,
        _ => true,
    };
    colors_match
        && waiting.card.id != arrived.card.id
        && !arrived.avoids.contains(&waiting.card.id)
        && !waiting.avoids.contains(&arrived.card.id)
        && waiting.seek.options == arrived.seek.options
}

fn rating_distance<O, P>(one: &Seeker<O>, other: &Seeker<P>) -> u32 {
    let rating = |card: &PlayerCard| card.view.rating.unwrap_or(DEFAULT_RATING);
    rating(&one.card).abs_diff(rating(&other.card))
}

impl<O> Default for Seeks<O> {
    fn default() -> Seeks<O> {
        Seeks(Vec::new())
    }
}

impl SeekId {
    /// Returns an id made from a random number.
    #[must_use]
    pub const fn from_random(number: u64) -> SeekId {
        SeekId(number)
    }

    /// Returns the number that the id was made of.
    #[must_use]
    pub const fn to_number(self) -> u64 {
        self.0
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
