use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Result;
use arbiter_rules::SplitMix64;
use tokio::task::JoinHandle;

use crate::{
    api::Api,
    kill::{Acknowledged, ComputerGame, GameSelection, PlayerPair, compare},
};

/// Games that are played on a cluster while things go wrong there. Everything that was
/// acknowledged must stay, and no game may end because of a fault.
pub struct PlayedCluster {
    api: Api,
    acknowledged: Acknowledged,
    players: Vec<JoinHandle<()>>,
    /// Whether the computer must have moved.
    needs_computer: bool,
    comparisons: usize,
    wrong: Vec<String>,
    faults: u32,
}

/// How long the cluster may take to serve every game again.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(60);

impl PlayedCluster {
    /// Lets pairs of players play, each on two of these nodes, and others against the
    /// computer.
    pub fn start(
        nodes: Vec<SocketAddr>,
        games: u32,
        computer_games: u32,
        random: &mut SplitMix64,
    ) -> Result<Self> {
        let nodes: Arc<[SocketAddr]> = nodes.into();
        let api = Api::of_nodes(&nodes)?;
        let acknowledged = Acknowledged::default();
        let mut pair = || PlayerPair {
            nodes: Arc::clone(&nodes),
            api: api.clone(),
            acknowledged: acknowledged.clone(),
            random: SplitMix64::new(random.next_u64()),
        };
        let mut players: Vec<_> = (0..games).map(|_| tokio::spawn(pair().play())).collect();
        players.extend((0..computer_games).map(|_| tokio::spawn(ComputerGame(pair()).play())));
        println!("fault  what              for       games  acknowledged  compared  wrong");
        Ok(PlayedCluster {
            api,
            acknowledged,
            players,
            needs_computer: computer_games > 0,
            comparisons: 0,
            wrong: Vec::new(),
            faults: 0,
        })
    }

    /// Compares what was acknowledged with what the nodes have after a fault that lasted
    /// this long, and prints a line about it.
    pub async fn compare(&mut self, fault: &str, lasted: Duration) -> Result<()> {
        let (compared, found) = self.compare_again(GameSelection::Changed).await?;
        self.faults += 1;
        let (games, events) = self.acknowledged.sizes();
        println!(
            "{:>5}  {fault:<16}  {:>5} ms  {games:>5}  {events:>12}  {compared:>8}  {:>5}",
            self.faults,
            lasted.as_millis(),
            found.len()
        );
        self.comparisons += compared;
        self.wrong.extend(found);
        Ok(())
    }

    /// Ends the games, compares all of them, and prints what was found. Returns whether
    /// nothing is wrong.
    pub async fn finish(mut self) -> Result<bool> {
        for player in &self.players {
            player.abort();
        }
        let (compared, found) = self.compare_again(GameSelection::All).await?;
        self.comparisons += compared;
        self.wrong.extend(found);
        let (games, events) = self.acknowledged.sizes();
        self.wrong.extend(self.acknowledged.ended_by_fault());
        let (counts, violations) = self.acknowledged.finish();
        self.wrong.extend(violations);
        println!(
            "\n{} faults, {games} games, {events} acknowledged events of {} commands; {} \
             comparisons, finally of all events.\n\
             Commands resent because no reply came: {} had been done, {} had not. Clients that \
             resumed: {}; the longest time until one was served again: {} ms.\n\
             Moves of the computer: {}.",
            self.faults,
            counts.commands,
            self.comparisons,
            counts.done_before,
            counts.done_now,
            counts.resumed,
            counts.longest_gap.as_millis(),
            counts.computer_moves,
        );
        for line in self.wrong.iter().take(20) {
            println!("WRONG: {line}");
        }
        println!(
            "{} events lost or changed, or games ended by a fault.",
            self.wrong.len()
        );
        let is_played = !self.needs_computer || counts.computer_moves > 0;
        Ok(self.wrong.is_empty() && events > 0 && is_played)
    }

    /// Compares, as often as it takes: a node or the database may not be back yet.
    async fn compare_again(&self, selection: GameSelection) -> Result<(usize, Vec<String>)> {
        let started = Instant::now();
        let games = self.acknowledged.games(selection);
        loop {
            let (compared, wrong) = compare(&self.api, &self.acknowledged, &games).await?;
            let is_unavailable = |line: &String| line.contains("LOST: ");
            if !wrong.iter().any(is_unavailable) || started.elapsed() > RECOVERY_TIMEOUT {
                return Ok((compared, wrong));
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}
