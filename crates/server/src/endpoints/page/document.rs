use std::fmt::Write;

use arbiter_wire::GameView;

use super::{files::Files, look::Look, words::Words};
use crate::store::PlayerCard;

/// A document that is put together: `layout.html` around a page.
///
/// Both hold names in double braces. A name is that of a word in the reader's
/// language or one of those in [`Document::find`]. A page begins with a
/// comment that says what belongs to it:
/// `<!-- title: home_title; script: home/home.js; style: style/home.css -->`
pub struct Document<'a> {
    files: &'a Files,
    look: &'a Look,
    player: Option<&'a PlayerCard>,
    game: Option<&'a GameView>,
    words: Option<Words>,
}

/// What the comment at the beginning of a page says.
#[derive(Default)]
struct Head<'a> {
    title: &'a str,
    script: Option<&'a str>,
    styles: Vec<&'a str>,
}

impl<'a> Document<'a> {
    pub fn new(files: &'a Files, look: &'a Look, player: Option<&'a PlayerCard>) -> Document<'a> {
        let words = Words::read(files, look.language);
        Document {
            files,
            look,
            player,
            game: None,
            words,
        }
    }

    /// The same, for a document that tells of a game.
    pub fn about(self, game: Option<&'a GameView>) -> Document<'a> {
        Document { game, ..self }
    }

    /// The whole document, if there is such a page.
    pub fn read(&self, path: &str) -> Option<String> {
        let layout = self.files.text("layout.html")?;
        let page = self.files.text(path)?;
        let (head, body) = Head::split(&page);
        let body = self.fill(body, &|name| self.find(name, &head));
        Some(self.fill(&layout, &|name| match name {
            "body" => Some(body.clone()),
            name => self.find(name, &head),
        }))
    }

    /// Puts what each name means in its place. An unknown name stays, so that
    /// it is seen.
    fn fill(&self, text: &str, meaning: &dyn Fn(&str) -> Option<String>) -> String {
        let mut filled = String::with_capacity(text.len() * 2);
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("{{") {
            filled += before;
            let Some((name, after)) = after.split_once("}}") else {
                filled += "{{";
                rest = after;
                continue;
            };
            match meaning(name.trim()) {
                Some(meaning) => filled += &meaning,
                None => {
                    let _written = write!(filled, "{{{{{name}}}}}");
                }
            }
            rest = after;
        }
        filled + rest
    }

    fn find(&self, name: &str, head: &Head) -> Option<String> {
        let word = |name: &str| self.words.as_ref()?.find(name).map(escaped);
        Some(match name {
            "assets" => self.assets(),
            "language" => self.look.language.to_owned(),
            "pieces" => self.pieces(),
            "look" => self.attributes(),
            "title" => word(head.title).unwrap_or_else(|| escaped(head.title)),
            "styles" => self.styles(head),
            "scripts" => self.scripts(head),
            "game" => self.told(),
            "ribbon" => if self.result().is_some() {
                ""
            } else {
                "hidden"
            }
            .to_owned(),
            "result" => self.result().map_or_else(String::new, |(result, _)| result),
            "reason" => self.result().map_or_else(String::new, |(_, reason)| reason),
            "player" => escaped(self.player.map_or("", |player| &player.view.name)),
            name => return word(name),
        })
    }

    /// The game as JSON in which nothing ends a script.
    fn told(&self) -> String {
        let told = serde_json::to_string(&self.game);
        told.map_or_else(|_| "null".to_owned(), |json| json.replace('<', "\\u003c"))
    }

    /// How the game ended and why, as the page writes it: the largest of all
    /// that is seen is there at once.
    fn result(&self) -> Option<(String, String)> {
        let state = &self.game?.play.as_ref()?.state;
        let word = |name: &str| self.words.as_ref()?.find(name).map(escaped);
        let wins = |side| Some(word("game_wins")?.replace("{side}", &word(side)?));
        let result = state.result.as_deref()?;
        let (score, who) = match result {
            "1-0" => ("1–0  ", wins("game_white")?),
            "0-1" => ("0–1  ", wins("game_black")?),
            "*" => ("", word("game_no_result")?),
            _ => ("½–½  ", word("game_drawn")?),
        };
        let reason = word(&format!("game_reason_{}", state.reason.as_deref()?))?;
        Some((format!("{score}{who}"), reason))
    }

    fn assets(&self) -> String {
        format!("/a/{}/{}", self.files.version(), self.look.language)
    }

    /// The piece set, so that it is asked for with the first things.
    fn pieces(&self) -> String {
        let chosen = self
            .look
            .attributes
            .iter()
            .find(|(name, _)| *name == "pieces");
        let chosen = chosen.map(|(_, set)| set.as_str());
        let known = |set: &&str| self.files.text(&format!("pieces/{set}.svg")).is_some();
        let set = chosen.filter(known).unwrap_or("classic");
        format!("{}/pieces/{set}.svg", self.assets())
    }

    fn attributes(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.look.attributes {
            let _written = write!(text, " data-{name}=\"{value}\"");
        }
        if let Some(player) = self.player {
            let name = escaped(&player.view.name);
            let is_account = matches!(player.view.kind, arbiter_wire::PlayerKind::Account);
            let kind = if is_account { "account" } else { "guest" };
            let _written = write!(text, " data-player=\"{name}\" data-kind=\"{kind}\"");
        }
        text
    }

    fn styles(&self, head: &Head) -> String {
        let mut text = String::new();
        for style in &head.styles {
            let _written = writeln!(
                text,
                "<link rel=\"stylesheet\" href=\"{}/{style}\">",
                self.assets()
            );
        }
        text
    }

    /// The page's script, and everything that it imports: asked for at once,
    /// not one after the other.
    fn scripts(&self, head: &Head) -> String {
        let Some(script) = head.script else {
            return String::new();
        };
        let mut found = vec![script.to_owned()];
        let mut next = 0;
        while let Some(path) = found.get(next).cloned() {
            next += 1;
            for import in self.imports(&path) {
                if !found.contains(&import) {
                    found.push(import);
                }
            }
        }
        let assets = self.assets();
        let mut text = format!("<script type=\"module\" src=\"{assets}/{script}\"></script>\n");
        for path in found.iter().skip(1) {
            let _written = writeln!(
                text,
                "<link rel=\"modulepreload\" href=\"{assets}/{path}\">"
            );
        }
        text
    }

    /// What a module imports when it is loaded. Types are imported in
    /// comments, which no browser reads.
    fn imports(&self, path: &str) -> Vec<String> {
        let text = match path {
            "strings.js" => format!("export from './strings/{}.js'", self.look.language).into(),
            path => self.files.script(path).unwrap_or_default(),
        };
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let quoted = |part: &'_ str| -> Option<String> {
            let part = part.trim_start().strip_prefix('\'')?;
            let (target, _) = part.split_once('\'')?;
            let is_module = target.starts_with('.') && target.ends_with(".js");
            is_module.then(|| resolve(folder, target))
        };
        let named = text.split(" from ").skip(1).filter_map(quoted);
        let alone = text
            .lines()
            .filter_map(|line| line.strip_prefix("import "))
            .filter_map(quoted);
        named.chain(alone).collect()
    }
}

impl Head<'_> {
    fn split(page: &str) -> (Head<'_>, &str) {
        let mut head = Head::default();
        let Some((comment, body)) = page
            .strip_prefix("<!--")
            .and_then(|page| page.split_once("-->"))
        else {
            return (head, page);
        };
        for line in comment.split(';') {
            match line
                .split_once(':')
                .map(|(name, value)| (name.trim(), value.trim()))
            {
                Some(("title", title)) => head.title = title,
                Some(("script", script)) => head.script = Some(script),
                Some(("style", style)) => head.styles.push(style),
                _ => {}
            }
        }
        (head, body)
    }
}

/// A path beside a folder: `../lib/text.js` from `board` is `lib/text.js`.
fn resolve(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            letter => safe.push(letter),
        }
    }
    safe
}
