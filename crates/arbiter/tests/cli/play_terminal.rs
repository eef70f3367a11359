//! Whole games in a real pseudo-terminal.

use std::{
    io::{Read, Write},
    num::NonZeroU16,
    path::Path,
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::play::folder;

/// The program in a terminal, which usually has 24 rows of 80 columns.
pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    bytes: Receiver<Vec<u8>>,
    /// Everything the program has written.
    written: Vec<u8>,
    screen: vt100::Parser,
}

/// Longer than any machine should need.
const OUTPUT_TIMEOUT: Duration = Duration::from_secs(120);

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap()
}

impl Terminal {
    fn start(folder: &Path, arguments: &[&str]) -> Terminal {
        Terminal::running(folder, &[&["play"], arguments].concat())
    }

    /// Runs any command in the terminal.
    pub fn running(folder: &Path, arguments: &[&str]) -> Terminal {
        Terminal::sized(folder, arguments, 24, 80)
    }

    /// Runs any command in a terminal of this size.
    pub fn sized(folder: &Path, arguments: &[&str], rows: u16, cols: u16) -> Terminal {
        let size = PtySize {
            rows,
            cols,
            ..PtySize::default()
        };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_arbiter"));
        command.args(arguments);
        command.cwd(folder);
        command.env("XDG_STATE_HOME", folder);
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.env_remove("LC_ALL");
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, bytes) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let keyboard = pair.master.take_writer().unwrap();
        Terminal {
            child,
            master: pair.master,
            keyboard,
            bytes,
            written: Vec::new(),
            screen: vt100::Parser::new(cells(rows), cells(cols), 0),
        }
    }

    pub fn keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    fn line(&mut self, line: &str) {
        self.keys(&format!("{line}\r"));
    }

    /// Reads until the screen shows this.
    #[track_caller]
    pub fn sees(&mut self, text: &str) {
        let deadline = Instant::now() + OUTPUT_TIMEOUT;
        while !self.screen.screen().contents().contains(text) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.bytes.recv_timeout(left) {
                Ok(bytes) => {
                    self.screen.process(&bytes);
                    self.written.extend(bytes);
                }
                Err(error) => {
                    let screen = self.screen.screen().contents();
                    panic!("{error}: no {text:?} in\n{screen}");
                }
            }
        }
    }

    /// Reads until the program ends, and returns what the terminal then shows. A line that
    /// is wider than the terminal is one line.
    #[track_caller]
    pub fn ends(self) -> String {
        self.ends_by(None)
    }

    /// Reads until the program ends, by this signal if there is one.
    #[track_caller]
    fn ends_by(mut self, by_signal: Option<&str>) -> String {
        let deadline = Instant::now() + OUTPUT_TIMEOUT;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert_eq!(status.signal(), by_signal, "{status:?}");
                assert_eq!(status.success(), by_signal.is_none(), "{status:?}");
                break;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "it does not end");
            // The program prints something before it ends, and then closes the
            // terminal or is seen to have ended soon.
            let wait = left.min(Duration::from_millis(50));
            if let Ok(bytes) = self.bytes.recv_timeout(wait) {
                self.screen.process(&bytes);
            }
        }
        drop(self.keyboard);
        drop(self.master);
        while let Ok(bytes) = self.bytes.recv() {
            self.screen.process(&bytes);
        }
        // The terminal is restored: no alternate screen, no mouse reporting.
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert!(!screen.hide_cursor());
        screen.contents()
    }
}

#[test]
fn a_whole_game_in_a_real_terminal() {
    let folder = folder("terminal");
    let arguments = ["--clock", "5+3", "--white", "Anna", "--black", "Bo"];
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.sees("White to move.");
    terminal.sees("Anna");
    terminal.sees("5:00");
    terminal.line("e4");
    terminal.sees("1. White plays pawn to e4.");
    // An illegal move is explained, and the game continues.
    terminal.line("Ke6");
    terminal.sees("a king moves one square in any direction");
    terminal.sees("(FIDE 3.8.1)");
    terminal.line("e7e5");
    terminal.sees("1. Black plays pawn to e5.");
    // With the arrow keys: the bishop from f1 to c4.
    terminal.keys("\t\x1b[B\x1b[C ");
    terminal.sees("Esc cancels");
    terminal.keys("\x1b[A\x1b[A\x1b[A\x1b[D\x1b[D\x1b[D\r");
    terminal.sees("2. White plays bishop to c4.");
    terminal.line("Nc6");
    terminal.sees("2. Black plays knight to c6.");
    // With the mouse: the queen from d1 to h5, dragged.
    terminal.keys("\x1b[<0;20;16M\x1b[<0;40;8m");
    terminal.sees("3. White plays queen to h5.");
    terminal.line("Nf6");
    terminal.sees("3. Black plays knight to f6.");
    terminal.keys("?");
    terminal.sees("any key: close");
    terminal.keys("x");
    terminal.line("Qxf7");
    terminal.sees("4. White's queen captures the pawn on f7, checkmate.");
    terminal.sees("1–0 White wins: checkmate");
    terminal.keys("\x1b[D\x1b[D");
    terminal.sees("EARLIER POSITION, after 3. Qh5.");
    terminal.line("save game.pgn");
    terminal.sees("Saved as game.pgn.");
    terminal.line("quit");
    terminal.ends();
    let saved = std::fs::read_to_string(folder.join("game.pgn")).unwrap();
    assert!(saved.contains("[White \"Anna\"]"), "{saved}");
    assert!(saved.contains("4. Qxf7#"), "{saved}");
    assert!(saved.trim_end().ends_with("1-0"), "{saved}");
}

#[cfg(unix)]
#[test]
fn signals_restore_the_terminal_and_lose_nothing() {
    for (signal, name) in [
        ("-TERM", "Terminated"),
        ("-HUP", "Hangup"),
        ("-QUIT", "Quit"),
        ("-INT", "Interrupt"),
    ] {
        let folder = folder(&format!("signal{signal}"));
        let mut terminal = Terminal::start(&folder, &["--clock", "10+0"]);
        terminal.sees("White to move.");
        terminal.line("d4");
        terminal.sees("1. White plays pawn to d4.");
        // The help hides the cursor.
        terminal.line("help");
        terminal.sees("any key: close");
        let id = terminal.child.process_id().unwrap().to_string();
        let sent = std::process::Command::new("kill")
            .args([signal, &id])
            .status();
        assert!(sent.unwrap().success());
        terminal.ends_by(Some(name));
        let mut terminal = Terminal::start(&folder, &[]);
        terminal.sees("unfinished game: White against Black, after 1. d4.");
        terminal.keys("y");
        terminal.sees("Game resumed.");
        terminal.line("quit");
        terminal.ends();
    }
}

#[test]
fn a_game_continues_after_a_crash() {
    let folder = folder("crash");
    let mut terminal = Terminal::start(&folder, &["--clock", "10+0", "--ascii"]);
    terminal.sees("White to move.");
    terminal.line("d4");
    terminal.sees("1. White plays pawn to d4.");
    terminal.line("d5");
    terminal.sees("1. Black plays pawn to d5.");
    // On Unix this is SIGKILL, which the program cannot catch.
    terminal.child.kill().unwrap();
    terminal.child.wait().unwrap();
    drop(terminal);
    let mut terminal = Terminal::start(&folder, &[]);
    terminal.sees("unfinished game: White against Black, after 1… d5.");
    terminal.keys("y");
    terminal.sees("Game resumed.");
    // The crash left the alternate screen on, and the shell has written to it:
    // it has to be cleared.
    let clear = b"\x1b[2J";
    assert!(terminal.written.windows(4).any(|bytes| bytes == clear));
    terminal.line("c4");
    terminal.sees("2. White plays pawn to c4.");
    // A second instance does not touch this game.
    let mut other = Terminal::start(&folder, &[]);
    other.sees("White to move.");
    other.line("quit");
    other.ends();
    terminal.line("e6");
    terminal.sees("2. Black plays pawn to e6.");
    terminal.keys("\x03");
    terminal.ends();
}

#[test]
fn a_game_against_the_computer_in_a_real_terminal() {
    let folder = folder("computer");
    let arguments = [
        "--level", "1", "--color", "white", "--seed", "7", "--clock", "0:30",
    ];
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.sees("You play White against level 1");
    terminal.line("a3");
    terminal.sees("1. Black");
    terminal.line("h3");
    terminal.sees("2. Black");
    terminal.line("hint");
    terminal.sees("Hint: ");
    terminal.line("takeback");
    terminal.sees("The last 2 moves were taken back.");
    terminal.child.kill().unwrap();
    terminal.child.wait().unwrap();
    drop(terminal);
    let mut terminal = Terminal::start(&folder, &[]);
    terminal.sees("unfinished game: You against Arbiter level 1, after 1…");
    terminal.keys("y");
    terminal.line("h3");
    terminal.sees("2. Black");
    terminal.line("resign");
    terminal.sees("White: really resign?");
    terminal.keys("y");
    terminal.sees("0–1 Black wins: resignation");
    terminal.line("quit");
    terminal.ends();
}

/// Returns the mouse report for a square, seen from White's side at 80 by 24.
fn mouse(button: &str, square: &str, end: char) -> String {
    let mut letters = square.bytes();
    let (file, rank) = (
        letters.next().unwrap() - b'a',
        letters.next().unwrap() - b'1',
    );
    let (column, row) = (2 + 5 * file + 2, 1 + 2 * (7 - rank));
    format!("\x1b[<{button};{};{}{end}", column + 1, row + 1)
}

#[test]
fn a_whole_game_of_saktris_in_a_real_terminal() {
    let folder = folder("saktris");
    let rules = ["--variant", "saktris", "--seed", "3176", "--preview", "2"];
    let table = ["--clock", "5+3", "--white", "Anna", "--black", "Bo"];
    let mut terminal = Terminal::start(&folder, &[rules, table].concat());
    terminal.sees("Saktris. Both sides get their");
    // The tray: the waiting pawn, the next piece, and those still hidden.
    terminal.sees("[♙] ♙  +14");
    terminal.sees("place it");
    terminal.sees("White must place the pawn anywhere on the back rank.");
    terminal.line("e4");
    terminal.sees("the waiting pawn must be placed first");
    // With the file alone, and with a click.
    terminal.line("d");
    terminal.sees("1. White places a pawn on d1.");
    terminal.keys(&(mouse("0", "h8", 'M') + &mouse("0", "h8", 'm')));
    terminal.sees("1. Black places a pawn on h8.");
    terminal.line("d2");
    terminal.line("h7");
    terminal.sees("2. Black plays pawn to h7.");
    // With the cursor, which shows the piece.
    terminal.keys(" \x1b[D\x1b[D\x1b[D\x1b[D\x1b[D");
    terminal.sees("Enter places the pawn on c1");
    terminal.sees("[♟]");
    terminal.keys("\r");
    terminal.sees("3. White places a pawn on c1.");
    // Dragged from the tray: the piece is shown where it would be placed.
    terminal.keys(&format!("\x1b[<0;49;3M{}", mouse("32", "g8", 'M')));
    terminal.sees("(♟)");
    terminal.keys(&mouse("0", "g8", 'm'));
    terminal.sees("3. Black places a pawn on g8.");
    // A piece that is not waiting cannot be placed.
    terminal.line("g");
    terminal.sees("P@g1 is not allowed: no piece is waiting to be placed.");
    terminal.line("c2");
    terminal.line("g7");
    terminal.line("P@e1");
    terminal.line("a");
    terminal.sees("5. Black places a pawn on a8.");
    // Three of a kind leave: on the board, in words and in the move list.
    terminal.line("e2");
    terminal.sees("Three pawns on the second rank leave.");
    terminal.sees("×♟×  ×♟×  ×♟×");
    terminal.sees("[e2 -♙♙♙]");
    terminal.line("a7");
    terminal.line("f");
    terminal.sees("7. White places a queen on f1.");
    terminal.line("Qg");
    terminal.line("Qf7");
    terminal.line("Qe8");
    terminal.sees("8. Black plays queen to e8.");
    terminal.line("N@g1");
    terminal.sees("a king is waiting to be placed, not a knight");
    terminal.line("Kg");
    terminal.line("h8");
    terminal.sees("9. Black places a king on h8.");
    terminal.line("Qxe8");
    terminal.sees("10. White's queen captures the queen on e8, checkmate.");
    terminal.sees("1–0 White wins: checkmate");
    terminal.sees("never arrived");
    // The clear is shown again when the player steps back to it.
    terminal.line("go 6");
    terminal.sees("EARLIER POSITION, after 6. e2.");
    terminal.sees("Three pawns on the second rank leave.");
    terminal.line("save game.pgn");
    terminal.sees("Saved as game.pgn.");
    terminal.line("quit");
    terminal.ends();
    let saved = std::fs::read_to_string(folder.join("game.pgn")).unwrap();
    assert!(saved.contains("[Variant \"Saktris\"]"), "{saved}");
    assert!(saved.contains("[SaktrisSeed \"3176\"]"), "{saved}");
    assert!(saved.contains("10. Qxe8#"), "{saved}");
    assert!(saved.trim_end().ends_with("1-0"), "{saved}");
}

#[test]
fn saktris_against_the_computer_in_a_real_terminal() {
    let folder = folder("saktris_computer");
    let rules = [
        "--variant",
        "saktris",
        "--order",
        "different",
        "--seed",
        "7",
    ];
    let table = ["--level", "1", "--color", "black", "--clock", "0:30"];
    let mut terminal = Terminal::start(&folder, &[&rules[..], &table].concat());
    terminal.sees("You play Black against level 1");
    terminal.sees("1. White places a ");
    terminal.sees("Black must place the pawn anywhere on the back rank.");
    terminal.line("hint");
    terminal.sees("Hint: P@");
    terminal.line("d");
    terminal.sees("2. White ");
    // Only the pieces that have arrived are shown.
    terminal.line("fen");
    terminal.sees("??????????????");
    terminal.line("takeback");
    terminal.sees("The last 2 moves were taken back.");
    terminal.child.kill().unwrap();
    terminal.child.wait().unwrap();
    drop(terminal);
    let mut terminal = Terminal::start(&folder, &[]);
    terminal.sees("unfinished game: Arbiter level 1 against You, after 1. P@");
    terminal.keys("y");
    terminal.sees("Black must place the pawn anywhere on the back rank.");
    terminal.line("e8");
    terminal.sees("2. White ");
    terminal.line("resign");
    terminal.keys("y");
    terminal.sees("1–0 White wins: resignation");
    terminal.line("quit");
    terminal.ends();
}

#[test]
fn a_resized_terminal_is_redrawn() {
    let folder = folder("resize");
    let mut terminal = Terminal::start(&folder, &[]);
    terminal.sees("a    b    c    d");
    let size = PtySize {
        rows: 15,
        cols: 40,
        ..PtySize::default()
    };
    terminal.screen.screen_mut().set_size(cells(15), cells(40));
    terminal.master.resize(size).unwrap();
    terminal.sees("a  b  c  d  e");
    terminal.line("quit");
    terminal.ends();
}
