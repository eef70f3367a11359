//! Many games at once on a real server, while connections drop and the server
//! crashes and restarts: acknowledged moves stay, and everyone sees the same in
//! the end.

use arbiter_wire::{Event, Fact, ServerMessage};

use super::two_at;
use crate::{
    harness::{Person, Server, play, story},
    simulation::random_source::RandomSource,
};

/// One player, with what they received and what was acknowledged.
struct Player {
    person: Person,
    events: Vec<Event>,
    done: Vec<(String, String, u64)>,
    commands: u32,
}

impl Player {
    fn new(person: Person) -> Player {
        Player {
            person,
            events: Vec::new(),
            done: Vec::new(),
            commands: 0,
        }
    }

    /// Returns the number of the last event the player has received; 0 is the start.
    fn seq(&self) -> u64 {
        self.events.last().map_or(0, |event| event.seq)
    }

    /// Reconnects and receives what was missed.
    async fn resume(&mut self) -> Option<String> {
        let since = self.seq();
        match self.person.resume(since).await {
            ServerMessage::Update(update) => {
                self.note(&update.events);
                let moves = update.state.legal?;
                let mut moves = moves.iter();
                moves.next().map(|(from, to)| format!("{from}{to}"))
            }
            other => panic!("expected the missed events, got {other:?}"),
        }
    }

    fn note(&mut self, events: &[Event]) {
        for event in events {
            assert_eq!(
                event.seq,
                self.seq() + 1,
                "an event is missing or repeated: {event:?}"
            );
            self.events.push(event.clone());
        }
    }

    /// Plays a move; the answer may be lost.
    async fn play(&mut self, mv: &str, random: &mut RandomSource) {
        self.commands += 1;
        let id = format!("m{}", self.commands);
        self.person.send_as(&id, play(mv)).await;
        if random.one_in(3) {
            // The connection drops before the answer, and the command is sent again.
            self.person.drop_socket();
            self.resume().await;
            self.person.send_as(&id, play(mv)).await;
        }
        loop {
            match self.person.receive().await {
                ServerMessage::Acknowledged(done) if done.id == id => {
                    self.done.push((id, mv.to_owned(), done.seq));
                    return;
                }
                ServerMessage::Update(update) => {
                    let new = update.events.iter().filter(|it| it.seq > self.seq());
                    let new: Vec<_> = new.cloned().collect();
                    self.note(&new);
                    if update.id.as_ref() == Some(&id) {
                        self.done.push((id, mv.to_owned(), update.events[0].seq));
                        return;
                    }
                }
                other => panic!("not an answer: {other:?}"),
            }
        }
    }

    /// Checks that everything acknowledged is stored under the same number.
    async fn check(&mut self) {
        self.person.drop_socket();
        self.resume().await;
        for (id, mv, seq) in self.done.clone() {
            self.person.send_as(&id, play(&mv)).await;
            match self.person.receive().await {
                ServerMessage::Acknowledged(done) => assert_eq!((done.id, done.seq), (id, seq)),
                other => panic!("{id} is lost: {other:?}"),
            }
        }
    }
}

#[test]
fn nothing_acknowledged_is_lost_whatever_happens() {
    story(async |server| {
        let mut server: Server = server;
        let mut random = RandomSource::new(5);
        let mut games = Vec::new();
        for _ in 0..3 {
            let (white, black, game) = two_at(&server, "5+3").await;
            games.push(([Player::new(white), Player::new(black)], game));
        }
        for step in 0..90 {
            let (players, _) = &mut games[random.index(3)];
            for player in players.iter_mut() {
                player.person.drop_socket();
                if let Some(mv) = player.resume().await {
                    player.play(&mv, &mut random).await;
                    break;
                }
            }
            server.pass_millis(random.below(900));
            if step % 30 == 20 {
                server = server.crash().await;
                for (players, _) in &mut games {
                    for player in players {
                        player.person.find(&server);
                    }
                }
            }
        }
        for (players, game) in &mut games {
            let mut acknowledged = 0;
            for player in players.iter_mut() {
                player.check().await;
                acknowledged += player.done.len();
            }
            let path = format!("/v1/games/{game}/events");
            let stored = players[0].person.get(&path).await.expect(200);
            let stored: Vec<Event> = serde_json::from_value(stored.body).unwrap();
            let moves = stored
                .iter()
                .filter(|it| matches!(it.fact, Fact::Played { .. }));
            assert_eq!(moves.count(), acknowledged);
            for player in players.iter() {
                assert_eq!(stored[1..], player.events);
            }
        }
    });
}
