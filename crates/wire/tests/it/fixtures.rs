//! One example of every message: parsing and serializing it again gives the same
//! JSON.

use std::collections::BTreeSet;

use arbiter_wire::{Action, ClientMessage, Fact, ServerMessage};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

const CLIENT: &str = include_str!("../fixtures/client.json");
const SERVER: &str = include_str!("../fixtures/server.json");

#[test]
fn client_messages_survive_a_round_trip() {
    check::<ClientMessage>(CLIENT);
}

#[test]
fn server_messages_survive_a_round_trip() {
    check::<ServerMessage>(SERVER);
}

#[test]
fn there_is_an_example_of_every_kind() {
    let client: Vec<ClientMessage> = serde_json::from_str(CLIENT).unwrap();
    let server: Vec<ServerMessage> = serde_json::from_str(SERVER).unwrap();
    let mut kinds = BTreeSet::new();
    for message in &client {
        kinds.insert(client_kind(message));
        if let ClientMessage::Act(act) = message {
            kinds.insert(action_kind(&act.command.action));
        }
    }
    for message in &server {
        kinds.insert(server_kind(message));
        if let ServerMessage::Update(update) = message {
            kinds.extend(update.events.iter().map(|event| fact_kind(&event.fact)));
        }
    }
    let missing: Vec<_> = (0..KINDS).filter(|kind| !kinds.contains(kind)).collect();
    assert_eq!(missing, [0; 0], "no example of these kinds");
}

#[test]
fn invalid_messages_are_refused() {
    for text in [
        "",
        "null",
        "7",
        "[]",
        "{}",
        "\"watch\"",
        "\"dance\"",
        r#"{"watch": {}}"#,
        r#"{"watch": {"game": 7}}"#,
        r#"{"watch": {"game": "x", "since": -1}}"#,
        r#"{"watch": {"game": "x"}, "leave": {"game": "x"}}"#,
        r#"{"act": {"game": "x", "do": "resign"}}"#,
        r#"{"act": {"game": "x", "id": "1", "do": "win"}}"#,
        r#"{"act": {"game": "x", "id": "1", "do": {"play": {"move": "e4", "clock": 7}}}}"#,
        r#"{"act": {"game": "x", "id": "1", "ply": 1.5, "do": "resign"}}"#,
        r#"{"act": {"game": "x", "id": "1", "as": "red", "do": "resign"}}"#,
        r#"{"seek": {"options": {"clocks": "5+3"}}}"#,
        r#"{"ping": -1}"#,
        r#"{"ping": 18446744073709551616}"#,
    ] {
        assert!(
            serde_json::from_str::<ClientMessage>(text).is_err(),
            "{text}"
        );
    }
}

fn check<T: Serialize + DeserializeOwned>(text: &str) {
    let raw: Vec<Value> = serde_json::from_str(text).unwrap();
    for value in raw {
        let message: T = serde_json::from_value(value.clone())
            .unwrap_or_else(|error| panic!("{error} in {value}"));
        assert_eq!(serde_json::to_value(&message).unwrap(), value);
    }
}

/// The number of kinds below. A new kind needs a number and an example.
const KINDS: u32 = 56;

fn client_kind(message: &ClientMessage) -> u32 {
    match message {
        ClientMessage::Watch(_) => 0,
        ClientMessage::Leave(_) => 1,
        ClientMessage::Act(_) => 2,
        ClientMessage::Chat(_) => 3,
        ClientMessage::Rematch(_) => 4,
        ClientMessage::Lobby => 5,
        ClientMessage::LeaveLobby => 6,
        ClientMessage::Seek(_) => 7,
        ClientMessage::Unseek => 8,
        ClientMessage::Tournament(_) => 50,
        ClientMessage::LeaveTournament(_) => 51,
        ClientMessage::Ping(_) => 9,
    }
}

fn server_kind(message: &ServerMessage) -> u32 {
    match message {
        ServerMessage::Game(_) => 10,
        ServerMessage::Update(_) => 11,
        ServerMessage::Acknowledged(_) => 12,
        ServerMessage::Refused(_) => 13,
        ServerMessage::Resume(_) => 14,
        ServerMessage::Presence(_) => 15,
        ServerMessage::Chat(_) => 16,
        ServerMessage::ChatHistory(_) => 48,
        ServerMessage::RematchOffered(_) => 17,
        ServerMessage::Paired(_) => 18,
        ServerMessage::Challenge(_) => 49,
        ServerMessage::Tournament(_) => 52,
        ServerMessage::TournamentGame(_) => 53,
        ServerMessage::Lobby(_) => 19,
        ServerMessage::Pong(_) => 20,
    }
}

fn action_kind(action: &Action) -> u32 {
    match action {
        Action::Play { .. } => 21,
        Action::Touch(_) => 22,
        Action::Adjust(_) => 23,
        Action::OfferDraw => 24,
        Action::AcceptDraw => 25,
        Action::DeclineDraw => 26,
        Action::Claim { .. } => 27,
        Action::Resign => 28,
        Action::RequestTakeback => 29,
        Action::AcceptTakeback => 30,
        Action::DeclineTakeback => 31,
        Action::Abort => 32,
        Action::GiveTime(_) => 33,
        Action::ClaimAbandonment => 47,
        Action::Berserk => 54,
    }
}

fn fact_kind(fact: &Fact) -> u32 {
    match fact {
        Fact::Started => 34,
        Fact::Played { .. } => 35,
        Fact::Touched { .. } => 36,
        Fact::Adjusted { .. } => 37,
        Fact::DrawOffered { .. } => 38,
        Fact::DrawDeclined { .. } => 39,
        Fact::ClaimFailed { .. } => 40,
        Fact::TakebackRequested { .. } => 41,
        Fact::TakebackDeclined { .. } => 42,
        Fact::TakenBack { .. } => 43,
        Fact::AbortRequested { .. } => 44,
        Fact::TimeGiven { .. } => 45,
        Fact::Ended { .. } => 46,
        Fact::Berserked { .. } => 55,
    }
}
