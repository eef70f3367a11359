//! The handbook of chess: its documents are checked against the laws.
//!
//! What the text says about a position is repeated in the attributes of
//! `<law-claim>` and `<law-board>`. These tests read every document in every
//! language and check each of these claims.

mod claims;
mod clocks;
mod handbook;
mod html;
mod positions;
mod saktris;
mod scripts;

use std::collections::BTreeSet;

use handbook::{Chapter, LANGUAGES, handbook, index};

/// Returns the numbers of every law in `docs/laws.md` and of every rule of
/// Saktris in `docs/saktris.md`.
fn laws() -> BTreeSet<String> {
    chess_laws().into_iter().chain(saktris_rules()).collect()
}

/// Returns the numbers of `docs/laws.md`, which marks each law with
/// `- **R44** …`.
fn chess_laws() -> Vec<String> {
    let text = include_str!("../../../../docs/laws.md");
    let marked = text
        .lines()
        .filter_map(|line| line.strip_prefix("- **")?.split_once("** "));
    marked.map(|(number, _)| number.to_owned()).collect()
}

/// Returns the numbers of `docs/saktris.md`, which marks each rule with
/// `**S5 · Placing.**`.
fn saktris_rules() -> Vec<String> {
    let text = include_str!("../../../../docs/saktris.md");
    let marked = text
        .lines()
        .filter_map(|line| line.strip_prefix("**")?.split_once(" · "));
    marked.map(|(number, _)| number.to_owned()).collect()
}

/// Reports whether this is one of our numbers, such as `R40`, `C10` or `S5`, and not an
/// article of FIDE, such as `3.8.2`.
fn is_ours(mark: &str) -> bool {
    let number = mark.strip_prefix(['R', 'C', 'S']);
    number.is_some_and(|number| number.starts_with(|digit: char| digit.is_ascii_digit()))
}

#[test]
fn every_claim_of_the_handbook_holds() {
    let mut wrong = Vec::new();
    let mut count = 0;
    let chapters = LANGUAGES.into_iter().flat_map(handbook);
    for chapter in chapters.chain(LANGUAGES.map(index)) {
        for section in &chapter.sections {
            for claim in section.claims.iter().chain(&section.board) {
                count += 1;
                if let Err(why) = claims::check(claim, section.board.as_ref()) {
                    let place = format!("{}#{}:{}", chapter.path, section.id, claim.line);
                    wrong.push(format!("{place}: {why}\n    {claim}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    assert!(count > 600, "only {count} claims were found");
}

#[test]
fn every_chapter_claims_something_in_every_section() {
    for chapter in LANGUAGES.into_iter().flat_map(handbook) {
        assert!(chapter.sections.len() > 1, "{}", chapter.path);
        for section in &chapter.sections {
            let place = format!("{}#{}", chapter.path, section.id);
            assert!(!section.id.is_empty(), "a section of {place} has no id");
            assert!(!section.claims.is_empty(), "{place} claims nothing");
        }
    }
}

#[test]
fn every_law_is_explained_in_every_language() {
    assert_eq!(saktris_rules().len(), 12);
    let chess = chess_laws();
    assert!(
        chess.len() >= 100,
        "docs/laws.md lists only {}",
        chess.len()
    );
    assert!(chess.iter().all(|number| is_ours(number)), "{chess:?}");
    for language in LANGUAGES {
        let cited: BTreeSet<String> = handbook(language)
            .into_iter()
            .flat_map(|chapter| chapter.cited)
            .filter(|mark| is_ours(mark))
            .collect();
        let laws = laws();
        let untold: Vec<_> = laws.difference(&cited).collect();
        let unknown: Vec<_> = cited.difference(&laws).collect();
        assert!(untold.is_empty(), "{language} does not tell {untold:?}");
        assert!(unknown.is_empty(), "{language} tells {unknown:?}");
    }
}

#[test]
fn every_language_makes_the_same_claims() {
    let [first, others @ ..] = LANGUAGES;
    let first = handbook(first);
    for language in others {
        let other = handbook(language);
        let names = |chapters: &[Chapter]| -> Vec<String> {
            chapters
                .iter()
                .map(|chapter| chapter.name.clone())
                .collect()
        };
        assert_eq!(names(&first), names(&other), "{language}");
        for (chapter, translated) in first.iter().zip(&other) {
            // Numbers of articles are compared; "Appendix" and "Guidelines" are translated.
            let articles = |chapter: &Chapter| -> Vec<String> {
                let cited = chapter.cited.iter();
                let numbered = cited.filter(|mark| mark.contains(|it: char| it.is_ascii_digit()));
                let mut numbered: Vec<String> = numbered.cloned().collect();
                numbered.sort();
                numbered
            };
            assert_eq!(
                articles(chapter),
                articles(translated),
                "{}",
                translated.path
            );
            assert_eq!(chapter.facts(), translated.facts(), "{}", translated.path);
        }
    }
}

#[test]
fn every_refusal_of_the_handbook_is_translated() {
    let german = include_str!("../../../../web/strings/refusals_de.js");
    for chapter in handbook("de") {
        let claims = chapter.sections.iter().flat_map(|section| &section.claims);
        // The editor explains what is wrong with a set-up in its own words.
        let shown = claims.filter(|claim| claim.value("bad-fen").is_none());
        for code in shown.filter_map(|claim| claim.value("code")) {
            let is_there = german.contains(&format!("\"{code}\": "));
            assert!(is_there, "{}: {code}", chapter.path);
        }
    }
}

#[test]
fn the_table_of_contents_leads_through_all_chapters() {
    for language in LANGUAGES {
        let listed = index(language).links;
        let chapters = handbook(language);
        assert_eq!(chapters.len(), 18, "{language}");
        let names: BTreeSet<&String> = chapters.iter().map(|chapter| &chapter.name).collect();
        assert_eq!(listed.iter().collect::<BTreeSet<_>>(), names, "{language}");
        for chapter in &chapters {
            let at = listed
                .iter()
                .position(|name| *name == chapter.name)
                .unwrap();
            let before = at.checked_sub(1).and_then(|at| listed.get(at)).cloned();
            let after = listed.get(at + 1).cloned();
            let neighbors = (chapter.previous.clone(), chapter.next.clone());
            assert_eq!(neighbors, (before, after), "{}", chapter.path);
            let number = format!(">{}</", at + 1);
            assert!(
                chapter.text.contains(&number),
                "{} is {number}",
                chapter.path
            );
        }
    }
}

/// Each of these claims is false or empty, and is found.
#[test]
fn a_false_claim_is_found() {
    let board = "fen=\"4kr2/8/8/8/8/8/8/4K2R w K - 0 1\"";
    for false_claim in [
        "",
        "move=\"e1g1\"",
        "move=\"e1g1\" legal",
        "move=\"e1g1\" code=\"pinned\" squares=\"f1 f8\"",
        "move=\"e1g1\" code=\"castling_through_attack\"",
        "move=\"e1g1\" code=\"castling_through_attack\" squares=\"f1 f7\"",
        "move=\"e1g1\" code=\"castling_through_attack\" squares=\"f1 f8\" article=\"3.1\"",
        "move=\"h1h8\" legal san=\"Rxh8\"",
        "move=\"h1h8\" legal color=\"light\"",
        "status=\"check\"",
        "count=\"20\"",
        "from=\"e1\" targets=\"d1 d2 e2 f1\"",
        "from=\"e1\"",
        "wins=\"black white green\"",
        "cannot-win=\"white\"",
        "at=\"e1\" piece=\"white queen\"",
        "at=\"e1\" color=\"light\"",
        "reads=\"Rxh8\" san=\"Rh8+\"",
        "after=\"Rh9\" status=\"active\"",
        "then=\"8/8/8/8/8/8/8/8 w - - 0 1\"",
        "control=\"5+3\" written=\"5\"",
        "control=\"5+3\" uses=\"10\" shows=\"4:50 5:00\"",
        "game=\"formal\" script=\"white touches h1; white h1h8\" code=\"touch_move\"",
        "game=\"\" script=\"white resigns\" ends=\"1-0 resignation\"",
        "moves=\"Rh2\"",
        "sense=\"none\"",
        "legal",
    ] {
        let parse = |attributes: &str| html::Element::read(&format!("law-claim {attributes}"));
        let result = claims::check(&parse(false_claim), Some(&parse(board)));
        assert!(result.is_err(), "{false_claim}");
    }
    let arriving = "fen=\"4k3/8/8/2nN3r/8/2N5/8/R3K3[P/p*] w Q - 0 9 moved=c5d5h5c3\"";
    for false_claim in [
        "waits=\"white pawn\"",
        "waits=\"black\"",
        "waits=\"black any\"",
        "places=\"b1\"",
        "next-in=\"black 3\"",
        "next-in=\"white 1\"",
        "move=\"Nb5\" legal clears=\"\"",
        "move=\"Nb5\" legal clears=\"b5 c5 d5\"",
        "move=\"Nb5\" legal beyond=\"none\"",
        "move=\"Ne4\" legal clears=\"c5 d5\"",
        "move=\"Nb5\" legal waits=\"black none\"",
        "fen=\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\" waits=\"white none\"",
    ] {
        let parse = |attributes: &str| html::Element::read(&format!("law-claim {attributes}"));
        let result = claims::check(&parse(false_claim), Some(&parse(arriving)));
        assert!(result.is_err(), "{false_claim}");
    }
    let good =
        "move=\"e1g1\" code=\"castling_through_attack\" squares=\"f8 f1\" article=\"3.8.2.2\"";
    let good = html::Element::read(&format!("law-claim {good}"));
    let board = html::Element::read(&format!("law-board {board} goal=\"check\" show=\"Rh8\""));
    assert_eq!(claims::check(&good, Some(&board)), Ok(()));
    assert!(claims::check(&board, None).is_err());
}
