//! A game without a screen: lines in, lines out. For terminals that can do
//! nothing else, for those who hear instead of see, and for pipes.

use std::io::{self, BufRead, Write};

use arbiter_rules::Diagram;

use crate::{App, Glyphs, Watch, command::WORDS, shell::Mind};

/// Plays until the lines end or the players leave.
///
/// # Errors
///
/// What the lines or the paper say.
pub fn play_plain(
    app: &mut App,
    watch: Watch,
    lines: impl BufRead,
    mut out: impl Write,
) -> io::Result<()> {
    let mut mind = Mind::default();
    show(app, watch, &mut out)?;
    if think(app, &mut mind, watch) {
        show(app, watch, &mut out)?;
    }
    for line in lines.split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        let before = app.picture_number();
        app.tick(watch.now());
        app.line(watch.now(), line.trim());
        if app.has_left() {
            break;
        }
        if app.close_help() {
            help(app, &mut out)?;
            continue;
        }
        if app.wanted().is_some() && app.picture_number() != before {
            // The board is shown when the computer has answered.
            writeln!(out, "{}", app.spoken())?;
            out.flush()?;
        }
        think(app, &mut mind, watch);
        if app.picture_number() == before {
            tell(app, watch, &mut out)?;
        } else {
            show(app, watch, &mut out)?;
        }
    }
    app.leave(watch.now());
    Ok(())
}

/// Lets the computer do what it is asked for; false if it is not.
fn think(app: &mut App, mind: &mut Mind, watch: Watch) -> bool {
    let mut has_thought = false;
    while let Some(task) = app.task(watch.now()) {
        let thought = mind.think(&task, &|| false);
        app.thought_at_once(watch.now(), task.number, thought);
        has_thought = true;
    }
    has_thought
}

fn show(app: &App, watch: Watch, out: &mut impl Write) -> io::Result<()> {
    let looks = app.looks();
    let mut picture = Diagram::of(app.position())
        .seen_by(looks.below)
        .without_caption();
    if let Some((_, mv)) = app.last_move().filter(|(_, mv)| !mv.is_pass()) {
        picture = picture.last_move(mv.from(), mv.to());
    }
    match looks.theme.glyphs {
        Glyphs::Ascii => writeln!(out, "{}", picture.ascii())?,
        Glyphs::Unicode => writeln!(out, "{}", picture.unicode())?,
    }
    writeln!(out, "{}", app.spoken())?;
    for line in app.agreed().filter(|_| app.ply() == 0).into_iter() {
        writeln!(out, "{line}")?;
    }
    for line in app.arrivals() {
        writeln!(out, "{line}")?;
    }
    tell(app, watch, out)
}

/// What can be typed.
fn help(app: &App, out: &mut impl Write) -> io::Result<()> {
    let mut rows = vec![("e4 Nf3 O-O", "a move, in any notation")];
    if let Some(agreed) = app.agreed() {
        writeln!(out, "{agreed}")?;
        rows.push(("N@g1 Ng g", "place what waits on your back rank"));
        rows.push(("pass", "if nothing else can be done"));
    }
    rows.extend(WORDS.iter().map(|word| (word.usage, word.help)));
    for (usage, help) in rows {
        writeln!(out, "{usage:<14} {help}")?;
    }
    out.flush()
}

fn tell(app: &App, watch: Watch, out: &mut impl Write) -> io::Result<()> {
    for line in app.report(watch.now()) {
        writeln!(out, "{line}")?;
    }
    out.flush()
}
