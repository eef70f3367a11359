//! Knockouts: scripts of what happens in, events out, and random knockouts.

use arbiter_rules::SplitMix64;
use arbiter_tournament::{
    GameResult, Outcome, Player, PlayerId,
    knockout::{
        Knockout, KnockoutAction, KnockoutSettings, LastStage, Match, MatchId, MatchOutcome, Pace,
        Slot, Stage, seed_order,
    },
};

fn player(name: &str, rating: u32) -> Player {
    Player {
        name: name.to_owned(),
        rating,
        ..Player::default()
    }
}

fn match_id(text: &str) -> MatchId {
    let (round, number) = text.split_once('.').unwrap();
    MatchId {
        round: round.parse().unwrap(),
        number: number.parse().unwrap(),
    }
}

fn action(words: &[&str]) -> KnockoutAction {
    let id = |index: usize| words[index].parse().unwrap();
    match words[0] {
        "add" => KnockoutAction::Add(player(words[2], id(1) as u32)),
        "withdraw" => KnockoutAction::Withdraw(id(1)),
        "return" => KnockoutAction::Return(id(1)),
        "draw" => KnockoutAction::Draw,
        "pair" => KnockoutAction::Pair,
        "unpair" => KnockoutAction::Unpair,
        "result" => KnockoutAction::Record {
            of: match_id(words[1]),
            game: id(2),
            result: words[3].parse().unwrap(),
        },
        "award" => KnockoutAction::Award {
            of: match_id(words[1]),
            winner: Some(id(2)).filter(|&it| it > 0),
        },
        "erase" => KnockoutAction::Erase(match_id(words[1])),
        other => panic!("{other}"),
    }
}

/// Runs a script, compares events and refusals, and restores the knockout from its record.
#[track_caller]
fn check(settings: KnockoutSettings, script: &str, expected: &str) -> Knockout {
    let mut knockout = Knockout::start(settings);
    let mut record = vec![knockout.write_settings()];
    let mut output = Vec::new();
    for line in script.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match knockout.decide(&action(&words)) {
            Err(refusal) => output.push(refusal.to_string()),
            Ok(events) => {
                for event in events {
                    output.push(event.to_string());
                    record.push(event.to_string());
                    knockout.apply(&event);
                }
            }
        }
    }
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    assert_eq!(output, expected[1..expected.len() - 1]);
    let again = Knockout::from_record(record.iter().map(String::as_str)).unwrap();
    assert_eq!(again, knockout);
    knockout
}

#[test]
fn a_cup_with_byes_ties_and_armageddon() {
    let mut settings = KnockoutSettings::new("Cup", 2);
    settings.has_third_place = true;
    let knockout = check(
        settings,
        "
        pair
        add 1500 Emil
        add 2100 Ada
        add 2000 Ben
        add 1900 Cleo
        add 1800 Dana
        pair
        add 1700 Fay
        pair
        result 1.2 1 1-0
        pair
        result 1.2 2 1-0
        pair
        result 1.2 3 1/2
        pair
        result 1.2 4 1/2
        pair
        result 1.2 5 1/2
        pair
        result 1.2 1 1/2
        result 2.1 1 1-0
        result 2.2 1 0-1
        pair
        result 2.1 2 1/2
        result 2.2 2 1/2
        pair
        ",
        "
        A knockout needs at least two players.
        added rating=1500 name=Emil
        added rating=2100 name=Ada
        added rating=2000 name=Ben
        added rating=1900 name=Cleo
        added rating=1800 name=Dana
        drawn 2 3 4 5 1
        paired 1.2 1-5
        A knockout takes no players after the draw: its bracket is fixed.
        One result is missing.
        result 1.2 1 1-0
        paired 1.2 5-1
        result 1.2 2 1-0
        paired 1.2 1-5
        result 1.2 3 1/2
        paired 1.2 5-1
        result 1.2 4 1/2
        paired 1.2 1-5
        result 1.2 5 1/2
        paired 2.1 5-2
        paired 2.2 4-3
        Games have been played that this would make impossible: take them back first, the last \
         one first.
        result 2.1 1 1-0
        result 2.2 1 0-1
        paired 2.1 2-5
        paired 2.2 3-4
        result 2.1 2 1/2
        result 2.2 2 1/2
        paired 3.1 5-3
        paired 3.2 4-2
        ",
    );
    // Dana, with Black, needed a draw in Armageddon only.
    let first = knockout.find(match_id("1.2")).unwrap();
    assert_eq!(first.games[4].stage, Stage::Armageddon);
    assert_eq!(first.outcome, MatchOutcome::Won(5));
    let ranks: Vec<_> = knockout
        .standings()
        .iter()
        .map(|it| (it.player, it.rank))
        .collect();
    assert_eq!(ranks, [(3, 1), (5, 1), (2, 3), (4, 3), (1, 5)]);
    assert_eq!(
        knockout.explain(match_id("1.2")),
        "Dana (seed 4) meets Emil (seed 5): the seeds of the first round add up to 9, so that the \
         best meet last."
    );
    assert_eq!(
        knockout.explain(match_id("1.1")),
        "Ada (seed 1) has a bye: the bracket has 8 places for 5 players, and the top seeds have byes."
    );
    assert_eq!(
        knockout.explain(match_id("3.1")),
        "Dana (seed 4), winner of match 2.1 (1.5:0.5), meets Ben (seed 2), winner of match 2.2 \
         (1.5:0.5)."
    );
}

#[test]
fn mistakes_are_taken_back_and_players_leave() {
    let settings = KnockoutSettings::new("Cup", 1);
    let knockout = check(
        settings,
        "
        add 4 A
        add 3 B
        add 2 C
        add 1 D
        draw
        draw
        unpair
        unpair
        pair
        unpair
        pair
        result 1.1 1 1-0
        result 1.1 1 0-1
        result 1.2 1 0-1
        pair
        result 1.1 1 1-0
        erase 2.1
        result 1.1 1 1-0
        pair
        result 2.1 1 1-0
        award 2.1 4
        award 2.1 1
        erase 2.1
        erase 2.1
        withdraw 1
        withdraw 1
        pair
        return 1
        withdraw 3
        withdraw 1
        ",
        "
        added rating=4 name=A
        added rating=3 name=B
        added rating=2 name=C
        added rating=1 name=D
        drawn 1 2 3 4
        The bracket has been made already.
        undrawn
        There is nothing to take back.
        drawn 1 2 3 4
        paired 1.1 1-4
        paired 1.2 3-2
        unpaired
        paired 1.1 1-4
        paired 1.2 3-2
        result 1.1 1 1-0
        result 1.1 1 0-1
        result 1.2 1 0-1
        paired 2.1 2-4
        Games have been played that this would make impossible: take them back first, the last \
         one first.
        erased 2.1
        result 1.1 1 1-0
        paired 2.1 2-1
        result 2.1 1 1-0
        Player 4 does not take part in match 2.1.
        awarded 2.1 1
        erased 2.1
        erased 2.1
        withdrawn 1
        The player has left the tournament already.
        All matches are decided.
        returned 1
        withdrawn 3
        withdrawn 1
        ",
    );
    assert_eq!(knockout.winner(), Some(2));
}

/// The places of a bracket by its definition: the halves of a bracket are brackets, and
/// the best seeds of the halves are 1 and 2.
fn seeds_by_definition(size: usize) -> Vec<Vec<usize>> {
    let mut rounds = vec![seed_order(size)];
    while rounds[rounds.len() - 1].len() > 1 {
        let last = &rounds[rounds.len() - 1];
        rounds.push(last.chunks(2).map(|it| it[0].min(it[1])).collect());
    }
    rounds
}

#[test]
fn the_seeds_of_a_round_add_up_if_the_better_ones_win() {
    for size in [2, 4, 8, 64, 1024] {
        for round in seeds_by_definition(size) {
            let is_sum = |it: &[usize]| it.len() == 1 || it[0] + it[1] == round.len() + 1;
            assert!(round.chunks(2).all(is_sum), "{size}: {round:?}");
        }
        let mut all = seed_order(size);
        all.sort_unstable();
        assert_eq!(all, (1..=size).collect::<Vec<_>>());
    }
}

/// Who won a match, by a plain count of its games; `None` if it is not decided.
fn plain_winner(state: &Match, settings: &KnockoutSettings) -> Option<Option<PlayerId>> {
    let [Slot::Player(first), Slot::Player(second)] = state.slots else {
        panic!("no players");
    };
    let mut index = 0;
    for tie_break in 0.. {
        let length = if tie_break == 0 {
            settings.games
        } else {
            settings.tie_break_games
        };
        let is_last = tie_break > settings.tie_breaks;
        if is_last && settings.last_stage == LastStage::Armageddon {
            let game = state.games.get(index)?;
            let result = game.result?;
            return Some(match (result.white, result.black) {
                (Outcome::Win, _) => Some(game.players.white),
                (_, Outcome::Loss) => None,
                _ => Some(game.players.black),
            });
        }
        let (mut lead, mut left) = (0_i64, 2 * length as i64);
        while left > 0 && lead.abs() <= left {
            let game = state.games.get(index)?;
            index += 1;
            left -= 2;
            let result = game.result?;
            let value = |outcome| match outcome {
                Outcome::Win => 2,
                Outcome::Draw => 1,
                Outcome::Loss => 0,
            };
            let difference = value(result.white) - value(result.black);
            lead += if game.players.white == first {
                difference
            } else {
                -difference
            };
        }
        if lead != 0 {
            return Some(Some(if lead > 0 { first } else { second }));
        }
    }
    None
}

fn random_result(random: &mut SplitMix64) -> GameResult {
    let texts = ["1-0", "0-1", "1/2", "1/2", "1/2", "+-", "-+", "--"];
    texts[random.below(texts.len())].parse().unwrap()
}

#[test]
fn random_knockouts_keep_their_promises() {
    for seed in 0..150 {
        let mut random = SplitMix64::new(seed);
        let count = 2 + random.below(30);
        let settings = KnockoutSettings {
            tie_breaks: random.below(3),
            last_stage: [LastStage::Armageddon, LastStage::MoreTieBreaks][random.below(2)],
            pace: [Pace::Rounds, Pace::Matches][random.below(2)],
            has_third_place: random.below(2) == 0,
            ..KnockoutSettings::new("Random", 1 + random.below(4))
        };
        let mut knockout = Knockout::start(settings.clone());
        let mut record = vec![knockout.write_settings()];
        let mut act = |knockout: &mut Knockout, action: KnockoutAction| {
            let events = knockout.decide(&action)?;
            for event in &events {
                record.push(event.to_string());
                knockout.apply(event);
            }
            Ok::<_, arbiter_tournament::knockout::KnockoutRefusal>(events.len())
        };
        for id in 1..=count {
            let new = player(&format!("P{id}"), 1000 + random.below(1000) as u32);
            act(&mut knockout, KnockoutAction::Add(new)).unwrap();
        }
        act(&mut knockout, KnockoutAction::Draw).unwrap();
        let byes = |it: &&Match| it.slots.contains(&Slot::Empty);
        let resting: Vec<_> = knockout.rounds()[0].iter().filter(byes).collect();
        assert_eq!(resting.len(), count.next_power_of_two() - count);
        let best = &knockout.seeds()[..resting.len()];
        assert!(
            resting
                .iter()
                .all(|it| it.slots.iter().any(|slot| match slot {
                    Slot::Player(id) => best.contains(id),
                    _ => false,
                }))
        );
        let mut steps = 0;
        while !knockout.is_finished() {
            steps += 1;
            assert!(steps < 10_000, "seed {seed} does not end");
            let open: Vec<(MatchId, usize)> = (knockout.matches())
                .filter(|(_, it)| it.outcome == MatchOutcome::Open && it.is_playing())
                .map(|(id, it)| (id, it.games.len()))
                .collect();
            match open.get(random.below(open.len().max(1))) {
                Some(&(of, game)) if random.below(4) > 0 => {
                    let result = random_result(&mut random);
                    act(&mut knockout, KnockoutAction::Record { of, game, result }).unwrap();
                }
                _ if random.below(40) == 0 => {
                    // Refused if the player has left already.
                    let _ = act(
                        &mut knockout,
                        KnockoutAction::Withdraw(1 + random.below(count)),
                    );
                }
                _ => {
                    // Refused while all matches are being played.
                    let _ = act(&mut knockout, KnockoutAction::Pair);
                }
            }
        }
        for (id, state) in knockout.matches().filter(|(_, it)| it.players().is_some()) {
            let players = state.players().unwrap();
            let has_left = players.iter().any(|&it| knockout.has_left(it));
            match plain_winner(state, &settings) {
                Some(Some(winner)) => assert_eq!(state.outcome, MatchOutcome::Won(winner)),
                Some(None) => assert_eq!(state.outcome, MatchOutcome::Nobody),
                None => assert!(has_left, "seed {seed}: match {id} is not decided"),
            }
        }
        let again = Knockout::from_record(record.iter().map(String::as_str)).unwrap();
        assert_eq!(again, knockout, "seed {seed}");
        let standings = knockout.standings();
        assert_eq!(standings.len(), count);
        let firsts = standings.iter().filter(|it| it.rank == 1).count();
        let expected = usize::from(knockout.winner().is_some());
        assert!(firsts == expected || expected == 0, "seed {seed}");
    }
}
