use crate::pgn::Folder;

#[test]
fn openings_are_added_and_those_of_a_game_stay() {
    let folder = Folder::new();
    let games = "\
[White \"A\"]

1. Nf3 c5 2. e4 {by transposition} d6 (2... e6) 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1-0

[White \"B\"]
[ECO \"A99\"]
[Opening \"Mine\"]

1. e4 c5 *

[White \"C\"]
[SetUp \"1\"]
[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]

1. e4 *
";
    folder.write("a.pgn", games);
    let ran = folder.run("classify a.pgn");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let najdorf = "\
[ECO \"B90\"]
[Opening \"Sicilian Defense\"]
[Variation \"Najdorf Variation\"]

1. Nf3 c5 2. e4 {by transposition} 2... d6 (2... e6) 3. d4";
    assert!(ran.out.contains(najdorf), "{}", ran.out);
    assert!(
        ran.out.contains("[ECO \"A99\"]\n[Opening \"Mine\"]\n\n"),
        "{}",
        ran.out
    );
    assert_eq!(ran.out.matches("[ECO ").count(), 2);

    let ran = folder.run("classify --replace a.pgn -o b.pgn");
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    let written = String::from_utf8(folder.read("b.pgn")).unwrap();
    let sicilian = "[ECO \"B20\"]\n[Opening \"Sicilian Defense\"]\n\n1. e4 c5 *";
    assert!(written.contains(sicilian), "{written}");
}

#[test]
fn damage_is_reported_and_the_rest_is_classified() {
    let folder = Folder::with_games();
    let ran = folder.run("classify --replace games.pgn");
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("1 game is damaged"), "{}", ran.err);
    for opening in ["King's Gambit Accepted", "Philidor Defense", "Italian Game"] {
        let tag = format!("[Opening \"{opening}\"]");
        assert!(ran.out.contains(&tag), "{}", ran.out);
    }
}
