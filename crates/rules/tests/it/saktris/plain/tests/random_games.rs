//! Laws that hold in every position of every game.

use super::{super::board::Role, *};
use crate::random::RandomSource;

/// Visits every position of random games with all options, together with the
/// action before it.
fn random_games(mut show: impl FnMut(&Plain, Option<&str>)) {
    for seed in 1..=40 {
        let mut random = RandomSource::new(seed);
        let mut shuffled = || {
            let mut letters: Vec<char> = FIXED.chars().collect();
            for end in (1..letters.len()).rev() {
                letters.swap(end, random.below(end + 1));
            }
            letters.into_iter().collect::<String>()
        };
        let (white, black) = (shuffled(), shuffled());
        let clearing = [Clearing::Triplets, Clearing::Rows, Clearing::None][seed as usize % 3];
        let every = [1, 1, 2, 5][seed as usize % 4];
        let mut plain = Plain::start(&white, &black, every, clearing, seed % 5 == 0);
        show(&plain, None);
        for _ in 0..120 {
            let actions = plain.actions();
            if actions.is_empty() {
                break;
            }
            let uci = &actions[random.below(actions.len())];
            plain.play(uci);
            show(&plain, Some(uci));
        }
    }
}

#[test]
fn every_position_is_unchanged_by_writing_and_parsing() {
    random_games(|plain, _| {
        let fen = plain.to_fen();
        let again = Plain::from_fen(&fen);
        assert_eq!(again.to_fen(), fen);
        assert_eq!(again.actions(), plain.actions(), "{fen}");
        assert_eq!(again.outcome(), plain.outcome(), "{fen}");
        if let Some(uci) = plain.actions().last() {
            let (mut one, mut other) = (plain.clone(), again);
            one.play(uci);
            other.play(uci);
            assert_eq!(one.to_fen(), other.to_fen(), "{fen} {uci}");
        }
    });
}

#[test]
fn a_game_without_actions_has_a_result_and_one_with_actions_has_none() {
    let mut ends = 0;
    random_games(|plain, _| {
        assert_eq!(plain.actions().is_empty(), plain.outcome().is_some());
        ends += u32::from(plain.outcome().is_some());
    });
    assert!(ends > 0);
}

#[test]
fn placed_and_remaining_pieces_add_up_to_sixteen() {
    random_games(|plain, _| {
        for color in Color::BOTH {
            let side = plain.side(color);
            assert_eq!(side.placed as usize + side.to_come.len(), 16);
            assert!(plain.board.pieces(color).count() <= side.placed as usize);
            assert!(!side.waiting || !side.to_come.is_empty());
        }
    });
}

#[test]
fn nothing_arrives_after_both_sides_have_placed_all_pieces() {
    let mut complete = 0;
    random_games(|plain, _| {
        if (plain.white.placed, plain.black.placed) == (16, 16) {
            assert!(plain.to_fen().contains("[/]"));
            assert!(plain.actions().iter().all(|uci| !uci.contains('@')));
            complete += 1;
        }
    });
    assert!(complete > 100, "only {complete} positions");
}

#[test]
fn no_action_leaves_ones_own_king_attacked_and_no_side_has_two_kings() {
    random_games(|plain, _| {
        assert!(!plain.board.is_check(plain.turn.other()));
        for color in Color::BOTH {
            let kings = plain
                .board
                .pieces(color)
                .filter(|(_, piece)| piece.role == Role::King)
                .count();
            assert!(kings <= 1);
        }
    });
}

#[test]
fn a_placement_is_compulsory_if_one_is_legal() {
    random_games(|plain, _| {
        let actions = plain.actions();
        let placements = actions.iter().filter(|uci| uci.contains('@')).count();
        assert!(placements == 0 || placements == actions.len());
        assert!(placements == 0 || waits(plain, plain.turn));
    });
}

#[test]
fn only_an_action_of_the_clearing_kind_clears() {
    let mut clears = 0;
    random_games(|plain, uci| {
        let cleared = plain.cleared();
        let Some(uci) = uci.filter(|_| !cleared.is_empty()) else {
            return;
        };
        clears += 1;
        match plain.clearing {
            Clearing::None => panic!("{uci} has cleared {cleared:?}"),
            Clearing::Triplets => {
                assert!(!uci.contains('@') && uci.len() == 4);
                assert!((3..=4).contains(&cleared.len()));
            }
            Clearing::Rows => assert!(cleared.len() >= 3),
        }
    });
    assert!(clears > 20, "only {clears} clears");
}
