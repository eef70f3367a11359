//! The computer as one of the players.

use arbiter_game::{Reason, Span};
use arbiter_rules::Color;
use arbiter_tui::{App, Beginning, Depth, Glyphs, Journal, Purpose, Table, Theme};

use crate::{
    desk::Paper,
    player::{BEGIN, Player},
};

const GAME: &str = "80x24; level 3=black";
const CLOCK: &str = "80x24; level 3=black; clock=5+0";

fn moves(player: &Player) -> String {
    let moves: Vec<String> = player.app.game().san().map(|it| it.to_string()).collect();
    moves.join(" ")
}

/// Sits down again with the journal that the first player left.
fn resume(first: &Player) -> Player {
    let text = first.paper.journal();
    let journal = Journal::read(text.as_bytes()).unwrap().unwrap();
    let paper = Paper::default();
    paper.0.borrow_mut().journal = text.lines().map(str::to_owned).collect();
    let theme = Theme {
        glyphs: Glyphs::Unicode,
        depth: Depth::True,
    };
    let later = BEGIN + Span::from_seconds(1_000_000);
    let app = App::new(
        Table::new(Default::default()),
        theme,
        Box::new(paper.clone()),
        Beginning::Resume(Box::new(journal)),
        later,
    );
    Player {
        app: app.unwrap(),
        at: later,
        paper,
        size: (80, 24),
    }
}

#[test]
fn the_computer_is_asked_when_it_is_its_turn_and_no_sooner() {
    let mut player = Player::at_table(GAME);
    assert_eq!(player.app.wanted(), None);
    player.press("e4<enter>");
    let task = player.app.task(player.at).unwrap();
    assert_eq!(task.purpose, Purpose::Move);
    assert_eq!(task.line.moves().len(), 1);
    assert_eq!(task.computer.to_string(), "black 7 level 3");
    assert!(task.clocks.is_none());
    player.press("<computer e5>");
    assert_eq!(moves(&player), "e4 e5");
    assert_eq!(player.app.wanted(), None);
    let mut player = Player::at_table("level 3=white");
    player.press("<computer d4>");
    assert_eq!(moves(&player), "d4");
}

#[test]
fn a_move_is_played_when_a_person_would_have_found_it() {
    let mut player = Player::at_table(GAME);
    player.press("e4<enter><computer e5 0 1500>");
    assert_eq!(player.app.wanted(), None, "it has decided");
    let due = player.app.deadline(player.at).unwrap();
    assert_eq!(due, BEGIN + Span::from_millis(1500));
    // Keys are heard meanwhile.
    player.press("<wait 1499>dr");
    assert_eq!(moves(&player), "e4");
    assert!(
        player.sees("draw: offer it") || player.sees("draw"),
        "{}",
        player.screen()
    );
    player.press("<wait 1>");
    assert_eq!(moves(&player), "e4 e5");
    // Who has thought longer than a person moves at once.
    player.press("<back><back>Nf3<enter><wait 3000><computer Nc6 0 1500>");
    assert_eq!(moves(&player), "e4 e5 Nf3 Nc6");
}

#[test]
fn the_clock_of_who_thinks_runs() {
    let mut player = Player::at_table(CLOCK);
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
    // The screen is drawn when a digit changes, and when the move is due.
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
    let mut player = Player::at_table(CLOCK);
    player.press("e4<enter><computer e5>Nf3<enter><wait 301000>");
    assert_eq!(player.app.game().ending().unwrap().reason, Reason::Time);
    assert_eq!(player.app.wanted(), None);
}

#[test]
fn while_the_clocks_stand_nobody_thinks() {
    let mut player = Player::at_table(CLOCK);
    player.press("e4<enter><computer e5>Nf3<enter><f7>");
    assert_eq!(player.app.wanted(), None);
    player.press("<wait 60000><enter>");
    assert!(player.app.wanted().is_some());
    player.press("<computer Nc6 0 2000><f7><wait 60000>");
    assert_eq!(moves(&player), "e4 e5 Nf3");
    player.press("<enter><wait 1000>");
    assert_eq!(moves(&player), "e4 e5 Nf3");
    player.press("<wait 1000>");
    assert_eq!(moves(&player), "e4 e5 Nf3 Nc6");
}

#[test]
fn a_take_back_takes_back_both_moves() {
    let mut player = Player::at_table(GAME);
    player.press("e4<enter><computer e5>Nf3<enter><computer Nc6><f5>");
    assert_eq!(moves(&player), "e4 e5");
    assert_eq!(player.app.game().turn(), Color::White);
    assert!(player.sees("2 moves were taken back."));
    player.press("takeback<enter>takeback<enter>");
    assert_eq!(moves(&player), "");
    let mut player = Player::at_table("level 3=black; no take-backs");
    player.press("e4<enter><computer e5><f5>");
    assert_eq!(moves(&player), "e4 e5");
}

#[test]
fn who_takes_back_while_the_computer_thinks_gets_one_move_back() {
    let mut player = Player::at_table(GAME);
    player.press("e4<enter><computer e5>Nf3<enter>");
    let number = player.app.wanted().unwrap();
    player.press("takeback<enter>");
    assert_eq!(moves(&player), "e4 e5");
    // What it was thinking about is not wanted any more.
    assert_eq!(player.app.wanted(), None);
    player.press("Nc3<enter>");
    assert_ne!(player.app.wanted(), Some(number));
    player.press("<computer Nf6 0 5000><f5><wait 9000>");
    assert_eq!(moves(&player), "e4 e5");
}

/// Knights go out and come back, so that the opening is over.
const LONG: &str = "Nf3<enter><computer Nf6>Ng1<enter><computer Ng8>Nc3<enter><computer Nc6>\
                    Nb1<enter><computer Nb8>e3<enter><computer e6>Be2<enter><computer Be7>\
                    Nf3<enter><computer Nf6>Nc3<enter><computer Nc6>b3<enter><computer b6>\
                    Bb2<enter><computer Bb7>";

#[test]
fn a_draw_is_declined_in_the_opening() {
    let mut player = Player::at_table(GAME);
    player.press("e4<enter><computer e5 -50><f3>");
    assert!(
        player.sees("Black declines the draw."),
        "{}",
        player.screen()
    );
    assert!(player.app.game().ending().is_none());
}

#[test]
fn a_draw_is_accepted_by_who_is_not_better() {
    for (score, reason) in [("-10", Some(Reason::Agreement)), ("80", None)] {
        let mut player = Player::at_table(GAME);
        player.press(LONG);
        player.press(&format!("Qc1<enter><computer Qc8 {score}>draw<enter>"));
        let ending = player.app.game().ending();
        assert_eq!(ending.map(|it| it.reason), reason, "{score}");
    }
}

#[test]
fn an_offer_with_a_move_is_answered_with_a_thought() {
    let mut player = Player::at_table(GAME);
    player.press(LONG);
    player.press("Qc1 draw<enter>");
    assert!(player.sees("White offers a draw, and waits for the answer."));
    // Nobody answers for the computer.
    player.press("y<enter>");
    assert!(player.sees("That is for your opponent to answer."));
    let mut other = Player::at_table(GAME);
    other.press(LONG);
    other.press("Qc1 draw<enter><computer Qc8 200>");
    assert!(other.sees("Black plays on."), "{}", other.screen());
    player.press("<computer Qc8 0>");
    let ending = player.app.game().ending().unwrap();
    assert_eq!(ending.reason, Reason::Agreement);
}

#[test]
fn only_strong_players_give_up() {
    for (table, gives_up) in [("full=black", true), ("level 3=black", false)] {
        let mut player = Player::at_table(table);
        player.press("e4<enter><computer e5 -2000>Nf3<enter><computer Nc6 -2000>");
        assert!(player.app.game().ending().is_none());
        player.press("Bc4<enter><computer Bc5 -2000>");
        let ending = player.app.game().ending();
        assert_eq!(ending.is_some(), gives_up, "{table}");
    }
    // What was taken back is forgotten.
    let mut player = Player::at_table("full=black");
    player.press("e4<enter><computer e5 -2000>Nf3<enter><computer Nc6 -2000><f5>");
    player.press("Nc3<enter><computer Nf6 -2000>");
    assert!(player.app.game().ending().is_none());
}

#[test]
fn the_computer_claims_a_draw_where_it_is_not_better() {
    let shuffle = "Nf3<enter><computer Nf6 0>Ng1<enter><computer Ng8 0>";
    let mut player = Player::at_table(GAME);
    player.press(shuffle);
    player.press("Nf3<enter><computer Nf6 0>Ng1<enter>");
    player.press("<computer Ng8 300>");
    assert!(player.app.game().ending().is_none(), "it is better");
    player.press("<f5>Ng1<enter><computer Ng8 -20>");
    let ending = player.app.game().ending().unwrap();
    assert_eq!(ending.reason, Reason::Threefold);
}

#[test]
fn nobody_moves_or_speaks_for_the_computer() {
    let mut player = Player::at_table(GAME);
    player.press("e4<enter>e5<enter>");
    assert_eq!(moves(&player), "e4");
    player.press("black resign<enter>");
    assert!(player.sees("Arbiter level 3 speaks for itself."));
    // With the mouse, on e7.
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
fn the_computer_agrees_to_call_a_game_off() {
    let mut player = Player::at_table(GAME);
    player.press("e4<enter><computer e5>abort<enter>");
    assert_eq!(player.app.game().ending().unwrap().reason, Reason::Aborted);
}

#[test]
fn who_fails_can_be_asked_again_and_no_time_is_lost() {
    let mut player = Player::at_table(CLOCK);
    player.press("e4<enter><computer e5>Nf3<enter><wait 1000><computer fails><wait 90000>");
    assert!(player.sees("Arbiter level 3 does not play: it has stopped thinking."));
    assert_eq!(player.app.wanted(), None);
    player.press("y<computer Nc6>");
    assert_eq!(moves(&player), "e4 e5 Nf3 Nc6");
    let left = player
        .app
        .game()
        .remaining(Color::Black, player.at)
        .unwrap();
    assert_eq!(left.as_seconds(), 299);
    let mut player = Player::at_table(GAME);
    player.press("e4<enter><computer fails>q");
    assert!(player.app.has_left());
}

#[test]
fn the_same_opponent_goes_on_after_a_crash() {
    let mut first = Player::at_table("level 3=white; clock=5+3");
    first.press("<computer e4>e5<enter><computer Nf3 0 4000>");
    let second = resume(&first);
    assert_eq!(second.app.computer(), first.app.computer());
    assert!(second.app.wanted().is_some(), "it thinks again");
    // The board is turned to the person, who has black.
    let screen = second.screen();
    assert!(screen.contains("1   ♜"), "{screen}");
    let mut second = second;
    second.press("<computer Nf3>Nc6<enter>");
    assert_eq!(moves(&second), "e4 e5 Nf3 Nc6");
    let text = second.paper.journal();
    let journal = Journal::read(text.as_bytes()).unwrap().unwrap();
    assert_eq!(&journal.game, second.app.game());
    assert_eq!(journal.computer.as_ref(), second.app.computer());
}

/// A journal may name an opponent of a later version.
#[test]
fn an_opponent_whom_nobody_knows_is_played_by_a_person() {
    let mut first = Player::at_table(GAME);
    first.press("e4<enter><computer e5>");
    let text = first.paper.journal().replace("level 3", "magic 3");
    let journal = Journal::read(text.as_bytes()).unwrap().unwrap();
    assert_eq!(journal.computer, None);
    assert_eq!(journal.game.moves().len(), 2);
}

#[test]
fn another_opponent_is_a_command_away() {
    let mut player = Player::at_table("80x24");
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
    // The same again, and another seed.
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
    assert!(player.sees("Say against whom"));
}

#[test]
fn a_name_stays_with_its_owner() {
    let mut player = Player::at_table("80x24; white=Anna; level 3=black");
    assert!(player.sees("Anna") && player.sees("Arbiter level 3"));
    player.press("new black<enter>");
    let screen = player.screen();
    let above = screen.find("Arbiter level 3").unwrap();
    assert!(above < screen.find("Anna").unwrap(), "{screen}");
    assert_eq!(player.app.computer().unwrap().color, Color::White);
}

#[test]
fn a_saved_game_goes_on_against_the_computer() {
    let mut player = Player::at_table(GAME);
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
fn hints_are_for_who_plays_alone() {
    let mut player = Player::at_table("80x24");
    player.press("hint<enter>");
    assert!(player.sees("Hints are for games against the computer."));
    let mut player = Player::at_table(GAME);
    player.press("hint<enter>");
    assert_eq!(player.app.task(player.at).unwrap().purpose, Purpose::Hint);
    player.press("<computer e4>");
    assert!(
        player.sees("Hint: e4. White plays pawn e4."),
        "{}",
        player.screen()
    );
    assert_eq!(moves(&player), "");
    player.press("hint<enter>d4<enter>");
    // The move was quicker than the hint.
    assert_eq!(player.app.task(player.at).unwrap().purpose, Purpose::Move);
    player.press("hint<enter>");
    assert!(player.sees("It is the computer's turn."));
}
