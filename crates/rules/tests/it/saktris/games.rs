//! What holds in every game, however odd.

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

/// How many pieces of a side have been taken or cleared.
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
    let saktris = position.to_come().unwrap();
    for color in Color::ALL {
        let on_board = position.board().of(color).count() as usize;
        let to_come = saktris.to_come(color).len();
        let count = on_board + to_come + gone.0[color as usize];
        assert_eq!(count, 16, "{color}: {position}");
        assert!(position.board().pieces(color, Role::King).count() <= 1);
        // What waits is the first of what is to come: never two.
        assert!(!saktris.waits(color) || to_come > 0, "{position}");
        let placed = usize::from(saktris.placed(color));
        assert_eq!(placed + to_come, 16, "{position}");
    }
    // No dead end without a result, and none with one.
    assert_eq!(
        position.has_legal_move(),
        position.legal_moves().next().is_some()
    );
    if !position.has_legal_move() {
        assert!(position.outcome().is_some(), "{position}");
    }
    // Nobody leaves the own king attacked.
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
    fn counts_add_up_and_every_game_has_an_end_or_goes_on(
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
        // Replay from the notation of programs gives the same game.
        let mut again = PlayedLine::from(start.clone());
        for (before, mv) in line.moves() {
            prop_assert_eq!(before, again.position());
            let wish = before.uci(mv).to_string().parse().unwrap();
            let mv = again.find(wish).unwrap();
            again.play(mv);
        }
        prop_assert_eq!(again.position(), line.position());
        prop_assert_eq!(again.position().to_string(), line.position().to_string());
        // And back again, move by move.
        while again.take_back().is_some() {}
        prop_assert_eq!(again.position().clone(), start);
    }

    #[test]
    fn any_text_is_read_or_refused_and_never_harms(
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
    fn set_up_positions_never_harm_either(
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
