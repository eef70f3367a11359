//! A bus between nodes that loses, doubles, delays and reorders messages. Nothing is true
//! because of it: a node that asks the store knows the whole game.

use arbiter_server::play::room::hosted_game::Received;

use super::{super::failures::Sabotage, NodeStatus, Violation, World};

impl World {
    /// Puts on the bus what a node has just told, or loses it.
    pub(super) fn carry_messages(&mut self, from: usize) {
        let published = self.published.as_mut().map(std::mem::take);
        if self.log.sabotage == Sabotage::NeverPublishes {
            return;
        }
        for message in published.unwrap_or_default() {
            for to in (0..self.nodes.len()).filter(|&to| to != from) {
                if self.random.one_in(4) {
                    self.note("a message between nodes is lost");
                    continue;
                }
                if self.random.one_in(6) {
                    self.note("a message between nodes comes twice");
                    self.bus.push((to, message.clone()));
                }
                self.bus.push((to, message.clone()));
            }
        }
    }

    /// Delivers a message, not always the oldest.
    pub(super) fn deliver_bus(&mut self) -> Result<(), Violation> {
        let index = match self.random.one_in(3) {
            true => self.random.index(self.bus.len()),
            false => 0,
        };
        if index > 0 {
            self.note("a message between nodes comes late");
        }
        let (to, message) = self.bus.remove(index);
        self.tell(|| format!("node {to} hears {message:?}"));
        let (nodes, mut environment) = self.environment();
        match nodes[to].receive(&mut environment, &message)? {
            Received::Known => {}
            Received::Applied(_) => self.note("a node learns of an event from another"),
            Received::Gap => self.note("a node has missed an event"),
        }
        self.after(to, NodeStatus::Running);
        Ok(())
    }

    /// Lets a node compare what it knows with the store, as it does at intervals.
    pub(super) fn compare(&mut self, node: usize) -> Result<(), Violation> {
        if matches!(
            self.log.sabotage,
            Sabotage::NeverCompares | Sabotage::NeverPublishes
        ) {
            return Ok(());
        }
        let (nodes, mut environment) = self.environment();
        if nodes[node].catch_up(&mut environment)? {
            self.note("a node was behind and has caught up");
        }
        Ok(())
    }

    /// Lets all nodes compare what they know with the store, and checks that they know
    /// everything.
    pub(super) fn know_all(&mut self) -> Result<(), Violation> {
        while !self.bus.is_empty() {
            self.deliver_bus()?;
        }
        for node in 0..self.nodes.len() {
            self.compare(node)?;
            self.nodes[node].check_knows_all(&self.log)?;
        }
        Ok(())
    }
}
