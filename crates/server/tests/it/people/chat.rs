//! What is said at a game.

use arbiter_rules::Color;
use arbiter_server::{GameId, making::Opponent};
use arbiter_wire::Action;

use super::house::{House, Person};

/// Two players at a game.
async fn players(house: &House) -> (Person, Person, GameId) {
    let (one, two) = (house.guest().await, house.guest().await);
    let opponent = Opponent::Player(two.card.clone());
    let game = house.make(&one, Color::White, opponent).await;
    (one, two, game)
}

#[tokio::test(flavor = "multi_thread")]
async fn players_hear_watchers_when_the_game_is_over_and_never_before() {
    let house = House::open();
    let (mut one, mut two, game) = players(&house).await;
    let (mut watcher, mut late) = (house.guest().await, house.guest().await);
    for person in [&one, &two, &watcher] {
        house.watch(person, game).await;
    }
    house.say(&one, game, "good luck").await.unwrap();
    house.say(&watcher, game, "e4 wins").await.unwrap();
    house.say(&two, game, " thank\u{7} you ").await.unwrap();
    assert_eq!(
        one.hear_chat_until("thank you").await,
        ["good luck", "thank you"]
    );
    assert_eq!(
        two.hear_chat_until("thank you").await,
        ["good luck", "thank you"]
    );
    assert_eq!(watcher.hear_chat_until("e4 wins").await, ["e4 wins"]);

    house.act(&two, game, Action::Resign).await.unwrap();
    // What was said before comes again, now with what was not heard.
    let all = ["good luck", "e4 wins", "thank you"];
    assert_eq!(one.hear_chat_until("thank you").await, all);
    house.say(&watcher, game, "well played").await.unwrap();
    house.say(&one, game, "again?").await.unwrap();
    assert_eq!(
        one.hear_chat_until("again?").await,
        ["well played", "again?"]
    );
    assert_eq!(
        watcher.hear_chat_until("well played").await,
        ["well played"]
    );

    // Whoever comes later is told what was said.
    house.watch(&late, game).await;
    assert_eq!(
        late.hear_chat_until("well played").await,
        ["e4 wins", "well played"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_said_outlives_a_restart() {
    let mut house = House::open();
    let (one, two, game) = players(&house).await;
    house.say(&one, game, "hello").await.unwrap();
    house.restart();
    let history = |person: &Person| {
        let (app, player) = (house.app.clone(), person.card.id);
        async move { app.rooms.history(&app, game, Some(player)).await.unwrap() }
    };
    let lines = history(&two).await;
    assert_eq!((lines.len(), lines[0].text.as_str()), (1, "hello"));
    assert_eq!(lines[0].name, one.card.view.name);
    let stranger = house.guest().await;
    assert!(history(&stranger).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_is_refused_if_it_is_none_or_one_too_many() {
    let house = House::with(|settings| settings.limits.chat = 3);
    let (one, two, game) = players(&house).await;
    let code = |said: Result<String, arbiter_wire::Problem>| said.unwrap_err().code;
    assert_eq!(code(house.say(&one, game, " \n").await), "nothing_said");
    assert_eq!(
        code(house.say(&one, game, &"x".repeat(201)).await),
        "too_long"
    );
    for text in ["1", "2", "3"] {
        house.say(&one, game, text).await.unwrap();
    }
    // What is sent again is not said again.
    house.say(&one, game, "3").await.unwrap();
    assert_eq!(code(house.say(&one, game, "4").await), "too_many_lines");
    house.say(&two, game, "4").await.unwrap();
    house.pass(arbiter_game::Span::from_seconds(60));
    house.say(&one, game, "5").await.unwrap();
    let history = house.app.rooms.history(&house.app, game, Some(one.card.id));
    let texts: Vec<_> = history
        .await
        .unwrap()
        .into_iter()
        .map(|it| it.text)
        .collect();
    assert_eq!(texts, ["1", "2", "3", "4", "5"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_can_do_without_chat() {
    let house = House::with(|settings| settings.chat = false);
    let (one, _two, game) = players(&house).await;
    let problem = house.say(&one, game, "hello").await.unwrap_err();
    assert_eq!((problem.status, problem.code.as_str()), (403, "chat_off"));
}
