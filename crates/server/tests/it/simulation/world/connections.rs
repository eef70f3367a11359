//! Connections between clients and nodes, which break, and on which messages come late, twice
//! or in the wrong order.

use std::collections::VecDeque;

use arbiter_server::{
    play::{
        outbox::{Outbox, Outgoing},
        room::viewers::Viewer,
    },
    refusal::ServerRefusal,
};
use arbiter_wire::{ClientMessage, ServerMessage};

use super::{
    super::node::{NodeStatus, refuse},
    Client, Violation, World,
};

/// A connection between a client and a node.
pub struct Socket {
    pub client: usize,
    pub node: usize,
    outbox: Outbox,
    pub outgoing: Outgoing,
    /// The messages that the node has not read yet.
    pub said: VecDeque<ClientMessage>,
    /// Whether the node still has it; the client may have dropped it already.
    is_open: bool,
}

impl World {
    pub(super) fn say(&mut self, client: usize, message: ClientMessage) {
        let name = self.clients[client].name;
        self.tell(|| format!("{name} sends {message:?}"));
        if let Some(socket) = self.clients[client].socket {
            self.sockets[socket].said.push_back(message);
        }
    }

    pub(super) fn connect(&mut self, client: usize) {
        let (outbox, outgoing) = Outbox::new();
        self.sockets.push(Socket {
            client,
            node: self.random.index(self.nodes.len()),
            outbox,
            outgoing,
            said: VecDeque::new(),
            is_open: true,
        });
        self.clients[client].socket = Some(self.sockets.len() - 1);
        let watch = self.clients[client].watch(&self.log);
        self.say(client, watch);
        for command in self.clients[client].pending.clone() {
            let message = Client::command(&command, &self.log);
            self.say(client, message);
        }
    }

    /// Drops the connection on the client's side. The node may not notice, and may
    /// still read what was sent before.
    pub(super) fn drop_socket(&mut self, client: usize) {
        let Some(socket) = self.clients[client].socket.take() else {
            return;
        };
        self.note("a socket drops");
        if self.random.one_in(2) {
            self.close(socket);
        }
    }

    pub(super) fn close(&mut self, socket: usize) {
        let socket = &mut self.sockets[socket];
        if socket.is_open {
            socket.is_open = false;
            socket.said.clear();
            self.nodes[socket.node].leave(&socket.outbox);
        }
    }

    /// Ends all connections of a node.
    pub(super) fn disconnect(&mut self, node: usize) {
        for index in 0..self.sockets.len() {
            if self.sockets[index].node == node {
                self.sockets[index].is_open = false;
                self.sockets[index].said.clear();
                let client = &mut self.clients[self.sockets[index].client];
                client.socket = client.socket.filter(|&socket| socket != index);
            }
        }
    }

    /// Lets a node read a message, usually in order and usually once.
    pub(super) fn deliver_to_node(&mut self) -> Result<(), Violation> {
        let waiting: Vec<_> = (0..self.sockets.len())
            .filter(|&index| !self.sockets[index].said.is_empty())
            .collect();
        if waiting.is_empty() {
            return Ok(());
        }
        let index = *self.random.pick(&waiting);
        let count = self.sockets[index].said.len();
        let at = if self.random.one_in(6) {
            self.random.index(count)
        } else {
            0
        };
        if at > 0 {
            self.note("a frame overtakes another");
        }
        let message = if self.random.one_in(12) {
            self.note("a frame comes twice");
            self.sockets[index].said[at].clone()
        } else {
            let said = &mut self.sockets[index].said;
            said.remove(at).expect("it is there")
        };
        self.read(index, &message)
    }

    pub(super) fn read(&mut self, index: usize, message: &ClientMessage) -> Result<(), Violation> {
        let socket = &self.sockets[index];
        let (node, outbox) = (socket.node, socket.outbox.clone());
        let player = self.clients[socket.client].player;
        self.tell(|| format!("node {node} reads {message:?}"));
        if self.outage.is_down && !self.nodes[node].is_awake() {
            // The game cannot be loaded.
            if let ClientMessage::Act(act) = message {
                refuse(&outbox, self.log.id, &act.command, &ServerRefusal::NotSaved);
            }
            return Ok(());
        }
        let at = self.clock.now();
        let mover = match message {
            ClientMessage::Act(act) if self.outage.is_down => {
                let sides = self.clients[self.sockets[index].client].sides(&self.log);
                self.mover_in_time(&sides, &act.command)
            }
            _ => None,
        };
        let health = match (message, player) {
            (ClientMessage::Watch(watch), _) => {
                let viewer = Viewer { outbox, player };
                let (nodes, mut environment) = self.environment();
                nodes[node].watch(&mut environment, &viewer, watch.since)?
            }
            (ClientMessage::Act(act), Some(by)) => {
                let (nodes, mut environment) = self.environment();
                nodes[node].act(&mut environment, by, &act.command, &outbox)?
            }
            // An anonymous spectator cannot even try.
            _ => {
                let client = &mut self.clients[self.sockets[index].client];
                client.pending.clear();
                NodeStatus::Running
            }
        };
        if let Some(mover) = mover
            && health == NodeStatus::RoomEnded
        {
            self.remember_move(mover, at);
        }
        self.after(node, health);
        Ok(())
    }

    /// Lets a client receive a message.
    pub(super) fn deliver_to_client(&mut self) -> Result<(), Violation> {
        let listening: Vec<_> = self
            .clients
            .iter()
            .filter_map(|client| client.socket)
            .filter(|&socket| !self.sockets[socket].outgoing.is_empty())
            .collect();
        if listening.is_empty() {
            return Ok(());
        }
        let index = *self.random.pick(&listening);
        self.receive(index)
    }

    pub(super) fn receive(&mut self, index: usize) -> Result<(), Violation> {
        let socket = &mut self.sockets[index];
        let Some(frame) = socket.outgoing.try_recv() else {
            return Ok(());
        };
        let client = socket.client;
        let cut = socket.outgoing.is_cut();
        let message: ServerMessage = serde_json::from_str(&frame)
            .map_err(|error| Violation(format!("{error} in {frame}")))?;
        let name = self.clients[client].name;
        self.tell(|| format!("{name} receives {frame}"));
        let now = self.latest();
        let answer = self.clients[client].receive(message, &self.invariants, &self.log, now)?;
        if let Some(answer) = answer {
            self.say(client, answer);
        }
        if cut {
            self.note("a slow reader is cut off");
            self.drop_socket(client);
        }
        Ok(())
    }
}
