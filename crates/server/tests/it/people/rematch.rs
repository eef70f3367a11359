//! The same players once more.

use arbiter_rules::Color;
use arbiter_server::making::Opponent;
use arbiter_wire::{self as wire, Action, ServerMessage};

use super::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn both_must_want_it_and_change_sides() {
    let mut house = House::open();
    let mut one = house.guest().await;
    let mut two = house.guest().await;
    let opponent = Opponent::Player(two.card.clone());
    let game = house.make(&one, Color::White, opponent).await;
    house.watch(&one, game).await;
    house.watch(&two, game).await;
    let early = house.rematch(&one, game).await.unwrap_err();
    assert_eq!(early.code, "not_over");
    house.act(&two, game, Action::Resign).await.unwrap();

    let watcher = house.guest().await;
    let refused = house.rematch(&watcher, game).await.unwrap_err();
    assert_eq!(refused.code, "not_a_player");
    assert_eq!(house.rematch(&one, game).await, Ok(None));
    two.hear_about(|message| matches!(message, ServerMessage::RematchOffered(_)).then_some(()))
        .await;
    // Asking twice is asking once.
    assert_eq!(house.rematch(&one, game).await, Ok(None));
    let next = house.rematch(&two, game).await.unwrap().unwrap();
    assert_eq!(one.hear_paired().await, next);
    assert_eq!(two.hear_paired().await, next);
    assert_eq!(house.view(&one, next).await.you, [wire::Color::Black]);
    assert_eq!(house.view(&two, next).await.you, [wire::Color::White]);

    // Whoever comes back finds it, after a restart too.
    assert_eq!(house.rematch(&one, game).await, Ok(Some(next)));
    house.restart();
    let view = house.view(&one, game).await;
    assert_eq!(view.rematch, Some(next.to_string()));
    assert_eq!(house.rematch(&two, game).await, Ok(Some(next)));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_does_not_wait_for_it() {
    let house = House::open();
    let (one, two) = (house.guest().await, house.guest().await);
    let opponent = Opponent::Player(two.card.clone());
    let game = house.make(&one, Color::White, opponent).await;
    house.watch(&one, game).await;
    house.watch(&two, game).await;
    house.act(&two, game, Action::Resign).await.unwrap();
    assert_eq!(house.rematch(&one, game).await, Ok(None));
    house.leave(&one, game).await;
    assert_eq!(house.rematch(&two, game).await, Ok(None));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_always_wants_it_and_so_does_a_sofa() {
    let house = House::open();
    let person = house.guest().await;
    for opponent in [Opponent::Computer(2), Opponent::Itself] {
        let game = house.make(&person, Color::White, opponent).await;
        house.act(&person, game, Action::Resign).await.unwrap();
        let next = house.rematch(&person, game).await.unwrap().unwrap();
        let before = house.view(&person, game).await;
        let view = house.view(&person, next).await;
        assert_eq!(view.players.white, before.players.black);
        assert_eq!(view.players.black, before.players.white);
        assert_eq!(view.options, before.options);
    }
}
