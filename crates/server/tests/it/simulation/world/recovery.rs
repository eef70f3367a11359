//! The end of a simulation: nothing fails anymore, and everything comes right.

use super::{
    super::{
        failures::{FailurePlan, StoreFailure},
        log::card,
    },
    Violation, World,
};

impl World {
    /// Ends all failures and checks that every client reconnects, gets its answers and
    /// sees the same, and that the game ends exactly once.
    pub(super) fn heal(&mut self) -> Result<(), Violation> {
        self.note("all is well again");
        self.plan = FailurePlan::at(u64::MAX, StoreFailure::None);
        if self.outage.is_down {
            self.store_comes_back()?;
        }
        self.clocks_run_again()?;
        if self.log.lines.is_empty() {
            let joiner = self.clients[1].player.expect("the joiner is a player");
            let (nodes, mut environment) = self.environment();
            nodes[0].join(&mut environment, card(joiner))?;
        }
        if self.published.is_some() {
            self.know_all()?;
        }
        for client in 0..self.clients.len() {
            self.drop_socket(client);
            self.connect(client);
        }
        self.settle()?;
        for round in 0..3 {
            // Clients repeat the commands that were not answered.
            self.repeat_commands();
            self.settle()?;
            if round == 0 {
                self.time_runs_out()?;
                self.check_moves_in_time()?;
            }
        }
        if self.published.is_some() {
            self.know_all()?;
        }
        self.invariants.check()?;
        self.check_end()
    }

    /// Advances the clock to the next deadline.
    fn time_runs_out(&mut self) -> Result<(), Violation> {
        if let Some(deadline) = self.invariants.deadline() {
            self.clock.advance(deadline - self.clock.now());
            let (nodes, mut environment) = self.environment();
            nodes[0].look(&mut environment)?;
            if self
                .invariants
                .deadline()
                .is_some_and(|next| next <= deadline)
            {
                return Err(Violation("nothing happens when the time is up".to_owned()));
            }
            self.note("time runs out");
        }
        self.settle()
    }

    /// Delivers everything that was sent.
    pub(super) fn settle(&mut self) -> Result<(), Violation> {
        for _ in 0..5_000 {
            let unread = (0..self.sockets.len()).find(|&it| !self.sockets[it].said.is_empty());
            let unheard = self
                .clients
                .iter()
                .filter_map(|client| client.socket)
                .find(|&it| !self.sockets[it].outgoing.is_empty());
            match (unread, unheard) {
                (Some(index), _) => {
                    let said = &mut self.sockets[index].said;
                    let message = said.pop_front().expect("it is there");
                    self.sockets[index].node = 0;
                    self.read(index, &message)?;
                }
                (None, Some(index)) => self.receive(index)?,
                (None, None) => return Ok(()),
            }
            for client in 0..self.clients.len() {
                if self.clients[client].socket.is_none() {
                    self.connect(client);
                }
            }
        }
        Err(Violation("the messages never end".to_owned()))
    }

    fn check_end(&mut self) -> Result<(), Violation> {
        let truth = self.invariants.last();
        for client in &self.clients {
            client.check_kept(&self.log)?;
            if let Some(command) = client.pending.first() {
                let complaint = format!("{} got no answer to {command:?}", client.name);
                return Err(Violation(complaint));
            }
            let known = client.state().cloned().map(|mut state| {
                state.clock = None;
                state.legal = None;
                state.places = None;
                state.pass = false;
                state
            });
            let truth = truth.clone().map(|mut state| {
                state.clock = None;
                state
            });
            if known != truth {
                let complaint = format!("{} sees {known:?}, but {truth:?} is true", client.name);
                return Err(Violation(complaint));
            }
        }
        if self.invariants.is_over() {
            self.note("the game is over");
            let before = self.log.lines.len();
            for client in 0..3 {
                self.speak(client);
                self.settle()?;
            }
            if self.log.lines.len() != before {
                return Err(Violation("something happened after the end".to_owned()));
            }
        }
        Ok(())
    }
}
