use std::collections::HashSet;

use arbiter_game::{Options, Span};
use arbiter_rules::{Position, UciMove};
use arbiter_wire::Claim;

use super::{mind::Mind, *};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A game from this position after what both sides did, one second each.
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
            wish => wish.parse::<UciMove>().unwrap().into(),
        };
        let at = game.last_event_at() + Span::from_seconds(1);
        for event in game.decide(at, by, action).unwrap() {
            game.apply(&event);
        }
    }
}

fn task(game: &Game, color: Color, level: u32) -> Task {
    Task {
        seat: (GameId::from_random(7), color),
        level: Level::new(level).unwrap(),
        question: Question::of(game, color).unwrap(),
        game: game.clone(),
    }
}

/// What the computer would like to do.
fn wish(game: &Game, color: Color, level: u32) -> Action {
    let task = task(game, color, level);
    let reply = Mind::new(&task).answer(&task, &()).unwrap();
    reply.actions[0].clone()
}

#[test]
fn it_is_asked_when_it_is_to_move_or_to_answer() {
    for (script, color, expected) in [
        ("", Color::White, Some(Question::Move)),
        ("", Color::Black, None),
        ("white e2e4", Color::Black, Some(Question::Move)),
        (
            "white e2e4, white back",
            Color::Black,
            Some(Question::TakeBack),
        ),
        (
            "white e2e4, black e7e5, white draw",
            Color::Black,
            Some(Question::Draw),
        ),
        (
            "white e2e4, black e7e5, white draw",
            Color::White,
            Some(Question::Move),
        ),
        (
            "white e2e4, black e7e5, white abort",
            Color::Black,
            Some(Question::Abort),
        ),
        ("white abort", Color::White, None),
    ] {
        let game = game(START, "5+0", script);
        assert_eq!(Question::of(&game, color), expected, "{script} {color}");
    }
}

#[test]
fn an_offer_is_answered_by_what_it_thinks_of_its_position() {
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
        let found = wish(&game, color, 9);
        match expected {
            Some(expected) => assert_eq!(found, expected, "{fen} {offer}"),
            None => assert_ne!(found, Action::AcceptDraw, "{fen} {offer}"),
        }
    }
    let opening = game(START, "-", "white e2e4, black e7e5, white draw");
    assert_eq!(wish(&opening, Color::Black, 9), Action::DeclineDraw);
}

#[test]
fn it_claims_a_draw_that_it_wants() {
    // Black is two rooks ahead, and moves to and fro.
    let fen = "6k1/8/8/8/8/8/rr6/7K w - - 0 1";
    let round = "white h1g1, black b2b3, white g1h1, black b3b2";
    let game = game(fen, "-", &format!("{round}, {round}"));
    let claim = Action::Claim {
        claim: Claim::Threefold,
        with: None,
    };
    assert_eq!(wish(&game, Color::White, 9), claim);
}

#[test]
fn the_strong_give_up_what_is_lost_and_the_weak_play_on() {
    let lost = "6k1/8/8/8/8/7r/1q6/6K1 b - - 0 1";
    let script =
        "black h3h8, white g1f1, black h8h7, white f1e1, black h7h8, white e1f1, black h8h7";
    let game = game(lost, "-", script);
    assert_eq!(wish(&game, Color::White, 9), Action::Resign);
    let weak = wish(&game, Color::White, 3);
    assert!(matches!(weak, Action::Play { .. }), "{weak:?}");
    // Before it has been lost for some moves, it is played on.
    let early = self::game(lost, "-", "black h3h8");
    let found = wish(&early, Color::White, 9);
    assert!(matches!(found, Action::Play { .. }), "{found:?}");
}

#[test]
fn the_same_game_is_played_the_same_after_a_restart() {
    let game = game(START, "5+0", "white a2a3");
    let task = task(&game, Color::Black, 10);
    let reply = Mind::new(&task).answer(&task, &());
    let other = Task {
        seat: (GameId::from_random(8), Color::Black),
        ..task.clone()
    };
    let mut mind = Mind::new(&other);
    mind.answer(&other, &());
    assert_eq!(mind.answer(&task, &()), reply);
}

/// A pool without threads, the answers, and a thread when it is wanted.
fn pool() -> (Arc<Pool>, mpsc::UnboundedReceiver<Answer>) {
    let (sender, receiver) = mpsc::unbounded_channel();
    (Arc::new(Pool::new(sender)), receiver)
}

#[test]
fn it_moves_when_a_person_would_and_nothing_makes_it_wait_longer() {
    let (pool, mut answers) = pool();
    let mut game = game(START, "5+3", "white e2e4, black c7c5, white b1c3");
    let began = game.last_event_at();
    pool.ask(task(&game, Color::Black, 1), game.last_event_at());
    follow(&mut game, "white time, white time, white time");
    pool.ask(task(&game, Color::Black, 1), game.last_event_at());
    assert_eq!(pool.waiting(), 1, "one question a seat");
    pool::start_thread(&pool, 0);
    let answer = answers.blocking_recv().unwrap();
    let wait = answer.due - began;
    assert!(
        Span::from_millis(500) <= wait && wait <= Span::from_seconds(8),
        "{wait}"
    );
    assert_eq!((answer.number, answer.ply), (game.event_count(), 3));
    let task = task(&game, Color::Black, 1);
    let reply = Mind::new(&task).answer(&task, &()).unwrap();
    assert_eq!(wait, reply.thinking);
    pool.close();
}

#[test]
fn with_little_on_the_clock_it_hurries() {
    let game = game(START, "0:10+0", "white e2e4, black c7c5, white b1c3");
    let task = task(&game, Color::Black, 5);
    let reply = Mind::new(&task).answer(&task, &()).unwrap();
    assert!(
        reply.thinking <= Span::from_millis(250),
        "{}",
        reply.thinking
    );
}

#[test]
fn what_is_no_longer_asked_is_not_answered() {
    let (pool, mut answers) = pool();
    let game = game(START, "5+0", "");
    let asked = task(&game, Color::White, 1);
    let other = Task {
        seat: (GameId::from_random(8), Color::White),
        ..asked.clone()
    };
    pool.ask(asked.clone(), game.last_event_at());
    pool.ask(other.clone(), game.last_event_at());
    pool.forget(asked.seat);
    assert!(!pool.is_asked(asked.seat, game.event_count()));
    assert_eq!(pool.waiting(), 1);
    pool::start_thread(&pool, 0);
    assert_eq!(answers.blocking_recv().unwrap().seat, other.seat);
    // Until it is played it is asked, and not asked twice.
    assert!(pool.is_asked(other.seat, game.event_count()));
    pool.done(other.seat, game.event_count());
    assert!(!pool.is_asked(other.seat, game.event_count()));
    pool.close();
    assert_eq!(answers.blocking_recv(), None);
}

#[test]
fn courtesies_need_no_thread() {
    let (pool, mut answers) = pool();
    let game = game(START, "5+0", "white e2e4, white back");
    pool.ask(task(&game, Color::Black, 1), Time::from_millis(77));
    let answer = answers.blocking_recv().unwrap();
    assert_eq!(answer.actions, [Action::AcceptTakeback]);
    assert_eq!(answer.due, Time::from_millis(77));
    assert_eq!(pool.waiting(), 0);
}

#[test]
fn one_thread_answers_many_games_each_once() {
    let (pool, mut answers) = pool();
    pool::start_thread(&pool, 0);
    let game = game(START, "5+0", "white e2e4");
    let seats: HashSet<Seat> = (0..100)
        .map(|number| (GameId::from_random(number), Color::Black))
        .collect();
    for &seat in &seats {
        let task = task(&game, Color::Black, 1 + (seat.0.to_number() % 6) as u32);
        pool.ask(Task { seat, ..task }, game.last_event_at());
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
fn while_too_many_wait_it_is_busy() {
    let (pool, _answers) = pool();
    let computer = Computer {
        pool,
        clock: Clock::held(Time::from_millis(0)),
        answers: Mutex::new(None),
    };
    let game = game(START, "5+0", "");
    let task = task(&game, Color::White, 1);
    for number in 0..MOST_WAITING as u64 {
        assert!(!computer.is_busy());
        let seat = (GameId::from_random(number), Color::White);
        let task = Task {
            seat,
            ..task.clone()
        };
        computer.pool.ask(task, game.last_event_at());
    }
    assert!(computer.is_busy());
}

#[cfg(target_os = "linux")]
#[test]
fn its_threads_let_others_go_first() {
    let nice = std::thread::spawn(|| {
        give_way(10);
        let me = rustix::thread::gettid();
        rustix::process::getpriority_process(Some(me)).unwrap()
    });
    assert!(nice.join().unwrap() >= 10);
}
