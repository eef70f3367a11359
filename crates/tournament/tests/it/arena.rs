//! Arenas: scripts of what happens in, events out, and simulated arenas.

use std::collections::HashMap;

use arbiter_rules::{Color, SplitMix64};
use arbiter_tournament::{
    Player, PlayerId,
    arena::{Arena, ArenaAction, ArenaEvent, ArenaSettings, GameState, REPEAT_GAMES},
};

const MINUTE: u64 = 60_000;

fn player(name: &str, rating: u32) -> Player {
    Player {
        name: name.to_owned(),
        rating,
        ..Player::default()
    }
}

fn action(words: &[&str]) -> ArenaAction {
    let number = |index: usize| words[index].parse().unwrap();
    match words[0] {
        "add" => ArenaAction::Add(player(words[2], number(1) as u32)),
        "ready" => ArenaAction::Ready(number(1)),
        "leave" => ArenaAction::Leave(number(1)),
        "start" => ArenaAction::Start,
        "pair" => ArenaAction::Pair,
        "berserk" => ArenaAction::Berserk {
            game: number(1),
            color: if words[2] == "w" {
                Color::White
            } else {
                Color::Black
            },
        },
        "finish" => ArenaAction::Finish {
            game: number(1),
            result: words[2].parse().unwrap(),
            moves: words.get(3).map(|it| it.parse().unwrap()),
        },
        "abort" => ArenaAction::Abort(number(1)),
        "penalty" => ArenaAction::Penalize(number(1), number(2) as u32),
        "remove" => ArenaAction::Remove(number(1)),
        "end" => ArenaAction::End,
        other => panic!("{other}"),
    }
}

/// Runs a script of lines `SECONDS ACTION`, compares events and refusals, and restores the
/// arena from its record.
#[track_caller]
fn check(settings: ArenaSettings, script: &str, expected: &str) -> Arena {
    let mut arena = Arena::start(settings);
    let mut record = vec![arena.write_settings()];
    let mut output = Vec::new();
    for line in script.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let now_ms = 1_000 * words[0].parse::<u64>().unwrap();
        let decided = match words[1] {
            "tick" => Ok(arena.tick(now_ms)),
            _ => arena.decide(&action(&words[1..]), now_ms),
        };
        match decided {
            Err(refusal) => output.push(refusal.to_string()),
            Ok(events) => {
                for event in events {
                    output.push(event.to_string());
                    record.push(event.to_string());
                    arena.apply(&event);
                }
            }
        }
    }
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    assert_eq!(output, expected[1..expected.len() - 1]);
    let again = Arena::from_record(record.iter().map(String::as_str)).unwrap();
    assert_eq!(again, arena);
    arena
}

fn settings() -> ArenaSettings {
    ArenaSettings::new("Arena", 10 * MINUTE)
}

#[test]
fn an_arena_from_the_start_to_the_end() {
    let arena = check(
        settings(),
        "
        0 add 2000 Ada
        0 add 1900 Ben
        0 add 1800 Cleo
        0 ready 1
        0 ready 1
        0 ready 2
        0 pair
        10 start
        10 start
        12 ready 3
        12 tick
        14 tick
        15 finish 1 1-0 20
        20 tick
        20 leave 3
        22 finish 2 0-1
        30 tick
        40 berserk 3 w
        40 berserk 3 w
        70 finish 3 1-0 40
        70 finish 3 1-0
        90 finish 9 1-0
        585 pair
        610 tick
        611 ready 3
        611 end
        ",
        "
        0 added rating=2000 name=Ada
        0 added rating=1900 name=Ben
        0 added rating=1800 name=Cleo
        0 ready 1
        Player 1 is ready already.
        0 ready 2
        The arena has not started yet.
        10000 started
        The arena has started already.
        12000 ready 3
        14000 paired 1-2
        15000 finished 1 1-0 20
        20000 paired 3-1
        20000 left 3
        22000 finished 2 0-1
        30000 paired 2-1
        40000 berserk 3 w
        The player has gone berserk in game 3 already.
        70000 finished 3 1-0 40
        70000 finished 3 1-0
        There is no game 9.
        The arena ends soon, so no more games are started.
        610000 ended
        The arena is over; games that were still being played do not count.
        The arena is over; games that were still being played do not count.
        ",
    );
    let standings = arena.standings();
    let shown: Vec<_> = standings
        .iter()
        .map(|it| (it.player, it.points, it.performance.rounded()))
        .collect();
    // Ada beat Ben (1900) and Cleo (1800) and lost to Ben; Ben's win has one more point.
    assert_eq!(
        shown,
        [(1, 4, Some(2033)), (2, 3, Some(2000)), (3, 0, Some(1500))]
    );
}

/// Plays games between two players with these results for the first, and returns the
/// points of each game.
fn points(results: &[(&str, bool, Option<u32>)]) -> Vec<u32> {
    let mut arena = Arena::start(settings());
    let mut act = |action: ArenaAction| {
        for event in arena.decide(&action, 0).unwrap() {
            arena.apply(&event);
        }
        arena.clone()
    };
    act(ArenaAction::Add(player("A", 2000)));
    act(ArenaAction::Add(player("B", 2000)));
    act(ArenaAction::Ready(1));
    act(ArenaAction::Ready(2));
    act(ArenaAction::Start);
    for (&(outcome, is_berserk, moves), game) in results.iter().zip(1..) {
        let now = act(ArenaAction::Pair);
        let color = match now.game(game).unwrap().players.white {
            1 => Color::White,
            _ => Color::Black,
        };
        if is_berserk {
            act(ArenaAction::Berserk { game, color });
        }
        let text = match (outcome, color) {
            ("win", Color::White) | ("loss", Color::Black) => "1-0",
            ("draw", _) => "1/2",
            _ => "0-1",
        };
        act(ArenaAction::Finish {
            game,
            result: text.parse().unwrap(),
            moves,
        });
    }
    let arena = act(ArenaAction::Penalize(2, 1));
    let sheet = &arena.entrant(1).unwrap().sheet;
    sheet.games.iter().map(|it| it.points).collect()
}

#[test]
fn streaks_berserk_and_short_draws_count_as_they_should() {
    let (win, draw, loss) = (
        ("win", false, None),
        ("draw", false, None),
        ("loss", false, None),
    );
    assert_eq!(points(&[win, win, win, win, draw, win]), [2, 2, 4, 4, 2, 2]);
    assert_eq!(points(&[win, win, loss, win]), [2, 2, 0, 2]);
    assert_eq!(
        points(&[("win", true, Some(7)), ("win", true, Some(6))]),
        [3, 2]
    );
    assert_eq!(
        points(&[("loss", true, Some(40)), ("draw", true, Some(40))]),
        [0, 1]
    );
    assert_eq!(points(&[win, win, ("win", true, None)]), [2, 2, 5]);
    let (short, long) = (("draw", false, Some(29)), ("draw", false, Some(30)));
    assert_eq!(points(&[short, short, long, loss, short]), [1, 0, 1, 0, 1]);
}

#[test]
fn a_corrected_result_counts_for_the_games_after_it() {
    let mut arena = Arena::start(settings());
    let mut act = |action: ArenaAction| {
        for event in arena.decide(&action, 0).unwrap() {
            arena.apply(&event);
        }
        arena
            .standings()
            .into_iter()
            .map(|it| (it.player, it.points))
            .collect::<Vec<_>>()
    };
    for name in ["A", "B"] {
        act(ArenaAction::Add(player(name, 2000)));
    }
    act(ArenaAction::Ready(1));
    act(ArenaAction::Ready(2));
    act(ArenaAction::Start);
    let finish = |game, text: &str| ArenaAction::Finish {
        game,
        result: text.parse().unwrap(),
        moves: None,
    };
    // The colors alternate, so player 1 wins three times.
    for (game, text) in [(1, "1-0"), (2, "0-1"), (3, "1-0")] {
        act(ArenaAction::Pair);
        act(finish(game, text));
    }
    assert_eq!(act(ArenaAction::Penalize(1, 1)), [(1, 7), (2, 0)]);
    assert_eq!(act(finish(1, "0-1")), [(1, 3), (2, 2)]);
    assert_eq!(act(ArenaAction::Abort(1)), [(1, 3), (2, 0)]);
    assert_eq!(act(ArenaAction::Remove(1)), [(2, 0)]);
}

#[test]
fn pairings_are_explained() {
    let mut arena = Arena::start(settings());
    let mut now_ms = 0;
    let mut act = |arena: &mut Arena, action: ArenaAction, seconds: u64| {
        now_ms += 1_000 * seconds;
        for event in arena.decide(&action, now_ms).unwrap() {
            arena.apply(&event);
        }
        now_ms
    };
    for (index, name) in ["Ada", "Ben", "Cleo", "Dana", "Emil"].iter().enumerate() {
        act(
            &mut arena,
            ArenaAction::Add(player(name, 2000 - index as u32)),
            0,
        );
        act(&mut arena, ArenaAction::Ready(index + 1), 0);
    }
    act(&mut arena, ArenaAction::Start, 0);
    let explained = |arena: &Arena, now_ms| arena.explain(&arena.wave(now_ms), now_ms);
    assert_eq!(
        explained(&arena, 4_000),
        [
            "Ada (place 1) meets Ben (place 2), the nearest of the players who wait. Ada has \
             White: the better placed of every second pair has it.",
            "Cleo (place 3) meets Dana (place 4), the nearest of the players who wait. Dana has \
             White: the better placed of every second pair has it.",
            "Emil waits: the number of free players is odd, and the others have waited longer or \
             cannot be paired without a repeat.",
        ]
    );
    act(&mut arena, ArenaAction::Pair, 4);
    for game in [1, 2] {
        let result = "1-0".parse().unwrap();
        let moves = None;
        act(
            &mut arena,
            ArenaAction::Finish {
                game,
                result,
                moves,
            },
            60,
        );
    }
    let now_ms = act(&mut arena, ArenaAction::Leave(5), 0);
    let explained = explained(&arena, now_ms);
    assert_eq!(
        explained[0],
        "Ada (place 1) meets Dana (place 2), the nearest of the players who wait. Ada has White: \
         the better placed of every second pair has it."
    );
}

/// A simulated arena: games last a random time, players come and go.
fn simulate(seed: u64, players: usize, minutes: u64) {
    let mut random = SplitMix64::new(seed);
    let mut arena = Arena::start(ArenaSettings::new("Random", minutes * MINUTE));
    let mut record = vec![arena.write_settings()];
    let mut free_since: HashMap<PlayerId, u64> = HashMap::new();
    let mut ends: Vec<(u64, usize)> = Vec::new();
    let mut apply = |arena: &mut Arena, events: &[ArenaEvent]| {
        for event in events {
            record.push(event.to_string());
            arena.apply(event);
        }
    };
    for id in 1..=players {
        let new = player(&format!("Player {id}"), 1200 + random.below(1000) as u32);
        let events = arena.decide(&ArenaAction::Add(new), 0).unwrap();
        apply(&mut arena, &events);
        let events = arena.decide(&ArenaAction::Ready(id), 0).unwrap();
        apply(&mut arena, &events);
    }
    let events = arena.decide(&ArenaAction::Start, 0).unwrap();
    apply(&mut arena, &events);
    let mut now = 0;
    while !arena.has_ended() {
        // Everything that happens until the next deadline.
        let deadline = arena.deadline(now).expect("the arena is not over");
        ends.sort_unstable();
        now = match ends.first() {
            Some(&(end, game)) if end <= deadline => {
                ends.remove(0);
                let result = ["1-0", "0-1", "1/2"][random.below(3)].parse().unwrap();
                let moves = Some(random.below(60) as u32);
                let finish = ArenaAction::Finish {
                    game,
                    result,
                    moves,
                };
                let events = arena.decide(&finish, end).unwrap();
                apply(&mut arena, &events);
                let players = arena.game(game).unwrap().players;
                for id in [players.white, players.black] {
                    if random.below(10) == 0 {
                        let leave = arena.decide(&ArenaAction::Leave(id), end).unwrap();
                        apply(&mut arena, &leave);
                        let back = arena.decide(&ArenaAction::Ready(id), end).unwrap();
                        apply(&mut arena, &back);
                    }
                }
                end
            }
            _ => deadline,
        };
        let waiting: Vec<PlayerId> = arena.waiting().collect();
        for &id in waiting.iter().filter(|_| waiting.len() > 1) {
            free_since.entry(id).or_insert(now);
        }
        let events = arena.tick(now);
        let before = arena.clone();
        apply(&mut arena, &events);
        for (index, game) in arena.games().iter().enumerate().skip(before.games().len()) {
            for color in Color::ALL {
                let id = game.players[color];
                // Nobody is in two games, and nobody waits longer than ten seconds.
                assert_eq!(before.entrant(id).unwrap().playing, None);
                let since = free_since.remove(&id).expect("was waiting");
                assert!(
                    now - since <= 10_000,
                    "seed {seed}: {id} waited {}",
                    now - since
                );
            }
            let end = now + 20_000 + random.below(100_000) as u64;
            if end < minutes * MINUTE {
                ends.push((end, index + 1));
            }
        }
        // A single player cannot be paired.
        if arena.waiting().count() < 2 {
            free_since.clear();
        }
        assert_no_avoidable_repeat(&before, &arena, now, seed);
    }
    let again = Arena::from_record(record.iter().map(String::as_str)).unwrap();
    assert_eq!(again, arena, "seed {seed}");
    assert!(arena.games().len() > players, "seed {seed}");
    check_standings(&arena);
}

/// A repeat within three games is made only if one of the two has waited for others.
fn assert_no_avoidable_repeat(before: &Arena, after: &Arena, now: u64, seed: u64) {
    let last = |id: PlayerId| {
        let games = before.entrant(id).unwrap().games.iter().rev();
        let games = games
            .take(REPEAT_GAMES)
            .map(|&it| before.game(it).unwrap().players);
        games
            .flat_map(|it| [it.white, it.black])
            .collect::<Vec<_>>()
    };
    for game in &after.games()[before.games().len()..] {
        let (white, black) = (game.players.white, game.players.black);
        if last(white).contains(&black) || last(black).contains(&white) {
            let waited = |id: PlayerId| now - before.entrant(id).unwrap().since_ms >= 7_000;
            assert!(waited(white) || waited(black), "seed {seed}");
        }
    }
}

/// The points of everybody by a plain count over all games.
fn check_standings(arena: &Arena) {
    for rank in arena.standings() {
        let (mut sum, mut wins) = (0, 0);
        let mut was_draw = false;
        for game in arena.games() {
            let color = match rank.player {
                id if id == game.players.white => Color::White,
                id if id == game.players.black => Color::Black,
                _ => continue,
            };
            let GameState::Finished { result, moves } = game.state else {
                continue;
            };
            let text = result.to_string();
            let (is_win, is_draw) = match color {
                Color::White => (text == "1-0", text == "1/2"),
                Color::Black => (text == "0-1", text == "1/2"),
            };
            let factor = if wins >= 2 { 2 } else { 1 };
            let counts = !was_draw || moves.unwrap() >= 30;
            sum += if is_win { 2 * factor } else { 0 };
            sum += if is_draw && counts { factor } else { 0 };
            wins = if is_win { wins + 1 } else { 0 };
            was_draw = is_draw;
        }
        assert_eq!(rank.points, sum);
    }
}

#[test]
fn simulated_arenas_keep_their_promises() {
    for seed in 0..6 {
        simulate(seed, 3 + 7 * seed as usize, 5);
    }
    simulate(7, 300, 3);
}
