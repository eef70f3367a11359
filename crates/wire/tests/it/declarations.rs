//! The TypeScript declarations of the page match the types.

use std::{fs, path::Path};

const DECLARATIONS: &str = include_str!("../../../../web/wire.d.ts");

#[test]
fn the_declarations_of_the_page_are_up_to_date() {
    assert!(
        DECLARATIONS == arbiter_wire::declarations(),
        "web/wire.d.ts is out of date: run `cargo xtask types`"
    );
}

#[test]
fn every_type_is_declared() {
    for text in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        for item in text.split("#[derive(").skip(1) {
            let (derived, rest) = item.split_once(")]").unwrap();
            let is_declared = derived.split(',').any(|it| it.trim() == "TS");
            // `Fact` is declared as part of `GameEvent`.
            if is_declared && !rest.contains("pub enum Fact") {
                let name = declared_name(rest);
                assert!(
                    DECLARATIONS.contains(&format!("export type {name} =")),
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

/// Returns the name in `#[ts(rename = "…")]`, or the Rust name without one.
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
fn every_type_that_is_used_is_declared() {
    for line in DECLARATIONS.lines().filter(|line| !line.contains("/**")) {
        let words = line.split(|letter: char| !letter.is_ascii_alphanumeric());
        for word in words.filter(|word| word.starts_with(char::is_uppercase) && *word != "Array") {
            let is_comment = line.trim_start().starts_with(['*', '/']);
            assert!(
                is_comment || DECLARATIONS.contains(&format!("export type {word} =")),
                "{word} in {line}"
            );
        }
    }
}
