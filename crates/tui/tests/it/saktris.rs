//! Saktris in the terminal: pieces arrive, are placed and are cleared.

use arbiter_game::{OrderMode, Reason, Span};
use arbiter_rules::{Clearing, Color, Square, Variant};
use arbiter_tui::{App, ColorDepth, GameSetup, Glyphs, Journal, StartFrom, Theme};

use crate::{
    memory_storage::MemoryStorage,
    player::{BEGIN, Player, SEED},
};

/// White has a knight to place.
const KNIGHT: &str = "80x24; fen=4k3/8/8/8/8/8/8/4K3[N*P/] w - - 0 9";
/// Nb5 puts three knights side by side, with a rook beyond them.
const TRIPLET: &str = "80x24; fen=4k3/8/8/2nn3r/8/N7/8/R3K3[/] w - - 0 9";
/// White's only piece is a king that cannot be placed anywhere.
const NOTHING: &str = "80x24; fen=4k3/8/8/8/8/8/8/r7[K*/] w - - 0 9";

fn moves(player: &Player) -> String {
    let moves: Vec<String> = player.app.game().san().map(|it| it.to_string()).collect();
    moves.join(" ")
}

/// Returns the cell in the middle of a square on a screen of 80 by 24.
fn cell(square: Square) -> (u16, u16) {
    let (file, rank) = (square.file() as u16, square.rank() as u16);
    (2 + 5 * file + 2, 1 + 2 * (7 - rank))
}

fn mouse(action: &str, square: Square) -> String {
    let (column, row) = cell(square);
    format!("<{action} {column} {row}>")
}

/// Returns the words to the right of the board.
fn panel(player: &Player) -> String {
    let screen = player.screen();
    let right = |line: &str| line.chars().skip(42).collect::<String>();
    let lines: Vec<String> = screen.lines().map(right).collect();
    let words: Vec<&str> = lines
        .iter()
        .flat_map(|line| line.split_whitespace())
        .collect();
    words.join(" ")
}

/// Returns the first cell to the right of the board that contains this sign.
fn beside(player: &Player, sign: &str) -> (u16, u16) {
    let buffer = player.buffer();
    let mut cells = buffer.area.positions();
    let found = cells.find(|&at| at.x > 42 && buffer[at].symbol() == sign);
    let found = found.unwrap_or_else(|| panic!("no {sign} in\n{}", player.screen()));
    (found.x, found.y)
}

#[test]
fn a_piece_can_be_placed_by_typing_keys_or_mouse() {
    let click = mouse("down", Square::G1) + &mouse("up", Square::G1);
    for keys in [
        "N@g1<enter>",
        "n@g1<enter>",
        "Ng1<enter>",
        "ng1<enter>",
        "Ng<enter>",
        "N@g<enter>",
        "g1<enter>",
        "g<enter>",
        "G<enter>",
        // The cursor skips the king.
        "<space><right><right><enter>",
        "<tab><right><right><space>",
        &click,
    ] {
        let mut player = Player::at_board(KNIGHT);
        player.press(keys);
        assert_eq!(moves(&player), "N@g1", "{keys}\n{}", player.screen());
        assert!(player.sees("9. White places a knight on g1."), "{keys}");
    }
}

#[test]
fn a_piece_can_be_dragged_from_the_tray() {
    let mut player = Player::at_board(KNIGHT);
    let (column, row) = beside(&player, "♘");
    player.press(&format!("<down {column} {row}>"));
    player.press(&mouse("up", Square::B1));
    assert_eq!(moves(&player), "N@b1");
}

#[test]
fn a_refused_placement_is_explained() {
    for (square, told) in [
        (Square::E4, "a piece is placed on its own back rank"),
        (Square::E8, "a piece is placed on its own back rank"),
        (Square::E1, "the waiting knight must be placed first"),
    ] {
        let mut player = Player::at_board(KNIGHT);
        player.press(&mouse("down", square));
        assert!(player.sees(told), "{}", player.screen());
        assert_eq!(moves(&player), "");
    }
}

#[test]
fn nothing_can_be_placed_while_no_piece_waits() {
    let mut player = Player::at_board(KNIGHT);
    player.press("g<enter>");
    // It is Black's turn, and Black has nothing to place.
    for text in ["g", "Ng", "n@g", "N@g8"] {
        player.press(&format!("{text}<enter>"));
        assert_eq!(moves(&player), "N@g1");
        let told = "all pieces have arrived";
        assert!(player.sees(told), "{text}\n{}", player.screen());
        player.press("<esc>");
    }
    // White learns what arrives next, and when.
    player.press("Ke7<enter>g<enter>");
    let told = "no piece is waiting to be placed. The next piece, a pawn, arrives after 15 more \
                moves";
    assert!(player.sees(told), "{}", player.screen());
    assert_eq!(moves(&player), "N@g1 Ke7");
}

#[test]
fn an_unknown_text_explains_how_to_place_a_piece() {
    let mut player = Player::at_board(KNIGHT);
    player.press("place it<enter>");
    let told = "To place a piece, enter its letter and square, such as N@g1. Type ? for help.";
    assert!(player.sees(told), "{}", player.screen());
}

#[test]
fn the_squares_for_a_piece_are_named_only_once() {
    let due = "White must place the knight on a1, b1, c1, d1, f1, g1 or h1.";
    let mut player = Player::at_board(KNIGHT);
    assert!(player.sees(due), "{}", player.screen());
    player.press("Kd2<enter>");
    let told = "the waiting knight must be placed first, on a1, b1, c1, d1, f1, g1 or h1.";
    assert!(player.sees(told), "{}", player.screen());
    assert!(!player.sees(due), "{}", player.screen());
    player.press("N@e4<enter>");
    assert!(player.sees(due), "{}", player.screen());
}

#[test]
fn a_piece_that_cannot_be_placed_waits() {
    let told = "The knight cannot be placed yet: White moves instead.";
    let mut player = Player::at_board("80x24; fen=4k3/8/8/8/8/8/8/RQNKNRBB[N*/] w - - 0 9");
    assert!(player.sees(told), "{}", player.screen());
    player.press("Ra2<enter>");
    assert!(!player.sees(told), "{}", player.screen());
    player.press("Ke7<enter>");
    assert!(
        player.sees("White must place the knight on a1."),
        "{}",
        player.screen()
    );
}

#[test]
fn placing_first_is_no_material_advantage() {
    let mut player = Player::at_board("80x24; saktris=same/7/2");
    player.press("e<enter>");
    assert!(!panel(&player).contains(" +1 "), "{}", player.screen());
    // Winning a pawn is an advantage.
    player.press("d<enter>e3<enter>d6<enter>a<enter>h<enter>");
    player.press("e4<enter>d5<enter>b<enter>g<enter>exd5<enter>");
    assert!(panel(&player).contains(" +1 "), "{}", player.screen());
}

#[test]
fn after_the_game_no_piece_is_waiting() {
    let mut player = Player::at_board(KNIGHT);
    player.press("resign<enter>y");
    assert!(player.sees("never arrived"), "{}", player.screen());
    assert!(!player.sees("place it"), "{}", player.screen());
}

#[test]
fn the_rules_are_summarized() {
    for (table, told, leaves) in [
        (
            "saktris=same/7/2",
            "Saktris. Both sides get their pieces in the same order, one after every move. Three \
             of a kind side by side are cleared, with the first piece beyond them.",
            "three alike side by side are cleared",
        ),
        (
            "saktris=different/7/2",
            "Each side gets its pieces in an order of its own, one after every move.",
            "three alike side by side are cleared",
        ),
        (
            "saktris=pick/7/2",
            "Each side chooses its pieces, one after every move.",
            "three alike side by side are cleared",
        ),
        (
            "fen=8/8/8/8/8/8/8/8[P*K/pk] w - - 0 1 every=2,clear=rows",
            "Pieces arrive, one after every 2 moves. Three or more pawns of one color side by side \
             are cleared.",
            "pawns abreast 3 of a color are cleared",
        ),
        (
            "fen=8/8/8/8/8/8/8/8[P*K/pk] w - - 0 1 clear=none",
            "Pieces arrive, one after every move. Nothing is cleared.",
            "no clearing pieces leave by capture",
        ),
    ] {
        let mut player = Player::at_board(&format!("80x24; {table}"));
        assert!(panel(&player).contains(told), "{}", player.screen());
        player.press("?");
        assert!(player.sees(leaves), "{}", player.screen());
        assert!(player.sees("In Saktris"), "{}", player.screen());
    }
    let mut player = Player::at_board("80x24");
    player.press("?");
    assert!(!player.sees("In Saktris"), "{}", player.screen());
}

#[test]
fn a_clear_is_described_whenever_it_is_shown() {
    let told = "Three knights on the fifth rank leave; the rook on h5 goes with them.";
    let mut player = Player::at_board(TRIPLET);
    player.press("Nb5");
    assert!(
        player.sees("White plays knight to b5: three"),
        "{}",
        player.screen()
    );
    player.press("<enter>");
    assert!(player.sees(told), "{}", player.screen());
    assert!(player.sees("[Nb5 -♘♞♞♜]"), "{}", player.screen());
    player.press("Kd7<enter>");
    assert!(!player.sees(told), "{}", player.screen());
    player.press("<left>");
    assert!(player.sees(told), "{}", player.screen());
    player.press("<left>");
    assert!(!player.sees(told), "{}", player.screen());
}

/// In a narrow list, cleared pieces take the room of the time.
#[test]
fn a_clear_does_not_run_into_the_time_in_the_list() {
    let listed = "[Nb5 -♘♞♞♜]";
    for size in ["80x24", "60x20"] {
        let table = TRIPLET.replace("80x24", size);
        let mut player = Player::at_board(&format!("{table}; clock=5+3"));
        player.press("Nb5<enter>");
        let screen = player.screen();
        let row = screen.lines().find(|row| row.contains(listed));
        let row = row.unwrap_or_else(|| panic!("no {listed} in\n{screen}"));
        assert!(
            row.ends_with(listed) || row.contains(&format!("{listed} ")),
            "{screen}"
        );
    }
}

#[test]
fn cleared_squares_are_marked() {
    let mut player = Player::at_board(TRIPLET);
    let ground = |player: &Player, square| player.buffer()[cell(square)].bg;
    let plain = ground(&player, Square::B5);
    player.press("Nb5<enter>");
    for square in [Square::B5, Square::C5, Square::D5, Square::H5] {
        let (column, row) = cell(square);
        let buffer = player.buffer();
        assert_eq!(buffer[(column - 1, row)].symbol(), "×", "{square}");
    }
    assert_ne!(ground(&player, Square::B5), plain);
    player.press("Kd7<enter>");
    assert_eq!(ground(&player, Square::B5), plain);
}

#[test]
fn a_king_that_is_cleared_loses_the_game() {
    let mut player = Player::at_board("80x24; fen=8/8/8/2nn3k/8/N7/8/4K3[/] w - - 0 9");
    player.press("Nb5<enter>");
    let ending = player.app.game().ending().unwrap();
    assert_eq!(
        (ending.winner, ending.reason),
        (Some(Color::White), Reason::KingLost)
    );
    assert!(
        player.sees("and Black's king is lost."),
        "{}",
        player.screen()
    );
}

#[test]
fn a_side_without_a_legal_move_passes_with_one_key() {
    let click = mouse("down", Square::E4);
    for keys in [
        "<enter>",
        "pass<enter>",
        "--<enter>",
        "<tab><enter>",
        &click,
    ] {
        let mut player = Player::at_board(NOTHING);
        assert!(player.sees("White has no legal move: press Enter or click to pass."));
        player.press(keys);
        assert_eq!(moves(&player), "--", "{keys}\n{}", player.screen());
        assert!(player.sees("9. White passes: no legal move."));
        // Black has legal moves and does not pass.
        player.press("<enter>");
        assert_eq!(moves(&player), "--", "{keys}");
    }
}

#[test]
fn a_piece_is_chosen_by_letter_by_mouse_or_by_prompt() {
    let start = || Player::at_board("80x24; saktris=pick/0/1");
    for keys in [
        "Q@d1<enter>",
        "Qd<enter>",
        "Q<enter>d<enter>",
        "d<enter>q",
        "d<enter><right><enter>",
        &(mouse("down", Square::D1) + "q"),
        &("Q<enter>".to_owned() + &mouse("down", Square::D1)),
    ] {
        let mut player = start();
        player.press(keys);
        assert_eq!(moves(&player), "Q@d1", "{keys}\n{}", player.screen());
        // White's choice does not carry over to Black.
        player.press(&mouse("down", Square::D8));
        assert!(player.sees("Place on d8:"), "{}", player.screen());
    }
    let mut player = start();
    let (column, row) = beside(&player, "♕");
    player.press(&format!("<down {column} {row}>"));
    assert!(
        player.sees("White must place the queen anywhere on the back rank."),
        "{}",
        player.screen()
    );
    player.press(&mouse("up", Square::D1));
    assert_eq!(moves(&player), "Q@d1");
}

/// In line mode, q means the queen here and does not quit.
#[test]
fn a_piece_can_be_chosen_by_lines() {
    let mut player = Player::at_board("80x24; saktris=pick/0/1");
    for line in ["d", "q", "Q", "e8"] {
        player.app.enter_line(player.at, line);
    }
    assert_eq!(moves(&player), "Q@d1 Q@e8", "{}", player.screen());
    assert!(!player.app.has_quit());
}

#[test]
fn hidden_pieces_are_not_shown() {
    let mut player = Player::at_board("200x40; saktris=different/7/2; level 3=black");
    let shown = |player: &Player| {
        let game = player.app.game();
        Color::ALL.map(|color| game.known_arrivals(color))
    };
    assert_eq!(shown(&player), [2, 2]);
    assert!(player.sees("+14"), "{}", player.screen());
    player.press("fen<enter>");
    assert!(player.sees("??????????????/"), "{}", player.screen());
    player.press("g<enter>");
    // The computer guesses hidden pieces and does not know them.
    let task = player.app.think_request(player.at).unwrap();
    let guessed_line = player.app.game().guessed_line();
    assert_eq!(
        task.line.start().to_string(),
        guessed_line.start().to_string()
    );
    assert_ne!(
        task.line.start().to_string(),
        player.app.game().line().start().to_string()
    );
    player.press("<computer P@b8><left>fen<enter>");
    assert!(player.sees("?????????????/"), "{}", player.screen());
    // After the game nothing is hidden.
    player.press("<end>resign<enter>y");
    assert!(
        !player.sees("+14") && !player.sees("+13"),
        "{}",
        player.screen()
    );
}

/// Starts the program again.
fn restart(storage: &MemoryStorage, beginning: StartFrom) -> Player {
    let theme = Theme {
        glyphs: Glyphs::Unicode,
        depth: ColorDepth::True,
    };
    let at = BEGIN + Span::from_seconds(1_000_000);
    let setup = GameSetup::new(Default::default());
    let storage_box = Box::new(storage.clone());
    let app = App::new(setup, theme, storage_box, beginning, SEED, at);
    Player {
        app: app.unwrap(),
        at,
        storage: storage.clone(),
        size: (80, 24),
    }
}

#[test]
fn a_game_continues_from_a_file_and_from_its_journal() {
    let mut player = Player::at_board("80x24; saktris=different/7/2; clock=5+3");
    player.press("e<enter>d<enter>save a.pgn<enter>");
    let before = player.app.game();
    let text = player.storage.0.borrow().files["a.pgn"].clone();
    assert!(text.contains("[Variant \"Saktris\"]"), "{text}");
    let saved = arbiter_tui::read_saved_game(text.as_bytes(), 1).unwrap();
    let from_file = restart(
        &MemoryStorage::default(),
        StartFrom::SavedGame {
            saved: Box::new(saved),
            path: "a.pgn".to_owned(),
        },
    );
    let journal = player.storage.journal();
    let journal = Journal::parse(journal.as_bytes()).unwrap().unwrap();
    let from_journal = restart(
        &MemoryStorage::default(),
        StartFrom::Resume(Box::new(journal)),
    );
    for again in [&from_file, &from_journal] {
        let after = again.app.game();
        assert_eq!(after.options().saktris, before.options().saktris);
        assert_eq!(after.position().to_string(), before.position().to_string());
        for color in Color::ALL {
            assert_eq!(
                after.known_arrivals(color),
                before.known_arrivals(color),
                "{color}"
            );
        }
    }
}

#[test]
fn a_pass_can_be_saved_and_loaded() {
    let mut player = Player::at_board(NOTHING);
    player.press("<enter>Ke7<enter>save a.pgn<enter>load a.pgn<enter>y");
    assert_eq!(moves(&player), "-- Ke7", "{}", player.screen());
}

#[test]
fn new_games_follow_the_last_options() {
    let mut player = Player::at_board("80x24; clock=5+3");
    player.press("new saktris<enter>");
    let game = player.app.game();
    assert_eq!(game.position().variant(), Variant::Saktris);
    assert_eq!(game.options().saktris.unwrap().order, OrderMode::Same);
    assert_eq!(game.options().control.to_string(), "5+3");
    player.press("e<enter>new<enter>y");
    assert_eq!(moves(&player), "");
    assert_eq!(player.app.game().position().variant(), Variant::Saktris);
    // Changed options apply to all later games.
    player.press("new order different preview 3 every 2 clearing rows<enter>");
    for _ in 0..2 {
        let game = player.app.game();
        let saktris = game.options().saktris.unwrap();
        assert_eq!((saktris.order, saktris.preview), (OrderMode::Different, 3));
        let arrival = game.position().saktris_state().unwrap().arrival();
        assert_eq!((arrival.every, arrival.clearing), (2, Clearing::Rows));
        player.press("new<enter>");
    }
    player.press("new clearing squares<enter>");
    assert!(
        player.sees("Invalid options. Use new saktris with order pick"),
        "{}",
        player.screen()
    );
    player.press("new chess level 2 white<enter>");
    assert_eq!(player.app.game().position().variant(), Variant::Standard);
    assert!(player.app.computer().is_some());
}

#[test]
fn a_placed_piece_can_be_taken_back() {
    let mut player = Player::at_board("80x24; level 3=black; saktris=same/7/2");
    player.press("e<enter><computer P@e8>takeback<enter>");
    assert_eq!(moves(&player), "");
    assert!(
        player.sees("The last 2 moves were taken back."),
        "{}",
        player.screen()
    );
}
