use arbiter_game::TimeControl;
use arbiter_wire::{
    Clock, NewTournament, Takebacks, TournamentAccess, TournamentSystem, TournamentVenue,
};

use crate::{
    base::Address,
    play::{Games, create_game::check_start},
    refusal::ServerRefusal,
};

/// The longest time until the start, in milliseconds: a year.
const MAX_WAIT_MILLIS: u64 = 366 * 24 * 60 * 60 * 1_000;
const MAX_ROUNDS: u32 = 30;
const MAX_MINUTES: u32 = 600;
const MAX_PLAYERS: u32 = 1_000;
const MAX_BREAK_SECONDS: u32 = 24 * 60 * 60;
const MAX_BYES: u32 = 10;
const MAX_BOARDS: u32 = 500;
const MAX_TEAM_CHARACTERS: usize = 40;
const MAX_DESCRIPTION_CHARACTERS: usize = 1_000;

/// Checks a new tournament, and returns it as it is stored. `now` is in milliseconds
/// since 1970.
///
/// # Errors
///
/// Returns what is wrong with it.
pub async fn check_new(
    games: &Games,
    address: Address,
    mut new: NewTournament,
    now: u64,
) -> Result<NewTournament, ServerRefusal> {
    let fail = |field, message| Err(ServerRefusal::Field { field, message });
    new.name = one_line(&new.name);
    if !(3..=60).contains(&new.name.chars().count()) {
        return fail("name", "The name of a tournament has 3 to 60 characters.");
    }
    new.description = new.description.trim().replace('\0', "");
    if new.description.chars().count() > MAX_DESCRIPTION_CHARACTERS {
        return fail("description", "A description has at most 1000 characters.");
    }
    if !(1..=MAX_ROUNDS).contains(&new.rounds) {
        return fail("rounds", "A tournament has 1 to 30 rounds.");
    }
    check_teams(&mut new)?;
    let is_arena = new.system == TournamentSystem::Arena;
    if !(1..=MAX_MINUTES).contains(&new.minutes) {
        return fail("minutes", "An arena lasts 1 to 600 minutes.");
    }
    if !(1..=8).contains(&new.games) {
        return fail("games", "A match has 1 to 8 games.");
    }
    if is_arena && new.venue == TournamentVenue::Board {
        return fail("venue", "An arena is played on the server.");
    }
    if new.break_seconds.is_some_and(|it| it > MAX_BREAK_SECONDS) {
        return fail("break_seconds", "A break has at most 86400 seconds.");
    }
    if new.byes > MAX_BYES {
        return fail("byes", "A player may have at most 10 byes.");
    }
    let latest = now + MAX_WAIT_MILLIS;
    if new.starts.is_some_and(|it| it <= now || it > latest) {
        return fail(
            "starts",
            "A tournament starts in the future, within a year.",
        );
    }
    let entry = &mut new.entry;
    if !(2..=MAX_PLAYERS).contains(&entry.max_players) {
        return fail("entry.max_players", "A tournament has 2 to 1000 players.");
    }
    if entry.access != TournamentAccess::List {
        entry.names.clear();
    }
    if entry.names.len() > MAX_PLAYERS as usize
        || entry.names.iter().any(|it| it.chars().count() > 40)
    {
        return fail(
            "entry.names",
            "The list has at most 1000 names of accounts.",
        );
    }
    if let (Some(min), Some(max)) = (entry.min_rating, entry.max_rating)
        && min > max
    {
        return fail(
            "entry.max_rating",
            "The highest rating is below the lowest.",
        );
    }
    // There are no takebacks in a tournament.
    new.options.takebacks = Takebacks::Forbidden;
    new.options.berserk = false;
    if new.venue == TournamentVenue::Board {
        new.options.rated = false;
    }
    check_armageddon(&mut new)?;
    let options = check_start(games, address, &new.options).await?;
    if new.venue == TournamentVenue::Online && options.control == TimeControl::None {
        return fail("options.clock", "A tournament on the server needs a clock.");
    }
    Ok(new)
}

/// Checks the teams of a match; other tournaments have none.
fn check_teams(new: &mut NewTournament) -> Result<(), ServerRefusal> {
    let fail = |field, message| Err(ServerRefusal::Field { field, message });
    if !new.system.has_teams() {
        new.teams.clear();
        new.boards = 0;
        return Ok(());
    }
    new.teams = new.teams.iter().map(|it| one_line(it)).collect();
    let is_short = |it: &String| (1..=MAX_TEAM_CHARACTERS).contains(&it.chars().count());
    match &new.teams[..] {
        [one, other] if one != other && is_short(one) && is_short(other) => {}
        _ => {
            let message = "A match has two teams, with different names of 1 to 40 characters.";
            return fail("teams", message);
        }
    }
    if new.boards > MAX_BOARDS {
        return fail("boards", "A match has at most 500 boards.");
    }
    Ok(())
}

/// Checks the clock of the last game of a match; only knockouts on the server have one.
fn check_armageddon(new: &mut NewTournament) -> Result<(), ServerRefusal> {
    if new.system != TournamentSystem::Knockout || new.venue == TournamentVenue::Board {
        new.armageddon = None;
    }
    let Some(clock) = &new.armageddon else {
        return Ok(());
    };
    let field = "armageddon";
    let control: TimeControl = clock.0.parse().map_err(|_| ServerRefusal::Field {
        field,
        message: "The clock of the last game is written such as 5+0 / 4+0.",
    })?;
    if matches!(
        control,
        TimeControl::None | TimeControl::Correspondence { .. }
    ) {
        return Err(ServerRefusal::Field {
            field,
            message: "The last game of a match needs a clock.",
        });
    }
    new.armageddon = Some(Clock(control.to_string()));
    Ok(())
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    line.chars().filter(|it| !it.is_control()).collect()
}
