use arbiter_game::{Game, Time};

pub(crate) const SEEDS: [&str; 2] = [
    "0 started clock=1+1; lag=500/100/1000; first_moves=timed; conduct=formal
1500 played e2e4
1500 touched e7
2600 played e7e5 spared 200
2600 draw_offered black
3000 claim_failed threefold g1f3
4000 draw_declined white
5000 played g1f3
6000 take_back_asked white
7000 took_back 1
8000 abort_asked black
9000 time_given black 15000
9000 ended 0-1 resignation",
    "0 started variant=chess960; start=bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1; \
     clock=0:10+3x5; first_moves=30000; draws=automatic; rating=rated
20 played g2g4
30 adjusted a8
60000 ended 1-0 time",
];

/// Every text is either a valid record of a game or an error. A game restored
/// from a record accepts its legal moves.
pub fn record(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let Ok(mut game) = Game::from_record(text.lines()) else {
        return;
    };
    let by = game.turn();
    for mv in game.legal_moves() {
        let requested = game.position().uci(mv);
        assert!(
            game.decide(game.last_event_at(), by, requested.into())
                .is_ok()
        );
    }
    for event in game.tick(Time::from_millis(u64::MAX)) {
        game.apply(&event);
        assert!(game.ending().is_some());
    }
}
