use std::sync::Arc;

use arbiter_rules::PlayedLine;

use crate::{
    Limits, Network, SearchControl, SearchResult, Tablebases, evaluate,
    search::{self, SearchThread},
    transposition_table::TranspositionTable,
};

/// How much of the machine an engine uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineSettings {
    /// The number of search threads.
    pub threads: usize,
    /// The size of the transposition table in MiB.
    pub hash_mib: usize,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            threads: 1,
            hash_mib: 16,
        }
    }
}

/// An engine at full strength, with what it remembers from move to move.
///
/// It evaluates chess with a [`Network`]: the one that is part of the program, unless
/// another is set.
pub struct Engine {
    settings: EngineSettings,
    transpositions: TranspositionTable,
    threads: Vec<SearchThread>,
    tablebases: Option<Arc<Tablebases>>,
    network: Arc<Network>,
}

impl Engine {
    /// Creates an engine with empty memory.
    #[must_use]
    pub fn new(settings: EngineSettings) -> Engine {
        Engine::with_network(settings, Network::embedded())
    }

    /// Creates an engine that evaluates with this network.
    #[must_use]
    pub fn with_network(settings: EngineSettings, network: Arc<Network>) -> Engine {
        evaluate::prepare();
        let transpositions = TranspositionTable::new(settings.hash_mib);
        let settings = EngineSettings {
            threads: settings.threads.max(1),
            hash_mib: transpositions.mib(),
        };
        Engine {
            settings,
            transpositions,
            threads: (0..settings.threads)
                .map(|_| SearchThread::new(network.clone()))
                .collect(),
            tablebases: None,
            network,
        }
    }

    /// Returns the settings in use. The transposition table is smaller than
    /// requested if the memory was not available.
    #[must_use]
    pub fn settings(&self) -> EngineSettings {
        self.settings
    }

    /// Changes the settings and clears the engine's memory.
    pub fn configure(&mut self, settings: EngineSettings) {
        let tablebases = self.tablebases.take();
        let network = Arc::clone(&self.network);
        *self = Engine::with_network(settings, network);
        self.tablebases = tablebases;
    }

    /// Sets the endgame tablebases that searches probe.
    pub fn set_tablebases(&mut self, tablebases: Option<Arc<Tablebases>>) {
        self.tablebases = tablebases;
    }

    /// Sets the network that evaluates positions, and clears the engine's memory.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.network = network;
        self.clear();
    }

    /// Returns the network that evaluates positions.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Clears everything remembered from earlier searches, as before a new
    /// game.
    pub fn clear(&mut self) {
        self.transpositions.clear();
        self.threads
            .fill_with(|| SearchThread::new(self.network.clone()));
    }

    /// Searches for the best move at the end of the line. Its earlier
    /// positions count for repetitions.
    pub fn search(
        &mut self,
        line: &PlayedLine,
        limits: &Limits,
        control: &dyn SearchControl,
    ) -> SearchResult {
        self.transpositions.start_new_search();
        search::run(
            line,
            limits,
            control,
            &self.transpositions,
            self.tablebases.as_deref(),
            &mut self.threads,
        )
    }
}
