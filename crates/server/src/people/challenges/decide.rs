//! What players may do with challenges. Nothing is stored and nobody is notified
//! here.

use arbiter_game::{Bonus, Options, Span, TimeControl};
use arbiter_rules::Variant;
use arbiter_wire::{ChallengeState, PlayerKind};

use crate::{
    base::PlayerId,
    refusal::ServerRefusal,
    store::{PlayerCard, StoredChallenge},
};

/// How long a challenge is open, in milliseconds: a day.
pub const OPEN_MILLIS: u64 = 24 * 60 * 60 * 1_000;

const DAY_MILLIS: u64 = 24 * 60 * 60 * 1_000;

/// What a player wants to do with a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengeAction {
    /// Accept it.
    Accept,
    /// Decline it.
    Decline,
    /// Withdraw it.
    Withdraw,
}

/// Checks that one player may challenge another: both need an account, so that they
/// can be found and blocked.
///
/// # Errors
///
/// Returns why not.
pub fn check_new(challenger: &PlayerCard, challenged: &PlayerCard) -> Result<(), ServerRefusal> {
    let is_account = |card: &PlayerCard| card.view.kind.has_account();
    if !is_account(challenger) {
        return Err(ServerRefusal::NeedsAccount);
    }
    if challenger.id == challenged.id {
        return Err(ServerRefusal::Yourself);
    }
    match is_account(challenged) {
        true => Ok(()),
        false => Err(ServerRefusal::UnknownPlayer(challenged.view.name.clone())),
    }
}

/// Checks that a game is one that the programs among the players know.
///
/// # Errors
///
/// Returns [`ServerRefusal::NotForBots`] if it is not.
pub fn check_programs(
    challenger: &PlayerCard,
    challenged: &PlayerCard,
    options: &Options,
) -> Result<(), ServerRefusal> {
    let kinds = [challenger, challenged].map(|card| card.view.kind);
    match kinds.contains(&PlayerKind::Bot) && !is_known_to_programs(options) {
        true => Err(ServerRefusal::NotForBots),
        false => Ok(()),
    }
}

/// Reports whether programs that speak the lichess API can play such a game: they know
/// two of the variants, and only clocks that run without delay.
#[must_use]
pub fn is_known_to_programs(options: &Options) -> bool {
    let is_known_control = match &options.control {
        TimeControl::None => true,
        TimeControl::Correspondence { time, .. } => time.as_millis().is_multiple_of(DAY_MILLIS),
        TimeControl::Periods(periods) => {
            let first = periods.after(0);
            // Programs receive the times of a challenge in seconds.
            let is_whole = |span: Span| span.as_millis().is_multiple_of(1_000);
            let is_known_bonus = match first.bonus {
                Bonus::None => true,
                Bonus::Increment(span) => is_whole(span),
                Bonus::Bronstein(_) | Bonus::Delay(_) => false,
            };
            periods.len() == 1 && first.moves.is_none() && is_whole(first.time) && is_known_bonus
        }
        _ => false,
    };
    is_known_control && options.start.variant() != Variant::Saktris
}

/// Checks that a player may do this with a challenge at this time, in milliseconds
/// since 1970.
///
/// # Errors
///
/// Returns why not.
pub fn check_answer(
    challenge: &StoredChallenge,
    player: PlayerId,
    action: ChallengeAction,
    now: u64,
) -> Result<(), ServerRefusal> {
    let one_who_may = match action {
        ChallengeAction::Accept | ChallengeAction::Decline => challenge.challenged.id,
        ChallengeAction::Withdraw => challenge.challenger.id,
    };
    if player != one_who_may {
        return Err(ServerRefusal::UnknownChallenge);
    }
    match challenge.state(now) {
        ChallengeState::Open => Ok(()),
        _ => Err(ServerRefusal::ChallengeGone),
    }
}

#[cfg(test)]
mod tests {
    use arbiter_wire::{Clock, GameOptions, PlayerView, Speed};

    use super::*;
    use crate::base::{ChallengeId, GameId};

    fn card(id: i64, kind: PlayerKind) -> PlayerCard {
        PlayerCard {
            id: PlayerId(id),
            view: PlayerView {
                name: format!("player{id}"),
                kind,
                rating: None,
                change: None,
            },
        }
    }

    #[test]
    fn accounts_challenge_other_accounts() {
        let (anna, bert) = (card(1, PlayerKind::Account), card(2, PlayerKind::Account));
        let (guest, computer) = (card(3, PlayerKind::Guest), card(-1, PlayerKind::Computer));
        assert!(check_new(&anna, &bert).is_ok());
        assert!(matches!(
            check_new(&anna, &anna),
            Err(ServerRefusal::Yourself)
        ));
        assert!(matches!(
            check_new(&guest, &anna),
            Err(ServerRefusal::NeedsAccount)
        ));
        for other in [guest, computer] {
            assert!(matches!(
                check_new(&anna, &other),
                Err(ServerRefusal::UnknownPlayer(_))
            ));
        }
    }

    #[test]
    fn programs_play_the_games_that_they_know() {
        let known = |clock: &str, variant| {
            let options = GameOptions {
                clock: Clock(clock.to_owned()),
                variant,
                ..GameOptions::default()
            };
            is_known_to_programs(&options.read(0).unwrap())
        };
        use arbiter_wire::Variant::{Chess960, Saktris, Standard};
        for clock in ["5+3", "5", "0:15+1", "-", "1 day", "3 days"] {
            assert!(known(clock, Standard) && known(clock, Chess960), "{clock}");
            assert!(!known(clock, Saktris), "{clock}");
        }
        for clock in [
            "3d2",
            "3b2",
            "40/90:00+30, 30:00+30",
            "10+5x30",
            "1 hourglass",
            "12:00:00/move",
            "5+3 / 1+0",
        ] {
            assert!(!known(clock, Standard), "{clock}");
        }
        let person = card(1, PlayerKind::Account);
        let bot = card(2, PlayerKind::Bot);
        let delay = GameOptions {
            clock: Clock("3d2".to_owned()),
            ..GameOptions::default()
        };
        let delay = delay.read(0).unwrap();
        assert!(check_new(&person, &bot).is_ok());
        assert!(check_programs(&person, &person, &delay).is_ok());
        assert!(matches!(
            check_programs(&person, &bot, &delay),
            Err(ServerRefusal::NotForBots)
        ));
    }

    #[test]
    fn only_the_right_player_answers_and_only_in_time() {
        let mut challenge = StoredChallenge {
            id: ChallengeId(GameId::from_random(7)),
            challenger: card(1, PlayerKind::Account),
            challenged: card(2, PlayerKind::Account),
            options: GameOptions::default(),
            speed: Speed::Blitz,
            color: None,
            created: 0,
            expires: 100,
            stored_state: ChallengeState::Open,
            reason: None,
            game: None,
        };
        let [one, two, three] = [1, 2, 3].map(PlayerId);
        assert!(check_answer(&challenge, two, ChallengeAction::Accept, 99).is_ok());
        assert!(check_answer(&challenge, two, ChallengeAction::Decline, 99).is_ok());
        assert!(check_answer(&challenge, one, ChallengeAction::Withdraw, 99).is_ok());
        for (player, wanted) in [
            (one, ChallengeAction::Accept),
            (one, ChallengeAction::Decline),
            (two, ChallengeAction::Withdraw),
            (three, ChallengeAction::Accept),
        ] {
            let refused = check_answer(&challenge, player, wanted, 99);
            assert!(matches!(refused, Err(ServerRefusal::UnknownChallenge)));
        }
        let late = check_answer(&challenge, two, ChallengeAction::Accept, 100);
        assert!(matches!(late, Err(ServerRefusal::ChallengeGone)));
        challenge.stored_state = ChallengeState::Declined;
        let twice = check_answer(&challenge, two, ChallengeAction::Accept, 99);
        assert!(matches!(twice, Err(ServerRefusal::ChallengeGone)));
    }
}
