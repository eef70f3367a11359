//! Nothing that was seen is ever lost.

use arbiter_game::{Span, Time};
use arbiter_rules::Color;
use arbiter_tui::{App, Beginning, Depth, Glyphs, Journal, Table, Theme};

use crate::{
    desk::Paper,
    player::{BEGIN, Player},
};

/// Sits down again later, with the journal that the first player left.
fn resume(first: &Player, later: Time, begin: fn(Box<Journal>) -> Beginning) -> Player {
    let text = first.paper.journal();
    let journal = Journal::read(text.as_bytes()).unwrap().unwrap();
    let paper = Paper::default();
    paper.0.borrow_mut().journal = text.lines().map(str::to_owned).collect();
    let theme = Theme {
        glyphs: Glyphs::Unicode,
        depth: Depth::True,
    };
    let app = App::new(
        Table::new(Default::default()),
        theme,
        Box::new(paper.clone()),
        begin(Box::new(journal)),
        later,
    );
    Player {
        app: app.unwrap(),
        at: later,
        paper,
        size: (80, 24),
    }
}

const GAME: &str = "80x24; clock=5+3; white=Anna; black=Bo";

/// Everything that is seen is written before.
#[test]
fn the_journal_tells_the_same_game() {
    let mut player = Player::at_table("80x24; clock=5+3; touch-move");
    let keys = "e4<enter><wait 2000>e5 draw<enter>decline<enter>claim<enter>d4<enter>takeback\
                <enter>y<enter>give 20<enter><tab><enter><esc>";
    player.press(keys);
    let text = player.paper.journal();
    let journal = Journal::read(text.as_bytes()).unwrap().unwrap();
    assert_eq!(&journal.game, player.app.game());
}

#[test]
fn a_game_is_offered_again_and_goes_on_with_its_clocks_as_they_stood() {
    let mut first = Player::at_table(GAME);
    first.press("e4<enter>e5<enter><wait 20000>quit<enter>");
    assert!(first.app.has_left());
    let later = BEGIN + Span::from_seconds(1_000_000);
    let mut second = resume(&first, later, Beginning::Ask);
    assert!(second.sees("unfinished game, Anna against Bo, after 1… e5"));
    // Nothing runs while the question stands.
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
    // And what is written now continues what was written then.
    let text = second.paper.journal();
    let journal = Journal::read(text.as_bytes()).unwrap().unwrap();
    assert_eq!(&journal.game, second.app.game());
}

#[test]
fn after_a_crash_at_most_ten_seconds_are_given_back() {
    let mut first = Player::at_table(GAME);
    first.press("e4<enter>e5<enter>");
    for _ in 0..25 {
        first.press("<wait 1000>");
    }
    let later = BEGIN + Span::from_seconds(1_000_000);
    let second = resume(&first, later, Beginning::Resume);
    assert!(second.sees("4:40"), "{}", second.screen());
}

#[test]
fn a_game_that_is_not_wanted_is_kept() {
    let mut first = Player::at_table(GAME);
    first.press("e4<enter>e5<enter>");
    let mut second = resume(&first, BEGIN, Beginning::Ask);
    second.press("n");
    assert_eq!(second.app.game().moves().count(), 0);
    assert_eq!(second.paper.0.borrow().past.len(), 1);
}

#[test]
fn a_game_instead_of_the_one_in_the_journal_has_its_own_players() {
    let mut first = Player::at_table(GAME);
    first.press("e4<enter>");
    let mut second = resume(&first, BEGIN, Beginning::Ask);
    assert!(second.sees("Anna against Bo"));
    second.press("n");
    assert!(!second.sees("Anna"), "{}", second.screen());
}

#[test]
fn a_full_disk_is_told_and_the_game_goes_on() {
    let mut player = Player::at_table(GAME);
    player.press("e4<enter>");
    player.paper.0.borrow_mut().is_full = true;
    player.press("e5<enter>");
    assert!(player.sees("This game is not kept in a journal"));
    assert_eq!(player.app.game().moves().count(), 2);
}

#[test]
fn a_game_is_saved_and_loaded() {
    let mut player = Player::at_table(GAME);
    player.press("e4<enter>e5<enter><wait 5000>save<enter>");
    assert!(player.sees("Saved as Anna-Bo.pgn."));
    let saved = player.paper.0.borrow().files["Anna-Bo.pgn"].clone();
    assert!(saved.contains("[Black \"Bo\"]"), "{saved}");
    assert!(saved.contains("1. e4 {[%clk 0:05:00]} 1... e5"), "{saved}");
    player.press("Nf3<enter>save<enter>new<enter>y");
    assert_eq!(player.app.game().moves().count(), 0);
    // Another game does not write over it by chance.
    player.press("d4<enter>save<enter>");
    assert!(player.sees("Anna-Bo.pgn is there already"));
    player.press("load Anna-Bo.pgn<enter>y");
    assert_eq!(player.app.game().moves().count(), 3);
    assert_eq!(player.app.game().turn(), Color::Black);
    assert!(player.sees("Anna-Bo.pgn: 2 moves."));
    player.press("load nothing.pgn<enter>y");
    assert!(player.sees("nothing.pgn: entity not found"));
    // Its journal begins with it.
    let text = player.paper.journal();
    let journal = Journal::read(text.as_bytes()).unwrap().unwrap();
    assert_eq!(&journal.game, player.app.game());
}
