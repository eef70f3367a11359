use super::*;
use crate::base::Database;

fn files() -> Files {
    Files::of(&crate::base::Settings::new(Database::Sqlite("x".into())))
}

fn look(cookie: &str, language: &str) -> Look {
    let mut headers = HeaderMap::new();
    headers.insert(header::COOKIE, cookie.parse().unwrap());
    headers.insert(header::ACCEPT_LANGUAGE, language.parse().unwrap());
    Look::of(&headers)
}

#[test]
fn the_look_comes_from_the_cookie_and_the_language_also_from_the_browser() {
    let chosen = look("a=b; look=theme=dark&language=de&board=x\"y", "en-GB");
    assert_eq!(chosen.language, "de");
    assert_eq!(chosen.attributes, [("theme", "dark".to_owned())]);
    assert_eq!(
        look("look=language=xx", "fr;q=1, de-AT;q=0.8").language,
        "de"
    );
    assert_eq!(look("x=y", "fr").language, "en");
}

#[test]
fn every_name_in_every_document_means_something_in_every_language() {
    let files = files();
    for language in words::LANGUAGES {
        for page in files::names().filter(|name| name.ends_with(".html") && *name != "layout.html")
        {
            let look = look(&format!("look=language={language}"), "en");
            let document = Document::new(&files, &look, None).read(page).unwrap();
            assert!(!document.contains("{{"), "{page} in {language}: {document}");
        }
    }
}

#[test]
fn a_document_asks_at_once_for_everything_it_imports() {
    let document = Document::new(&files(), &look("", "de"), None)
        .read("pages/home.html")
        .unwrap();
    for module in ["lib/text.js", "strings.js", "strings/de.js"] {
        let preload = format!("/de/{module}\">");
        assert!(document.contains(&preload), "{module} in {document}");
    }
    assert!(!document.contains(".d.ts"), "{document}");
}

#[test]
fn what_is_only_named_in_comments_is_not_asked_for() {
    for files in [files(), Files::Folder("../../web".into())] {
        for page in files::names().filter(|name| name.ends_with(".html")) {
            let document = Document::new(&files, &look("", "en"), None).read(page);
            assert!(!document.unwrap().contains(".d.ts"), "{page}");
        }
    }
}

#[test]
fn the_binary_has_no_comments() {
    for name in files::names().filter(|name| name.ends_with(".js")) {
        let text = files().text(name).unwrap();
        assert_eq!(strip_comments::strip_comments(name, &text), text, "{name}");
        assert!(!text.contains("/**"), "{name}");
    }
}

#[test]
fn files_outside_of_the_page_are_not_served() {
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
fn a_document_draws_with_the_pieces_that_were_chosen_if_there_are_such() {
    let home = |cookie: &str| {
        let look = look(cookie, "en");
        Document::new(&files(), &look, None)
            .read("pages/home.html")
            .unwrap()
    };
    assert!(home("look=pieces=modern").contains("/pieces/modern.svg#"));
    assert!(home("look=pieces=unknown").contains("/pieces/classic.svg#"));
    assert!(home("x=y").contains("/pieces/classic.svg#"));
}
