//! What the page is told about the messages is what they are.

use std::{fs, path::Path};

const WRITTEN: &str = include_str!("../../../../web/wire.d.ts");

#[test]
fn the_declarations_of_the_page_are_up_to_date() {
    assert!(
        WRITTEN == arbiter_wire::declarations(),
        "web/wire.d.ts is not what crates/wire says: run `cargo xtask types`"
    );
}

#[test]
fn every_type_is_declared() {
    for text in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        for item in text.split("#[derive(").skip(1) {
            let (derived, rest) = item.split_once(")]").unwrap();
            let is_declared = derived.split(',').any(|it| it.trim() == "TS");
            // An event has its fact's fields.
            if is_declared && !rest.contains("pub enum Fact") {
                let name = declared_name(rest);
                assert!(
                    WRITTEN.contains(&format!("export type {name} =")),
                    "{name} is not declared: add it to declarations.rs, then `cargo xtask types`"
                );
            }
        }
    }
}

fn sources(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts.extend(sources(&path));
        } else {
            texts.push(fs::read_to_string(path).unwrap());
        }
    }
    texts
}

/// The name in `#[ts(rename = "…")]`, or else the Rust name.
fn declared_name(item: &str) -> &str {
    let line = item
        .lines()
        .find(|line| {
            line.contains("#[ts(rename")
                || line.starts_with("pub struct")
                || line.starts_with("pub enum")
        })
        .unwrap();
    match line.split_once('"') {
        Some((_, rest)) => rest.split('"').next().unwrap(),
        None => {
            let word = line.split(' ').nth(2).unwrap();
            word.split(['(', '{']).next().unwrap()
        }
    }
}

#[test]
fn every_type_that_is_named_is_declared_before_the_end() {
    for line in WRITTEN.lines().filter(|line| !line.contains("/**")) {
        let words = line.split(|letter: char| !letter.is_ascii_alphanumeric());
        for word in words.filter(|word| word.starts_with(char::is_uppercase) && *word != "Array") {
            let is_comment = line.trim_start().starts_with(['*', '/']);
            assert!(
                is_comment || WRITTEN.contains(&format!("export type {word} =")),
                "{word} in {line}"
            );
        }
    }
}
