//! Every pair of a generated tournament is explained, and one explanation is read
//! word by word.

use arbiter_tournament::{
    Action, Player, Settings, System, Tournament,
    generate::{GenerateOptions, generate},
    swiss::{self, Objection},
};

#[test]
fn every_pair_has_an_explanation() {
    for seed in 0..8 {
        let settings = Settings::new("Explained", System::Swiss, 6);
        let report = generate(&GenerateOptions::new(settings, 13 + seed), seed as u64).report();
        for round in 0..report.played_rounds() {
            let present = swiss::present_players(&report, round);
            let pairing = swiss::pair_round(&report, round, &present).unwrap();
            let explanation = swiss::explain_round(&report, round, &present, &pairing);
            assert_eq!(explanation.pairs.len(), pairing.pairs.len());
            for pair in &explanation.pairs {
                for it in &pair.alternatives {
                    // What was not chosen is never better.
                    if let Objection::Worse { value, instead, .. } = it.objection {
                        assert!(instead > value, "seed {seed}, round {round}: {pair}");
                    }
                }
            }
        }
    }
}

#[test]
fn an_explanation_names_the_criterion_and_the_cost() {
    let settings = Settings::new("Explained", System::Swiss, 6);
    let report = generate(&GenerateOptions::new(settings, 16), 5).report();
    let round = 4;
    let present = swiss::present_players(&report, round);
    let pairing = swiss::pair_round(&report, round, &present).unwrap();
    let explanation = swiss::explain_round(&report, round, &present, &pairing);
    let pairs = explanation.pairs.iter().map(ToString::to_string);
    let floats = explanation.floats.iter().map(ToString::to_string);
    let lines: Vec<String> = pairs.chain(floats).collect();
    assert_eq!(lines, EXPECTED);
}

const EXPECTED: [&str; 13] = [
    "No. 2 meets No. 6, not No. 5: they met in round 2 (C1).",
    "No. 3 meets No. 4, the first opponent in the order of article 4.",
    "No. 5 meets No. 16, the first opponent in the order of article 4.",
    "No. 1 meets No. 7, the first opponent in the order of article 4.",
    "No. 8 meets No. 9, the first opponent in the order of article 4.",
    "No. 10 meets No. 14, the first opponent in the order of article 4.",
    "No. 15 meets No. 13, not No. 12: 1 instead of 0 of the players who floated up in the last round would do so again (C15).",
    "No. 12 meets No. 11, the first opponent in the order of article 4.",
    "No. 2 is left over in the bracket of 3.5 points, which has an odd number of players.",
    "No. 2 is left over in the bracket of 3.0 points, which has an odd number of players; not against No. 3: they met in round 3 (C1).",
    "No. 8 is left over in the bracket of 2.0 points, which has an odd number of players.",
    "No. 15 is left over in the bracket of 1.5 points, which has an odd number of players.",
    "No. 12 is left over in the bracket of 1.0 points, which has an odd number of players; not No. 13: 1 instead of 0 of the players who floated up in the last round would do so again (C15).",
];

#[test]
fn a_bye_for_more_points_is_an_objection() {
    let mut tournament = Tournament::start(Settings::new("Five", System::Swiss, 3));
    let mut act = |action: Action| {
        for event in tournament.decide(&action).unwrap() {
            tournament.apply(&event);
        }
    };
    for rating in [2100, 2000, 1900, 1800, 1700] {
        let name = rating.to_string();
        act(Action::Add(Player {
            name,
            rating,
            ..Player::default()
        }));
    }
    act(Action::Pair);
    for (board, result) in [(1, "1-0"), (2, "1/2")] {
        let result = result.parse().unwrap();
        act(Action::Record {
            round: 1,
            board,
            result,
        });
    }
    let report = tournament.report();
    let present = swiss::present_players(&report, 1);
    let pairing = swiss::pair_round(&report, 1, &present).unwrap();
    let explanation = swiss::explain_round(&report, 1, &present, &pairing);
    assert_eq!(
        explanation.floats[0].to_string(),
        "No. 1 is left over in the bracket of 1.0 points; not against No. 5: the bye would go to \
         a player with more points (C5)."
    );
}
