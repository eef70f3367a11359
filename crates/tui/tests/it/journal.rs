//! Games are recorded and can be resumed: no move that was shown is ever lost.

use arbiter_game::{Span, Time};
use arbiter_rules::Color;
use arbiter_tui::{App, ColorDepth, GameSetup, Glyphs, Journal, StartFrom, Theme};

use crate::{
    memory_storage::MemoryStorage,
    player::{BEGIN, Player, SEED},
};

/// Starts the program again later with the journal that the first player left.
fn resume(first: &Player, later: Time, begin: fn(Box<Journal>) -> StartFrom) -> Player {
    let text = first.storage.journal();
    let journal = Journal::parse(text.as_bytes()).unwrap().unwrap();
    let storage = MemoryStorage::default();
    storage.0.borrow_mut().journal = text.lines().map(str::to_owned).collect();
    let theme = Theme {
        glyphs: Glyphs::Unicode,
        depth: ColorDepth::True,
    };
    let app = App::new(
        GameSetup::new(Default::default()),
        theme,
        Box::new(storage.clone()),
        begin(Box::new(journal)),
        SEED,
        later,
    );
    Player {
        app: app.unwrap(),
        at: later,
        storage,
        size: (80, 24),
    }
}

const GAME: &str = "80x24; clock=5+3; white=Anna; black=Bo";

#[test]
fn the_journal_contains_the_game() {
    let mut player = Player::at_board("80x24; clock=5+3; touch-move");
    let keys = "e4<enter><wait 2000>e5 draw<enter>decline<enter>claim<enter>d4<enter>takeback\
                <enter>y<enter>give 20<enter><tab><enter><esc>";
    player.press(keys);
    let text = player.storage.journal();
    let journal = Journal::parse(text.as_bytes()).unwrap().unwrap();
    assert_eq!(&journal.game, player.app.game());
}

#[test]
fn a_resumed_game_continues_with_its_clocks_unchanged() {
    let mut first = Player::at_board(GAME);
    first.press("e4<enter>e5<enter><wait 20000>quit<enter>");
    assert!(first.app.has_quit());
    let later = BEGIN + Span::from_seconds(1_000_000);
    let mut second = resume(&first, later, StartFrom::AskToResume);
    assert!(second.sees("unfinished game: Anna against Bo, after 1… e5"));
    // The clocks do not run while the prompt is open.
    second.press("<wait 100000>");
    let left = |player: &Player| {
        let now = player.screen();
        now.contains("4:40")
    };
    assert!(left(&second), "{}", second.screen());
    second.press("y");
    assert!(left(&second), "{}", second.screen());
    second.press("<wait 9000>Nf3<enter>");
    assert!(second.sees("4:34"), "{}", second.screen());
    // The journal continues where it ended.
    let text = second.storage.journal();
    let journal = Journal::parse(text.as_bytes()).unwrap().unwrap();
    assert_eq!(&journal.game, second.app.game());
}

#[test]
fn a_crash_gives_back_at_most_ten_seconds() {
    let mut first = Player::at_board(GAME);
    first.press("e4<enter>e5<enter>");
    for _ in 0..25 {
        first.press("<wait 1000>");
    }
    let later = BEGIN + Span::from_seconds(1_000_000);
    let second = resume(&first, later, StartFrom::Resume);
    assert!(second.sees("4:40"), "{}", second.screen());
}

#[test]
fn a_game_that_is_not_resumed_is_kept() {
    let mut first = Player::at_board(GAME);
    first.press("e4<enter>e5<enter>");
    let mut second = resume(&first, BEGIN, StartFrom::AskToResume);
    second.press("n");
    assert_eq!(second.app.game().moves().count(), 0);
    assert_eq!(second.storage.0.borrow().past.len(), 1);
}

#[test]
fn a_new_game_does_not_take_its_players_from_the_journal() {
    let mut first = Player::at_board(GAME);
    first.press("e4<enter>");
    let mut second = resume(&first, BEGIN, StartFrom::AskToResume);
    assert!(second.sees("Anna against Bo"));
    second.press("n");
    assert!(!second.sees("Anna"), "{}", second.screen());
}

#[test]
fn a_full_disk_is_reported_and_the_game_continues() {
    let mut player = Player::at_board(GAME);
    player.press("e4<enter>");
    player.storage.0.borrow_mut().is_full = true;
    player.press("e5<enter>");
    assert!(player.sees("This game is not being recorded"));
    assert_eq!(player.app.game().moves().count(), 2);
}

#[test]
fn a_game_can_be_saved_and_loaded() {
    let mut player = Player::at_board(GAME);
    player.press("e4<enter>e5<enter><wait 5000>save<enter>");
    assert!(player.sees("Saved as Anna-Bo.pgn."));
    let saved = player.storage.0.borrow().files["Anna-Bo.pgn"].clone();
    assert!(saved.contains("[Black \"Bo\"]"), "{saved}");
    assert!(saved.contains("1. e4 {[%clk 0:05:00]} 1... e5"), "{saved}");
    player.press("Nf3<enter>save<enter>new<enter>y");
    assert_eq!(player.app.game().moves().count(), 0);
    // Another game does not overwrite it by accident.
    player.press("d4<enter>save<enter>");
    assert!(player.sees("Anna-Bo.pgn already exists"));
    player.press("load Anna-Bo.pgn<enter>y");
    assert_eq!(player.app.game().moves().count(), 3);
    assert_eq!(player.app.game().turn(), Color::Black);
    assert!(player.sees("Anna-Bo.pgn: 2 moves."));
    player.press("load nothing.pgn<enter>y");
    assert!(player.sees("nothing.pgn: entity not found"));
    // The loaded game is in the journal.
    let text = player.storage.journal();
    let journal = Journal::parse(text.as_bytes()).unwrap().unwrap();
    assert_eq!(&journal.game, player.app.game());
}
