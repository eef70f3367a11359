//! The documents of the handbook and their claims.

use std::{collections::BTreeSet, fs, path::Path};

use super::html::{Element, Node, nodes};

pub const LANGUAGES: [&str; 2] = ["en", "de"];

/// A document of the handbook.
pub struct Chapter {
    pub name: String,
    /// `en/castling.html`.
    pub path: String,
    pub text: String,
    pub sections: Vec<Section>,
    /// The contents of `<cite>`: articles of FIDE, and our own numbers.
    pub cited: BTreeSet<String>,
    pub previous: Option<String>,
    pub next: Option<String>,
    /// The chapters that it links to, in order.
    pub links: Vec<String>,
}

/// A part of a chapter, about one board at most.
#[derive(Default)]
pub struct Section {
    pub id: String,
    pub board: Option<Element>,
    pub claims: Vec<Element>,
}

/// Returns all chapters in a language.
pub fn handbook(language: &str) -> Vec<Chapter> {
    let folder = folder().join(language);
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".html").map(str::to_owned))
        .filter(|name| name != "index")
        .collect();
    names.sort();
    names.iter().map(|name| chapter(language, name)).collect()
}

/// Returns the table of contents.
pub fn index(language: &str) -> Chapter {
    chapter(language, "index")
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/laws")
}

fn chapter(language: &str, name: &str) -> Chapter {
    let path = format!("{language}/{name}.html");
    let text = fs::read_to_string(folder().join(&path)).unwrap();
    let mut chapter = Chapter {
        name: name.to_owned(),
        path,
        text: String::new(),
        sections: Vec::new(),
        cited: BTreeSet::new(),
        previous: None,
        next: None,
        links: Vec::new(),
    };
    let mut open: Vec<String> = Vec::new();
    for node in nodes(&text) {
        match node {
            Node::Open(element) => {
                chapter.meet(&element, &open);
                const VOID: [&str; 5] = ["br", "img", "hr", "input", "meta"];
                if !VOID.contains(&element.name.as_str()) {
                    open.push(element.name);
                }
            }
            Node::Close(name) => {
                let opened = open.pop();
                assert_eq!(opened.as_deref(), Some(name), "{}: </{name}>", chapter.path);
            }
            Node::Text(text) if open.last().is_some_and(|name| name == "cite") => {
                let marks = text.split(|letter: char| letter.is_whitespace() || letter == '·');
                chapter
                    .cited
                    .extend(marks.filter(|mark| !mark.is_empty()).map(str::to_owned));
            }
            Node::Text(_) => {}
        }
    }
    assert!(open.is_empty(), "{} leaves {open:?} open", chapter.path);
    chapter.text = text;
    chapter
}

impl Chapter {
    /// Notes the claim or the link of an element.
    fn meet(&mut self, element: &Element, inside: &[String]) {
        let place = format!("{}:{}", self.path, element.line);
        match element.name.as_str() {
            "section" => {
                let is_nested = inside.iter().any(|name| name == "section");
                assert!(!is_nested, "{place}: a section in a section");
                self.sections.push(Section {
                    id: element.value("id").unwrap_or_default().to_owned(),
                    ..Section::default()
                });
            }
            "law-board" | "law-touch" => {
                let board = &mut self.section(inside, &place).board;
                assert!(board.is_none(), "{place}: a second board in a section");
                *board = Some(element.clone());
            }
            "law-claim" => self.section(inside, &place).claims.push(element.clone()),
            "law-clock" => {}
            name => assert!(!name.starts_with("law-"), "{place}: unknown {name}"),
        }
        let target = element
            .value("href")
            .and_then(|href| href.strip_prefix("/laws/"));
        let Some(target) = target.filter(|target| !target.contains('#')) else {
            return;
        };
        match element.value("rel") {
            Some("prev") => self.previous = Some(target.to_owned()),
            Some("next") => self.next = Some(target.to_owned()),
            _ => self.links.push(target.to_owned()),
        }
    }

    fn section(&mut self, inside: &[String], place: &str) -> &mut Section {
        let is_inside = inside.iter().any(|name| name == "section");
        assert!(is_inside, "{place}: a claim outside of a section");
        self.sections.last_mut().unwrap()
    }

    /// Returns all its claims in order, independent of the language.
    pub fn facts(&self) -> Vec<String> {
        let facts = |section: &Section| {
            let claims = section.claims.iter().chain(&section.board);
            let claims: Vec<String> = claims.map(ToString::to_string).collect();
            format!("{}: {}", section.id, claims.join("\n"))
        };
        self.sections.iter().map(facts).collect()
    }
}
