//! Glicko-2, compared with its paper and with another implementation.

use arbiter_game::Span;
use arbiter_rules::{ByColor, Color};
use arbiter_server::base::rating::{Rating, Score, after_game};
use proptest::prelude::*;
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period},
};

fn rating(value: f64, deviation: f64, volatility: f64) -> Rating {
    Rating {
        value,
        deviation,
        volatility,
    }
}

#[test]
fn the_worked_example_of_the_paper() {
    let games = [
        (1_400.0, 30.0, 1.0),
        (1_550.0, 100.0, 0.0),
        (1_700.0, 300.0, 0.0),
    ];
    let games = games.map(|(value, deviation, score)| Score {
        opponent: rating(value, deviation, 0.06),
        score,
    });
    let after = rating(1_500.0, 200.0, 0.06).after(&games, 1.0);
    // The paper has 1464.06 because it rounds µ' to -0.2069 on the way.
    assert!((after.value - 1_464.06).abs() < 0.01, "{after:?}");
    assert_eq!(format!("{:.2}", after.deviation), "151.52");
    assert_eq!(format!("{:.8}", after.volatility), "0.05999598");
}

#[test]
fn the_deviation_grows_without_games() {
    let day = |days: u64| Span::from_seconds(days * 24 * 60 * 60);
    let settled = rating(1_800.0, 60.0, 0.06);
    let away = settled.after(&[], 73.0);
    assert_eq!(away.value, settled.value);
    assert!((105.0..115.0).contains(&away.deviation), "{away:?}");

    // The next game counts for more.
    let players = ByColor {
        white: settled,
        black: settled,
    };
    let gain = |days| {
        let idle = ByColor {
            white: day(days),
            black: day(0),
        };
        after_game(players, Some(Color::White), idle).white.value - settled.value
    };
    assert!(gain(365) > 2.0 * gain(0), "{} {}", gain(365), gain(0));
}

proptest! {
    #[test]
    fn it_agrees_with_skillratings(
        player in player(),
        games in prop::collection::vec((player(), 0..3), 1..12),
    ) {
        let ours = games.iter().map(|&(opponent, score)| Score {
            opponent,
            score: f64::from(score) / 2.0,
        });
        let ours = player.after(&ours.collect::<Vec<_>>(), 1.0);
        let theirs = |it: Rating| Glicko2Rating {
            rating: it.value,
            deviation: it.deviation,
            volatility: it.volatility,
        };
        let games = games.iter().map(|&(opponent, score)| (theirs(opponent), match score {
            0 => Outcomes::LOSS,
            1 => Outcomes::DRAW,
            _ => Outcomes::WIN,
        }));
        let games = games.collect::<Vec<_>>();
        let theirs = glicko2_rating_period(&theirs(player), &games, &Glicko2Config::new());
        prop_assert!((ours.value - theirs.rating).abs() < 1e-3, "{ours:?} {theirs:?}");
        prop_assert!((ours.deviation - theirs.deviation).abs() < 1e-3);
        prop_assert!((ours.volatility - theirs.volatility).abs() < 1e-6);
    }

    #[test]
    fn a_winner_does_not_lose_by_it(white in player(), black in player(), days in 0u64..4_000) {
        let before = ByColor { white, black };
        let idle = ByColor::new_with(|_| Span::from_seconds(days * 24 * 60 * 60));
        let after = after_game(before, Some(Color::White), idle);
        prop_assert!(after.white.value >= white.value);
        prop_assert!(after.black.value <= black.value);
        for color in Color::ALL {
            let Rating { value, deviation, volatility } = after[color];
            prop_assert!(value.is_finite() && value >= 100.0);
            prop_assert!((45.0..=350.0).contains(&deviation));
            prop_assert!(volatility.is_finite() && volatility > 0.0);
        }
    }

    #[test]
    fn the_color_makes_no_difference(white in player(), black in player(), score in 0..3) {
        let winner = [None, Some(Color::White), Some(Color::Black)][score as usize];
        let idle = ByColor::default();
        let one = after_game(ByColor { white, black }, winner, idle);
        let other = ByColor { white: black, black: white };
        let other = after_game(other, winner.map(|it| !it), idle);
        prop_assert_eq!(one.white, other.black);
        prop_assert_eq!(one.black, other.white);
    }

    #[test]
    fn a_draw_brings_players_together(low in 1_000.0..1_400.0, high in 1_600.0..2_000.0) {
        let before = ByColor { white: rating(low, 80.0, 0.06), black: rating(high, 80.0, 0.06) };
        let after = after_game(before, None, ByColor::default());
        prop_assert!(after.white.value > low);
        prop_assert!(after.black.value < high);
    }
}

fn player() -> impl Strategy<Value = Rating> {
    let volatility = 0.03..0.1;
    (100.0..3_500.0, 45.0..350.0, volatility)
        .prop_map(|(value, deviation, volatility)| rating(value, deviation, volatility))
}
