//! EPD: a position with operations.

use arbiter_rules::{Epd, EpdProblem, FenPart, Operation, ParseEpdError, Position, Square};
use proptest::prelude::*;

use crate::games;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

fn read(operations: &str) -> Epd {
    format!("{KIWIPETE} {operations}").parse().unwrap()
}

#[test]
fn every_opcode_keeps_its_operands() {
    let epd = read(
        "bm e5d7 Nxd7; am O-O; id \"a; \u{e9}\"; c0 \"one\" \"two\"; D1 48; ce -35; draw_offer;",
    );
    assert_eq!(epd.words("bm").collect::<Vec<_>>(), ["e5d7", "Nxd7"]);
    assert_eq!(epd.words("am").collect::<Vec<_>>(), ["O-O"]);
    assert_eq!(epd.id(), Some("a; é"));
    assert_eq!(epd.text("c0"), Some("one"));
    assert_eq!(epd.operands("c0").unwrap()[1].text(), "two");
    assert!(epd.operands("c0").unwrap()[1].is_quoted());
    assert_eq!(epd.number("D1"), Some(48));
    assert_eq!(epd.number("ce"), Some(-35));
    assert_eq!(epd.number("id"), None);
    assert_eq!(epd.operands("draw_offer"), Some(&[][..]));
    assert_eq!(epd.operands("pv"), None);
    assert_eq!(epd.operations().len(), 7);
    let perft: i64 = epd.position().unwrap().legal_moves().count() as i64;
    assert_eq!(epd.number("D1"), Some(perft));
}

#[test]
fn best_moves_and_moves_to_avoid_are_moves_of_the_position() {
    let epd = read("bm Nxd7 0-0-0; am Qxf6;");
    let position = epd.position().unwrap();
    let targets = |opcode| {
        let moves = epd.moves(opcode, &position).unwrap();
        let targets = moves.iter().map(|mv| mv.to().to_string());
        targets.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(targets("bm"), "d7 c1");
    assert_eq!(targets("am"), "f6");
    assert_eq!(targets("pv"), "");
    let error = read("bm Nxd7 Qa4;").moves("bm", &position).unwrap_err();
    assert_eq!(error.word, 1);
    assert_eq!(
        error.to_string(),
        "operand 2: no queen can legally move to a4"
    );
}

#[test]
fn the_counter_opcodes_set_the_counters_of_the_setup() {
    let epd = read("hmvc 7; fmvn 31; id \"x\";");
    assert_eq!((epd.setup().halfmoves, epd.setup().fullmoves), (7, 31));
    assert_eq!(epd.operations().len(), 1);
    assert_eq!(
        epd.to_string(),
        format!("{KIWIPETE} hmvc 7; fmvn 31; id \"x\";")
    );
    let from_fen: Epd = format!("{KIWIPETE} 7 31 ;id \"x\"").parse().unwrap();
    assert_eq!(from_fen, epd);
}

#[test]
fn perft_files_in_their_usual_format_are_read() {
    let epd: Epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400"
        .parse()
        .unwrap();
    assert_eq!((epd.number("D1"), epd.number("D2")), (Some(20), Some(400)));
    assert_eq!(epd.position().unwrap(), Position::start());
}

#[test]
fn an_operation_can_be_added() {
    let mut epd = Epd::new(*read("").setup());
    epd.push("acd 12".parse().unwrap());
    epd.push("hmvc 3;".parse().unwrap());
    assert_eq!(epd.to_string(), format!("{KIWIPETE} hmvc 3; acd 12;"));
}

#[test]
fn an_invalid_epd_reports_where_and_why() {
    use EpdProblem::{Counter, Opcode, OpenText, Unexpected};
    for (operations, offset, problem) in [
        ("5bm e4;", 1, Unexpected('b')),
        ("!m e4;", 0, Opcode('!')),
        ("bm e4; \"id\";", 7, Opcode('"')),
        ("bm e4; 12;", 7, Opcode('1')),
        ("_x;", 0, Opcode('_')),
        ("bm! e4;", 2, Unexpected('!')),
        ("id \"open", 3, OpenText),
        ("id \"open;", 3, OpenText),
        ("id \"two\nlines\";", 3, OpenText),
        ("id\"x\";", 2, Unexpected('"')),
        ("id \"x\"y;", 6, Unexpected('y')),
        ("id x\"y\";", 4, Unexpected('"')),
        ("hmvc x;", 0, Counter),
        ("hmvc 65536;", 0, Counter),
        ("bm e4; fmvn;", 7, Counter),
        ("fmvn 1 2;", 0, Counter),
        ("é;", 0, Opcode('é')),
    ] {
        let text = format!("{KIWIPETE} {operations}");
        let error = text.parse::<Epd>().unwrap_err();
        let at = KIWIPETE.len() + 1 + offset;
        match error.problem {
            // Text after a digit still belongs to the FEN.
            EpdProblem::Fen(fen) => {
                assert_eq!((fen.part, fen.offset), (FenPart::Halfmoves, at), "{text}");
            }
            found => assert_eq!((found, error.offset), (problem, at), "{text}"),
        }
        assert!(
            error.to_string().contains(&format!("(byte {at}")),
            "{error}"
        );
    }
    let error = "8/8 w - -".parse::<Epd>().unwrap_err();
    assert_eq!(error.offset, 3);
    assert_eq!(
        error.to_string(),
        "the board has only 2 of 8 ranks (byte 3; pieces are KQRBNP or kqrbnp, and digits \
         count empty squares)"
    );
}

#[test]
fn a_single_operation_is_exactly_one() {
    let fail = |text: &str| text.parse::<Operation>().unwrap_err();
    let error = |offset, problem| ParseEpdError { offset, problem };
    assert_eq!(fail(""), error(0, EpdProblem::Missing));
    assert_eq!(fail(" ; "), error(3, EpdProblem::Missing));
    assert_eq!(fail("bm e4; id 3"), error(7, EpdProblem::Trailing));
}

#[test]
fn the_en_passant_square_and_shredder_letters_survive_a_round_trip() {
    let text = "4k3/8/8/8/4Pp2/8/8/R3K2R b HA e3 id \"x\";";
    let epd: Epd = text.parse().unwrap();
    assert_eq!(epd.setup().en_passant, Some(Square::E3));
    assert_eq!(format!("{epd:#}"), text);
    assert_eq!(
        epd.to_string(),
        "4k3/8/8/8/4Pp2/8/8/R3K2R b KQ e3 id \"x\";"
    );
}

#[test]
fn a_written_epd_is_read_back_unchanged() {
    games::play_many(20, 60, |position| {
        let mut epd = Epd::new(position.to_setup());
        epd.push("id \"a; b\"".parse().unwrap());
        epd.push(
            format!("D1 {}", position.legal_moves().count())
                .parse()
                .unwrap(),
        );
        assert_eq!(epd.to_string().parse(), Ok(epd.clone()), "{epd}");
        assert_eq!(epd.position().unwrap(), *position);
    });
}

proptest! {
    #[test]
    fn no_text_panics_and_every_epd_survives_a_round_trip(operations in "\\PC{0,40}") {
        let text = format!("{KIWIPETE} {operations}");
        if let Ok(epd) = text.parse::<Epd>() {
            prop_assert_eq!(epd.to_string().parse(), Ok(epd));
        }
        let _ = operations.parse::<Epd>();
    }
}

#[test]
fn an_opcode_holds_the_saktris_state() {
    let fen = "4k3/8/8/1nn4r/5N2/8/8/4K3[/] w - - 3 9 moves=4/5,moved=c5f4";
    let text = Epd::new(fen.parse().unwrap()).to_string();
    assert_eq!(
        text,
        "4k3/8/8/1nn4r/5N2/8/8/4K3[/] w - - hmvc 3; fmvn 9; saktris \"moves=4/5,moved=c5f4\";"
    );
    let epd: Epd = text.parse().unwrap();
    assert_eq!(epd.operations(), []);
    assert_eq!(epd.position().unwrap().to_string(), fen);
    for operation in [
        "saktris \"moves=4\";",
        "saktris;",
        "saktris moves=4/5 moved=c5;",
    ] {
        let text = format!("4k3/8/8/8/8/8/8/4K3[/] w - - {operation}");
        let problem = EpdProblem::Saktris;
        let error = ParseEpdError {
            offset: 29,
            problem,
        };
        assert_eq!(text.parse::<Epd>().unwrap_err(), error, "{text}");
    }
    // In chess it is an ordinary opcode.
    assert_eq!(read("saktris 7;").number("saktris"), Some(7));
}
