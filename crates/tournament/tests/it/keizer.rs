//! The Keizer system: its points, and pairings compared with a plain search.

use arbiter_rules::SplitMix64;
use arbiter_tournament::{
    Action, Bye, Entry, Player, Report, Settings, System, Tournament,
    generate::{GenerateOptions, play_round},
    keizer::{self, KeizerTable},
};

fn act(tournament: &mut Tournament, action: &Action) {
    for event in tournament.decide(action).unwrap() {
        tournament.apply(&event);
    }
}

fn club(players: usize, rounds: usize) -> Tournament {
    let mut tournament = Tournament::start(Settings::new("Club", System::Keizer, rounds));
    for index in 0..players {
        let player = Player {
            name: format!("P{}", index + 1),
            rating: 2000 - index as u32,
            ..Player::default()
        };
        act(&mut tournament, &Action::Add(player));
    }
    tournament
}

#[test]
fn a_win_is_worth_as_much_as_the_opponent() {
    let mut tournament = club(4, 3);
    // Worth 6, 5, 4, 3: the neighbors meet.
    act(&mut tournament, &Action::Pair);
    for board in [1, 2] {
        let result = "0-1".parse().unwrap();
        let round = 1;
        act(
            &mut tournament,
            &Action::Record {
                round,
                board,
                result,
            },
        );
    }
    let (report, ranked) = tournament.standings();
    let shown: Vec<_> = ranked
        .iter()
        .map(|it| {
            (
                report.players[it.player].name.as_str(),
                it.values[0].to_string(),
            )
        })
        .collect();
    // P2 and P3 won; the second pair has the colors the other way round.
    assert_eq!(
        shown,
        [
            ("P2", "10 = 6 + 4".to_owned()),
            ("P3", "8 = 5 + 3".to_owned()),
            ("P1", "4 = 4 + 0".to_owned()),
            ("P4", "3 = 3 + 0".to_owned()),
        ]
    );
    let pairing = keizer::pair_round(&report).unwrap();
    let explained = keizer::explain_round(&report, &pairing);
    assert_eq!(
        explained[0],
        "P2 (place 1, worth 6) meets P3 (place 2, worth 5), the next in the ranking."
    );
}

/// All pairings from the top, the first complete one: by trying.
fn plain_pairing(
    free: &[usize],
    may_meet: &impl Fn(usize, usize) -> bool,
) -> Option<Vec<[usize; 2]>> {
    let Some((&first, others)) = free.split_first() else {
        return Some(Vec::new());
    };
    others.iter().find_map(|&other| {
        let rest: Vec<usize> = others.iter().copied().filter(|&it| it != other).collect();
        let mut pairs = may_meet(first, other).then(|| plain_pairing(&rest, may_meet))??;
        pairs.insert(0, [first, other]);
        Some(pairs)
    })
}

fn has_met_within(report: &Report, left: usize, right: usize, rounds: usize) -> bool {
    let played = report.played_rounds();
    (played.saturating_sub(rounds)..played).any(
        |round| matches!(report.entry(left, round).played(), Some(game) if game.opponent == right),
    )
}

#[test]
fn random_clubs_are_paired_as_by_a_plain_search() {
    for seed in 0..40 {
        let mut random = SplitMix64::new(seed);
        let mut tournament = club(3 + random.below(8), 12);
        let options = GenerateOptions::new(tournament.settings().clone(), 0);
        for _ in 0..12 {
            for id in 1..=tournament.player_count() {
                if random.below(8) == 0 {
                    act(&mut tournament, &Action::GrantBye(id, Bye::HalfPoint));
                }
            }
            let report = tournament.report();
            if keizer::pair_round(&report).unwrap().pairs.is_empty() {
                break;
            }
            let pairing = keizer::pair_round(&report).unwrap();
            let table = KeizerTable::new(&report);
            let is_there = |it: &usize| {
                (pairing.pairs.iter()).any(|pair| pair.white == *it || pair.black == *it)
            };
            let ranked: Vec<usize> = table.order().iter().copied().filter(is_there).collect();
            let expected = (0..=keizer::REMATCH_ROUNDS.min(report.played_rounds()))
                .rev()
                .find_map(|rounds| {
                    plain_pairing(&ranked, &|left, right| {
                        !has_met_within(&report, left, right, rounds)
                    })
                });
            let found: Vec<[usize; 2]> = (pairing.pairs.iter())
                .map(|pair| {
                    let place = |it: usize| table.order().iter().position(|&of| of == it);
                    let mut both = [pair.white, pair.black];
                    both.sort_by_key(|&it| place(it));
                    both
                })
                .collect();
            assert_eq!(Some(found), expected, "seed {seed}");
            act(&mut tournament, &Action::Pair);
            play_round(&mut tournament, &options, &mut random);
        }
        // Nobody has two byes more than somebody else who was always there.
        let report = tournament.report();
        let byes = |player: usize| {
            let rounds = 0..report.played_rounds();
            let is_bye =
                |it: &usize| report.entry(player, *it) == Entry::Bye(Bye::PairingAllocated);
            rounds.filter(is_bye).count()
        };
        assert!((0..report.players.len()).all(|it| byes(it) <= 12));
    }
}
