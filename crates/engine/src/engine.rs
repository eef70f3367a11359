use std::sync::Arc;

use arbiter_rules::PlayedLine;

use crate::{
    Answer, Control, Evaluator, Limits, Tables, evaluate, history::Histories, search, table::Table,
};

/// What an engine needs of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many threads search.
    pub threads: usize,
    /// How large the table of positions is, in MiB.
    pub table_mib: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            table_mib: 16,
        }
    }
}

/// A player at full strength, with what it remembers from move to move.
pub struct Engine {
    settings: Settings,
    table: Table,
    /// One for each thread.
    minds: Vec<Mind>,
    tables: Option<Arc<Tables>>,
}

/// What one thread remembers.
pub(crate) struct Mind {
    pub(crate) histories: Histories,
    pub(crate) evaluator: Evaluator,
}

impl Mind {
    fn new() -> Mind {
        Mind {
            histories: Histories::new(),
            evaluator: Evaluator::default(),
        }
    }
}

impl Engine {
    /// An engine that has seen nothing yet.
    #[must_use]
    pub fn new(settings: Settings) -> Engine {
        evaluate::prepare();
        let table = Table::new(settings.table_mib);
        let settings = Settings {
            threads: settings.threads.max(1),
            table_mib: table.mib(),
        };
        Engine {
            settings,
            table,
            minds: (0..settings.threads).map(|_| Mind::new()).collect(),
            tables: None,
        }
    }

    /// What it takes of the machine: less than it was allowed, if there is
    /// less.
    #[must_use]
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Changes what it takes; what it remembers is lost.
    pub fn set(&mut self, settings: Settings) {
        let tables = self.tables.take();
        *self = Engine::new(settings);
        self.tables = tables;
    }

    /// Asks these tables of endings from now on, or none.
    pub fn use_tables(&mut self, tables: Option<Arc<Tables>>) {
        self.tables = tables;
    }

    /// Forgets all it has seen: the next game is another one.
    pub fn forget(&mut self) {
        self.table.clear();
        self.minds.fill_with(Mind::new);
    }

    /// Looks for the best move in the position in which the line ends. The
    /// moves before it count for repetitions.
    pub fn search(&mut self, line: &PlayedLine, limits: &Limits, control: &dyn Control) -> Answer {
        self.table.grow_older();
        let tables = self.tables.as_deref();
        search::run(line, limits, control, &self.table, tables, &mut self.minds)
    }
}
