//! Carries out in the games what the computer has decided.

use std::{sync::Arc, time::Duration};

use super::{Games, computer::ComputerDecision};
use crate::base::spawn;

/// How long to wait before a room that could not store is asked again.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Starts the task that carries out the computer's decisions, unless it runs.
pub(super) fn start(games: &Arc<Games>) {
    let Some(mut decisions) = games.computer.take_decisions() else {
        return;
    };
    let games = Arc::downgrade(games);
    spawn(async move {
        while let Some(decision) = decisions.recv().await {
            let Some(games) = games.upgrade() else {
                return;
            };
            spawn(async move {
                games.clock.sleep_until(Some(decision.due)).await;
                carry_out(&games, &decision).await;
                games.computer.finish(&decision);
            });
        }
    });
}

/// Tries what the computer prefers, then what it would do instead.
async fn carry_out(games: &Arc<Games>, decision: &ComputerDecision) {
    let (game, player) = (decision.game(), decision.player);
    let mut commands = decision.commands();
    let mut next = commands.next();
    while let Some(command) = next.take() {
        // If the game has changed meanwhile, the computer has been asked again.
        if games.stop.is_requested() || !games.computer.is_wanted(decision) {
            return;
        }
        match games.act_and_wait(game, player, &command).await {
            Ok(_) => return,
            Err(refusal) if refusal.is_temporary() => {
                tokio::time::sleep(RETRY_DELAY).await;
                next = Some(command);
            }
            Err(refusal) => {
                tracing::info!(%game, code = refusal.problem().code, "the computer was refused");
                next = commands.next();
            }
        }
    }
}
