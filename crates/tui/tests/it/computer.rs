//! Games against the computer.

use arbiter_game::{Reason, Span};
use arbiter_rules::Color;
use arbiter_tui::{
    App, ColorDepth, GameSetup, Glyphs, Journal, Pace, StartFrom, Theme, ThinkPurpose,
};

use crate::{
    memory_storage::MemoryStorage,
    player::{BEGIN, Player, SEED},
};

const GAME: &str = "80x24; level 3=black";
const CLOCK: &str = "80x24; level 3=black; clock=5+0";

fn moves(player: &Player) -> String {
    let moves: Vec<String> = player.app.game().san().map(|it| it.to_string()).collect();
    moves.join(" ")
}

/// Starts the program again with the journal that the first player left.
fn resume(first: &Player) -> Player {
    let text = first.storage.journal();
    let journal = Journal::parse(text.as_bytes()).unwrap().unwrap();
    let storage = MemoryStorage::default();
    storage.0.borrow_mut().journal = text.lines().map(str::to_owned).collect();
    let theme = Theme {
        glyphs: Glyphs::Unicode,
        depth: ColorDepth::True,
    };
    let later = BEGIN + Span::from_seconds(1_000_000);
    let app = App::new(
        GameSetup::new(Default::default()),
        theme,
        Box::new(storage.clone()),
        StartFrom::Resume(Box::new(journal)),
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

#[test]
fn the_computer_thinks_only_on_its_turn() {
    let mut player = Player::at_board(GAME);
    assert_eq!(player.app.pending_request(), None);
    player.press("e4<enter>");
    let request = player.app.think_request(player.at).unwrap();
    assert_eq!(request.purpose, ThinkPurpose::Move);
    assert_eq!(request.line.moves().len(), 1);
    assert_eq!(request.computer.to_string(), "black 7 level 3");
    assert!(request.clocks.is_none());
    player.press("<computer e5>");
    assert_eq!(moves(&player), "e4 e5");
    assert_eq!(player.app.pending_request(), None);
    let mut player = Player::at_board("level 3=white");
    player.press("<computer d4>");
    assert_eq!(moves(&player), "d4");
}

#[test]
fn a_move_is_played_after_a_natural_delay() {
    let mut player = Player::at_board(GAME);
    player.press("e4<enter><computer e5 0 1500>");
    assert_eq!(player.app.pending_request(), None, "it has decided");
    let due = player.app.deadline(player.at).unwrap();
    assert_eq!(due, BEGIN + Span::from_millis(1500));
    // Keys are handled in the meantime.
    player.press("<wait 1499>dr");
    assert_eq!(moves(&player), "e4");
    assert!(
        player.sees("draw: offer a draw") || player.sees("draw"),
        "{}",
        player.screen()
    );
    player.press("<wait 1>");
    assert_eq!(moves(&player), "e4 e5");
    // If thinking took longer, the move is played at once.
    player.press("<back><back>Nf3<enter><wait 3000><computer Nc6 0 1500>");
    assert_eq!(moves(&player), "e4 e5 Nf3 Nc6");
}

#[test]
fn at_a_fast_pace_a_move_is_played_at_once() {
    let mut player = Player::at_board(GAME);
    player.app = player.app.with_pace(Pace::Fast);
    player.press("e4<enter><computer e5 0 1500>");
    assert_eq!(moves(&player), "e4 e5");
}

#[test]
fn the_clock_of_the_computer_runs_while_it_thinks() {
    let mut player = Player::at_board(CLOCK);
    player.press("e4<enter><computer e5>Nf3<enter><wait 7000>");
    let left = |player: &Player, color| {
        let left = player.app.game().remaining(color, player.at).unwrap();
        left.as_seconds()
    };
    assert_eq!(
        (left(&player, Color::White), left(&player, Color::Black)),
        (300, 293)
    );
    player.press("<computer Nc6 0 9000>");
    assert_eq!(moves(&player), "e4 e5 Nf3");
    // The screen changes when a digit changes and when the move is due.
    let deadline = player.app.deadline(player.at).unwrap();
    assert!(deadline <= player.at + Span::from_millis(1000));
    player.press("<wait 2000>");
    assert_eq!(moves(&player), "e4 e5 Nf3 Nc6");
    assert_eq!(
        (left(&player, Color::White), left(&player, Color::Black)),
        (300, 291)
    );
    player.press("<wait 4000>");
    assert_eq!(
        (left(&player, Color::White), left(&player, Color::Black)),
        (296, 291)
    );
}

#[test]
fn the_computer_loses_on_time_too() {
    let mut player = Player::at_board(CLOCK);
    player.press("e4<enter><computer e5>Nf3<enter><wait 301000>");
    assert_eq!(player.app.game().ending().unwrap().reason, Reason::Time);
    assert_eq!(player.app.pending_request(), None);
}

#[test]
fn the_computer_does_not_think_while_the_clocks_are_paused() {
    let mut player = Player::at_board(CLOCK);
    player.press("e4<enter><computer e5>Nf3<enter><f7>");
    assert_eq!(player.app.pending_request(), None);
    player.press("<wait 60000><enter>");
    assert!(player.app.pending_request().is_some());
    player.press("<computer Nc6 0 2000><f7><wait 60000>");
    assert_eq!(moves(&player), "e4 e5 Nf3");
    player.press("<enter><wait 1000>");
    assert_eq!(moves(&player), "e4 e5 Nf3");
    player.press("<wait 1000>");
    assert_eq!(moves(&player), "e4 e5 Nf3 Nc6");
}

#[test]
fn a_takeback_takes_back_both_moves() {
    let mut player = Player::at_board(GAME);
    player.press("e4<enter><computer e5>Nf3<enter><computer Nc6><f5>");
    assert_eq!(moves(&player), "e4 e5");
    assert_eq!(player.app.game().turn(), Color::White);
    assert!(player.sees("The last 2 moves were taken back."));
    player.press("takeback<enter>takeback<enter>");
    assert_eq!(moves(&player), "");
    let mut player = Player::at_board("level 3=black; no takebacks");
    player.press("e4<enter><computer e5><f5>");
    assert_eq!(moves(&player), "e4 e5");
}

#[test]
fn a_takeback_while_the_computer_thinks_takes_back_one_move() {
    let mut player = Player::at_board(GAME);
    player.press("e4<enter><computer e5>Nf3<enter>");
    let number = player.app.pending_request().unwrap();
    player.press("takeback<enter>");
    assert_eq!(moves(&player), "e4 e5");
    // The earlier request is no longer wanted.
    assert_eq!(player.app.pending_request(), None);
    player.press("Nc3<enter>");
    assert_ne!(player.app.pending_request(), Some(number));
    player.press("<computer Nf6 0 5000><f5><wait 9000>");
    assert_eq!(moves(&player), "e4 e5");
}

/// Moves that get the game out of the opening.
const OPENING: &str = "Nf3<enter><computer Nf6>Ng1<enter><computer Ng8>Nc3<enter><computer Nc6>\
                    Nb1<enter><computer Nb8>e3<enter><computer e6>Be2<enter><computer Be7>\
                    Nf3<enter><computer Nf6>Nc3<enter><computer Nc6>b3<enter><computer b6>\
                    Bb2<enter><computer Bb7>";

#[test]
fn a_draw_is_declined_in_the_opening() {
    let mut player = Player::at_board(GAME);
    player.press("e4<enter><computer e5 -50><f3>");
    assert!(
        player.sees("Black declines the draw."),
        "{}",
        player.screen()
    );
    assert!(player.app.game().ending().is_none());
}

#[test]
fn the_computer_accepts_a_draw_if_it_is_not_better() {
    for (score, reason) in [("-10", Some(Reason::Agreement)), ("80", None)] {
        let mut player = Player::at_board(GAME);
        player.press(OPENING);
        player.press(&format!("Qc1<enter><computer Qc8 {score}>draw<enter>"));
        let ending = player.app.game().ending();
        assert_eq!(ending.map(|it| it.reason), reason, "{score}");
    }
}

#[test]
fn a_draw_offer_with_a_move_is_answered_after_thinking() {
    let mut player = Player::at_board(GAME);
    player.press(OPENING);
    player.press("Qc1 draw<enter>");
    assert!(player.sees("White has offered a draw."));
    // The person cannot answer for the computer.
    player.press("y<enter>");
    assert!(player.sees("Only your opponent can answer that."));
    let mut other = Player::at_board(GAME);
    other.press(OPENING);
    other.press("Qc1 draw<enter><computer Qc8 200>");
    assert!(
        other.sees("Black declines the draw and plays on."),
        "{}",
        other.screen()
    );
    player.press("<computer Qc8 0>");
    let ending = player.app.game().ending().unwrap();
    assert_eq!(ending.reason, Reason::Agreement);
}

#[test]
fn only_strong_opponents_resign() {
    for (table, gives_up) in [("full=black", true), ("level 3=black", false)] {
        let mut player = Player::at_board(table);
        player.press("e4<enter><computer e5 -2000>Nf3<enter><computer Nc6 -2000>");
        assert!(player.app.game().ending().is_none());
        player.press("Bc4<enter><computer Bc5 -2000>");
        let ending = player.app.game().ending();
        assert_eq!(ending.is_some(), gives_up, "{table}");
    }
    // Scores of moves that were taken back do not count.
    let mut player = Player::at_board("full=black");
    player.press("e4<enter><computer e5 -2000>Nf3<enter><computer Nc6 -2000><f5>");
    player.press("Nc3<enter><computer Nf6 -2000>");
    assert!(player.app.game().ending().is_none());
}

#[test]
fn the_computer_claims_a_draw_if_it_is_not_better() {
    let shuffle = "Nf3<enter><computer Nf6 0>Ng1<enter><computer Ng8 0>";
    let mut player = Player::at_board(GAME);
    player.press(shuffle);
    player.press("Nf3<enter><computer Nf6 0>Ng1<enter>");
    player.press("<computer Ng8 300>");
    assert!(player.app.game().ending().is_none(), "it is better");
    player.press("<f5>Ng1<enter><computer Ng8 -20>");
    let ending = player.app.game().ending().unwrap();
    assert_eq!(ending.reason, Reason::Threefold);
}

#[test]
fn the_person_cannot_act_for_the_computer() {
    let mut player = Player::at_board(GAME);
    player.press("e4<enter>e5<enter>");
    assert_eq!(moves(&player), "e4");
    player.press("black resign<enter>");
    assert!(player.sees("You cannot act for Arbiter level 3."));
    // A click on e7.
    player.press("<down 24 3><up 24 7>");
    assert!(
        player.sees("It is Arbiter level 3's turn."),
        "{}",
        player.screen()
    );
    assert_eq!(moves(&player), "e4");
    player.press("resign<enter>y");
    let ending = player.app.game().ending().unwrap();
    assert_eq!(
        (ending.winner, ending.reason),
        (Some(Color::Black), Reason::Resignation)
    );
}

#[test]
fn the_computer_agrees_to_abort_a_game() {
    let mut player = Player::at_board(GAME);
    player.press("e4<enter><computer e5>abort<enter>");
    assert_eq!(player.app.game().ending().unwrap().reason, Reason::Aborted);
}

#[test]
fn a_failing_computer_can_try_again_without_losing_time() {
    let mut player = Player::at_board(CLOCK);
    player.press("e4<enter><computer e5>Nf3<enter><wait 1000><computer fails><wait 90000>");
    assert!(player.sees("Arbiter level 3 cannot play: it stopped unexpectedly."));
    assert_eq!(player.app.pending_request(), None);
    player.press("y<computer Nc6>");
    assert_eq!(moves(&player), "e4 e5 Nf3 Nc6");
    let left = player
        .app
        .game()
        .remaining(Color::Black, player.at)
        .unwrap();
    assert_eq!(left.as_seconds(), 299);
    let mut player = Player::at_board(GAME);
    player.press("e4<enter><computer fails>q");
    assert!(player.app.has_quit());
}

#[test]
fn the_same_opponent_continues_after_a_crash() {
    let mut first = Player::at_board("level 3=white; clock=5+3");
    first.press("<computer e4>e5<enter><computer Nf3 0 4000>");
    let second = resume(&first);
    assert_eq!(second.app.computer(), first.app.computer());
    assert!(second.app.pending_request().is_some(), "it thinks again");
    // The board is turned to the person, who has the black pieces.
    let screen = second.screen();
    assert!(screen.contains("1   ♜"), "{screen}");
    let mut second = second;
    second.press("<computer Nf3>Nc6<enter>");
    assert_eq!(moves(&second), "e4 e5 Nf3 Nc6");
    let text = second.storage.journal();
    let journal = Journal::parse(text.as_bytes()).unwrap().unwrap();
    assert_eq!(&journal.game, second.app.game());
    assert_eq!(journal.computer.as_ref(), second.app.computer());
}

/// A journal may name an opponent from a later version of the program.
#[test]
fn an_unknown_opponent_is_replaced_by_a_person() {
    let mut first = Player::at_board(GAME);
    first.press("e4<enter><computer e5>");
    let text = first.storage.journal().replace("level 3", "magic 3");
    let journal = Journal::parse(text.as_bytes()).unwrap().unwrap();
    assert_eq!(journal.computer, None);
    assert_eq!(journal.game.moves().len(), 2);
}

#[test]
fn a_command_changes_the_opponent() {
    let mut player = Player::at_board("80x24");
    player.press("new level 5 black<enter>");
    let computer = player.app.computer().unwrap();
    assert_eq!(
        (computer.color, computer.opponent.name().as_str()),
        (Color::White, "Arbiter level 5")
    );
    assert!(
        player.sees("You play Black against level 5 ("),
        "{}",
        player.screen()
    );
    player.press("<computer e4>new<enter>y");
    // The next game has the same opponent.
    assert_eq!(player.app.computer().unwrap().color, Color::White);
    player.press("new 3+2 white<enter>");
    assert_eq!(player.app.computer().unwrap().color, Color::Black);
    assert!(player.sees("3:00"), "{}", player.screen());
    player.press("new two<enter>");
    assert!(player.app.computer().is_none());
    assert!(
        !player.sees("Arbiter") && !player.sees("You "),
        "{}",
        player.screen()
    );
    player.press("new level 11<enter>");
    assert!(player.sees("Choose an opponent"));
}

#[test]
fn a_name_stays_with_its_player() {
    let mut player = Player::at_board("80x24; white=Anna; level 3=black");
    assert!(player.sees("Anna") && player.sees("Arbiter level 3"));
    player.press("new black<enter>");
    let screen = player.screen();
    let above = screen.find("Arbiter level 3").unwrap();
    assert!(above < screen.find("Anna").unwrap(), "{screen}");
    assert_eq!(player.app.computer().unwrap().color, Color::White);
}

#[test]
fn a_saved_game_continues_against_the_computer() {
    let mut player = Player::at_board(GAME);
    player.press("e4<enter><computer e5>save<enter>");
    assert!(
        player.sees("Saved as You-Arbiterlevel3.pgn."),
        "{}",
        player.screen()
    );
    player.press("load You-Arbiterlevel3.pgn<enter>y");
    assert_eq!(moves(&player), "e4 e5");
    assert_eq!(player.app.computer().unwrap().color, Color::Black);
    player.press("Nf3<enter><computer Nc6>");
    assert_eq!(moves(&player), "e4 e5 Nf3 Nc6");
}

#[test]
fn hints_are_only_for_games_against_the_computer() {
    let mut player = Player::at_board("80x24");
    player.press("hint<enter>");
    assert!(player.sees("Hints are only available in games against the computer."));
    let mut player = Player::at_board(GAME);
    player.press("hint<enter>");
    assert_eq!(
        player.app.think_request(player.at).unwrap().purpose,
        ThinkPurpose::Hint
    );
    player.press("<computer e4>");
    assert!(
        player.sees("Hint: e4. White plays pawn to e4."),
        "{}",
        player.screen()
    );
    assert_eq!(moves(&player), "");
    player.press("hint<enter>d4<enter>");
    // The move makes the hint obsolete.
    assert_eq!(
        player.app.think_request(player.at).unwrap().purpose,
        ThinkPurpose::Move
    );
    player.press("hint<enter>");
    assert!(player.sees("It is the computer's turn."));
}
