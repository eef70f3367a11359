//! Claims about clocks.

use arbiter_game::{Clock, LagCompensation, Span, Time, TimeControl};
use arbiter_rules::Color;

use super::{claims::same, html::Element};

/// Checks how a time control is written, and what its clocks show after moves of
/// these lengths.
pub fn check(claim: &Element) -> Result<(), String> {
    let text = claim.value("control").unwrap_or_default();
    let control: TimeControl = text.parse().map_err(|error| format!("{text}: {error}"))?;
    if let Some(written) = claim.value("written") {
        return same("the rule", written, control);
    }
    let shows = claim.value("shows").ok_or("what does it show?")?;
    let mut clock = Clock::new(&control, LagCompensation::OFF);
    let mut at = Time::from_millis(0);
    clock.start(at, Color::White);
    for seconds in claim.value("uses").unwrap_or_default().split_whitespace() {
        at = at.checked_add(span(seconds)?).ok_or("too late")?;
        clock.press(at, Span::ZERO);
    }
    if let Some(seconds) = claim.value("waits") {
        at = at.checked_add(span(seconds)?).ok_or("too late")?;
    }
    let shown = Color::ALL.map(|color| match clock.remaining(color, at) {
        Some(span) => span.to_string(),
        None => "-".to_owned(),
    });
    same("what the clocks show", shows, shown.join(" "))?;
    let down = clock
        .fallen_flag(at)
        .map_or("none".to_owned(), |color| color.to_string());
    same("the flag", claim.value("flag").unwrap_or("none"), down)
}

/// Parses a time in seconds: `2.5` is 2500 milliseconds.
pub fn span(text: &str) -> Result<Span, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("{text} is no time"))?;
    Ok(Span::from_millis((seconds * 1000.0).round() as u64))
}
