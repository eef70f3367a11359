//! UCI commands and messages: parsed leniently, written canonically.

use std::time::Duration;

use arbiter_engine::{
    Bound, Score, Wdl,
    uci::{Command, EngineOption, Go, InfoLine, Message, OptionKind, StartPosition, UciScore},
};
use arbiter_rules::{ByColor, UciMove};
use proptest::{collection::vec, option, prelude::*};

/// Checks how each line is written after parsing: `=` means unchanged, `!` an error.
#[track_caller]
fn check_commands(table: &str) {
    check(table, |line| match line.parse::<Command>() {
        Ok(command) => command.to_string(),
        Err(error) => format!("! {error}"),
    });
}

#[track_caller]
fn check_messages(table: &str) {
    check(table, |line| match line.parse::<Message>() {
        Ok(message) => message.to_string(),
        Err(error) => format!("! {error}"),
    });
}

#[track_caller]
fn check(table: &str, rewrite: impl Fn(&str) -> String) {
    for row in table.lines().filter(|row| !row.trim().is_empty()) {
        let (line, expected) = row.split_once(" -> ").unwrap();
        let expected = match expected.trim() {
            "=" => line.trim(),
            other => other,
        };
        assert_eq!(rewrite(line).trim_end(), expected, "{line}");
    }
}

#[test]
fn every_command_is_parsed_and_written() {
    check_commands(
        "
        uci -> =
        debug on -> =
        debug off -> =
        isready -> =
        setoption name Clear Hash -> =
        setoption name Hash value 64 -> =
        setoption name NalimovPath value /a b/c  d -> =
        register later -> =
        ucinewgame -> =
        position startpos -> =
        position startpos moves e2e4 e7e5 -> =
        position fen 8/8/8/8/8/k7/8/K7 w - - 0 1 -> =
        position fen 8/8/8/8/8/k7/7p/K7 b - - 0 1 moves h2h1q -> =
        go -> =
        go infinite -> =
        go ponder wtime 1 btime 2 winc 3 binc 4 movestogo 5 -> =
        go depth 5 searchmoves e2e4 d2d4 -> =
        go nodes 10 -> =
        go mate 3 -> =
        go movetime 100 -> =
        go perft 5 -> =
        stop -> =
        ponderhit -> =
        quit -> =
        bench -> =
        bench 7 -> =
        eval -> =
        d -> =
        help -> =
        ",
    );
}

#[test]
fn commands_are_parsed_leniently() {
    check_commands(
        "
        perft 3 -> go perft 3
        joho debug on -> debug on
        uci please -> uci
        go searchmoves e2e4 depth 5 -> go depth 5 searchmoves e2e4
        go wtime -50 btime 100 -> go wtime 0 btime 100
        go wtime x btime 100 -> go btime 100
        go depth 99999999999999999999 -> go depth 4294967295
        go nodes 99999999999999999999999 -> go nodes 9223372036854775807
        go movetime 10.7 -> go movetime 10
        go depth -> go
        go fish -> go
        position startpos e2e4 -> position startpos
        position fen -> position fen
        setoption name SyzygyPath value -> =
        stop! -> ! unknown command \"stop!\"
        hello world -> ! unknown command \"hello\"
        world d -> ! unknown command \"world\"
        position -> ! position must be followed by startpos or by fen and a FEN
        setoption Hash 5 -> ! setoption must be followed by name and an option name
        debug -> ! debug must be followed by on or off
        perft -> ! perft must be followed by a depth
        ",
    );
    let command = " \t position  startpos \t moves   e2e4\te7e5 \r".parse();
    let moves = vec!["e2e4".to_owned(), "e7e5".to_owned()];
    let from = StartPosition::Start;
    assert_eq!(command, Ok(Command::Position { from, moves }));
}

#[test]
fn every_message_is_parsed_and_written() {
    check_messages(
        "
        id name Arbiter 1.0 -> =
        id author A. Person and others -> =
        uciok -> =
        readyok -> =
        copyprotection ok -> =
        registration checking -> =
        option name Hash type spin default 16 min 1 max 1024 -> =
        option name Ponder type check default false -> =
        option name Style type combo default Normal var Solid var Normal var Very Risky -> =
        option name Clear Hash type button -> =
        option name SyzygyPath type string default <empty> -> =
        option name Book type string default a b.bin -> =
        bestmove e2e4 -> =
        bestmove e7e8q ponder a1a2 -> =
        bestmove 0000 -> =
        info string any words, depth 3 or so -> =
        info depth 20 seldepth 31 multipv 2 score cp -13 upperbound nodes 5 nps 6 -> =
        info score mate -2 lowerbound wdl 0 1 999 hashfull 3 tbhits 4 time 7 pv a2a3 -> =
        info currmove e2e4 currmovenumber 1 -> =
        info refutation d1h5 g6h5 -> =
        info cpuload 990 -> =
        ",
    );
}

#[test]
fn messages_are_parsed_leniently() {
    check_messages(
        "
        garbage readyok -> readyok
        bestmove (none) -> =
        bestmove -> bestmove (none)
        bestmove e2e4 ponder -> bestmove e2e4
        bestmove e2e4 ponder (none) -> bestmove e2e4
        info depth x nodes 3 -> info nodes 3
        info depth 3 sometime nodes 5 -> info depth 3 nodes 5
        info score cp 99999999999999 -> info score cp 2147483647
        info depth 4 pv e2e4 e7e5 nodes 3 -> info depth 4 nodes 3 pv e2e4 e7e5
        option name X type spin max 5 min 1 -> option name X type spin default 1 min 1 max 5
        option name X type thing -> ! not a UCI message
        option type check -> ! not a UCI message
        id -> ! not a UCI message
        Stockfish by others -> ! not a UCI message
        ",
    );
}

#[test]
fn a_remark_stays_on_its_line() {
    let message = Message::remark("one\ntwo\r\nthree");
    assert_eq!(message.to_string(), "info string one two  three");
}

#[test]
fn uci_scores_can_be_compared() {
    for (score, text) in [
        (UciScore::Centipawns(-31), "-0.31"),
        (UciScore::Mate(3), "#3"),
        (UciScore::Mate(-3), "#-3"),
        (UciScore::Mate(0), "#-0"),
    ] {
        assert_eq!(score.score().to_string(), text);
        assert_eq!(UciScore::from(score.score()), score);
    }
    assert!(UciScore::Mate(i32::MAX).score() > Score::centipawns(i32::MAX));
    assert!(UciScore::Mate(i32::MIN).score() < Score::centipawns(i32::MIN));
}

proptest! {
    #[test]
    fn commands_round_trip_as_text(command in command()) {
        prop_assert_eq!(command.to_string().parse(), Ok(command));
    }

    #[test]
    fn messages_round_trip_as_text(message in message()) {
        prop_assert_eq!(message.to_string().parse(), Ok(message));
    }

    #[test]
    fn any_text_is_parsed_or_rejected(line in ".*") {
        if let Ok(command) = line.parse::<Command>() {
            prop_assert_eq!(command.to_string().parse(), Ok(command));
        }
        if let Ok(message) = line.parse::<Message>() {
            prop_assert_eq!(message.to_string().parse(), Ok(message));
        }
    }
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        Just(Command::Uci),
        any::<bool>().prop_map(Command::Debug),
        (words(), option::of(words())).prop_map(|(name, value)| Command::SetOption { name, value }),
        (start_position(), vec(word(), 0..5))
            .prop_map(|(from, moves)| Command::Position { from, moves }),
        go().prop_map(Command::Go),
        option::of(any::<u32>()).prop_map(Command::Bench),
    ]
}

fn start_position() -> impl Strategy<Value = StartPosition> {
    prop_oneof![
        Just(StartPosition::Start),
        words().prop_map(StartPosition::Fen)
    ]
}

fn go() -> impl Strategy<Value = Go> {
    let number = || option::of(any::<u32>());
    let time = || option::of((0..u64::from(u32::MAX)).prop_map(Duration::from_millis));
    let clock = (time(), time(), time(), time(), number());
    let limits = (number(), number(), number(), time(), number());
    let flags = (any::<bool>(), any::<bool>());
    (vec(word(), 0..3), clock, limits, flags).prop_map(|(moves, clock, limits, flags)| Go {
        moves,
        ponder: flags.0,
        remaining: ByColor {
            white: clock.0,
            black: clock.1,
        },
        increment: ByColor {
            white: clock.2.unwrap_or_default(),
            black: clock.3.unwrap_or_default(),
        },
        moves_to_go: clock.4,
        depth: limits.0,
        nodes: limits.1.map(u64::from),
        mate: limits.2,
        move_time: limits.3,
        infinite: flags.1,
        perft: limits.4,
    })
}

fn message() -> impl Strategy<Value = Message> {
    prop_oneof![
        words().prop_map(Message::Name),
        words().prop_map(Message::Author),
        (words(), kind()).prop_map(|(name, kind)| Message::Option(EngineOption { name, kind })),
        Just(Message::UciOk),
        Just(Message::ReadyOk),
        info().prop_map(|info| Message::Info(Box::new(info))),
        (mv(), option::of(mv())).prop_map(|(best, ponder)| Message::BestMove {
            best: Some(best),
            ponder
        }),
    ]
}

fn kind() -> impl Strategy<Value = OptionKind> {
    prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        (0..9i64, -9..=0i64, 9..99i64).prop_map(|(default, min, max)| OptionKind::Spin {
            default,
            min,
            max
        }),
        (word(), vec(words(), 1..4))
            .prop_map(|(default, choices)| OptionKind::Combo { default, choices }),
        Just(OptionKind::Button),
        option::of(words()).prop_map(|default| OptionKind::Text {
            default: default.unwrap_or_default()
        }),
    ]
}

fn info() -> impl Strategy<Value = InfoLine> {
    let small = || option::of(any::<u32>());
    let large = || option::of(0..i64::MAX as u64);
    let score = prop_oneof![
        any::<i16>().prop_map(|it| UciScore::Centipawns(it.into())),
        any::<i16>().prop_map(|it| UciScore::Mate(it.into())),
    ];
    let bound = prop_oneof![Just(Bound::Lower), Just(Bound::Upper)];
    let wdl = (0..=500u16, 0..=500u16).prop_map(|(win, draw)| Wdl {
        win,
        draw,
        loss: 1000 - win - draw,
    });
    let time = option::of((0..u64::from(u32::MAX)).prop_map(Duration::from_millis));
    let scores = (option::of(score), option::of(bound), option::of(wdl));
    let depths = (small(), small(), small());
    let counts = (large(), large(), small(), large(), small(), time);
    let moves = (option::of(mv()), small(), vec(mv(), 0..5), vec(mv(), 0..3));
    let all = (depths, scores, counts, moves, option::of(words()));
    all.prop_map(|(depths, scores, counts, moves, remark)| InfoLine {
        depth: depths.0,
        selective_depth: depths.1,
        number: depths.2,
        score: scores.0,
        bound: scores.1,
        wdl: scores.2,
        nodes: counts.0,
        nodes_per_second: counts.1,
        hash_full_permille: counts.2,
        tablebase_hits: counts.3,
        processor_load: counts.4,
        time: counts.5,
        current_move: moves.0,
        current_move_number: moves.1,
        moves: moves.2,
        refutation: moves.3,
        remark,
    })
}

fn mv() -> impl Strategy<Value = UciMove> {
    "[a-h][1-8][a-h][1-8][qrbn]?".prop_map(|text| text.parse().unwrap())
}

/// Generates a word that is not a keyword of the protocol.
fn word() -> impl Strategy<Value = String> {
    "[A-Z0-9][A-Za-z0-9/.-]{0,8}".prop_map(String::from)
}

fn words() -> impl Strategy<Value = String> {
    vec(word(), 1..4).prop_map(|words| words.join(" "))
}
