//! Properties that hold in every game of Saktris.

use arbiter_rules::{
    Arrival, Choice, Clear, Clearing, Color, Move, Order, Piece, PlayedLine, Position, Role, Square,
};
use proptest::prelude::*;

fn arrival() -> impl Strategy<Value = Arrival> {
    let choice = prop_oneof![3 => Just(Choice::Order), 1 => Just(Choice::Player)];
    let clearing = prop::sample::select(Clearing::ALL.to_vec());
    (1..=5_u8, clearing, choice).prop_map(|(every, clearing, choice)| Arrival {
        every,
        clearing,
        choice,
    })
}

/// The number of captured or cleared pieces of each side.
#[derive(Clone, Copy, Default)]
struct Gone([usize; 2]);

impl Gone {
    fn note(&mut self, position: &Position, mv: Move) {
        let taken = position.captured(mv).map(|(_, piece)| piece);
        let cleared = position.clear(mv);
        let cleared: Vec<Piece> = cleared
            .iter()
            .flat_map(Clear::pieces)
            .map(|it| it.piece)
            .collect();
        for piece in taken.into_iter().chain(cleared) {
            self.0[piece.color as usize] += 1;
        }
    }
}

fn check(position: &Position, gone: Gone) {
    let saktris = position.saktris_state().unwrap();
    for color in Color::ALL {
        let on_board = position.board().of(color).count() as usize;
        let to_come = saktris.to_come(color).len();
        let count = on_board + to_come + gone.0[color as usize];
        assert_eq!(count, 16, "{color}: {position}");
        assert!(position.board().pieces(color, Role::King).count() <= 1);
        // Only the next of the remaining pieces can be waiting.
        assert!(!saktris.waits(color) || to_come > 0, "{position}");
        let placed = usize::from(saktris.placed(color));
        assert_eq!(placed + to_come, 16, "{position}");
    }
    // There is a legal action if and only if the game is not over.
    assert_eq!(
        position.has_legal_move(),
        position.legal_moves().next().is_some()
    );
    if !position.has_legal_move() {
        assert!(position.outcome().is_some(), "{position}");
    }
    // No action leaves one's own king attacked.
    let them = !position.turn();
    if let Some(king) = position.board().king(them) {
        let occupied = position.board().occupied();
        let attackers = position.board().attackers(king, position.turn(), occupied);
        assert!(attackers.is_empty(), "{position}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn pieces_add_up_and_every_game_has_a_result_or_a_legal_action(
        seeds in any::<[u64; 2]>(),
        arrival in arrival(),
        choices in prop::collection::vec(any::<u16>(), 200),
    ) {
        let start = Position::saktris(seeds.map(Order::shuffled).into(), arrival);
        let mut line = PlayedLine::from(start.clone());
        let mut gone = Gone::default();
        for choice in choices {
            let position = line.position().clone();
            check(&position, gone);
            let moves: Vec<Move> = position.legal_moves().collect();
            if moves.is_empty() || line.outcome().is_some() {
                break;
            }
            let mv = moves[usize::from(choice) % moves.len()];
            gone.note(&position, mv);
            line.play(mv);
        }
        // Replaying the UCI notation gives the same game.
        let mut again = PlayedLine::from(start.clone());
        for (before, mv) in line.moves() {
            prop_assert_eq!(before, again.position());
            let requested = before.uci(mv).to_string().parse().unwrap();
            let mv = again.find(requested).unwrap();
            again.play(mv);
        }
        prop_assert_eq!(again.position(), line.position());
        prop_assert_eq!(again.position().to_string(), line.position().to_string());
        // Taking back all actions leads to the start.
        while again.take_back().is_some() {}
        prop_assert_eq!(again.position().clone(), start);
    }

    #[test]
    fn parsing_any_text_never_panics(
        board in "[KQRBNPkqrbnp1-8/]{1,30}",
        orders in "\\[[KQRBNP*?]{0,18}/[kqrbnp*]{0,18}\\]?",
        parts in "[wb] (-|KQ) (-|[a-h][27]) [0-9]{1,3} [0-9]{1,3}",
        counters in "( [a-z0-9=,/]{0,30})?",
    ) {
        let fen = format!("{board}{orders} {parts}{counters}");
        if let Ok(position) = fen.parse::<Position>() {
            let text = position.to_string();
            prop_assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn using_any_valid_position_never_panics(
        pieces in prop::collection::vec((0..64_usize, 0..12_usize), 0..20),
        orders in any::<[u64; 2]>(),
        left in [0..=15_usize, 0..=15],
        arrival in arrival(),
        turn in any::<bool>(),
    ) {
        let order = |index: usize| -> Order {
            let all = Order::shuffled(orders[index]).iter();
            all.filter(|&role| role != Role::King).take(left[index]).collect()
        };
        let saktris = arbiter_rules::Saktris::new([order(0), order(1)].into(), arrival);
        let mut setup = arbiter_rules::Setup {
            saktris: Some(saktris),
            turn: if turn { Color::White } else { Color::Black },
            ..arbiter_rules::Setup::EMPTY
        };
        for (square, piece) in pieces {
            let color = Color::ALL[piece / 6];
            setup.board.put(Square::ALL[square], Piece::new(color, Role::ALL[piece % 6]));
        }
        if let Ok(position) = setup.position() {
            for mv in position.legal_moves() {
                let next = position.after(mv);
                prop_assert_eq!(next.to_string().parse::<Position>().unwrap(), next);
                prop_assert_eq!(position.read(&position.san(mv)), Ok(mv));
            }
        }
    }
}
