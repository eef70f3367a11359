use std::time::SystemTime;

use arbiter_game::{Action, Ending, Reason, Time};
use arbiter_rules::{ByColor, Color};
use arbiter_server::{
    PlayerId, TokenId,
    store::{
        AppendError, Appended, Channel, CreateAccountError, CreateGameError, GamesFilter,
        NAME_RESERVATION_MILLIS, NewChat, NewToken, RatingChange, ResultCounts, StaffError, Store,
        TokenKind,
    },
};
use arbiter_wire::{PlayerKind, Speed, Stage};

use super::{Script, append, guest, id, new_game, test_database::on_each};

/// Runs through every operation of the store on each kind of database. Each
/// part continues with what the parts before it have stored.
#[test]
fn everything_that_is_stored_can_be_read_again() {
    on_each(|store| async move {
        assert!(store.is_ready().await);
        the_clock_continues(&store).await;
        let (ann, bob) = players_sign_up(&store).await;
        tokens_are_valid_until_they_expire(&store, ann).await;
        a_game_waits_and_begins(&store, ann, bob).await;
        a_game_is_played_and_rated(&store, ann, bob).await;
        games_are_listed(&store, ann, bob).await;
        players_chat(&store, ann, bob).await;
        an_account_is_deleted(&store, ann, bob).await;
    });
}

async fn the_clock_continues(store: &Store) {
    let time = store.resume_clock(5_000).await.unwrap();
    assert_eq!(time, Time::from_millis(5_000), "a new database");
    for beat in [7_000, 6_000] {
        store.heartbeat(Time::from_millis(beat)).await.unwrap();
    }
    let time = store.resume_clock(99_000).await.unwrap();
    assert_eq!(time, Time::from_millis(7_000), "downtime does not count");
}

async fn players_sign_up(store: &Store) -> (PlayerId, PlayerId) {
    let guest = store.create_guest().await.unwrap();
    assert_eq!(guest.view.kind, PlayerKind::Guest);
    assert!(guest.view.name.starts_with("Guest "), "{:?}", guest.view);

    let hash = |text: &str| text.to_owned();
    let sign_up =
        |player, name: &str| store.create_account(player, name.parse().unwrap(), hash("argon"));
    let ann = sign_up(Some(guest.id), "Ann").await.unwrap();
    assert_eq!(ann, guest.id, "the account takes over the guest");
    let taken = sign_up(None, "aNN").await;
    assert!(
        matches!(taken, Err(CreateAccountError::NameTaken)),
        "{taken:?}"
    );
    let again = sign_up(Some(ann), "Anna").await;
    assert!(
        matches!(again, Err(CreateAccountError::NotAGuest)),
        "{again:?}"
    );
    let computer = sign_up(Some(PlayerId::computer(1)), "Deep").await;
    assert!(matches!(computer, Err(CreateAccountError::NotAGuest)));
    let bob = sign_up(None, "bob").await.unwrap();
    assert_ne!(ann, bob);

    let account = store.account_by_name("ANN").await.unwrap().unwrap();
    assert_eq!((account.id, account.name.as_str()), (ann, "Ann"));
    assert_eq!(account.password, "argon");
    assert_eq!(store.account(ann).await.unwrap(), Some(account));
    assert_eq!(store.account_by_name("nobody").await.unwrap(), None);
    assert!(store.change_password(ann, hash("new"), None).await.unwrap());
    let account = store.account(ann).await.unwrap().unwrap();
    assert_eq!(account.password, "new");
    let nobody = store.change_password(PlayerId(999), hash("x"), None).await;
    assert!(!nobody.unwrap());

    let card = store
        .player_card(ann, Some(Speed::Blitz))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(card.view.name, "Ann");
    assert_eq!(card.view.kind, PlayerKind::Account);
    assert_eq!(card.view.rating, None);
    let level = store
        .player_card(PlayerId::computer(3), None)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(level.view.name, "Computer level 3");
    assert_eq!(level.view.kind, PlayerKind::Computer);
    assert_eq!(store.player_card(PlayerId(999), None).await.unwrap(), None);
    (ann, bob)
}

async fn tokens_are_valid_until_they_expire(store: &Store, ann: PlayerId) {
    let new = |hash: u8, kind, expires| NewToken {
        player: ann,
        kind,
        hash: [hash; 32],
        label: "Firefox".to_owned(),
        scopes: "play".to_owned(),
        created: 100,
        expires,
    };
    let session = new(1, TokenKind::Session, Some(1_000));
    let session = store.create_token(session).await.unwrap();
    let api = new(2, TokenKind::Api, None);
    let api = store.create_token(api).await.unwrap();
    let bearer = store.find_token([1; 32], 999).await.unwrap().unwrap();
    assert_eq!(bearer.token, session);
    assert_eq!(bearer.player.id, ann);
    assert_eq!(bearer.player.view.name, "Ann");
    assert_eq!(bearer.kind, TokenKind::Session);
    assert_eq!(bearer.scopes, "play");
    assert_eq!((bearer.used, bearer.expires), (100, Some(1_000)));
    assert_eq!(store.find_token([1; 32], 1_000).await.unwrap(), None);
    assert_eq!(store.find_token([3; 32], 0).await.unwrap(), None);

    store.touch_token(session, 500).await.unwrap();
    let tokens = store.tokens_of(ann).await.unwrap();
    let seen: Vec<_> = tokens.iter().map(|it| (it.id, it.kind, it.used)).collect();
    let expected = [
        (api, TokenKind::Api, 100),
        (session, TokenKind::Session, 500),
    ];
    assert_eq!(seen, expected, "the newest first");
    assert_eq!(tokens[0].label, "Firefox");

    let other = store.create_token(new(4, TokenKind::Session, None)).await;
    let other = other.unwrap();
    let changed = store.change_password(ann, "newer".to_owned(), Some(session));
    assert!(changed.await.unwrap());
    assert_eq!(
        store.find_token([4; 32], 0).await.unwrap(),
        None,
        "{other:?}"
    );
    assert!(store.find_token([1; 32], 0).await.unwrap().is_some());
    assert!(store.find_token([2; 32], 0).await.unwrap().is_some());

    assert!(!store.revoke_token(PlayerId(999), api).await.unwrap());
    assert!(!store.revoke_token(ann, TokenId(999)).await.unwrap());
    assert!(store.revoke_token(ann, api).await.unwrap());
    assert_eq!(store.find_token([2; 32], 0).await.unwrap(), None);
    assert_eq!(store.delete_expired_tokens(1_000).await.unwrap(), 1);
    assert!(store.tokens_of(ann).await.unwrap().is_empty());
}

async fn a_game_waits_and_begins(store: &Store, ann: PlayerId, bob: PlayerId) {
    let seats = ByColor {
        white: Some(ann),
        black: None,
    };
    for number in [1, 2] {
        let game = new_game(id(number), 1_000 + number, seats);
        store.create_game(game).await.unwrap();
    }
    let twice = store.create_game(new_game(id(1), 0, seats)).await;
    assert!(matches!(twice, Err(CreateGameError::IdTaken)), "{twice:?}");
    assert_eq!(store.load_game(id(3)).await.unwrap(), None);
    let game = store.load_game(id(1)).await.unwrap().unwrap();
    assert_eq!((game.stage, game.events.len()), (Stage::Waiting, 0));
    assert_eq!(game.seats.white.map(|it| it.id), Some(ann));
    assert_eq!(game.seats.black, None);
    assert_eq!((game.created, game.maker), (1_001, ann));
    assert!(game.options.rated);

    assert!(!store.withdraw_game(id(2), bob).await.unwrap());
    assert!(store.withdraw_game(id(2), ann).await.unwrap());
    assert_eq!(store.load_game(id(2)).await.unwrap(), None);

    // Joining fails if the game was withdrawn or somebody else has joined.
    let script = Script::begin(8_000);
    let mut join = append(id(2), 0, script.lines.clone(), &script.game);
    join.seats = Some(ByColor {
        white: ann,
        black: bob,
    });
    let late = store.append(join.clone()).await;
    assert!(matches!(late, Err(AppendError::Conflict)), "{late:?}");
    join.game = id(1);
    join.command = Some("2:join".to_owned());
    assert_eq!(
        store.append(join.clone()).await.unwrap(),
        Appended::default()
    );
    let late = store.append(join).await;
    assert!(matches!(late, Err(AppendError::Conflict)), "{late:?}");
    assert!(!store.withdraw_game(id(1), ann).await.unwrap());

    let game = store.load_game(id(1)).await.unwrap().unwrap();
    assert_eq!(game.stage, Stage::Playing);
    assert_eq!(game.seats.black.map(|it| it.id), Some(bob));
    assert_eq!(game.events[0].line, script.lines[0]);
    assert_eq!(game.events[0].command.as_deref(), Some("2:join"));
    assert_eq!(store.live_game_ids().await.unwrap(), [id(1)]);
    let time = store.resume_clock(0).await.unwrap();
    assert_eq!(
        time,
        Time::from_millis(8_000),
        "an event counts as a heartbeat"
    );
}

async fn a_game_is_played_and_rated(store: &Store, ann: PlayerId, bob: PlayerId) {
    let mut script = Script::begin(8_000);
    for (at, uci) in [(9_000, "f2f3"), (10_000, "e7e5"), (11_000, "g2g4")] {
        let seq = script.game.event_count();
        let lines = script.play(at, uci);
        let mut new = append(id(1), seq, lines, &script.game);
        new.command = Some(format!("1:{seq}"));
        store.append(new.clone()).await.unwrap();
        let again = store.append(new).await;
        assert!(matches!(again, Err(AppendError::Conflict)), "{again:?}");
    }
    let deadline = script.game.deadline().unwrap();
    let just_before = Time::from_millis(deadline.as_millis() - 1);
    assert!(
        store
            .overdue_games(just_before, 10)
            .await
            .unwrap()
            .is_empty()
    );
    assert_eq!(store.overdue_games(deadline, 10).await.unwrap(), [id(1)]);
    assert!(store.overdue_games(deadline, 0).await.unwrap().is_empty());

    let seq = script.game.event_count();
    let lines = script.play(12_000, "d8h4");
    assert_eq!(lines.len(), 2, "the move and the end");
    let end = append(id(1), seq, lines, &script.game);
    let ratings = store.append(end.clone()).await.unwrap().ratings.unwrap();
    let (before, after) = (1_500, 1_662);
    assert_eq!(ratings.black, RatingChange { before, after });
    assert_eq!(ratings.white.change(), -162);
    let again = store.append(end).await;
    assert!(
        matches!(again, Err(AppendError::Conflict)),
        "rated once: {again:?}"
    );

    let game = store.load_game(id(1)).await.unwrap().unwrap();
    assert_eq!(game.stage, Stage::Over);
    let white = game.seats.white.unwrap().view;
    assert_eq!((white.rating, white.change), (Some(1_500), Some(-162)));
    let lines: Vec<_> = game.events.iter().map(|it| it.line.as_str()).collect();
    assert_eq!(lines, script.lines);
    let replayed = arbiter_game::Game::from_record(lines).unwrap();
    let ending = Ending {
        winner: Some(Color::Black),
        reason: Reason::Checkmate,
    };
    assert_eq!(replayed.ending(), Some(ending));
    assert!(store.live_game_ids().await.unwrap().is_empty());
    assert!(
        store
            .overdue_games(Time::from_millis(u64::MAX >> 1), 9)
            .await
            .unwrap()
            .is_empty()
    );

    let profile = store.player("BOB").await.unwrap().unwrap();
    let (won, drawn, lost) = (1, 0, 0);
    assert_eq!(profile.results, ResultCounts { won, drawn, lost });
    assert_eq!(profile.card.id, bob);
    let [(speed, rating, games)] = profile.ratings[..] else {
        panic!("{profile:?}");
    };
    assert_eq!((speed, rating.rounded(), games), (Speed::Blitz, 1_662, 1));
    assert!(rating.is_provisional());
    assert_eq!(store.player("carol").await.unwrap(), None);
    let history = store.rating_history(ann, Speed::Blitz).await.unwrap();
    let seen: Vec<_> = history.iter().map(|it| (it.game, it.rating)).collect();
    assert_eq!(seen, [(id(1), 1_338)]);
    assert!(
        store
            .rating_history(ann, Speed::Rapid)
            .await
            .unwrap()
            .is_empty()
    );
}

async fn games_are_listed(store: &Store, ann: PlayerId, bob: PlayerId) {
    // A rematch that begins at once, with colors swapped.
    let script = Script::begin(20_000);
    let seats = ByColor {
        white: Some(bob),
        black: Some(ann),
    };
    let mut rematch = new_game(id(4), 1_004, seats);
    rematch.rematch_of = Some(id(1));
    rematch.first_event = Some(script.lines[0].clone());
    rematch.deadline = script.game.deadline();
    store.create_game(rematch.clone()).await.unwrap();
    let game = store.load_game(id(1)).await.unwrap().unwrap();
    assert_eq!(game.rematch, Some(id(4)));
    rematch.id = id(5);
    let second = store.create_game(rematch).await;
    let first = id(4);
    assert!(matches!(second, Err(CreateGameError::RematchExists(it)) if it == first));
    assert_eq!(store.load_game(id(5)).await.unwrap(), None);
    let next = store.load_game(id(4)).await.unwrap().unwrap();
    assert_eq!(next.stage, Stage::Playing);
    assert_eq!(next.seats.white.unwrap().view.rating, Some(1_662));

    // A game of Ann against herself.
    let alone = ByColor {
        white: Some(ann),
        black: Some(ann),
    };
    let mut game = new_game(id(6), 1_004, alone);
    game.first_event = Some(script.lines[0].clone());
    store.create_game(game).await.unwrap();

    let list = async |player, filter, cursor, limit| {
        let games = store.games_of(player, filter, cursor, limit).await.unwrap();
        games.iter().map(|it| it.id).collect::<Vec<_>>()
    };
    assert_eq!(
        list(ann, GamesFilter::All, None, 9).await,
        [id(6), id(4), id(1)]
    );
    assert_eq!(
        list(ann, GamesFilter::UnderWay, None, 9).await,
        [id(6), id(4)]
    );
    assert_eq!(list(ann, GamesFilter::Over, None, 9).await, [id(1)]);
    assert_eq!(list(bob, GamesFilter::All, None, 9).await, [id(4), id(1)]);
    assert_eq!(list(PlayerId(999), GamesFilter::All, None, 9).await, []);
    let all = store
        .games_of(ann, GamesFilter::All, None, 9)
        .await
        .unwrap();
    for (index, game) in all.iter().enumerate() {
        let cursor = game.cursor().to_string().parse().unwrap();
        let rest = list(ann, GamesFilter::All, Some(cursor), 1).await;
        let expected = all.get(index + 1).map(|it| it.id);
        assert_eq!(rest.first(), expected.as_ref());
    }
    let over = &all[2];
    assert_eq!(over.result.as_deref(), Some("0-1"));
    assert_eq!(over.reason.as_deref(), Some("checkmate"));
    assert_eq!((over.plies, over.speed), (4, Speed::Blitz));

    let live = store.newest_live_games(9).await.unwrap();
    let seen: Vec<_> = live.iter().map(|it| it.id).collect();
    assert_eq!(seen, [id(4)], "games against oneself are not listed");

    // An aborted game changes no ratings.
    let mut script = script;
    let seq = script.game.event_count();
    let lines = script.act(21_000, Action::Abort);
    let end = append(id(4), seq, lines, &script.game);
    assert_eq!(store.append(end).await.unwrap().ratings, None);
    let game = store.load_game(id(4)).await.unwrap().unwrap();
    let white = game.seats.white.unwrap().view;
    assert_eq!((white.rating, white.change), (Some(1_662), None));
}

async fn players_chat(store: &Store, ann: PlayerId, bob: PlayerId) {
    let say = |channel, player, at, text: &str| {
        store.add_chat(NewChat {
            game: id(4),
            channel,
            player,
            at,
            text: text.to_owned(),
        })
    };
    say(Channel::Players, ann, 1, "hello").await.unwrap();
    say(Channel::Players, bob, 2, "'; DROP TABLE chat; -- ♞")
        .await
        .unwrap();
    say(Channel::Spectators, bob, 3, "psst").await.unwrap();
    say(Channel::Players, ann, 4, "good luck").await.unwrap();
    let chat = store.chat(id(4), Channel::Players, 2).await.unwrap();
    let seen: Vec<_> = chat
        .iter()
        .map(|it| (it.name.as_str(), it.at, it.text.as_str()))
        .collect();
    let expected = [
        ("bob", 2, "'; DROP TABLE chat; -- ♞"),
        ("Ann", 4, "good luck"),
    ];
    assert_eq!(seen, expected);
    assert!(
        store
            .chat(id(1), Channel::Players, 9)
            .await
            .unwrap()
            .is_empty()
    );
}

async fn an_account_is_deleted(store: &Store, ann: PlayerId, bob: PlayerId) {
    let waiting = ByColor {
        white: None,
        black: Some(ann),
    };
    store
        .create_game(new_game(id(7), 1_007, waiting))
        .await
        .unwrap();
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = u64::try_from(now.unwrap().as_millis()).unwrap();
    let deleted = store.delete_account(ann, now).await.unwrap().unwrap();
    assert_eq!(deleted.withdrawn, [id(7)]);
    assert!(deleted.games.contains(&id(1)), "{deleted:?}");
    let again = store.delete_account(ann, now).await.unwrap();
    assert_eq!(again, Err(StaffError::UnknownPlayer));
    let somebody = guest(store).await;
    let deleted = store.delete_account(somebody, now).await.unwrap();
    let unknown = Err(StaffError::UnknownPlayer);
    assert_eq!(deleted, unknown, "a guest has no account");

    assert_eq!(store.load_game(id(7)).await.unwrap(), None);
    assert_eq!(store.account_by_name("ann").await.unwrap(), None);
    assert_eq!(store.player("ann").await.unwrap(), None);
    let game = store.load_game(id(1)).await.unwrap().unwrap();
    assert_eq!(game.seats.white.unwrap().view.name, "Deleted player");
    assert_eq!(game.seats.black.unwrap().view.name, "bob");
    let chat = store.chat(id(4), Channel::Players, 9).await.unwrap();
    assert_eq!(chat.len(), 1, "the messages of the account are gone");
    let again = store.create_account(Some(ann), "anna".parse().unwrap(), "x".to_owned());
    assert!(matches!(again.await, Err(CreateAccountError::NotAGuest)));
    let taken = store.create_account(None, "ANN".parse().unwrap(), "x".to_owned());
    assert!(matches!(taken.await, Err(CreateAccountError::NameTaken)));
    let later = now + NAME_RESERVATION_MILLIS;
    assert_eq!(store.release_names(later - 1).await.unwrap(), 0);
    assert_eq!(store.release_names(later).await.unwrap(), 1);
    let ann = store.create_account(None, "ann".parse().unwrap(), "x".to_owned());
    assert!(ann.await.is_ok(), "the name is free again after a year");
    assert!(
        store.player("bob").await.unwrap().is_some(),
        "{bob:?} stays"
    );
}
