use arbiter_rules::{Arrival, Choice, Clear, Clearing, Color, Move, Order, Position};

use crate::legality::check_all_requests;

/// In every game of Saktris, all sixteen pieces of a side are accounted for, a
/// position can be read back from its text, and a side without a legal action
/// has a result.
///
/// The first two bytes choose the orders, the third the settings, every other
/// byte an action.
pub fn saktris(data: &[u8]) {
    let &[white, black, arrival, ref choices @ ..] = data else {
        return;
    };
    let orders = [white, black].map(|seed| Order::shuffled(seed.into()));
    let arrival = Arrival {
        every: 1 + arrival % 5,
        clearing: Clearing::ALL[usize::from(arrival / 5 % 3)],
        choice: match arrival / 15 % 4 {
            0 => Choice::Player,
            _ => Choice::Order,
        },
    };
    let mut position = Position::saktris(orders.into(), arrival);
    let mut gone = [0; 2];
    for &choice in choices {
        check(&position, gone);
        let moves: Vec<Move> = position.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(choice) % moves.len()];
        let taken = position.captured(mv).map(|(_, piece)| piece.color);
        let clear = position.clear(mv);
        let cleared = clear.iter().flat_map(Clear::pieces);
        for color in taken.into_iter().chain(cleared.map(|it| it.piece.color)) {
            gone[color as usize] += 1;
        }
        position.play(mv);
    }
    check(&position, gone);
    check_all_requests(&position);
}

fn check(position: &Position, gone: [usize; 2]) {
    let coming = position.saktris_state().expect("this is Saktris");
    for color in Color::ALL {
        let here = position.board().of(color).count() as usize;
        let count = here + coming.to_come(color).len() + gone[color as usize];
        assert_eq!(count, 16, "{color} in {position}");
        assert!(!coming.waits(color) || !coming.to_come(color).is_empty());
    }
    let text = position.to_string();
    let read: Position = text.parse().expect("a played position is playable");
    assert_eq!(read, *position);
    assert_eq!(read.key(), position.key(), "the key is wrong in {text}");
    assert_eq!(read.saktris_state(), position.saktris_state(), "{text}");
    assert_eq!(read.to_string(), text);
    assert!(
        position.has_legal_move() || position.outcome().is_some(),
        "no legal action and no result: {text}"
    );
}
