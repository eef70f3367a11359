//! Why the players of a wave are paired as they are.

use super::{Arena, ColorReason, REPEAT_GAMES, Wave, WavePair, wave::WaitingPlayer};
use crate::PlayerId;

/// The most nearer opponents that are named for a pair.
const MAX_NAMED: usize = 3;

/// Why two players who waited are paired.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaveReason {
    /// The better placed player and the opponent.
    pub players: [PlayerId; 2],
    /// Their places, from 1.
    pub places: [usize; 2],
    /// The nearest of the players who wait, and why each was rejected.
    pub nearer: Vec<(PlayerId, WaveObjection)>,
    /// How many further players are nearer.
    pub more: usize,
    /// How many games ago the two met, if that was within the last games of one of them.
    pub met_ago: Option<usize>,
    /// The player with White, and what decided it.
    pub white: (PlayerId, ColorReason),
}

/// Why a nearer opponent was rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaveObjection {
    /// How many games ago they met: 1 is the last game.
    Met(usize),
    /// The player meets this one.
    Meets(PlayerId),
    /// The player is left over.
    LeftOver,
}

impl Arena {
    /// Says for each pair of a wave, and for each player left over, why: one sentence or
    /// more for each. `wave` is that of [`Arena::wave`] at the same time, before
    /// its events are applied.
    #[must_use]
    pub fn explain(&self, wave: &Wave, now_ms: u64) -> Vec<String> {
        let waiting = self.waiting_players(now_ms);
        let pairs = wave.pairs.iter();
        let pairs = pairs.map(|it| self.explain_pair(it, wave, &waiting));
        let left = wave.left_over.iter();
        let left = left.map(|&it| self.explain_left_over(it, wave, &waiting));
        pairs.chain(left).collect()
    }

    fn name(&self, id: PlayerId) -> &str {
        self.player(id).map_or("", |it| it.name.as_str())
    }

    /// Returns for each pair of a wave why it is so; see [`Arena::explain`].
    #[must_use]
    pub fn reasons(&self, wave: &Wave, now_ms: u64) -> Vec<WaveReason> {
        let waiting = self.waiting_players(now_ms);
        let pairs = wave.pairs.iter();
        pairs.map(|it| reason(it, wave, &waiting)).collect()
    }

    fn explain_pair(&self, pair: &WavePair, wave: &Wave, waiting: &[WaitingPlayer]) -> String {
        let reason = reason(pair, wave, waiting);
        let ([first, second], [place, other]) = (reason.players, reason.places);
        let mut text = format!(
            "{} (place {place}) meets {} (place {other})",
            self.name(first),
            self.name(second)
        );
        let objections: Vec<String> = (reason.nearer.iter())
            .map(|&(id, objection)| {
                let why = match objection {
                    WaveObjection::Met(ago) => format!("met {}", games_ago(ago)),
                    WaveObjection::Meets(partner) => format!("who meets {}", self.name(partner)),
                    WaveObjection::LeftOver => "who is left over".to_owned(),
                };
                format!("{}, {why}", self.name(id))
            })
            .collect();
        match (objections.is_empty(), reason.more) {
            (true, _) => text += ", the nearest of the players who wait.",
            (false, 0) => text += &format!("; not {}.", objections.join("; not ")),
            (false, more) => {
                text += &format!("; not {}; nor {more} more.", objections.join("; not "));
            }
        }
        if let Some(ago) = pair.met_ago {
            text += &format!(
                " They met {}: nobody else can be paired without a repeat.",
                games_ago(ago)
            );
        }
        let white = self.name(pair.players.white);
        text += &match pair.color_reason {
            ColorReason::Balance => format!(" {white} has White, having had it less often."),
            ColorReason::LastGame => format!(" {white} has White after a game with Black."),
            ColorReason::Order => {
                format!(" {white} has White: the better placed of every second pair has it.")
            }
        };
        text
    }

    fn explain_left_over(&self, id: PlayerId, wave: &Wave, waiting: &[WaitingPlayer]) -> String {
        let name = self.name(id);
        let Some(one) = waiting.iter().find(|it| it.id == id) else {
            return String::new();
        };
        let others = wave.left_over.iter().filter(|&&it| it != id);
        let mut met = others.filter_map(|&it| waiting.iter().find(|other| other.id == it));
        match met.find(|it| one.met_ago(it).is_some()) {
            Some(other) => format!(
                "{name} waits: {} is free too, but they met within the last {REPEAT_GAMES} games.",
                self.name(other.id)
            ),
            None if waiting.len() == 1 => format!("{name} waits: nobody else is free."),
            None => format!(
                "{name} waits: the number of free players is odd, and the others have waited longer \
                 or cannot be paired without a repeat."
            ),
        }
    }
}

fn reason(pair: &WavePair, wave: &Wave, waiting: &[WaitingPlayer]) -> WaveReason {
    let (white, black) = (pair.players.white, pair.players.black);
    let is_white_better = pair.places.white < pair.places.black;
    let [(first, place), (second, other)] = match is_white_better {
        true => [(white, pair.places.white), (black, pair.places.black)],
        false => [(black, pair.places.black), (white, pair.places.white)],
    };
    let find = |id| waiting.iter().find(|it| it.id == id);
    let distance = place.abs_diff(other);
    let mut nearer: Vec<&WaitingPlayer> = waiting
        .iter()
        .filter(|it| it.id != first && (it.place + 1).abs_diff(place) < distance)
        .collect();
    nearer.sort_by_key(|it| ((it.place + 1).abs_diff(place), it.place));
    let objection = |it: &&WaitingPlayer| {
        let ago = find(first).and_then(|first| first.met_ago(it));
        (it.id, objection(it.id, ago, wave))
    };
    WaveReason {
        players: [first, second],
        places: [place, other],
        nearer: nearer.iter().take(MAX_NAMED).map(objection).collect(),
        more: nearer.len().saturating_sub(MAX_NAMED),
        met_ago: pair.met_ago,
        white: (white, pair.color_reason),
    }
}

/// Returns why a player is not the opponent of somebody nearer.
fn objection(id: PlayerId, met_ago: Option<usize>, wave: &Wave) -> WaveObjection {
    if let Some(ago) = met_ago {
        return WaveObjection::Met(ago);
    }
    let partner = wave.pairs.iter().find_map(|it| {
        let (white, black) = (it.players.white, it.players.black);
        match id {
            _ if id == white => Some(black),
            _ if id == black => Some(white),
            _ => None,
        }
    });
    partner.map_or(WaveObjection::LeftOver, WaveObjection::Meets)
}

fn games_ago(games: usize) -> String {
    match games {
        1 => "in the last game".to_owned(),
        games => format!("{games} games ago"),
    }
}
