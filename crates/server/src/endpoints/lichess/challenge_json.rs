use arbiter_wire::{ChallengeState, ChallengeView, Color, DeclineReason, GameOptions, PlayerView};
use serde::Serialize;

use super::terms::{GameTerms, TimeLimit, Variant, perf_name, rating, title, user_id};
use crate::{base::ChallengeId, refusal::ServerRefusal};

/// A challenge as one of its players sees it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChallengeJson {
    id: String,
    url: String,
    status: &'static str,
    challenger: ChallengeUser,
    dest_user: ChallengeUser,
    #[serde(flatten)]
    terms: ChallengeTerms,
    color: &'static str,
    final_color: Color,
    direction: &'static str,
}

/// A challenge that anyone with its link can accept.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenChallenge {
    id: String,
    url: String,
    status: &'static str,
    challenger: (),
    dest_user: (),
    #[serde(flatten)]
    terms: ChallengeTerms,
    color: &'static str,
    url_white: String,
    url_black: String,
    open: NoUsers,
}

/// A challenge that was declined.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeclinedChallenge {
    #[serde(flatten)]
    challenge: ChallengeJson,
    decline_reason: &'static str,
    decline_reason_key: String,
}

/// The game of a challenge.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ChallengeTerms {
    variant: Variant,
    rated: bool,
    speed: &'static str,
    time_control: TimeControlJson,
    perf: ChallengePerf,
    #[serde(skip_serializing_if = "Option::is_none")]
    initial_fen: Option<String>,
}

/// Anyone may join.
#[derive(Clone, Copy, Debug, Serialize)]
struct NoUsers {}

#[derive(Clone, Debug, Serialize)]
struct ChallengeUser {
    id: String,
    name: String,
    rating: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provisional: Option<bool>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum TimeControlJson {
    Clock {
        limit: u64,
        increment: u64,
        show: String,
    },
    #[serde(rename_all = "camelCase")]
    Correspondence {
        days_per_turn: u64,
    },
    Unlimited,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct ChallengePerf {
    icon: &'static str,
    name: &'static str,
}

impl ChallengeJson {
    /// Returns a challenge on the server with this URL as the player with this name sees
    /// it.
    ///
    /// # Errors
    ///
    /// Returns why programs cannot play such a game.
    pub fn of(
        base: &str,
        view: &ChallengeView,
        reader: &str,
    ) -> Result<ChallengeJson, ServerRefusal> {
        let is_out = view.challenger.name == reader;
        let chosen = view.color.map(arbiter_rules::Color::from);
        let random = view
            .id
            .parse::<ChallengeId>()
            .map(ChallengeId::random_color);
        let side = chosen
            .or(random.ok())
            .unwrap_or(arbiter_rules::Color::White);
        Ok(ChallengeJson {
            id: view.id.clone(),
            url: format!("{base}/game/{}", view.id),
            status: status(view.state),
            challenger: user(&view.challenger),
            dest_user: user(&view.challenged),
            terms: ChallengeTerms::of(&view.options)?,
            color: match view.color {
                None => "random",
                Some(Color::White) => "white",
                Some(Color::Black) => "black",
            },
            // That of the challenger, whoever reads it.
            final_color: side.into(),
            direction: if is_out { "out" } else { "in" },
        })
    }
}

impl OpenChallenge {
    /// Returns the challenge of a game that waits for a player on the server with this URL.
    ///
    /// # Errors
    ///
    /// Returns why programs cannot play such a game.
    pub fn of(base: &str, id: &str, options: &GameOptions) -> Result<OpenChallenge, ServerRefusal> {
        let url = format!("{base}/game/{id}");
        Ok(OpenChallenge {
            id: id.to_owned(),
            url: url.clone(),
            status: "created",
            challenger: (),
            dest_user: (),
            terms: ChallengeTerms::of(options)?,
            color: "random",
            url_white: url.clone(),
            url_black: url,
            open: NoUsers {},
        })
    }
}

impl DeclinedChallenge {
    /// Returns a challenge that was declined for this reason.
    #[must_use]
    pub fn of(challenge: ChallengeJson, reason: DeclineReason) -> DeclinedChallenge {
        DeclinedChallenge {
            challenge,
            decline_reason: sentence(reason),
            decline_reason_key: reason.code().replace('_', ""),
        }
    }
}

impl ChallengeTerms {
    fn of(options: &GameOptions) -> Result<ChallengeTerms, ServerRefusal> {
        let terms = GameTerms::of(options)?;
        Ok(ChallengeTerms {
            variant: terms.variant,
            rated: options.rated,
            speed: terms.speed.code(),
            time_control: match terms.time {
                TimeLimit::Unlimited => TimeControlJson::Unlimited,
                TimeLimit::Days(days_per_turn) => TimeControlJson::Correspondence { days_per_turn },
                TimeLimit::Clock { initial, increment } => TimeControlJson::Clock {
                    limit: initial.as_seconds(),
                    increment: increment.as_seconds(),
                    show: options.clock.0.clone(),
                },
            },
            perf: ChallengePerf {
                icon: "",
                name: perf_name(terms.speed),
            },
            initial_fen: options.start.clone(),
        })
    }
}

fn user(player: &PlayerView) -> ChallengeUser {
    ChallengeUser {
        id: user_id(&player.name),
        name: player.name.clone(),
        rating: rating(player),
        title: title(player),
        provisional: player.rating.is_none().then_some(true),
    }
}

const fn status(state: ChallengeState) -> &'static str {
    match state {
        ChallengeState::Open => "created",
        ChallengeState::Accepted => "accepted",
        ChallengeState::Declined => "declined",
        ChallengeState::Withdrawn | ChallengeState::Expired => "canceled",
    }
}

/// Returns a reason by lichess's name.
#[must_use]
pub fn decline_reason(name: &str) -> DeclineReason {
    let name = name.to_ascii_lowercase();
    let mut reasons = DeclineReason::ALL.into_iter();
    let found = reasons.find(|reason| reason.code().replace('_', "") == name);
    found.unwrap_or_default()
}

const fn sentence(reason: DeclineReason) -> &'static str {
    match reason {
        DeclineReason::Generic => "I'm not accepting challenges at the moment.",
        DeclineReason::Later => "This is not the right time for me, please ask again later.",
        DeclineReason::TooFast => {
            "This time control is too fast for me, please challenge again \
             with a slower game."
        }
        DeclineReason::TooSlow => {
            "This time control is too slow for me, please challenge again \
             with a faster game."
        }
        DeclineReason::TimeControl => "I'm not accepting challenges with this time control.",
        DeclineReason::Rated => "Please send me a rated challenge instead.",
        DeclineReason::Casual => "Please send me a casual challenge instead.",
        DeclineReason::Standard => "I'm not accepting variant challenges right now.",
        DeclineReason::Variant => "I'm not willing to play this variant right now.",
        DeclineReason::NoBot => "I'm not accepting challenges from bots.",
        DeclineReason::OnlyBot => "I'm only accepting challenges from bots.",
    }
}
