use std::fmt::Write;

use arbiter_wire::{GameView, PlayerView, Stage};

use super::document::escaped;
use crate::base::GameId;

/// What a page says about itself to search engines, and to messengers that show a link to it as
/// a card (Open Graph).
pub struct Sharing {
    pub title: String,
    description: String,
    /// The path of the page, if it has one of its own.
    path: Option<String>,
    /// The path of the picture, and its width and height in pixels.
    picture: (String, u32),
}

/// Finds a string in the reader's language.
type Strings<'a> = &'a dyn Fn(&str) -> String;

impl Sharing {
    /// Returns what a game says: who plays, the result, the opening.
    pub fn of_game(
        game: &GameView,
        ending: Option<(String, String)>,
        strings: Strings<'_>,
    ) -> Sharing {
        let name = |player: &Option<PlayerView>| player.as_ref().map(|player| player.name.clone());
        let (white, black) = (name(&game.players.white), name(&game.players.black));
        let title = match (white, black) {
            (Some(white), Some(black)) => format!("{white} – {black}"),
            (Some(name), None) | (None, Some(name)) => {
                strings("share_challenge").replace("{name}", &name)
            }
            (None, None) => strings("game_title"),
        };
        let mut facts = Vec::new();
        facts.push(match (game.stage, ending) {
            (Stage::Waiting, _) => strings("share_waiting"),
            (_, Some((result, reason))) => format!("{result}: {reason}"),
            (_, None) => strings("share_live"),
        });
        let clock = game.options.clock.0.clone();
        facts.extend((clock != "-").then_some(clock));
        if let Some(play) = &game.play {
            let opening = play.state.opening.as_ref();
            facts.extend(opening.map(|opening| opening.name.clone()));
            let count = play.moves.len().div_ceil(2);
            facts.push(match count {
                1 => strings("share_move"),
                _ => strings("share_moves").replace("{count}", &count.to_string()),
            });
        }
        Sharing {
            title,
            description: facts.join(" · "),
            path: Some(format!("/game/{}", game.id)),
            picture: (format!("/v1/games/{}/picture.png", game.id), 800),
        }
    }

    /// Returns what the page of a player says, with a picture of their last game.
    pub fn of_player(name: &str, latest: Option<GameId>, strings: Strings<'_>) -> Sharing {
        let page = Sharing::of_page(String::new(), strings);
        let picture = latest.map(|id| (format!("/v1/games/{id}/picture.png"), 800));
        Sharing {
            title: name.to_owned(),
            description: strings("share_player").replace("{name}", name),
            path: Some(format!("/player/{name}")),
            picture: picture.unwrap_or(page.picture),
        }
    }

    /// Returns what any other page says.
    pub fn of_page(title: String, strings: Strings<'_>) -> Sharing {
        Sharing {
            title,
            description: strings("share_home"),
            path: None,
            picture: ("/board.png".to_owned(), 800),
        }
    }

    /// Returns the elements for the head of the document. Messengers need whole URLs.
    pub fn tags(&self, origin: &str) -> String {
        let (picture, pixels) = &self.picture;
        let title = format!("{} · Arbiter", self.title);
        let mut tags = String::new();
        let mut add = |kind: &str, name: &str, value: &str| {
            let value = escaped(value);
            let _written = writeln!(tags, "<meta {kind}=\"{name}\" content=\"{value}\">");
        };
        add("name", "description", &self.description);
        add("property", "og:type", "website");
        add("property", "og:site_name", "Arbiter");
        add("property", "og:title", &title);
        add("property", "og:description", &self.description);
        if let Some(path) = &self.path {
            add("property", "og:url", &format!("{origin}{path}"));
        }
        add("property", "og:image", &format!("{origin}{picture}"));
        add("property", "og:image:width", &pixels.to_string());
        add("property", "og:image:height", &pixels.to_string());
        add("name", "twitter:card", "summary");
        tags
    }
}
