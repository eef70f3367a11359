//! A game by lines instead of a screen, for simple terminals, screen readers and
//! pipes.

use std::io::{self, BufRead, Write};

use arbiter_rules::Diagram;

use crate::{App, Glyphs, SystemClock, help, terminal::MoveChooser};

/// Plays until the input ends or the players quit.
///
/// # Errors
///
/// Returns the error of the input or the output.
pub fn play_plain(
    app: &mut App,
    clock: SystemClock,
    lines: impl BufRead,
    mut out: impl Write,
) -> io::Result<()> {
    let mut chooser = MoveChooser::default();
    print_board(app, clock, &mut out)?;
    if think(app, &mut chooser, clock) {
        print_board(app, clock, &mut out)?;
    }
    for line in lines.split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        let before = app.board_key();
        app.tick(clock.now());
        app.enter_line(clock.now(), line.trim());
        if app.has_quit() {
            break;
        }
        if app.close_help() {
            print_help(app, &mut out)?;
            continue;
        }
        if app.pending_request().is_some() && app.board_key() != before {
            // The board is shown once the computer has moved.
            writeln!(out, "{}", app.spoken_move())?;
            out.flush()?;
        }
        think(app, &mut chooser, clock);
        if app.board_key() == before {
            print_report(app, clock, &mut out)?;
        } else {
            print_board(app, clock, &mut out)?;
        }
    }
    app.quit(clock.now());
    Ok(())
}

/// Lets the computer think about all pending requests. Returns false if there are
/// none.
fn think(app: &mut App, chooser: &mut MoveChooser, clock: SystemClock) -> bool {
    let mut has_thought = false;
    while let Some(request) = app.think_request(clock.now()) {
        let result = chooser.choose(&request, &|| false);
        app.finish_thinking_at_once(clock.now(), request.number, result);
        has_thought = true;
    }
    has_thought
}

fn print_board(app: &App, clock: SystemClock, out: &mut impl Write) -> io::Result<()> {
    let view = app.view();
    let mut picture = Diagram::of(app.position())
        .seen_by(view.below)
        .without_caption();
    if let Some((_, mv)) = app.last_move().filter(|(_, mv)| !mv.is_pass()) {
        picture = picture.last_move(mv.from(), mv.to());
    }
    match view.theme.glyphs {
        Glyphs::Ascii => writeln!(out, "{}", picture.ascii())?,
        Glyphs::Unicode => writeln!(out, "{}", picture.unicode())?,
    }
    writeln!(out, "{}", app.spoken_move())?;
    if let Some(summary) = app.rules_summary().filter(|_| app.ply() == 0) {
        writeln!(out, "{summary}")?;
    }
    for line in app.spoken_arrivals() {
        writeln!(out, "{line}")?;
    }
    print_report(app, clock, out)
}

/// Prints what can be typed.
fn print_help(app: &App, out: &mut impl Write) -> io::Result<()> {
    let mut rows = vec![("e4 Nf3 O-O", "play a move, in any notation")];
    if let Some(summary) = app.rules_summary() {
        writeln!(out, "{summary}")?;
        rows.push(("N@g1 Ng g", "place the waiting piece on your back rank"));
        rows.push(("pass", "pass, if you have no legal move"));
    }
    rows.extend(help::commands());
    for (usage, meaning) in rows {
        writeln!(out, "{usage:<14} {meaning}")?;
    }
    out.flush()
}

fn print_report(app: &App, clock: SystemClock, out: &mut impl Write) -> io::Result<()> {
    for line in app.report(clock.now()) {
        writeln!(out, "{line}")?;
    }
    out.flush()
}
