use arbiter_rules::ByColor;
use arbiter_server::{
    GameId, Limits,
    base::{Address, CurrentLimits},
    endpoints::limits::Limiter,
    refusal::ServerRefusal,
    store::NewGame,
};
use arbiter_wire::{GameOptions, Speed};

use crate::store::test_database::on_each;

#[test]
fn the_games_of_an_address_are_limited() {
    on_each(|store| async move {
        let limiter = Limiter::new(CurrentLimits::new(Limits {
            games: 2,
            ..Limits::default()
        }));
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|it| Address::of(it.parse().unwrap()));
        let maker = store.create_guest().await.unwrap().id;
        for number in [1, 2] {
            limiter.check_games(one, &store).await.unwrap();
            let id = GameId::from_random(number);
            let game = NewGame {
                id,
                created: 0,
                options: GameOptions::default(),
                seats: ByColor {
                    white: Some(maker),
                    black: None,
                },
                maker,
                speed: Speed::Rapid,
                first_event: None,
                deadline: None,
                rematch_of: None,
                accepts: None,
                seeks: Vec::new(),
            };
            store.create_game(game).await.unwrap();
            limiter.note_game(one, id);
        }
        let refused = limiter.check_games(one, &store).await;
        assert!(matches!(
            refused,
            Err(ServerRefusal::TooManyAtOnce("unfinished games"))
        ));
        limiter.check_games(other, &store).await.unwrap();
        // A withdrawn game does not count.
        store
            .withdraw_game(GameId::from_random(1), maker)
            .await
            .unwrap();
        limiter.check_games(one, &store).await.unwrap();
    });
}
