use std::{borrow::Cow, fmt::Write};

use arbiter_wire::{Color, GameView, PlayerKind, PlayerView};

use super::{
    appearance::Appearance,
    files::Files,
    head::{COMMON_STYLES, Head, NOTICES, later_bundle, page_bundle, resolve, style_bundle},
    sharing::Sharing,
    strings::Strings,
};
use crate::{base::GameId, store::PlayerCard};

/// A document: `layout.html` around a page.
///
/// Both contain placeholders in double braces. A placeholder is the key of a
/// string in the reader's language, or one of those in [`Document::find`]. A page
/// begins with a comment that names its title, script and styles, and perhaps the page
/// to which it leads:
/// `<!-- title: home_title; script: home/home.js; style: style/home.css; next: pages/game.html -->`
pub struct Document<'a> {
    files: &'a Files,
    appearance: &'a Appearance,
    player: Option<&'a PlayerCard>,
    game: Option<&'a GameView>,
    /// The player whom the document is about.
    profile: Option<(&'a str, Option<GameId>)>,
    /// Whether the URL has a query, which may name a position to show.
    has_query: bool,
    /// The URL of the server without a slash at its end, for link previews.
    origin: &'a str,
    /// Whether the server sends email.
    has_mail: bool,
    /// What people call the OpenID Connect provider, if there is one.
    provider: Option<&'a str>,
    strings: Option<Strings>,
}

impl<'a> Document<'a> {
    pub fn new(
        files: &'a Files,
        appearance: &'a Appearance,
        player: Option<&'a PlayerCard>,
    ) -> Document<'a> {
        let strings = Strings::read(files, appearance.language);
        Document {
            files,
            appearance,
            player,
            game: None,
            profile: None,
            has_query: false,
            origin: "",
            has_mail: false,
            provider: None,
            strings,
        }
    }

    /// Returns the same document about a game.
    pub fn about(self, game: Option<&'a GameView>) -> Document<'a> {
        Document { game, ..self }
    }

    /// Returns the same document about the player of this name, with their last game.
    pub fn about_player(self, profile: Option<(&'a str, Option<GameId>)>) -> Document<'a> {
        Document { profile, ..self }
    }

    /// Returns the same document for a URL with a query, or without one.
    pub fn with_query(self, has_query: bool) -> Document<'a> {
        Document { has_query, ..self }
    }

    /// Returns the same document on a server with this URL.
    pub fn at(self, origin: &'a str) -> Document<'a> {
        Document { origin, ..self }
    }

    /// Returns the same document of a server that sends email, or does not.
    pub fn with_mail(self, has_mail: bool) -> Document<'a> {
        Document { has_mail, ..self }
    }

    /// Returns the same document of a server with this OpenID Connect provider.
    pub fn with_provider(self, provider: Option<&'a str>) -> Document<'a> {
        Document { provider, ..self }
    }

    /// Returns the whole document, if there is such a page.
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

    /// Replaces each placeholder by its value. An unknown placeholder stays, so
    /// that it is noticed.
    fn fill(&self, text: &str, value: &dyn Fn(&str) -> Option<String>) -> String {
        let mut filled = String::with_capacity(text.len() * 2);
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("{{") {
            filled += before;
            let Some((name, after)) = after.split_once("}}") else {
                filled += "{{";
                rest = after;
                continue;
            };
            match value(name.trim()) {
                Some(value) => filled += &value,
                None => {
                    let _written = write!(filled, "{{{{{name}}}}}");
                }
            }
            rest = after;
        }
        filled + rest
    }

    fn find(&self, name: &str, head: &Head) -> Option<String> {
        let string = |name: &str| self.strings.as_ref()?.find(name).map(escaped);
        Some(match name {
            "assets" => self.assets(),
            "language" => self.appearance.language.to_owned(),
            "pieces" => self.pieces(),
            "look" => self.attributes(),
            "title" => escaped(&self.sharing(head).title),
            "sharing" => self.sharing(head).tags(self.origin) + &self.theme_colors(),
            "styles" => self.styles(head),
            "scripts" => self.scripts(head) + &self.next_files(head).unwrap_or_default(),
            "game" => self.game_json(),
            "solo" => if self.is_solo() { " solo" } else { "" }.to_owned(),
            "outcome" => if self.result().is_some() {
                ""
            } else {
                " hidden"
            }
            .to_owned(),
            "result" => self.result().map_or_else(String::new, |(result, _)| result),
            "reason" => self.result().map_or_else(String::new, |(_, reason)| reason),
            "change" => self.rating_change().unwrap_or_default(),
            "provider" => escaped(self.provider.unwrap_or_default()),
            "player" => escaped(self.player.map_or("", |player| &player.view.name)),
            name => return string(name),
        })
    }

    /// Returns how link previews describe the page.
    fn sharing(&self, head: &Head) -> Sharing {
        let string = |name: &str| self.strings.as_ref()?.find(name).map(str::to_owned);
        let find = |name: &str| string(name).unwrap_or_else(|| name.to_owned());
        match (self.game, self.profile) {
            (Some(game), _) => Sharing::of_game(game, self.ending(), &find),
            (None, Some((name, latest))) => Sharing::of_player(name, latest, &find),
            (None, None) => Sharing::of_page(find(head.title), &find),
        }
    }

    /// Returns the tags with the color that browsers give to their bars around the page.
    fn theme_colors(&self) -> String {
        const LIGHT: &str = "#f4efe6";
        const DARK: &str = "#191613";
        let attributes = &self.appearance.attributes;
        let theme = attributes.iter().find(|(name, _)| *name == "theme");
        let tag = |color: &str, media: &str| {
            format!("<meta name=\"theme-color\" content=\"{color}\"{media}>\n")
        };
        match theme.map(|(_, theme)| theme.as_str()) {
            Some("light") => tag(LIGHT, ""),
            Some("dark") => tag(DARK, ""),
            _ => {
                tag(LIGHT, " media=\"(prefers-color-scheme: light)\"")
                    + &tag(DARK, " media=\"(prefers-color-scheme: dark)\"")
            }
        }
    }

    /// Returns the game as JSON that is safe inside a script element.
    fn game_json(&self) -> String {
        let json = serde_json::to_string(&self.game);
        json.map_or_else(|_| "null".to_owned(), |json| json.replace('<', "\\u003c"))
    }

    /// Reports whether nobody is there to chat with: the opponent is the
    /// computer, or the reader plays both sides.
    fn is_solo(&self) -> bool {
        self.game.is_some_and(|game| {
            let is_computer = |player: &Option<PlayerView>| {
                player
                    .as_ref()
                    .is_some_and(|player| matches!(player.kind, PlayerKind::Computer))
            };
            game.you.len() == 2
                || is_computer(&game.players.white)
                || is_computer(&game.players.black)
        })
    }

    /// Returns the result of the game and its reason as the page writes them, so
    /// that nothing shifts when the page has loaded.
    fn result(&self) -> Option<(String, String)> {
        let (result, reason) = self.ending()?;
        Some((escaped(&result), escaped(&reason)))
    }

    /// Returns the result of the game and its reason as text.
    fn ending(&self) -> Option<(String, String)> {
        let game = self.game?;
        let state = &game.play.as_ref()?.state;
        let string = |name: &str| self.strings.as_ref()?.find(name).map(str::to_owned);
        let wins = |winner: Color, side| match game.you.as_slice() {
            [you] if *you == winner => string("game_won"),
            [_] => string("game_lost"),
            _ => Some(string("game_wins")?.replace("{side}", &string(side)?)),
        };
        let result = state.result.as_deref()?;
        let (score, outcome) = match result {
            "1-0" => ("1–0 · ", wins(Color::White, "game_white")?),
            "0-1" => ("0–1 · ", wins(Color::Black, "game_black")?),
            "*" => ("", string("game_no_result")?),
            _ => ("½–½ · ", string("game_drawn")?),
        };
        let reason = string(&format!("game_reason_{}", state.reason.as_deref()?))?;
        Some((outcome, format!("{score}{reason}")))
    }

    /// Returns how the game changed the reader's rating, as the page writes it.
    fn rating_change(&self) -> Option<String> {
        let game = self.game?;
        let player = match game.you.as_slice() {
            [Color::White] => game.players.white.as_ref(),
            [Color::Black] => game.players.black.as_ref(),
            _ => None,
        };
        let change = player?.change.filter(|change| *change != 0)?;
        let sign = if change > 0 { '+' } else { '−' };
        let words = self.strings.as_ref()?.find("game_rating_change")?;
        Some(escaped(&words.replace(
            "{change}",
            &format!("{sign}{}", change.unsigned_abs()),
        )))
    }

    fn assets(&self) -> String {
        format!("/a/{}/{}", self.files.version(), self.appearance.language)
    }

    /// Returns the URL of the piece set, so that it is requested early.
    fn pieces(&self) -> String {
        let chosen = self
            .appearance
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
        for (name, value) in &self.appearance.attributes {
            let _written = write!(text, " data-{name}=\"{value}\"");
        }
        if self.has_query {
            text += " data-query";
        }
        if self.has_mail {
            text += " data-mail";
        }
        if self.provider.is_some() {
            text += " data-provider";
        }
        if let Some(player) = self.player {
            let name = escaped(&player.view.name);
            let is_account = player.view.kind.has_account();
            let kind = if is_account { "account" } else { "guest" };
            let _written = write!(text, " data-player=\"{name}\" data-kind=\"{kind}\"");
        }
        text
    }

    fn styles(&self, head: &Head) -> String {
        let each = COMMON_STYLES.iter().chain(&head.styles);
        let files: Vec<String> = match self.files {
            Files::Folder(_) => each.map(|&style| style.to_owned()).collect(),
            Files::Embedded => [&COMMON_STYLES, head.styles.as_slice()]
                .into_iter()
                .filter(|styles| !styles.is_empty())
                .map(style_bundle)
                .collect(),
        };
        let mut text = String::new();
        for style in files {
            let _written = writeln!(
                text,
                "<link rel=\"stylesheet\" href=\"{}/{style}\">",
                self.assets()
            );
        }
        text
    }

    /// Returns the URLs of the files that only the next page has, so that this one can load
    /// them in advance. Not during development, when they are many and load without delay.
    fn next_files(&self, head: &Head) -> Option<String> {
        if matches!(self.files, Files::Folder(_)) {
            return None;
        }
        let page = self.files.text(head.next?)?;
        let (next, _) = Head::split(&page);
        let assets = self.assets();
        let (script, style) = (page_bundle(next.script?), style_bundle(&next.styles));
        Some(format!(
            "<meta name=\"next\" content=\"{assets}/{script} {assets}/{style}\">\n"
        ))
    }

    /// Returns the page's script and preloads of everything that it imports, so
    /// that all of it is requested at once.
    fn scripts(&self, head: &Head) -> String {
        let assets = self.assets();
        let top = format!("<script type=\"module\" src=\"{assets}/lib/top.js\"></script>\n");
        let (Some(script), files) = (head.script, self.files) else {
            return top;
        };
        // The common bundle has the top bar.
        let (script, before, notices) = match files {
            Files::Embedded => {
                let notices = later_bundle(script, NOTICES);
                (page_bundle(script), String::new(), notices)
            }
            Files::Folder(_) => (script.to_owned(), top, NOTICES.to_owned()),
        };
        let mut found = vec![script.clone()];
        let mut next = 0;
        while let Some(path) = found.get(next).cloned() {
            next += 1;
            for import in self.imports(&path) {
                if !found.contains(&import) {
                    found.push(import);
                }
            }
        }
        let mut text =
            format!("{before}<script type=\"module\" src=\"{assets}/{script}\"></script>\n");
        for path in found.iter().skip(1) {
            let _written = writeln!(
                text,
                "<link rel=\"modulepreload\" href=\"{assets}/{path}\">"
            );
        }
        let is_account = |player: &PlayerCard| player.view.kind.has_account();
        if self.player.is_some_and(is_account) {
            let _written = writeln!(
                text,
                "<script type=\"module\" src=\"{assets}/{notices}\"></script>"
            );
        }
        text
    }

    /// Returns what a module imports when it is loaded. Types are imported in
    /// comments, which do not count.
    fn imports(&self, path: &str) -> Vec<String> {
        // The strings themselves are sent for it.
        if path == "strings.js" {
            return Vec::new();
        }
        let localized = self.files.localized(path, self.appearance.language);
        let text = localized
            .map(Cow::Owned)
            .or_else(|| self.files.script(path))
            .unwrap_or_default();
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

pub(super) fn escaped(text: &str) -> String {
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
