//! Time of a turn that the service took, and gives back.

use arbiter_game::{Fact, Span, Time};
use arbiter_rules::Color;

use crate::script::play;

#[test]
fn only_the_part_of_the_running_turn_is_given_back() {
    let (referee, _) = play("clock 5+0", "0 moves e4 e5\n10 moves Nf3");
    let at = |seconds: u64| Time::from_millis(seconds * 1_000);
    let game = &referee.game;
    for (to, from, until, given) in [
        // Black's turn has begun after ten seconds.
        (Color::Black, 12, 15, 3),
        (Color::Black, 8, 15, 5),
        (Color::Black, 5, 10, 0),
        (Color::Black, 15, 12, 0),
        (Color::White, 12, 15, 0),
    ] {
        let events = game.give_back(at(20), to, at(from), at(until));
        let span = Span::from_seconds(given);
        assert_eq!(game.lost_time(to, at(from), at(until)), span);
        let facts: Vec<Fact> = events.into_iter().map(|event| event.fact).collect();
        let expected = (given > 0).then_some(Fact::TimeGiven { to, span });
        assert_eq!(
            facts,
            Vec::from_iter(expected),
            "{to} from {from} to {until}"
        );
    }
}
