//! What a page loads. The build script uses this file as well.

/// The comment at the beginning of a page.
#[derive(Default)]
pub struct Head<'a> {
    pub title: &'a str,
    pub script: Option<&'a str>,
    pub styles: Vec<&'a str>,
    /// The page to which this one leads, whose files it loads in advance.
    pub next: Option<&'a str>,
}

impl Head<'_> {
    /// Returns the head of a page and the rest of it.
    pub fn split(page: &str) -> (Head<'_>, &str) {
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
                Some(("next", next)) => head.next = Some(next),
                _ => {}
            }
        }
        (head, body)
    }
}

/// The modules that import strings, which depend on the reader's language.
pub const STRING_MODULES: [&str; 4] = [
    "strings.js",
    "page_strings.js",
    "account_strings.js",
    "tournament_strings.js",
];
/// The styles of every page.
pub const COMMON_STYLES: [&str; 3] = ["style/base.css", "style/parts.css", "style/board.css"];

/// Returns the path of the bundle of a page with this script.
pub fn page_bundle(script: &str) -> String {
    format!("bundle/{}", script.replace('/', "-"))
}

/// What pages of players with an account load as well.
pub const NOTICES: &str = "notices/notices.js";

/// Returns the path of the bundle of a module that a page with this script loads later.
pub fn later_bundle(script: &str, later: &str) -> String {
    let page = script.trim_end_matches(".js").replace('/', "-");
    format!("bundle/{page}~{}", later.replace('/', "-"))
}

/// Returns the path of the bundle of these styles.
pub fn style_bundle(styles: &[&str]) -> String {
    let names = styles.iter().map(|style| {
        let name = style.rsplit_once('/').map_or(*style, |(_, name)| name);
        name.trim_end_matches(".css")
    });
    format!("bundle/{}.css", names.collect::<Vec<_>>().join("-"))
}

/// Resolves a relative path: `../lib/text.js` from `board` is `lib/text.js`.
pub fn resolve(folder: &str, target: &str) -> String {
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
