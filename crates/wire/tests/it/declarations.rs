//! The TypeScript declarations of the page match the types.

use std::{env, fs, path::Path};

#[test]
fn the_declarations_of_the_page_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/wire.d.ts");
    let declarations = arbiter_wire::declarations();
    if env::var_os("UPDATE_FIXTURES").is_some() {
        fs::write(&path, &declarations).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap() == declarations,
        "web/wire.d.ts is out of date: run `cargo xtask types`"
    );
}

#[test]
fn every_type_is_declared() {
    let declarations = arbiter_wire::declarations();
    let mut count = 0;
    for text in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        for item in text.split("derive(ts_rs::TS").skip(1) {
            count += 1;
            let name = declared_name(item);
            // `Fact` is declared as part of `GameEvent`.
            assert!(
                name == "Fact" || declarations.contains(&format!("export type {name} =")),
                "{name} is not declared: add it to declarations.rs, then `cargo xtask types`"
            );
        }
    }
    assert!(count > 100, "only {count} types were found");
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
            line.contains("ts(rename")
                || line.starts_with("pub struct")
                || line.starts_with("pub enum")
        })
        .unwrap();
    match line.split_once('"') {
        Some(_) => {
            let (_, name) = line.split_once("rename = \"").unwrap();
            name.split('"').next().unwrap()
        }
        None => {
            let word = line.split(' ').nth(2).unwrap();
            word.split(['(', '{']).next().unwrap()
        }
    }
}

#[test]
fn every_type_that_is_used_is_declared() {
    let declarations = arbiter_wire::declarations();
    for line in declarations.lines().filter(|line| !line.contains("/**")) {
        let words = line.split(|letter: char| !letter.is_ascii_alphanumeric());
        for word in words.filter(|word| word.starts_with(char::is_uppercase) && *word != "Array") {
            let is_comment = line.trim_start().starts_with(['*', '/']);
            assert!(
                is_comment || declarations.contains(&format!("export type {word} =")),
                "{word} in {line}"
            );
        }
    }
}
