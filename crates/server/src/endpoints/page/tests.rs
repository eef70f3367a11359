use super::*;
use crate::base::Database;

fn files() -> Files {
    Files::of(&crate::base::Settings::new(Database::Sqlite("x".into())))
}

fn appearance(cookie: &str, language: &str) -> Appearance {
    let mut headers = HeaderMap::new();
    headers.insert(header::COOKIE, cookie.parse().unwrap());
    headers.insert(header::ACCEPT_LANGUAGE, language.parse().unwrap());
    Appearance::of(&headers)
}

#[test]
fn the_appearance_is_read_from_the_cookie_and_the_language_also_from_the_browser() {
    let chosen = appearance("a=b; look=theme=dark&language=de&board=x\"y", "en-GB");
    assert_eq!(chosen.language, "de");
    assert_eq!(chosen.attributes, [("theme", "dark".to_owned())]);
    assert_eq!(
        appearance("look=language=xx", "fr;q=1, de-AT;q=0.8").language,
        "de"
    );
    assert_eq!(appearance("x=y", "fr").language, "en");
}

#[test]
fn every_placeholder_has_a_value_in_every_language() {
    let files = files();
    for language in strings::LANGUAGES {
        for page in files::names().filter(|name| name.ends_with(".html") && *name != "layout.html")
        {
            let appearance = appearance(&format!("look=language={language}"), "en");
            let document = Document::new(&files, &appearance, None).read(page).unwrap();
            assert!(!document.contains("{{"), "{page} in {language}: {document}");
        }
    }
}

#[test]
fn a_document_preloads_everything_it_imports() {
    let read = |page: &str| {
        Document::new(&files(), &appearance("", "de"), None)
            .read(page)
            .unwrap()
    };
    let (home, settings) = (read("pages/home.html"), read("pages/settings.html"));
    for module in ["bundle/common.js", "strings.js"] {
        let preload = format!("/de/{module}\">");
        assert!(home.contains(&preload), "{module} in {home}");
        assert!(settings.contains(&preload), "{module} in {settings}");
    }
    for module in [
        "page_strings.js",
        "strings/pages_de.js",
        "account_strings.js",
        "strings/account_de.js",
    ] {
        let preload = format!("/de/{module}\">");
        assert!(settings.contains(&preload), "{module} in {settings}");
        // The first game is light: it does without the strings of other pages.
        assert!(!home.contains(&preload), "{module} in {home}");
    }
    for other in [&home, &settings] {
        assert!(!other.contains("tournament_strings.js"), "{other}");
    }
    assert!(read("pages/tournament.html").contains("/de/strings/tournaments_de.js\">"));
    assert!(!home.contains(".d.ts"), "{home}");
    // During development every module is loaded by itself.
    let folder = Files::Folder("../../web".into());
    let appearance = appearance("", "de");
    let home = Document::new(&folder, &appearance, None).read("pages/home.html");
    assert!(home.unwrap().contains("/de/lib/text.js\">"));
}

#[test]
fn the_starting_position_is_shown_at_once_unless_the_url_may_name_another_one() {
    let (files, appearance) = (files(), appearance("", "en"));
    let read = |page: &str, has_query| {
        let document = Document::new(&files, &appearance, None).with_query(has_query);
        document.read(page).unwrap()
    };
    for page in ["pages/home.html", "pages/editor.html"] {
        let (plain, linked) = (read(page, false), read(page, true));
        assert!(plain.contains("class=\"pieces before\""), "{plain}");
        assert!(!plain.contains("data-query"), "{plain}");
        assert!(linked.contains("<html lang=\"en\" data-query>"), "{linked}");
    }
    let start = Position::start().to_string();
    let editor = read("pages/editor.html", false);
    assert!(editor.contains(&format!("value=\"{start}\"")), "{editor}");
    assert!(editor.contains("This position can be played."), "{editor}");
}

#[test]
fn types_imported_in_comments_are_not_preloaded() {
    for files in [files(), Files::Folder("../../web".into())] {
        for page in files::names().filter(|name| name.ends_with(".html")) {
            let document = Document::new(&files, &appearance("", "en"), None).read(page);
            assert!(!document.unwrap().contains(".d.ts"), "{page}");
        }
    }
}

#[test]
fn scripts_in_the_binary_have_no_comments() {
    for name in files::names().filter(|name| name.ends_with(".js")) {
        let text = files().text(name).unwrap();
        assert_eq!(strip_comments::strip_comments(name, &text), text, "{name}");
        assert!(!text.contains("/**"), "{name}");
    }
}

#[test]
fn files_outside_the_page_are_not_served() {
    let folder = Files::Folder("../../web".into());
    assert!(folder.serve("lib/text.js", "en", "").is_some());
    for path in [
        "../Cargo.toml",
        "lib/../../xtask/x.js",
        ".hidden.js",
        "package.json",
        "/etc/x.js",
        "none.js",
    ] {
        assert!(folder.serve(path, "en", "").is_none(), "{path}");
        assert!(files().serve(path, "en", "br").is_none(), "{path}");
    }
    assert!(files().serve("lib/text.js", "xx", "").is_none());
}

#[test]
fn a_document_uses_the_chosen_piece_set_if_it_exists() {
    let home = |cookie: &str| {
        let appearance = appearance(cookie, "en");
        Document::new(&files(), &appearance, None)
            .read("pages/home.html")
            .unwrap()
    };
    assert!(home("look=pieces=modern").contains("/pieces/modern.svg#"));
    assert!(home("look=pieces=unknown").contains("/pieces/classic.svg#"));
    assert!(home("x=y").contains("/pieces/classic.svg#"));
}

#[test]
fn the_page_and_the_server_refuse_in_the_same_words() {
    use crate::refusal::TournamentRefusal as Refusal;
    let strings = strings::Strings::read(&files(), "en").unwrap();
    for refusal in [
        Refusal::Unknown,
        Refusal::MayNotCreate,
        Refusal::TooMany,
        Refusal::NotArbiter,
        Refusal::EntryClosed,
        Refusal::Full,
        Refusal::NotListed,
        Refusal::Rating,
        Refusal::AlreadyEntered,
        Refusal::NotEntered,
        Refusal::Removed,
        Refusal::Over,
        Refusal::RoundStarted,
        Refusal::NoGame,
        Refusal::NoBots,
    ] {
        let name = format!("problem_{}", refusal.code().name());
        let sentence = refusal.to_string().replace('\'', "’");
        assert_eq!(strings.find(&name), Some(sentence.as_str()), "{name}");
    }
}
