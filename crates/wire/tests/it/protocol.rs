//! The examples in `docs/protocol.md` are valid messages.

use arbiter_wire::{Action, ClientMessage, Command, ServerMessage};

const TEXT: &str = include_str!("../../../../docs/protocol.md");

#[test]
fn the_examples_are_valid_messages() {
    let client = blocks("json client");
    let server = blocks("json server");
    assert!(client.len() >= 10 && server.len() >= 11);
    for text in &client {
        let read = serde_json::from_str::<ClientMessage>(text);
        assert!(read.is_ok(), "{} in\n{text}", read.unwrap_err());
    }
    for text in &server {
        let read = serde_json::from_str::<ServerMessage>(text);
        assert!(read.is_ok(), "{} in\n{text}", read.unwrap_err());
        // An example has no field that the type does not have.
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(
            serde_json::to_value(read.unwrap()).unwrap(),
            value,
            "{text}"
        );
    }
}

#[test]
fn there_is_an_example_of_every_message() {
    let kinds = |blocks: &[String]| {
        let names = blocks.iter().map(|text| {
            let value: serde_json::Value = serde_json::from_str(text).unwrap();
            match value {
                serde_json::Value::String(name) => name,
                value => value.as_object().unwrap().keys().next().unwrap().clone(),
            }
        });
        names.collect::<std::collections::BTreeSet<_>>()
    };
    for (blocks, declared) in [
        (blocks("json client"), "ClientMessage"),
        (blocks("json server"), "ServerMessage"),
    ] {
        let declarations = arbiter_wire::declarations();
        let (_, rest) = declarations
            .split_once(&format!("export type {declared} ="))
            .unwrap();
        let (union, _) = rest.split_once(";\n").unwrap();
        let names = union.split('"').skip(1).step_by(2).map(str::to_owned);
        assert_eq!(kinds(&blocks), names.collect());
    }
}

#[test]
fn the_actions_in_the_table_are_valid() {
    let (_, rest) = TEXT.split_once("| `do` | |").unwrap();
    let (table, _) = rest.split_once("\n## ").unwrap();
    let mut count = 0;
    for row in table.lines().filter(|row| row.starts_with("| `")) {
        let cell = row.split(" | ").next().unwrap();
        for text in cell.split('`').skip(1).step_by(2) {
            let read = serde_json::from_str::<Action>(text);
            assert!(read.is_ok(), "{text}");
            count += 1;
        }
    }
    assert_eq!(count, 15);
    let command = r#"{"id": "h1", "ply": 0, "do": {"play": {"move": "e4"}}}"#;
    assert!(TEXT.contains(command));
    assert!(serde_json::from_str::<Command>(command).is_ok());
}

/// Returns the text of each code block of this kind, without comments.
fn blocks(kind: &str) -> Vec<String> {
    let head = format!("```{kind}\n");
    let found = TEXT.split(&head).skip(1);
    found
        .map(|rest| {
            let (block, _) = rest.split_once("```").unwrap();
            let lines = block.lines();
            let code = lines.filter(|line| !line.trim_start().starts_with("//"));
            code.collect::<Vec<_>>().join("\n")
        })
        .collect()
}
