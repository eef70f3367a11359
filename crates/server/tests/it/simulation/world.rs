//! Clients, connections, nodes, a store and the clock, one step after the other.

mod bus;
mod connections;
mod outage;
mod recovery;
mod tally;

use core::fmt::Write as _;

use arbiter_game::{Span, Time};
use arbiter_rules::{ByColor, Color};
use arbiter_server::{Clock, PlayerId, play::room::hosted_game::MAX_INTERRUPTION};
use arbiter_wire::{
    Clearing, Clock as ClockText, Conduct, Draws, GameOptions, OrderMode, SaktrisOptions,
    Takebacks, Variant,
};

use super::{
    client::Client,
    failures::{FailurePlan, Sabotage},
    invariants::{Invariants, Violation},
    log::{Log, card},
    node::{BusMessage, Environment, Node, NodeStatus},
    random_source::RandomSource,
};
use connections::Socket;
use outage::Outage;
pub use tally::Tally;

pub struct World {
    random: RandomSource,
    clock: Clock,
    log: Log,
    invariants: Invariants,
    nodes: Vec<Node>,
    sockets: Vec<Socket>,
    clients: Vec<Client>,
    plan: FailurePlan,
    outage: Outage,
    /// What a node has just told the others; none if there is no bus.
    published: Option<Vec<BusMessage>>,
    /// What is on its way to a node.
    bus: Vec<(usize, BusMessage)>,
    tally: Tally,
    trace: Option<String>,
}

const WHITE: PlayerId = PlayerId(1);
const BLACK: PlayerId = PlayerId(2);
const RIVAL: PlayerId = PlayerId(3);

const CLOCKS: [&str; 8] = [
    "1+1", "0:10+1", "0:05+0", "5+3", "-", "1d2", "3 days", "0:20+3x5",
];

const STARTS: [&str; 4] = [
    "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
    "8/8/8/4k3/8/8/1p6/K7 w - - 0 1",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "8/1P3k2/8/8/8/8/2K3p1/8 b - - 98 70",
];

impl World {
    pub fn new(seed: u64, plan: FailurePlan, sabotage: Sabotage) -> World {
        let mut random = RandomSource::new(seed);
        let maker = *random.pick(&[(Color::White, WHITE), (Color::Black, BLACK)]);
        let mut options = GameOptions {
            start: random.one_in(4).then(|| (*random.pick(&STARTS)).to_owned()),
            clock: ClockText((*random.pick(&CLOCKS)).to_owned()),
            draws: *random.pick(&[Draws::Claim, Draws::Automatic]),
            conduct: *random.pick(&[Conduct::Casual, Conduct::Formal]),
            takebacks: *random.pick(&[Takebacks::Allowed, Takebacks::Forbidden]),
            ..GameOptions::default()
        };
        // Every fifth seed plays Saktris.
        if seed % 5 == 4 {
            options.variant = Variant::Saktris;
            options.start = None;
            options.saktris = Some(SaktrisOptions {
                order: *random.pick(&[OrderMode::Same, OrderMode::Different, OrderMode::Pick]),
                clearing: *random.pick(&[Clearing::Triplets, Clearing::Rows]),
                preview: 2,
                ..SaktrisOptions::default()
            });
        }
        let nodes = if random.one_in(3) {
            2 + random.index(2)
        } else {
            1
        };
        // Several nodes without a bus are refused at the start.
        let has_bus = nodes > 1;
        let joiner = if maker.1 == WHITE { BLACK } else { WHITE };
        let clock = Clock::held(Time::from_millis(1_000_000));
        World {
            outage: Outage::new(&clock),
            clock,
            log: Log::new(options, maker, sabotage),
            invariants: Invariants::default(),
            // Usually one node, which then knows everything.
            nodes: (0..nodes).map(|_| Node::default()).collect(),
            sockets: Vec::new(),
            clients: vec![
                Client::new("maker", Some(maker.1)),
                Client::new("joiner", Some(joiner)),
                // The same player in another window.
                Client::new("twin", Some(maker.1)),
                // A client that tries to get a seat and may have to watch.
                Client::new("rival", Some(RIVAL)),
                Client::new("watcher", None),
            ],
            plan,
            published: has_bus.then(Vec::new),
            bus: Vec::new(),
            tally: Tally::default(),
            trace: None,
            random,
        }
    }

    pub fn traced(mut self) -> World {
        self.trace = Some(String::new());
        self
    }

    pub fn trace(self) -> String {
        self.trace.unwrap_or_default()
    }

    pub fn run(&mut self) -> Result<Tally, Violation> {
        for client in 0..self.clients.len() {
            self.connect(client);
        }
        let steps = 100 + self.random.below(300);
        for _ in 0..steps {
            self.step()?;
            self.invariants.check()?;
            self.check_clocks_stand()?;
            self.check_moves_in_time()?;
            for node in &self.nodes {
                node.check_viewers()?;
            }
            if let [node] = &self.nodes[..] {
                node.check_knows_all(&self.log)?;
            }
        }
        self.heal()?;
        self.tally.commits = self.log.commits;
        self.tally.events = self.invariants.count();
        self.tally.acknowledged = self.clients.iter().map(Client::acknowledged).sum();
        Ok(self.tally.clone())
    }

    fn step(&mut self) -> Result<(), Violation> {
        if !self.bus.is_empty() && self.random.one_in(4) {
            return self.deliver_bus();
        }
        if self.published.is_some() && self.random.one_in(60) {
            let node = self.random.index(self.nodes.len());
            return self.compare(node);
        }
        if self.plan == FailurePlan::AnyTime
            && let Some(node) = self.only_node_of_mover()
            && self.random.one_in(20)
        {
            return self.stop(node);
        }
        let client = self.random.index(self.clients.len());
        let node = self.random.index(self.nodes.len());
        match self.random.below(200) {
            0..60 => self.deliver_to_node()?,
            60..140 => self.deliver_to_client()?,
            140..170 => {
                let speaker = self.speaker();
                self.speak(speaker);
            }
            170..178 => {
                self.note("time passes");
                let millis = self.random.below(1_500);
                self.pass(millis);
            }
            178 => {
                self.note("time jumps");
                let most = *self.random.pick(&[5_000, 20_000, 200_000]);
                let millis = self.random.below(most);
                self.pass(millis);
            }
            179..184 => self.look(node)?,
            184..188 => self.join(node)?,
            188 => self.drop_socket(client),
            189 => {
                self.note("a client comes back on another socket");
                self.connect(client);
            }
            190 => {
                self.note("a socket that was left is noticed");
                for index in 0..self.sockets.len() {
                    if self.clients[self.sockets[index].client].socket != Some(index) {
                        self.close(index);
                    }
                }
            }
            191 if self.nodes[node].is_awake() => {
                self.note("a room ends");
                self.nodes[node].end_room(self.log.id);
            }
            192 if self.plan == FailurePlan::AnyTime => self.crash(node),
            193..196 if self.plan == FailurePlan::AnyTime && !self.outage.is_down => {
                self.store_goes_down();
            }
            196..200 if self.outage.is_down => self.store_comes_back()?,
            _ => self.resend(client),
        }
        Ok(())
    }

    /// Selects the client that acts next, usually the one to move.
    fn speaker(&mut self) -> usize {
        let can_move = |client: &Client| client.state().is_some_and(|it| it.legal.is_some());
        let movers: Vec<_> = (0..self.clients.len())
            .filter(|&client| can_move(&self.clients[client]))
            .collect();
        if movers.is_empty() || self.random.one_in(3) {
            self.random.index(self.clients.len())
        } else {
            *self.random.pick(&movers)
        }
    }

    /// Lets a client send a new command, or connect.
    fn speak(&mut self, client: usize) {
        if self.clients[client].socket.is_none() {
            self.connect(client);
            return;
        }
        let log = &self.log;
        let Some(command) = self.clients[client].choose_command(&mut self.random) else {
            return;
        };
        let message = Client::command(command, log);
        self.say(client, message);
    }

    /// Lets a client repeat a command that was not answered.
    fn resend(&mut self, client: usize) {
        let pending = self.clients[client].pending.clone();
        if pending.is_empty() || self.clients[client].socket.is_none() {
            return;
        }
        self.note("a command is sent again");
        let message = Client::command(self.random.pick(&pending), &self.log);
        self.say(client, message);
    }

    fn crash(&mut self, node: usize) {
        self.note("a node crashes");
        self.nodes[node].crash();
        self.disconnect(node);
    }

    /// Returns the node to which the player who is to move is connected, if it is one of
    /// several and the only one.
    fn only_node_of_mover(&self) -> Option<usize> {
        self.published.as_ref()?;
        let mover = self.invariants.mover_in_time(self.clock.now())?;
        let has_mover = |&node: &usize| self.nodes[node].players()[mover];
        let mut found = (0..self.nodes.len()).filter(has_mover);
        found.next().filter(|_| found.next().is_none())
    }

    /// Stops a node in order, as in an upgrade; its clients come back to any node.
    fn stop(&mut self, node: usize) -> Result<(), Violation> {
        self.note("a node stops in order");
        if self.random.one_in(2) {
            self.pass_until_shortly_before_the_deadline();
        }
        let mut elsewhere = ByColor::<bool>::default();
        for other in (0..self.nodes.len()).filter(|&it| it != node) {
            let players = self.nodes[other].players();
            elsewhere = ByColor::new_with(|color| elsewhere[color] || players[color]);
        }
        let (nodes, mut environment) = self.environment();
        if nodes[node].stop(&mut environment, elsewhere) {
            self.note("a player is interrupted");
        }
        self.carry_messages(node);
        self.disconnect(node);
        // It takes a while until they are back.
        let millis = self.random.below(MAX_INTERRUPTION.as_millis());
        self.pass(millis);
        for node in 0..self.nodes.len() {
            self.look(node)?;
            self.invariants.check()?;
        }
        Ok(())
    }

    /// Lets time pass until the flag of the side to move will soon fall, if that is not long.
    fn pass_until_shortly_before_the_deadline(&mut self) {
        let left = self
            .invariants
            .deadline()
            .map_or(Span::ZERO, |deadline| deadline - self.clock.now());
        let left = left.as_millis();
        if (1_000..60_000).contains(&left) {
            let millis = left - 1 - self.random.below(1_000);
            self.pass(millis);
        }
    }

    fn after(&mut self, node: usize, health: NodeStatus) {
        self.carry_messages(node);
        match health {
            NodeStatus::Running => {}
            NodeStatus::Outrun => self.note("another node was faster"),
            NodeStatus::RoomEnded => self.note("a room ends because of the store"),
            NodeStatus::Crashed => {
                self.note("a node crashes at a commit");
                self.crash(node);
            }
        }
    }

    fn join(&mut self, node: usize) -> Result<(), Violation> {
        let who = if self.random.one_in(4) {
            RIVAL
        } else {
            self.clients[1].player.expect("the joiner is a player")
        };
        let (nodes, mut environment) = self.environment();
        let health = nodes[node].join(&mut environment, card(who))?;
        self.after(node, health);
        Ok(())
    }

    fn look(&mut self, node: usize) -> Result<(), Violation> {
        let now = self.clock.now();
        let noted = self.log.progress.deadline;
        let is_overdue = noted.is_some_and(|deadline| deadline <= now);
        if !self.nodes[node].is_awake() && !is_overdue {
            return Ok(());
        }
        let (nodes, mut environment) = self.environment();
        let health = nodes[node].look(&mut environment)?;
        self.after(node, health);
        Ok(())
    }

    fn environment(&mut self) -> (&mut [Node], Environment<'_>) {
        let environment = Environment {
            log: &mut self.log,
            invariants: &mut self.invariants,
            clock: &self.clock,
            random: &mut self.random,
            plan: self.plan,
            is_down: self.outage.is_down,
            published: self.published.as_mut(),
        };
        (&mut self.nodes, environment)
    }

    fn note(&mut self, what: &'static str) {
        self.tally.note(what);
        self.tell(|| what.to_owned());
    }

    fn tell(&mut self, what: impl FnOnce() -> String) {
        if let Some(trace) = &mut self.trace {
            let now = self.clock.now().as_millis();
            writeln!(trace, "{now} {}", what()).expect("a text has room");
        }
    }
}
