//! A reader for the part of HTML that our documents use.

use std::{collections::BTreeMap, fmt};

/// A part of a document.
pub enum Node<'a> {
    Open(Element),
    Close(&'a str),
    Text(&'a str),
}

/// An element: its name and its attributes. One without a value is empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    pub name: String,
    pub attributes: BTreeMap<String, String>,
    /// Where it begins in its document.
    pub line: usize,
}

impl Element {
    /// Reads the text between `<` and `>`.
    pub fn read(text: &str) -> Element {
        let (name, mut rest) = text
            .split_once(|letter: char| letter.is_whitespace())
            .unwrap_or((text, ""));
        let mut attributes = BTreeMap::new();
        loop {
            rest = rest.trim_start();
            let end = rest
                .find(|letter: char| letter.is_whitespace() || letter == '=')
                .unwrap_or(rest.len());
            if end == 0 {
                break;
            }
            let (name, after) = rest.split_at(end);
            let mut value = "";
            rest = after;
            if let Some(quoted) = after.strip_prefix('=') {
                let mark = quoted.chars().next().unwrap();
                assert!(
                    "\"'".contains(mark),
                    "quotes around the value of {name}: {text}"
                );
                let (inside, after) = quoted[1..].split_once(mark).unwrap();
                (value, rest) = (inside, after);
            }
            let value = value.replace("&quot;", "\"").replace("&amp;", "&");
            let twice = attributes.insert(name.to_owned(), value);
            assert!(twice.is_none(), "{name} twice in {text}");
        }
        Element {
            name: name.to_owned(),
            attributes,
            line: 0,
        }
    }

    pub fn value(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        for (name, value) in &self.attributes {
            write!(f, " {name}=\"{value}\"")?;
        }
        Ok(())
    }
}

/// Returns the nodes of a document in order, without comments.
pub fn nodes(document: &str) -> Vec<Node<'_>> {
    let mut nodes = Vec::new();
    let mut rest = document;
    while let Some(open) = rest.find('<') {
        nodes.push(Node::Text(&rest[..open]));
        let tag = &rest[open + 1..];
        let is_comment = tag.starts_with("!--");
        let end = if is_comment { "-->" } else { ">" };
        let (inside, after) = tag.split_once(end).unwrap();
        match inside.strip_prefix('/') {
            _ if is_comment => {}
            Some(name) => nodes.push(Node::Close(name.trim())),
            None => {
                let mut element = Element::read(inside);
                let before = document.len() - rest.len() + open;
                element.line = document[..before].matches('\n').count() + 1;
                nodes.push(Node::Open(element));
            }
        }
        rest = after;
    }
    nodes.push(Node::Text(rest));
    nodes
}
