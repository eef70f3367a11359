//! The computer as an opponent.

use arbiter_engine::{Engine, Level, Player, Settings, Strength};
use arbiter_game::Span;
use arbiter_rules::{Color, Line};
use arbiter_server::making::Opponent;
use arbiter_wire::{Action, Fact, Stage};

use super::house::{House, Person};

/// The next move that this person hears of, and whose it is.
async fn next_move(person: &mut Person) -> (u32, String) {
    loop {
        let update = person.hear_update().await;
        for event in update.events {
            if let Fact::Played { uci, .. } = event.fact {
                return (update.state.ply, uci);
            }
        }
        assert_eq!(update.state.result, None, "it is over");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_against_level_1_ends_with_a_result() {
    let house = House::open();
    let mut person = house.guest().await;
    let game = house
        .make(&person, Color::White, Opponent::Computer(1))
        .await;
    house.watch(&person, game).await;
    let mut line = Line::default();
    let mut script = Player::new(Strength::level(Level::new(5).unwrap()), 1);
    let mut engine = Engine::new(Settings {
        threads: 1,
        table_mib: 1,
    });
    loop {
        let choice = script.choose(&mut engine, &line, &()).unwrap();
        let uci = line.position().uci(choice.mv).to_string();
        line.play(choice.mv);
        let state = house.play(&person, game, &uci).await;
        assert_eq!(next_move(&mut person).await, (state.ply, uci));
        if state.result.is_some() {
            break;
        }
        house.pass(Span::from_seconds(8));
        let (_, uci) = next_move(&mut person).await;
        let mv = line.find(uci.parse().unwrap()).unwrap();
        line.play(mv);
        if line.outcome().is_some() {
            break;
        }
    }
    let view = house.view(&person, game).await;
    assert_eq!(view.stage, Stage::Over);
    let play = view.play.unwrap();
    assert!(line.outcome().is_some(), "{:?}", play.state.result);
    // It took its time for each move, as people do.
    for reply in play.moves.iter().skip(1).step_by(2) {
        assert_eq!(reply.took, 8_000, "{}", reply.san);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn as_white_it_begins_by_itself_when_a_person_would() {
    let house = House::open();
    let mut person = house.guest().await;
    let game = house
        .make(&person, Color::Black, Opponent::Computer(3))
        .await;
    house.watch(&person, game).await;
    house.pass(Span::from_millis(499));
    // Nobody moves in half a second; whatever came of that would be heard
    // before this answer.
    assert_eq!(house.view(&person, game).await.play.unwrap().moves.len(), 0);
    house.pass(Span::from_seconds(8));
    assert_eq!(next_move(&mut person).await.0, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_lets_moves_be_taken_back_and_plays_on_in_the_opening() {
    let house = House::open();
    let mut person = house.guest().await;
    let game = house
        .make(&person, Color::White, Opponent::Computer(9))
        .await;
    house.watch(&person, game).await;
    house.play(&person, game, "f2f3").await;
    next_move(&mut person).await;
    house.act(&person, game, Action::AskTakeBack).await.unwrap();
    let taken = |fact: &Fact| matches!(fact, Fact::TookBack { plies: 1 });
    while !person
        .hear_update()
        .await
        .events
        .iter()
        .any(|it| taken(&it.fact))
    {}
    // What it had thought about the other move is forgotten.
    house.play(&person, game, "e2e4").await;
    assert_eq!(next_move(&mut person).await.1, "e2e4");
    house.pass(Span::from_seconds(8));
    assert_eq!(next_move(&mut person).await.0, 2);
    house.act(&person, game, Action::OfferDraw).await.unwrap();
    let declined = |fact: &Fact| matches!(fact, Fact::DrawDeclined { .. });
    while !person
        .hear_update()
        .await
        .events
        .iter()
        .any(|it| declined(&it.fact))
    {}
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_it_moves_when_the_room_wakes() {
    let mut house = House::open();
    let person = house.guest().await;
    let game = house
        .make(&person, Color::White, Opponent::Computer(2))
        .await;
    house.play(&person, game, "e2e4").await;
    house.restart();
    let mut person = house.connect(person.card.id).await;
    house.watch(&person, game).await;
    house.pass(Span::from_seconds(8));
    assert_eq!(next_move(&mut person).await.0, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_over_has_no_more_events() {
    let house = House::open();
    let mut person = house.guest().await;
    let game = house
        .make(&person, Color::White, Opponent::Computer(10))
        .await;
    house.watch(&person, game).await;
    house.play(&person, game, "e2e4").await;
    house.act(&person, game, Action::Resign).await.unwrap();
    house.pass(Span::from_seconds(60));
    while person.hear_update().await.state.result.is_none() {}
    let events = house
        .app
        .rooms
        .events(&house.app, game, None)
        .await
        .unwrap();
    let last = events.last().unwrap();
    assert!(matches!(last.fact, Fact::Ended { .. }), "{last:?}");
    // Nobody waits for an answer.
    assert_eq!(house.app.computer.waiting(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_thread_plays_many_games_and_other_rooms_answer_meanwhile() {
    let house = House::open();
    let mut person = house.guest().await;
    let friend = house.make(&person, Color::White, Opponent::Itself).await;
    let mut games = Vec::new();
    for level in (1..=10).cycle().take(40) {
        let game = house
            .make(&person, Color::White, Opponent::Computer(level))
            .await;
        house.watch(&person, game).await;
        house.play(&person, game, "e2e4").await;
        games.push(game.to_string());
    }
    // While it thinks, two people play.
    for uci in ["e2e4", "e7e5", "g1f3", "b8c6"] {
        house.play(&person, friend, uci).await;
    }
    house.pass(Span::from_seconds(8));
    let mut answered = Vec::new();
    while answered.len() < games.len() {
        let update = person.hear_update().await;
        if update.state.ply == 2 {
            answered.push(update.game);
        }
    }
    answered.sort_unstable();
    games.sort_unstable();
    assert_eq!(answered, games);
}
