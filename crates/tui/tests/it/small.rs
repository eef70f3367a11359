//! Any screen size, any keys and any clicks are handled.

use arbiter_rules::Square;
use ratatui::style::{Color, Modifier};

use crate::player::Player;

/// Keys that lead to different pages and prompts.
const SCENES: [&str; 7] = [
    "",
    "e4<enter>Ke6<enter>",
    "?",
    "f3<enter>e5<enter>g4<enter>Qh4<enter>",
    "e4 draw<enter>resign<enter>",
    "e4<enter>e5<enter><left><left>",
    "Nf<tab><up>and much more than would fit into any line of a small screen",
];

/// Setups and keys in Saktris.
const SAKTRIS: [(&str, &str); 7] = [
    ("saktris=same/7/4", "g<enter>Ng<enter>"),
    ("saktris=different/7/1", "<space><right>"),
    ("saktris=pick/7/1", "?"),
    ("saktris=pick/7/1", "Q<enter>d<enter>d<enter>"),
    ("fen=4k3/8/8/2nn3r/8/N7/8/R3K3[/] w - - 0 9", "Nb5<enter>"),
    ("fen=8/8/8/2nn3k/8/N7/8/4K3[N*/] w - - 0 9", "a<enter>"),
    ("fen=4k3/8/8/8/8/8/8/r7[K*/] w - - 0 9", ""),
];

/// Returns setups and keys.
fn scenes() -> impl Iterator<Item = (&'static str, &'static str)> {
    SCENES.map(|keys| ("", keys)).into_iter().chain(SAKTRIS)
}

#[test]
fn no_screen_is_too_small() {
    let sizes = (1..=46).flat_map(|width| (1..=26).map(move |height| (width, height)));
    for (table, keys) in scenes() {
        let mut player = Player::at_board(&format!("ascii; clock=5+3; {table}"));
        player.press(keys);
        for size in sizes.clone().chain([(80, 24), (200, 70)]) {
            player.size = size;
            player.screen();
            // The mouse can be anywhere.
            player.press("<down 0 0><up 3 3>");
        }
    }
}

#[test]
fn the_size_of_the_board_follows_the_screen() {
    let mut player = Player::at_board("80x24");
    assert!(player.screen().contains("  a    b    c  "));
    player.size = (40, 15);
    assert!(player.screen().contains(" a  b  c  d"));
    player.size = (100, 30);
    assert!(player.screen().contains("  a      b  "));
    player.size = (120, 50);
    assert!(player.screen().contains("  a         b  "));
    player.size = (160, 70);
    assert!(player.screen().contains("  a             b  "));
}

#[test]
fn without_colors_nothing_is_colored() {
    for (table, keys) in scenes().chain([("", "<tab><up><enter>")]) {
        let table = format!("80x24; no color; clock=0:15; timed; {table}");
        let mut player = Player::at_board(&table);
        player.press(keys);
        for cell in &player.buffer().content {
            assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset), "{keys}");
        }
    }
}

/// The middle of a square of the board at 80 by 24.
fn cell(player: &Player, square: Square) -> (Color, Color) {
    let (file, rank) = (square.file() as u16, square.rank() as u16);
    let buffer = player.buffer();
    let cell = &buffer[(2 + 5 * file + 2, 1 + 2 * (7 - rank))];
    (cell.fg, cell.bg)
}

#[test]
fn squares_are_distinguished_by_their_background() {
    let mut player = Player::at_board("80x24");
    let (white, light) = cell(&player, Square::E4);
    let (_, dark) = cell(&player, Square::E5);
    assert_ne!(light, dark);
    player.press("e4<enter>f6<enter>Qh5<enter>");
    let check = cell(&player, Square::E8);
    assert!(check.1 != light && check.1 != dark);
    assert_ne!(cell(&player, Square::H5).1, dark, "the last move");
    let (white_piece, _) = cell(&player, Square::H5);
    let (black_piece, _) = cell(&player, Square::D8);
    assert_ne!(white_piece, black_piece);
    assert_ne!(white, white_piece);
    player.press("a6<enter>");
    assert_ne!(
        cell(&player, Square::E8).1,
        check.1,
        "a refusal has its own color"
    );
}

#[test]
fn a_clock_that_runs_out_is_highlighted() {
    let mut player = Player::at_board("80x24; clock=1; timed");
    let alarm = |player: &Player| {
        let buffer = player.buffer();
        let is_red = |cell: &ratatui::buffer::Cell| cell.bg == Color::Rgb(190, 40, 32);
        buffer.content.iter().any(is_red)
    };
    player.press("<wait 39000>");
    assert!(!alarm(&player));
    player.press("<wait 2000>");
    assert!(alarm(&player));
    let running = player.buffer();
    let bold = running
        .content
        .iter()
        .filter(|cell| cell.modifier.contains(Modifier::BOLD));
    assert!(bold.count() > 0);
}

/// Nothing changes between two deadlines.
#[test]
fn the_screen_changes_exactly_at_the_deadline() {
    let mut player = Player::at_board("80x24; clock=0:12; timed");
    for _ in 0..200 {
        let Some(deadline) = player.app.deadline(player.at) else {
            break;
        };
        let before = player.screen();
        player.at = arbiter_game::Time::from_millis(deadline.as_millis() - 1);
        player.app.tick(player.at);
        assert_eq!(player.screen(), before);
        player.at = deadline;
        player.app.tick(player.at);
        assert_ne!(player.screen(), before);
    }
    assert!(player.sees("Black wins: time"), "{}", player.screen());
}

/// A random number generator that gives the same numbers in every run.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: usize) -> usize {
        let Dice(state) = self;
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(*state >> 33).unwrap() % sides
    }
}

/// After any sequence of keys, the program has not panicked, and the journal
/// contains the game shown.
#[test]
fn any_sequence_of_keys_is_handled() {
    let keys = [
        "<enter>",
        "<tab>",
        "<esc>",
        "<up>",
        "<down>",
        "<left>",
        "<right>",
        "<space>",
        "<home>",
        "<end>",
        "<pgup>",
        "<back>",
        "<del>",
        "<f1>",
        "<f2>",
        "<f3>",
        "<f4>",
        "<f5>",
        "<f6>",
        "<f7>",
        "<f8>",
        "<f9>",
        "<ctrl f>",
        "<ctrl w>",
        "<wheel>",
        "e4<enter>",
        "Nf6<enter>",
        "d5<enter>",
        "draw<enter>",
        "y<enter>",
        "n<enter>",
        "y",
        "n",
        "takeback<enter>",
        "claim Nf3<enter>",
        "give 5<enter>",
        "adjust e2<enter>",
        "touch e7<enter>",
        "save<enter>",
        "load White-Black.pgn<enter>",
        "new 1+1<enter>",
        "new level 2 black<enter>",
        "new two<enter>",
        "hint<enter>",
        "abort<enter>",
        "go 1<enter>",
        "g<enter>",
        "Nb<enter>",
        "Q<enter>",
        "P@h8<enter>",
        "pass<enter>",
        "fen<enter>",
        "new saktris<enter>",
        "new chess<enter>",
        "É",
        "[",
        "]",
        "?",
        "<wait 900>",
        "<wait 30000>",
        "<enter>",
        "<enter>",
        "<up>",
        "<right>",
    ];
    for seed in 0..100 {
        let mut dice = Dice(seed);
        let table = [
            "clock=1",
            "clock=1; touch-move; timed",
            "clock=0:09+3x3; auto-flip",
            "clock=1; level 3=black",
            "full=white; clock=3+1",
            "level 10=black; touch-move",
            "saktris=same/7/3; clock=1",
            "saktris=different/7/2; clock=1; level 3=white",
            "saktris=pick/7/1; touch-move; auto-flip",
        ];
        let mut player = Player::at_board(table[dice.throw(table.len())]);
        let mut pressed = String::new();
        for _ in 0..80 {
            let key = keys[dice.throw(keys.len())];
            pressed.push_str(key);
            player.press(key);
            player.size = [(80, 24), (40, 15), (20, 8), (100, 30)][dice.throw(4)];
            player.screen();
            let (column, row) = (dice.throw(80), dice.throw(24));
            player.press(&format!("<down {column} {row}>"));
            let (column, row) = (dice.throw(80), dice.throw(24));
            player.press(&format!("<up {column} {row}>"));
            if let Some(task) = player.app.think_request(player.at) {
                let moves: Vec<_> = task.line.position().legal_moves().collect();
                let mv = task.line.position().uci(moves[dice.throw(moves.len())]);
                let score = [-2000, -50, 0, 100][dice.throw(4)];
                player.press(&match dice.throw(8) {
                    0 => "<computer fails>".to_owned(),
                    1 => String::new(),
                    _ => format!("<computer {mv} {score} {}>", dice.throw(3) * 500),
                });
            }
        }
        let text = player.storage.journal();
        let journal = arbiter_tui::Journal::parse(text.as_bytes())
            .unwrap()
            .unwrap();
        assert_eq!(&journal.game, player.app.game(), "{pressed}");
        assert_eq!(
            journal.computer.as_ref(),
            player.app.computer(),
            "{pressed}"
        );
    }
}
