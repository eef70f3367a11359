//! Matches between two teams.

use arbiter_rules::Color;
use arbiter_tournament::{Action, Bye, Player, Refusal, Settings, System, Tournament, team_match};

fn act(tournament: &mut Tournament, action: &Action) -> Vec<String> {
    let events = tournament.decide(action).unwrap();
    events.iter().for_each(|it| tournament.apply(it));
    events.iter().map(ToString::to_string).collect()
}

fn player(name: &str, team: &str) -> Player {
    Player {
        name: name.to_owned(),
        team: team.to_owned(),
        ..Player::default()
    }
}

fn two_teams(system: System, boards: usize) -> Tournament {
    let mut tournament = Tournament::start(Settings::new("Match", system, 2));
    for board in 1..=boards {
        act(
            &mut tournament,
            &Action::Add(player(&format!("A{board}"), "Black Knights 100%")),
        );
        act(
            &mut tournament,
            &Action::Add(player(&format!("B{board}"), "SC Beta")),
        );
    }
    tournament
}

#[test]
fn boards_and_colors_follow_the_order_of_entry() {
    let mut tournament = two_teams(System::TeamMatch, 3);
    let refused = tournament
        .decide(&Action::Add(player("C", "Third")))
        .unwrap_err();
    assert_eq!(refused, Refusal::ThirdTeam);
    assert_eq!(act(&mut tournament, &Action::Pair), ["paired 1-2 4-3 5-6"]);
    for (board, result) in [(1, "1-0"), (2, "1-0"), (3, "1/2")] {
        let result = result.parse().unwrap();
        act(
            &mut tournament,
            &Action::Record {
                round: 1,
                board,
                result,
            },
        );
    }
    // A2 is not there in the second round: A3 moves up, and B3 has no opponent.
    act(&mut tournament, &Action::GrantBye(3, Bye::ZeroPoint));
    assert_eq!(
        act(&mut tournament, &Action::Pair),
        ["paired 2-1 5-4 3:Z 6:F"]
    );
    for board in [1, 2] {
        let result = "1/2".parse().unwrap();
        act(
            &mut tournament,
            &Action::Record {
                round: 2,
                board,
                result,
            },
        );
    }
    let score = team_match::score(&tournament).unwrap();
    assert_eq!(score.teams, ["Black Knights 100%", "SC Beta"]);
    assert_eq!(score.points.map(|it| it.to_string()), ["2.5", "3.5"]);
    assert_eq!(score.rounds[0].map(|it| it.to_string()), ["1.5", "1.5"]);
    assert_eq!(
        tournament.decide(&Action::Pair).unwrap_err(),
        Refusal::Finished
    );
    // The record keeps the names of the teams.
    let added: Vec<String> = (1..=6)
        .map(|id| tournament.player(id).unwrap().clone())
        .map(|it| arbiter_tournament::Event::Added(it).to_string())
        .collect();
    let first = tournament.write_settings();
    let lines = std::iter::once(&first).chain(&added);
    let again = Tournament::from_record(lines.map(String::as_str)).unwrap();
    assert_eq!(team_match::teams(&again), ["Black Knights 100%", "SC Beta"]);
}

#[test]
fn in_a_scheveningen_match_everybody_meets_everybody_with_both_colors() {
    for boards in [2, 4, 6, 8, 10] {
        let mut tournament = two_teams(System::Scheveningen, boards);
        for round in 1..=boards {
            act(&mut tournament, &Action::Pair);
            for board in 1..=boards {
                let result = "1/2".parse().unwrap();
                act(
                    &mut tournament,
                    &Action::Record {
                        round,
                        board,
                        result,
                    },
                );
            }
        }
        let mut met = std::collections::HashSet::new();
        let mut whites = vec![0; 2 * boards + 1];
        for game in tournament.rounds().iter().flat_map(|it| &it.games) {
            let (white, black) = (game.players.white, game.players.black);
            assert_ne!(white % 2, black % 2, "of the same team");
            assert!(met.insert((white.min(black), white.max(black))));
            whites[game.players[Color::White]] += 1;
        }
        assert_eq!(met.len(), boards * boards);
        assert!(
            whites[1..].iter().all(|&it| it == boards / 2),
            "{boards}: {whites:?}"
        );
    }
}
