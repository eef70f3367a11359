//! Hints in games against the computer.

use std::sync::Arc;

use arbiter_engine::opening_book;
use arbiter_game::Game;
use arbiter_rules::{Move, PlayedLine};
use arbiter_wire::{Hint, Scope};
use axum::extract::State;

use super::{extract::GamePath, pgn::load};
use crate::{
    base::PlayerId,
    endpoints::{
        App, Json,
        caller::Caller,
        routes::{Routes, post},
    },
    play::{
        analysis::{AnalysisJob, AnalysisReports},
        room::hosted_game::HostedGame,
    },
    refusal::ServerRefusal,
    store::StoredGame,
};

/// How deep the engine looks for a hint, in half-moves.
const HINT_DEPTH: u8 = 12;

/// Returns the endpoint for hints.
pub fn routes() -> Routes {
    Routes::new().route("/v1/games/{id}/hint", post(hint))
}

/// Get a hint in a casual game against the computer.
///
/// In the opening the hint is the main move of the book from which the computer plays; after that
/// it is what the engine finds, within the limits of `/v1/analysis`.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/games/{id}/hint", tag = "games",
    params(("id" = String, Path, description = "The id of the game.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Hint),
        (status = 403, description = "`not_a_player`: you do not play in this game."),
        (status = 404, description = "`unknown_game`."),
        (status = 409, description = "`no_hints`: it is not your turn in a casual game against the \
            computer."),
    )
))]
pub async fn hint(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(id): GamePath,
) -> Result<Json<Hint>, ServerRefusal> {
    let player = caller.require(Scope::Play)?.id;
    let stored = app.store.load_game(id).await?;
    let stored = stored.ok_or(ServerRefusal::UnknownGame(id))?;
    let read = move || line_for(stored, player);
    let line = app.games.proofs.run(caller.address, read).await??;
    if let Some(mv) = opening_book::main_move(line.position()) {
        return Ok(Json(hint_of(&line, mv)));
    }
    let _permit = app.limits.connect(caller.address)?;
    let job = AnalysisJob {
        line: line.clone(),
        lines: 1,
        depth: HINT_DEPTH,
    };
    let reports = app.analysis.submit(caller.address, job)?;
    let stopping = app.stop.subscribe();
    let found = tokio::select! {
        found = best_move(reports, &line) => found,
        () = stopping.received() => return Err(ServerRefusal::Stopping),
    };
    // A newer search of the same address may have replaced this one.
    found.map(Json).ok_or(ServerRefusal::Busy)
}

/// Returns the game as the player knows it, if they may get a hint now.
fn line_for(stored: StoredGame, player: PlayerId) -> Result<PlayedLine, ServerRefusal> {
    let is_rated = stored.options.rated;
    let hosted: HostedGame = load(stored)?;
    let game: &Game = hosted.referee().ok_or(ServerRefusal::NotStarted)?;
    let sides = hosted.sides(player);
    if sides.is_empty() {
        return Err(ServerRefusal::NotAPlayer);
    }
    let is_turn = game.ending().is_none() && sides.contains(&game.turn());
    let opponent = hosted.player(!game.turn());
    let is_computer = opponent.is_some_and(|opponent| opponent.level().is_some());
    if !is_turn || !is_computer || is_rated {
        return Err(ServerRefusal::NoHints);
    }
    Ok(game.guessed_line())
}

/// Waits for the end of a search and returns the best move it has found.
async fn best_move(mut reports: AnalysisReports, line: &PlayedLine) -> Option<Hint> {
    let mut best = None;
    while let Some(report) = reports.next().await {
        let moves = report.lines.into_iter().next().map(|line| line.moves);
        best = moves.and_then(|moves| moves.into_iter().next()).or(best);
    }
    let mv = line.read(&best?).ok()?;
    Some(hint_of(line, mv))
}

fn hint_of(line: &PlayedLine, mv: Move) -> Hint {
    let position = line.position();
    Hint {
        ply: u32::try_from(line.moves().len()).unwrap_or(u32::MAX),
        uci: position.uci(mv).to_string(),
        san: position.san(mv).to_string(),
    }
}
