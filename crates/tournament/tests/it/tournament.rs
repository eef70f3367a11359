//! A tournament as an arbiter runs it: actions in, record out.

use arbiter_tournament::{
    Action, Bye, Player, Settings, System, Tournament,
    generate::{GenerateOptions, generate},
    swiss,
    trf::{Version, read, write},
};

/// Runs a script: one action in a line; returns the record and the refusals.
fn run(settings: Settings, script: &str) -> (Tournament, Vec<String>) {
    let mut tournament = Tournament::start(settings);
    let mut output = Vec::new();
    for line in script.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let words: Vec<&str> = line.split(' ').collect();
        let id = |index: usize| words[index].parse().unwrap();
        let action = match words[0] {
            "add" => Action::Add(Player {
                name: words[2..].join(" "),
                rating: words[1].parse().unwrap(),
                ..Player::default()
            }),
            "withdraw" => Action::Withdraw(id(1)),
            "return" => Action::Return(id(1)),
            "half" => Action::GrantBye(id(1), Bye::HalfPoint),
            "prohibit" => Action::Prohibit(id(1), id(2)),
            "pair" => Action::Pair,
            "unpair" => Action::Unpair,
            "result" => Action::Record {
                round: id(1),
                board: id(2),
                result: words[3].parse().unwrap(),
            },
            "penalty" => Action::Penalize(id(1), words[2].parse().unwrap()),
            "clear" => Action::Clear {
                round: id(1),
                board: id(2),
            },
            "edit" => Action::Edit(
                id(1),
                Player {
                    name: words[3..].join(" "),
                    rating: words[2].parse().unwrap(),
                    ..Player::default()
                },
            ),
            other => panic!("{other}"),
        };
        match tournament.decide(&action) {
            Err(refusal) => output.push(refusal.to_string()),
            Ok(events) => {
                for event in events {
                    output.push(event.to_string());
                    tournament.apply(&event);
                }
            }
        }
    }
    (tournament, output)
}

#[track_caller]
fn check(settings: Settings, script: &str, expected: &str) {
    let (tournament, output) = run(settings, script);
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    assert_eq!(output, expected[1..expected.len() - 1]);
    let first = tournament.write_settings();
    let events = output
        .iter()
        .filter(|it| it.starts_with(|it: char| it.is_lowercase()));
    let record = std::iter::once(&first).chain(events);
    let again = Tournament::from_record(record.map(String::as_str)).unwrap();
    assert_eq!(again, tournament);
}

#[test]
fn a_swiss_tournament_with_everything_that_happens_in_a_hall() {
    check(
        Settings::new("Open", System::Swiss, 3),
        "
        pair
        add 1800 Dana
        add 2100 Ada
        add 1900 Cleo
        add 2000 Ben
        pair
        unpair
        prohibit 2 3
        pair
        unpair
        half 1
        pair
        pair
        result 1 1 1-0
        result 1 2 1-0
        add 2200 Zoe
        withdraw 3
        withdraw 3
        pair
        result 2 1 1/2
        result 2 2 +-
        result 2 2 0-1
        return 3
        pair
        result 3 1 1-0
        result 3 2 1-0
        pair
        ",
        "
        A round needs at least two players.
        added rating=1800 name=Dana
        added rating=2100 name=Ada
        added rating=1900 name=Cleo
        added rating=2000 name=Ben
        paired 2-3 1-4
        unpaired
        prohibited 2 3
        paired 2-1 3-4
        unpaired
        bye 1 H
        paired 2-4 3:U 1:H
        One result of round 1 is missing.
        result 1 1 1-0
        Round 1 has no board 2.
        added rating=2200 name=Zoe
        withdrawn 3
        The player has left the tournament already.
        paired 1-2 4-5 3:Z
        result 2 1 1/2
        result 2 2 +-
        result 2 2 0-1
        returned 3
        paired 5-2 3-1 4:U
        result 3 1 1-0
        result 3 2 1-0
        All rounds have been paired.
        ",
    );
}

#[test]
fn mistakes_of_an_arbiter_are_corrected() {
    check(
        Settings::new("Open", System::Swiss, 2),
        "
        add 1800 Dana
        add 2100 Adda
        edit 2 2150 Ada = Lovelace
        edit 2 2150
        edit 9 2150 Nobody
        pair
        clear 1 1
        result 1 1 1-0
        clear 1 1
        unpair
        pair
        result 1 1 0-1
        clear 1 2
        add 2000 Ben
        add 1900 Cleo
        pair
        clear 1 1
        result 1 1 1/2
        ",
        "
        added rating=1800 name=Dana
        added rating=2100 name=Adda
        edited 2 rating=2150 name=Ada = Lovelace
        A player needs a name.
        There is no player 9.
        paired 2-1
        Board 1 of round 1 has no result.
        result 1 1 1-0
        cleared 1 1
        unpaired
        paired 2-1
        result 1 1 0-1
        Round 1 has no board 2.
        added rating=2000 name=Ben
        added rating=1900 name=Cleo
        paired 1-3 4-2
        The next round has been paired with the results of round 1; correct them instead.
        result 1 1 1/2
        ",
    );
}

#[test]
fn a_round_robin_follows_its_table() {
    check(
        Settings::new("Club", System::RoundRobin, 0),
        "
        add 0 A
        add 0 B
        add 0 C
        half 1
        pair
        result 1 1 0-1
        add 0 D
        pair
        ",
        "
        added name=A
        added name=B
        added name=C
        A round robin has no byes on request.
        paired 2-3 1:Z
        result 1 1 0-1
        A round robin takes no players after the first round: its tables are fixed.
        paired 1-2 3:Z
        ",
    );
}

#[test]
fn a_damaged_record_is_refused_with_its_line() {
    let check = |lines: &[&str], expected: &str| {
        let error = Tournament::from_record(lines.iter().copied()).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    let first = Tournament::start(Settings::new("Open", System::Swiss, 3)).write_settings();
    check(&[], "line 1: not the settings of a tournament");
    check(
        &["added name=A"],
        "line 1: not the settings of a tournament",
    );
    check(&[&first, "added"], "line 2: not an event of a tournament");
    check(
        &[&first, "added name=A", "paired 1-2"],
        "line 3: the event does not fit what happened before it",
    );
}

fn options(seed: u64) -> GenerateOptions {
    let system = [System::Swiss, System::AcceleratedSwiss][seed as usize % 2];
    let settings = Settings::new("Random", system, 4 + seed as usize % 6);
    GenerateOptions {
        draw_rate: 10 * (seed as usize % 7),
        forfeit_rate: seed as usize % 12,
        bye_rate: seed as usize % 10,
        ..GenerateOptions::new(settings, 5 + seed as usize * 7 % 60)
    }
}

#[test]
fn generated_tournaments_are_paired_the_same_from_their_report_files() {
    for seed in 0..60 {
        let tournament = generate(&options(seed), seed);
        let report = tournament.report();
        let text = write(&report, &[], Version::Trf26);
        let again = read(text.as_bytes()).unwrap();
        assert_eq!(again, report, "seed {seed}");
        let (imported, _) = Tournament::from_report(&again);
        assert_eq!(imported.report(), report, "seed {seed}");
        let older = read(write(&report, &[], Version::Trf16).as_bytes()).unwrap();
        for round in 0..report.played_rounds() {
            let present = swiss::present_players(&again, round);
            let pairing = swiss::pair_round(&again, round, &present).unwrap();
            assert!(swiss::is_same(&again, round, &pairing), "seed {seed}");
            assert_eq!(swiss::pair_round(&older, round, &present).unwrap(), pairing);
        }
    }
}

/// Returns the pairs of the last round.
fn last_pairs(tournament: &Tournament) -> Vec<[usize; 2]> {
    let games = &tournament.rounds().last().unwrap().games;
    let pair = |it: &arbiter_tournament::Game| [it.players.white, it.players.black];
    games.iter().map(pair).collect()
}

#[test]
fn a_penalty_counts_in_the_standings_and_in_later_pairings() {
    let players: String = (1..=8)
        .map(|it| format!("add {} P{it}\n", 2500 - it))
        .collect();
    let first = "pair\nresult 1 1 1-0\nresult 1 2 0-1\nresult 1 3 1-0\nresult 1 4 0-1\n";
    let settings = || Settings::new("Open", System::Swiss, 5);
    let (usual, _) = run(settings(), &format!("{players}{first}pair"));
    assert_eq!(last_pairs(&usual)[..2], [[4, 1], [2, 3]]);

    // A penalty while the round waits changes it only if it is paired again.
    let script = format!("{players}{first}pair\npenalty 3 1.0\npenalty 3 0\npenalty 9 1");
    let (waits, output) = run(settings(), &script);
    assert_eq!(last_pairs(&waits), last_pairs(&usual));
    assert!(output.ends_with(&[
        "penalty 3 1.0".to_owned(),
        "A penalty takes at least a tenth of a point.".to_owned(),
        "There is no player 9.".to_owned()
    ]));
    let (report, ranked) = waits.standings();
    assert_eq!(report.points(2).to_string(), "0.0");
    assert!(ranked[..3].iter().all(|it| it.player != 2));
    // What the opponent has for tie-breaks stays.
    let buchholz = |tournament: &Tournament, player: usize| {
        let (_, ranked) = tournament.standings();
        let found = ranked.iter().find(|it| it.player == player).unwrap();
        found.values[3].value.as_ref().unwrap().to_string()
    };
    assert_eq!(buchholz(&waits, 6), buchholz(&usual, 6));

    let again = format!("{script}\nunpair\npair");
    let (again, _) = run(settings(), &again);
    assert_eq!(last_pairs(&again)[..2], [[2, 1], [4, 3]]);

    // The report file has it, and pairs the round in the same way.
    let text = write(&again.report(), &[], Version::Trf26);
    assert!(text.contains("XXD    3   1  1.0"), "{text}");
    let report = read(text.as_bytes()).unwrap();
    assert_eq!(report.penalties, again.report().penalties);
    let (mut imported, events) = Tournament::from_report(&report);
    assert_eq!(
        events
            .iter()
            .filter(|it| it.to_string().starts_with("penalty"))
            .count(),
        1
    );
    for event in imported.decide(&Action::Pair).unwrap() {
        imported.apply(&event);
    }
    assert_eq!(last_pairs(&imported), last_pairs(&again));
    let wrong = text.replace("XXD    3", "XXD    9");
    assert!(read(wrong.as_bytes()).is_err());
}
