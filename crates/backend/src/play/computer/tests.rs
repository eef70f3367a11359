use std::collections::HashSet;

use arbiter_game::{Options, Span};
use arbiter_rules::{Position, UciMove};
use arbiter_wire::Claim;

use super::{move_chooser::MoveChooser, *};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Returns a game from this position after these actions, one second apart.
/// `white draw` is an offer, `black e7e5` a move.
fn game(fen: &str, clock: &str, script: &str) -> Game {
    let position: Position = fen.parse().unwrap();
    let options = Options::from_position(position).with_clock(clock.parse().unwrap());
    let mut game = Game::start(options, Time::from_millis(0)).unwrap();
    follow(&mut game, script);
    game
}

fn follow(game: &mut Game, script: &str) {
    for line in script.split(',').filter(|line| !line.is_empty()) {
        let (side, what) = line.trim().split_once(' ').unwrap();
        let by = match side {
            "white" => Color::White,
            _ => Color::Black,
        };
        let action = match what {
            "draw" => arbiter_game::Action::OfferDraw,
            "back" => arbiter_game::Action::RequestTakeback,
            "abort" => arbiter_game::Action::Abort,
            "time" => arbiter_game::Action::GiveTime(Span::from_seconds(15)),
            mv => mv.parse::<UciMove>().unwrap().into(),
        };
        let at = game.last_event_at() + Span::from_seconds(1);
        for event in game.decide(at, by, action).unwrap() {
            game.apply(&event);
        }
    }
}

fn task(game: &Game, color: Color, level: u32) -> ComputerTask {
    ComputerTask {
        seat: (GameId::from_random(7), color),
        level: Level::new(level).unwrap(),
        request: Request::of(game, color).unwrap(),
        game: game.clone(),
    }
}

/// Returns what the computer prefers to do.
fn preferred_action(game: &Game, color: Color, level: u32) -> Action {
    let task = task(game, color, level);
    let reply = MoveChooser::new(&task).choose_actions(&task, &()).unwrap();
    reply.actions[0].clone()
}

#[test]
fn the_computer_is_asked_to_move_and_to_answer_offers() {
    for (script, color, expected) in [
        ("", Color::White, Some(Request::Move)),
        ("", Color::Black, None),
        ("white e2e4", Color::Black, Some(Request::Move)),
        (
            "white e2e4, white back",
            Color::Black,
            Some(Request::Takeback),
        ),
        (
            "white e2e4, black e7e5, white draw",
            Color::Black,
            Some(Request::Draw),
        ),
        (
            "white e2e4, black e7e5, white draw",
            Color::White,
            Some(Request::Move),
        ),
        (
            "white e2e4, black e7e5, white abort",
            Color::Black,
            Some(Request::Abort),
        ),
        ("white abort", Color::White, None),
    ] {
        let game = game(START, "5+0", script);
        assert_eq!(Request::of(&game, color), expected, "{script} {color}");
    }
}

#[test]
fn a_draw_offer_is_answered_by_the_evaluation_of_the_position() {
    const EVEN: &str = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
    const BETTER: &str = "4k3/4p3/8/8/8/8/4P3/Q3K3 w - - 0 1";
    let script = "white e1d2, black e8d7, white d2d3, black d7d6";
    for (fen, offer, color, expected) in [
        (EVEN, "black draw", Color::White, Some(Action::AcceptDraw)),
        (EVEN, "white draw", Color::Black, Some(Action::AcceptDraw)),
        (BETTER, "white draw", Color::Black, Some(Action::AcceptDraw)),
        (BETTER, "black draw", Color::White, None),
    ] {
        let game = game(fen, "-", &format!("{script}, {offer}"));
        let found = preferred_action(&game, color, 9);
        match expected {
            Some(expected) => assert_eq!(found, expected, "{fen} {offer}"),
            None => assert_ne!(found, Action::AcceptDraw, "{fen} {offer}"),
        }
    }
    let opening = game(START, "-", "white e2e4, black e7e5, white draw");
    assert_eq!(
        preferred_action(&opening, Color::Black, 9),
        Action::DeclineDraw
    );
}

#[test]
fn the_computer_claims_a_draw_when_it_is_worse() {
    // Black is two rooks ahead, but only moves back and forth.
    let fen = "6k1/8/8/8/8/8/rr6/7K w - - 0 1";
    let round = "white h1g1, black b2b3, white g1h1, black b3b2";
    let game = game(fen, "-", &format!("{round}, {round}"));
    let claim = Action::Claim {
        claim: Claim::Threefold,
        with: None,
    };
    assert_eq!(preferred_action(&game, Color::White, 9), claim);
}

#[test]
fn strong_levels_resign_lost_positions_and_weak_levels_play_on() {
    let lost = "6k1/8/8/8/8/7r/1q6/6K1 b - - 0 1";
    let script =
        "black h3h8, white g1f1, black h8h7, white f1e1, black h7h8, white e1f1, black h8h7";
    let game = game(lost, "-", script);
    assert_eq!(preferred_action(&game, Color::White, 9), Action::Resign);
    let weak = preferred_action(&game, Color::White, 3);
    assert!(matches!(weak, Action::Play { .. }), "{weak:?}");
    // The computer resigns only after the position was lost for some moves.
    let early = self::game(lost, "-", "black h3h8");
    let found = preferred_action(&early, Color::White, 9);
    assert!(matches!(found, Action::Play { .. }), "{found:?}");
}

#[test]
fn the_computer_decides_the_same_after_a_restart() {
    let game = game(START, "5+0", "white a2a3");
    let task = task(&game, Color::Black, 10);
    let reply = MoveChooser::new(&task).choose_actions(&task, &());
    let other = ComputerTask {
        seat: (GameId::from_random(8), Color::Black),
        ..task.clone()
    };
    let mut chooser = MoveChooser::new(&other);
    chooser.choose_actions(&other, &());
    assert_eq!(chooser.choose_actions(&task, &()), reply);
}

/// Returns a pool without threads, and its decisions.
fn pool() -> (Arc<ComputerPool>, mpsc::UnboundedReceiver<ComputerDecision>) {
    let (sender, receiver) = mpsc::unbounded_channel();
    (Arc::new(ComputerPool::new(sender, None)), receiver)
}

#[test]
fn the_computer_moves_when_a_person_would_and_offers_do_not_delay_it() {
    let (pool, mut answers) = pool();
    let mut game = game(START, "5+3", "white e2e4, black c7c5, white b1c3");
    let began = game.last_event_at();
    pool.submit(task(&game, Color::Black, 1), game.last_event_at());
    follow(&mut game, "white time, white time, white time");
    pool.submit(task(&game, Color::Black, 1), game.last_event_at());
    assert_eq!(pool.waiting(), 1, "one task for each seat");
    pool::start_thread(&pool, 0);
    let answer = answers.blocking_recv().unwrap();
    let wait = answer.due - began;
    assert!(
        Span::from_millis(500) <= wait && wait <= Span::from_seconds(8),
        "{wait}"
    );
    assert_eq!((answer.event_count, answer.ply), (game.event_count(), 3));
    let task = task(&game, Color::Black, 1);
    let reply = MoveChooser::new(&task).choose_actions(&task, &()).unwrap();
    assert_eq!(wait, reply.thinking);
    pool.close();
}

#[test]
fn the_computer_moves_fast_when_its_time_is_short() {
    let game = game(START, "0:10+0", "white e2e4, black c7c5, white b1c3");
    let task = task(&game, Color::Black, 5);
    let reply = MoveChooser::new(&task).choose_actions(&task, &()).unwrap();
    assert!(
        reply.thinking <= Span::from_millis(250),
        "{}",
        reply.thinking
    );
}

#[test]
fn a_withdrawn_task_is_not_decided() {
    let (pool, mut answers) = pool();
    let game = game(START, "5+0", "");
    let asked = task(&game, Color::White, 1);
    let other = ComputerTask {
        seat: (GameId::from_random(8), Color::White),
        ..asked.clone()
    };
    pool.submit(asked.clone(), game.last_event_at());
    pool.submit(other.clone(), game.last_event_at());
    pool.withdraw(asked.seat);
    assert!(!pool.is_wanted(asked.seat, game.event_count()));
    assert_eq!(pool.waiting(), 1);
    pool::start_thread(&pool, 0);
    assert_eq!(answers.blocking_recv().unwrap().seat, other.seat);
    // It stays pending until it is carried out, and is not submitted twice.
    assert!(pool.is_wanted(other.seat, game.event_count()));
    pool.finish(other.seat, game.event_count());
    assert!(!pool.is_wanted(other.seat, game.event_count()));
    pool.close();
    assert_eq!(answers.blocking_recv(), None);
}

#[test]
fn takebacks_are_accepted_without_a_thread() {
    let (pool, mut answers) = pool();
    let game = game(START, "5+0", "white e2e4, white back");
    pool.submit(task(&game, Color::Black, 1), Time::from_millis(77));
    let answer = answers.blocking_recv().unwrap();
    assert_eq!(answer.actions, [Action::AcceptTakeback]);
    assert_eq!(answer.due, Time::from_millis(77));
    assert_eq!(pool.waiting(), 0);
}

#[test]
fn one_thread_serves_many_games_each_once() {
    let (pool, mut answers) = pool();
    pool::start_thread(&pool, 0);
    let game = game(START, "5+0", "white e2e4");
    let seats: HashSet<ComputerSeat> = (0..100)
        .map(|number| (GameId::from_random(number), Color::Black))
        .collect();
    for &seat in &seats {
        let task = task(&game, Color::Black, 1 + (seat.0.to_number() % 6) as u32);
        pool.submit(ComputerTask { seat, ..task }, game.last_event_at());
    }
    let mut answered = HashSet::new();
    for _ in &seats {
        let answer = answers.blocking_recv().unwrap();
        assert!(answered.insert(answer.seat), "twice");
    }
    assert_eq!(answered, seats);
    pool.close();
    assert_eq!(answers.blocking_recv(), None);
}

#[test]
fn the_computer_is_busy_while_too_many_tasks_wait() {
    let (pool, _answers) = pool();
    let computer = Computer {
        pool,
        clock: Clock::held(Time::from_millis(0)),
        decisions: Mutex::new(None),
    };
    let game = game(START, "5+0", "");
    let task = task(&game, Color::White, 1);
    for number in 0..MAX_WAITING_TASKS as u64 {
        assert!(!computer.is_busy());
        let seat = (GameId::from_random(number), Color::White);
        let task = ComputerTask {
            seat,
            ..task.clone()
        };
        computer.pool.submit(task, game.last_event_at());
    }
    assert!(computer.is_busy());
}
