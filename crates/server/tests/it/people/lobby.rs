//! Where strangers meet.

use arbiter_game::Span;
use arbiter_server::lobby::{Keeper, Posted};
use arbiter_wire::{Color, OpenSeek, Problem, Seek, ServerMessage, Stage};

use super::house::{House, Person, options};

fn seek(clock: &str) -> Seek {
    Seek {
        options: options(clock),
        color: None,
    }
}

/// Looks for an opponent through the socket.
async fn look(house: &House, person: &Person, seek: Seek) -> Result<Posted, Problem> {
    let keeper = Keeper::Socket(person.outbox.clone());
    let lobby = &house.app.lobby;
    lobby.seek(&house.app, person.card.id, seek, keeper).await
}

/// Looks for an opponent by a request.
async fn request(house: &House, person: &Person, seek: Seek) -> Result<Posted, Problem> {
    let lobby = &house.app.lobby;
    lobby
        .seek(&house.app, person.card.id, seek, Keeper::Request)
        .await
}

async fn hear_list(person: &mut Person) -> Vec<OpenSeek> {
    person
        .hear_about(|message| match message {
            ServerMessage::Lobby(list) => Some(list),
            _ => None,
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_want_the_same_play_at_once() {
    let house = House::open();
    let (mut one, mut two) = (house.guest().await, house.guest().await);
    let mut white = seek("5+3");
    white.color = Some(Color::White);
    assert_eq!(look(&house, &one, white).await.unwrap().game, None);
    // The same clock, written in another way.
    let found = look(&house, &two, seek("5 + 3")).await.unwrap().game;
    let game = one.hear_paired().await;
    assert_eq!(found, Some(game));
    assert_eq!(two.hear_paired().await, game);
    let view = house.view(&one, game).await;
    assert_eq!((view.stage, view.you), (Stage::Playing, vec![Color::White]));
    assert!(house.app.lobby.list().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_looks_sees_the_list_change() {
    let house = House::open();
    let mut watcher = house.guest().await;
    let (one, two) = (house.guest().await, house.guest().await);
    house.app.lobby.watch(&watcher.outbox);
    assert!(hear_list(&mut watcher).await.is_empty());
    look(&house, &one, seek("5+3")).await.unwrap();
    look(&house, &two, seek("3+2")).await.unwrap();
    // Both at once, or one after the other.
    while hear_list(&mut watcher).await.len() < 2 {}
    let clocks = |list: &[OpenSeek]| -> Vec<String> {
        let clock = |it: &OpenSeek| it.seek.options.clock.0.clone();
        list.iter().map(clock).collect()
    };
    assert_eq!(clocks(&house.app.lobby.list()), ["3+2", "5+3"]);
    // A socket that is gone looks for nobody.
    house.app.lobby.close(&house.app, &two.outbox);
    assert_eq!(clocks(&hear_list(&mut watcher).await), ["5+3"]);
    house.app.lobby.unseek(&house.app, one.card.id);
    assert!(hear_list(&mut watcher).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seek_by_request_is_open_for_ten_minutes() {
    let house = House::open();
    let (one, two) = (house.guest().await, house.guest().await);
    let lobby = &house.app.lobby;
    let posted = request(&house, &one, seek("5+3")).await.unwrap();
    assert_eq!(lobby.find(one.card.id, posted.id), Some(posted));
    assert_eq!(lobby.find(two.card.id, posted.id), None, "it is not his");
    house.pass(Span::from_seconds(600));
    while !lobby.list().is_empty() {
        tokio::task::yield_now().await;
    }
    assert_eq!(lobby.find(one.card.id, posted.id), None);

    // What became of it can be asked for as long again.
    let posted = request(&house, &one, seek("5+3")).await.unwrap();
    let game = request(&house, &two, seek("5+3")).await.unwrap().game;
    let found = lobby.find(one.card.id, posted.id).unwrap();
    assert_eq!((found.game, found.game.is_some()), (game, true));
    house.pass(Span::from_seconds(1_200));
    while lobby.find(one.card.id, posted.id).is_some() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_seek_is_accepted_once_and_by_somebody_else() {
    let house = House::open();
    let mut one = house.guest().await;
    let (two, three) = (house.guest().await, house.guest().await);
    let mut black = seek("10+0");
    black.color = Some(Color::Black);
    let posted = look(&house, &one, black).await.unwrap();
    let accept = |person: &Person| {
        let (app, player) = (house.app.clone(), person.card.id);
        async move { app.lobby.accept(&app, player, posted.id).await }
    };
    assert_eq!(accept(&one).await.unwrap_err().code, "own_seek");
    let game = accept(&two).await.unwrap();
    assert_eq!(accept(&three).await.unwrap_err().code, "seek_gone");
    assert_eq!(one.hear_paired().await, game);
    assert_eq!(house.view(&two, game).await.you, [Color::White]);
}

#[tokio::test(flavor = "multi_thread")]
async fn options_that_make_no_game_are_refused_at_once() {
    let house = House::open();
    let guest = house.guest().await;
    let mut rated = seek("5+3");
    rated.options.rated = true;
    for (seek, code) in [(seek("soon"), "invalid_clock"), (rated, "needs_account")] {
        let problem = look(&house, &guest, seek).await.unwrap_err();
        assert_eq!(problem.code, code);
    }
    assert!(house.app.lobby.list().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_seeks_are_for_accounts() {
    let house = House::open();
    let (one, two) = (house.account("ada").await, house.account("bob").await);
    let mut rated = seek("5+3");
    rated.options.rated = true;
    look(&house, &one, rated.clone()).await.unwrap();
    // A guest cannot accept it, and it stays open.
    let guest = house.guest().await;
    let id = house.app.lobby.list()[0].id.parse().unwrap();
    let accepted = house.app.lobby.accept(&house.app, guest.card.id, id).await;
    assert_eq!(accepted.unwrap_err().code, "needs_account");
    let game = look(&house, &two, rated).await.unwrap().game.unwrap();
    assert!(house.view(&one, game).await.options.rated);
}
