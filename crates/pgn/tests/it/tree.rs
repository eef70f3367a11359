//! Scripts that edit a game tree, and the PGN that results.

use arbiter_pgn::{GameTree, Nag, NodeId, TagError, Termination, TreeBuilder};
use arbiter_rules::{Color, PlayedLine, Position};

/// Applies a script to an empty game and compares its moves.
///
/// A node is named by the moves that lead to it; `--` is a null move.
fn check(script: &str, moves: &str) {
    let mut tree = GameTree::default();
    for command in script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        run(&mut tree, command);
    }
    assert_eq!(tree.movetext(), moves, "{script}");
    // Walking the tree rebuilds the same tree.
    let mut builder = TreeBuilder::new();
    tree.walk(&mut builder);
    assert_eq!(builder.tree(), &tree, "{script}");
}

fn run(tree: &mut GameTree, command: &str) {
    let (command, text) = command.split_once(':').unwrap_or((command, ""));
    let mut words = command.split(' ');
    let verb = words.next().unwrap();
    if verb == "play" {
        let mut at = tree.root();
        for word in words {
            at = match word {
                "--" => tree.pass(at).unwrap(),
                _ => tree.read(at, word).unwrap(),
            };
        }
        return;
    }
    let id = words.fold(tree.root(), |at, word| step(tree, at, word));
    match verb {
        "promote" => tree.promote(id),
        "main" => tree.promote_to_main_line(id),
        "delete" => {
            tree.delete(id);
            assert_eq!(tree.contains(id), id == tree.root());
        }
        "comment" => tree.add_comment(id, text),
        "before" => tree.add_comment_before(id, text),
        "say" => tree.set_comments(id, text.split('|')),
        "hush" => tree.clear_comments_before(id),
        "nag" => tree.add_nag(id, Nag(text.trim().parse().unwrap())),
        "unnag" => tree.remove_nag(id, Nag(text.trim().parse().unwrap())),
        _ => panic!("no such command: {verb}"),
    }
}

fn step(tree: &GameTree, at: NodeId, word: &str) -> NodeId {
    let is_meant = |&child: &NodeId| match tree.san(child) {
        Some(san) => san == word,
        None => word == "--",
    };
    tree.children(at)
        .find(is_meant)
        .unwrap_or_else(|| panic!("no {word} here"))
}

#[test]
fn the_first_continuation_is_the_line_and_others_are_variations() {
    check("", "*");
    check("play e4 e5 Nf3", "1. e4 e5 2. Nf3 *");
    check(
        "
        play e4 e5 Nf3
        play e4 c5 Nf3
        play d4
        play e4 e5 Nf3 Nc6
        play e4 c5 c3
        ",
        "1. e4 (1. d4) 1... e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 Nc6 *",
    );
}

#[test]
fn playing_an_existing_move_returns_its_node() {
    let mut tree = GameTree::default();
    let e4 = tree.read(tree.root(), "e4").unwrap();
    let d4 = tree.read(tree.root(), "d4").unwrap();
    assert_eq!(tree.read(tree.root(), "e2e4").unwrap(), e4);
    let mv = tree.mv(d4).unwrap();
    assert_eq!(tree.play(tree.root(), mv), d4);
    assert_eq!(tree.children(tree.root()).collect::<Vec<_>>(), [e4, d4]);
}

#[test]
fn a_promoted_variation_swaps_with_its_line() {
    let script = "
        play e4 e5 Nf3
        play e4 c5 Nf3 d6
        play e4 c5 c3
        play e4 c6
        ";
    let promoted = |edit: &str, moves| check(&format!("{script}{edit}"), moves);
    let lines = "1. e4 e5 (1... c5 2. Nf3 (2. c3) 2... d6) (1... c6) 2. Nf3 *";
    promoted("", lines);
    promoted("promote e4 e5 Nf3", lines);
    promoted("promote", lines);
    // Any move of a variation identifies it.
    let sicilian = "1. e4 c5 (1... e5 2. Nf3) (1... c6) 2. Nf3 (2. c3) 2... d6 *";
    promoted("promote e4 c5", sicilian);
    promoted("promote e4 c5 Nf3 d6", sicilian);
    promoted("main e4 c5", sicilian);
    promoted(
        "promote e4 c6",
        "1. e4 c6 (1... e5 2. Nf3) (1... c5 2. Nf3 (2. c3) 2... d6) *",
    );
    // The innermost variation, or all of them.
    promoted(
        "promote e4 c5 c3",
        "1. e4 e5 (1... c5 2. c3 (2. Nf3 d6)) (1... c6) 2. Nf3 *",
    );
    promoted(
        "main e4 c5 c3",
        "1. e4 c5 (1... e5 2. Nf3) (1... c6) 2. c3 (2. Nf3 d6) *",
    );
}

#[test]
fn deleting_a_move_deletes_everything_after_it() {
    let script = "
        play e4 e5 Nf3 Nc6
        play e4 c5
        play d4 d5 c4
        ";
    let deleted = |edit: &str, moves| check(&format!("{script}{edit}"), moves);
    deleted(
        "delete e4 e5 Nf3",
        "1. e4 (1. d4 d5 2. c4) 1... e5 (1... c5) *",
    );
    deleted("delete e4 e5", "1. e4 (1. d4 d5 2. c4) 1... c5 *");
    deleted(
        "delete e4 c5",
        "1. e4 (1. d4 d5 2. c4) 1... e5 2. Nf3 Nc6 *",
    );
    deleted("delete e4", "1. d4 d5 2. c4 *");
    deleted("delete d4", "1. e4 e5 (1... c5) 2. Nf3 Nc6 *");
    deleted(
        "delete",
        "1. e4 (1. d4 d5 2. c4) 1... e5 (1... c5) 2. Nf3 Nc6 *",
    );
    deleted(
        "delete d4\nplay c4\nplay d4",
        "1. e4 (1. c4) (1. d4) 1... e5 (1... c5) 2. Nf3 Nc6 *",
    );
}

#[test]
fn deleted_nodes_can_be_queried_but_are_not_in_the_tree() {
    let mut tree = GameTree::default();
    let e4 = tree.read(tree.root(), "e4").unwrap();
    let e5 = tree.read(e4, "e5").unwrap();
    assert_eq!(tree.delete(e4), tree.root());
    assert!(!tree.contains(e4) && !tree.contains(e5) && tree.contains(tree.root()));
    assert_eq!(tree.san(e5).unwrap(), "e5");
    assert_eq!(tree.delete(e4), tree.root());
    assert_eq!(tree.delete(e5), e4);
    assert_eq!(tree, GameTree::default());
    let anew = tree.read(tree.root(), "e4").unwrap();
    tree.promote(e5);
    tree.promote_to_main_line(e4);
    tree.add_comment_before(e4, "Who is there?");
    tree.read(e4, "e6").unwrap();
    assert_eq!(tree.movetext(), "1. e4 *");
    assert_ne!(anew, e4);
    assert!(tree.contains(anew) && !tree.contains(e4));
}

#[test]
fn comments_stay_where_they_were_added() {
    let script = "
        play e4 e5 Nf3
        play d4 d5
        comment: At the start.
        comment e4: After.
        before e4 e5: Before.
        ";
    let edited = |edit: &str, moves| check(&format!("{script}{edit}"), moves);
    edited(
        "before d4: A variation.",
        "{At the start.} 1. e4 {After.} ({A variation.} 1. d4 d5) {Before.} 1... e5 2. Nf3 *",
    );
    // Without the variation, comments before and after cannot be distinguished.
    edited(
        "delete d4\ncomment e4: Last.",
        "{At the start.} 1. e4 {After.} {Before.} {Last.} 1... e5 2. Nf3 *",
    );
    edited(
        "before d4: A variation.\npromote d4",
        "{At the start.} {A variation.} 1. d4 (1. e4 {After.} {Before.} 1... e5 2. Nf3) 1... d5 *",
    );
    edited(
        "before e4 e5 Nf3: No parenthesis.\nhush e4 e5",
        "{At the start.} 1. e4 {After.} (1. d4 d5) 1... e5 {No parenthesis.} 2. Nf3 *",
    );
    edited(
        "before e4: Also at the start.\ndelete e4 e5",
        "{At the start.} {Also at the start.} 1. e4 {After.} (1. d4 d5) *",
    );
    edited(
        "say e4: One.|Two.\nsay: ",
        "1. e4 {One.} {Two.} (1. d4 d5) {Before.} 1... e5 2. Nf3 *",
    );
}

#[test]
fn comments_have_no_line_breaks_and_no_blanks_around_them() {
    let tidy = |text: &str| {
        let mut tree = GameTree::default();
        tree.add_comment(tree.root(), text);
        tree.comments(tree.root()).to_vec()
    };
    assert_eq!(tidy("  two  words\t"), ["two  words"]);
    assert_eq!(tidy("\n one \r\n\r\n\t two\n"), ["one two"]);
    assert_eq!(tidy("\u{a0}x\u{2028}y"), ["\u{a0}x\u{2028}y"]);
    assert!(tidy(" \n\t ").is_empty());
}

#[test]
fn a_glyph_is_added_only_once() {
    check(
        "
        play e4 e5
        nag e4: 1
        nag e4: 14
        nag e4: 1
        nag e4 e5: 2
        unnag e4 e5: 2
        nag: 10
        ",
        "$10 1. e4 $1 $14 e5 *",
    );
}

#[test]
fn a_null_move_is_allowed_unless_in_check() {
    check("play e4 -- d4 --", "1. e4 -- 2. d4 -- *");
    check("play --\nplay --\nplay e4 d5", "1. -- (1. e4 d5) *");
    let start: Position = "4k3/8/8/8/8/8/8/r3K3 w - - 4 9".parse().unwrap();
    let mut tree = GameTree::new(start);
    assert_eq!(tree.pass(tree.root()), None);
    // A null move is neither a capture nor a pawn move, and it ends the right to
    // capture en passant.
    let start: Position = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9".parse().unwrap();
    let mut tree = GameTree::new(start);
    let id = tree.pass(tree.root()).unwrap();
    assert!(tree.is_null_move(id) && tree.mv(id).is_none() && tree.san(id).is_none());
    assert_eq!(
        tree.position(id).to_string(),
        "4k3/8/8/8/3pP3/8/8/4K3 w - - 1 10"
    );
}

#[test]
fn an_illegal_move_is_not_added() {
    let mut tree = GameTree::default();
    let refusal = tree.read(tree.root(), "e5").unwrap_err();
    assert_eq!(refusal.code(), "pawn_too_far");
    assert!(tree.is_empty());
}

#[test]
#[should_panic(expected = "the move is legal in the position of its node")]
fn a_move_of_another_position_is_not_added() {
    let mut tree = GameTree::default();
    let e4 = tree.read(tree.root(), "e4").unwrap();
    let mv = tree.mv(e4).unwrap();
    tree.play(e4, mv);
}

#[test]
fn lines_convert_to_trees_and_back() {
    let mut line = PlayedLine::default();
    for text in ["e4", "e5", "Nf3"] {
        let mv = line.read(text).unwrap();
        line.play(mv);
    }
    let mut tree = GameTree::from_line(&line);
    assert_eq!(tree.movetext(), "1. e4 e5 2. Nf3 *");
    let last = tree.main_line().last().unwrap();
    assert_eq!(tree.ply(last), 3);
    assert_eq!(tree.path(last), tree.main_line().collect::<Vec<_>>());
    assert!(tree.line(last).moves().eq(line.moves()));
    // The line begins after the null move.
    let null = tree.pass(last).unwrap();
    let d4 = tree.read(null, "d4").unwrap();
    let line = tree.line(d4);
    assert_eq!(line.start(), tree.position(null));
    assert_eq!(line.position(), tree.position(d4));
    assert_eq!(line.moves().len(), 1);
    assert!(tree.is_main_line(d4));
    let c5 = tree.read(tree.path(d4)[0], "c5").unwrap();
    assert!(!tree.is_main_line(c5));
}

#[test]
fn the_seven_tag_roster_is_always_present_and_first() {
    let mut tree = GameTree::default();
    tree.set_tag("ECO", "C20").unwrap();
    tree.set_tag("White", "Steinitz\nWilhelm").unwrap();
    let tags: Vec<_> = tree.tags().iter().collect();
    let roster = [
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        ("White", "Steinitz Wilhelm"),
        ("Black", "?"),
        ("Result", "*"),
        ("ECO", "C20"),
    ];
    assert_eq!(tags, roster);
    tree.remove_tag("ECO");
    tree.remove_tag("White");
    assert_eq!(tree.tags(), GameTree::default().tags());
    for name in ["", "Two words", "_", "1st", "Elo\"", "Größe"] {
        let error = tree.set_tag(name, "x").unwrap_err();
        assert_eq!(error, TagError::Name(name.into()));
    }
}

#[test]
fn the_result_is_in_the_tag_and_after_the_moves() {
    let mut tree = GameTree::default();
    tree.set_termination(Termination::Won(Color::White));
    assert_eq!(tree.tag("Result"), Some("1-0"));
    tree.set_tag("Result", "1/2-1/2").unwrap();
    assert_eq!(tree.termination(), Termination::Drawn);
    tree.set_tag("Result", "won").unwrap();
    assert_eq!(tree.tag("Result"), Some("*"));
    assert_eq!(tree.termination(), Termination::Unknown);
    tree.set_termination(Termination::Won(Color::Black));
    tree.remove_tag("Result");
    assert_eq!(tree.termination(), Termination::Unknown);
    tree.set_termination(Termination::Missing);
    assert_eq!(tree.termination(), Termination::Unknown);
}

#[test]
fn the_starting_position_determines_its_tags() {
    let endgame = "4k3/8/8/8/8/8/4P3/4K3 w - - 3 40";
    let mut tree = GameTree::new(endgame.parse().unwrap());
    assert_eq!(tree.tag("FEN"), Some(endgame));
    assert_eq!(tree.tag("SetUp"), Some("1"));
    assert_eq!(tree.tag("Variant"), None);
    let error = tree
        .set_tag("FEN", "8/8/8/8/8/8/8/8 w - - 0 1")
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the tag FEN is determined by the starting position"
    );
    tree.remove_tag("FEN");
    assert_eq!(tree.tag("FEN"), Some(endgame));
    for name in ["FEN", "fen", "SetUp", "Variant", "variant"] {
        assert_eq!(tree.set_tag(name, ""), Err(TagError::Start(name.into())));
    }

    let tree = GameTree::new(Position::chess960(518).unwrap());
    assert_eq!(tree.tag("Variant"), Some("Chess960"));
    assert!(tree.tag("FEN").is_some());
    assert_ne!(tree, GameTree::default());
    assert_eq!(GameTree::default().tag("FEN"), None);
}

#[test]
fn trees_are_equal_if_their_content_is_equal() {
    let tree = |script: &str| {
        let mut tree = GameTree::default();
        script.lines().for_each(|command| run(&mut tree, command));
        tree
    };
    let other = tree("play e4 e5\nplay d4");
    assert_eq!(
        tree("play d4\nplay e4\nplay c4\nplay e4 e5\ndelete c4\npromote e4"),
        other
    );
    for script in [
        "",
        "play e4 e5",
        "play d4\nplay e4 e5",
        "play e4 e5\nplay d4 d5",
        "play e4 e5\nplay e4 c5\nplay d4",
        "play e4 e5\nplay d4\ncomment e4: x",
        "play e4 e5\nplay d4\nbefore d4: x",
        "play e4 e5\nplay d4\nnag d4: 1",
        "play e4 c5\nplay d4",
    ] {
        assert_ne!(tree(script), other, "{script}");
    }
    assert_eq!(tree("play e4\nnag e4: 1\nunnag e4: 1"), tree("play e4"));
    let at_move = |number| {
        let mut setup = Position::start().to_setup();
        setup.fullmoves = number;
        GameTree::new(setup.position().unwrap())
    };
    assert_ne!(at_move(1), at_move(2));
}

/// No algorithm of the tree is recursive.
#[test]
fn the_depth_of_a_tree_is_limited_only_by_memory() {
    const DEPTH: usize = 100_000;
    let mut long = GameTree::default();
    let mut at = long.root();
    for ply in 0..DEPTH {
        at = long
            .read(at, ["Nf3", "Nf6", "Ng1", "Ng8"][ply % 4])
            .unwrap();
    }
    assert_eq!(long.ply(at), DEPTH);
    let copy = long.clone();
    assert_eq!(long, copy);
    assert!(long.to_string().len() > 6 * DEPTH);
    assert_eq!(long.line(at).moves().len(), DEPTH);
    let middle = long.main_line().nth(DEPTH / 2).unwrap();
    long.delete(middle);
    assert_eq!(long.main_line().count(), DEPTH / 2);
    assert_ne!(long, copy);

    // Each move has a variation, in which the next has one, and so on.
    let mut deep = GameTree::default();
    let mut at = deep.root();
    for ply in 0..DEPTH {
        let [main, variation] = [
            ["Nf3", "Nc3"],
            ["Nf6", "Nc6"],
            ["Nf3", "Nb1"],
            ["Nf6", "Nb8"],
        ][ply % 4];
        deep.read(at, main).unwrap();
        at = deep.read(at, variation).unwrap();
    }
    assert_eq!(deep.main_line().count(), 1);
    assert_eq!(deep.clone(), deep);
    assert!(deep.movetext().ends_with("))))) *"));
    let mut builder = TreeBuilder::new();
    deep.walk(&mut builder);
    assert_eq!(builder.tree(), &deep);
    deep.promote_to_main_line(at);
    assert_eq!(deep.main_line().count(), DEPTH);
}
