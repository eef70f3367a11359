//! Properties that hold for every tree after any edits.

use arbiter_game::{Options, OrderMode, SaktrisOptions};
use arbiter_pgn::{GameTree, Nag, NodeId, Termination, TreeBuilder};
use arbiter_rules::{Clearing, Color, Position};
use proptest::{collection::vec, prelude::*, sample::Index};

/// An edit of a tree. Nodes and moves are random.
#[derive(Clone, Debug)]
enum Edit {
    Play(Index, Index),
    Extend(Index),
    Pass(Index),
    Promote(Index),
    PromoteToMainLine(Index),
    Delete(Index),
    Comment(Index, String),
    CommentBefore(Index, String),
    SetComments(Index, Vec<String>),
    Nag(Index, u8),
    Tag(String, String),
    End(Termination),
}

/// A game from any kind of starting position, edited randomly.
pub fn any_tree() -> impl Strategy<Value = GameTree> {
    (any_start(), vec(any_edit(), 0..60)).prop_map(|(start, edits)| {
        let mut tree = GameTree::new(start);
        for edit in &edits {
            apply(&mut tree, edit);
        }
        tree
    })
}

fn any_start() -> impl Strategy<Value = Position> {
    let fens = prop::sample::select(vec![
        "r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 6 8",
        "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2",
        "7k/8/8/8/8/8/8/KQ6 w - - 99 65535",
        "4k3/8/8/8/8/8/8/4K3 b - - 0 0",
        "7K/5q2/8/8/8/1p4p1/1P4P1/B6B[B*/k] w - - 0 1",
        "4k3/8/8/2nn3r/8/2N5/8/R3K3[/] w - - 0 9 moved=c5c3a1",
    ]);
    prop_oneof![
        4 => Just(Position::start()),
        2 => fens.prop_map(|fen| fen.parse().unwrap()),
        2 => (0_u16..960).prop_map(|number| Position::chess960(number).unwrap()),
        2 => (any::<u64>(), 0_usize..4).prop_map(|(seed, mode)| {
            let order = OrderMode::ALL[mode];
            let saktris = SaktrisOptions { order, seed, preview: 1 };
            Options::saktris(saktris, 1, Clearing::Triplets).start
        }),
    ]
}

fn any_edit() -> impl Strategy<Value = Edit> {
    let id = any::<Index>;
    let termination = prop::sample::select(vec![
        Termination::Won(Color::White),
        Termination::Won(Color::Black),
        Termination::Drawn,
        Termination::Unknown,
    ]);
    let name = "[A-Za-z][A-Za-z0-9_]{0,8}";
    prop_oneof![
        8 => (id(), id()).prop_map(|(at, mv)| Edit::Play(at, mv)),
        16 => id().prop_map(Edit::Extend),
        1 => id().prop_map(Edit::Pass),
        2 => id().prop_map(Edit::Promote),
        1 => id().prop_map(Edit::PromoteToMainLine),
        1 => id().prop_map(Edit::Delete),
        3 => (id(), any_comment()).prop_map(|(id, text)| Edit::Comment(id, text)),
        3 => (id(), any_comment()).prop_map(|(id, text)| Edit::CommentBefore(id, text)),
        1 => (id(), vec(any_comment(), 0..3)).prop_map(|(id, texts)| Edit::SetComments(id, texts)),
        2 => (id(), any::<u8>()).prop_map(|(id, nag)| Edit::Nag(id, nag)),
        2 => (name, any_comment()).prop_map(|(name, value)| Edit::Tag(name, value)),
        1 => termination.prop_map(Edit::End),
    ]
}

/// Text with many characters that have a meaning in PGN.
fn any_comment() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        r#"([a-zé{};%"\\\[\]()$!*\n\r\t -]|\[%clk 1:02:03\]|\[Event "|1-0|%|  | ){0,60}"#,
    ]
}

/// Returns the nodes of the tree, the root first.
fn nodes(tree: &GameTree) -> Vec<NodeId> {
    let mut nodes = vec![tree.root()];
    let mut next = 0;
    while next < nodes.len() {
        nodes.extend(tree.children(nodes[next]));
        next += 1;
    }
    nodes
}

fn apply(tree: &mut GameTree, edit: &Edit) {
    let nodes = nodes(tree);
    let node = |index: &Index| *index.get(&nodes);
    match edit {
        Edit::Play(at, mv) => {
            let at = node(at);
            let moves: Vec<_> = tree.position(at).legal_moves().collect();
            if !moves.is_empty() {
                tree.play(at, *mv.get(&moves));
            }
        }
        Edit::Extend(mv) => {
            let at = tree.line_after(*nodes.last().unwrap()).last();
            let at = at.unwrap_or(*nodes.last().unwrap());
            let moves: Vec<_> = tree.position(at).legal_moves().collect();
            if !moves.is_empty() {
                tree.play(at, *mv.get(&moves));
            }
        }
        Edit::Pass(at) => {
            tree.pass(node(at));
        }
        Edit::Promote(id) => tree.promote(node(id)),
        Edit::PromoteToMainLine(id) => {
            tree.promote_to_main_line(node(id));
            assert!(tree.is_main_line(node(id)));
        }
        Edit::Delete(id) => {
            tree.delete(node(id));
        }
        Edit::Comment(id, text) => tree.add_comment(node(id), text),
        Edit::CommentBefore(id, text) => tree.add_comment_before(node(id), text),
        Edit::SetComments(id, texts) => {
            tree.set_comments(node(id), texts.iter().map(String::as_str));
        }
        Edit::Nag(id, nag) => tree.add_nag(node(id), Nag(*nag)),
        Edit::Tag(name, value) => {
            // Some of the names are not allowed.
            let _ = tree.set_tag(name, value);
        }
        Edit::End(termination) => tree.set_termination(*termination),
    }
}

/// Checks that parents and children agree and that each position follows from the
/// one before.
fn assert_consistent(tree: &GameTree) {
    for id in nodes(tree) {
        assert!(tree.contains(id));
        for child in tree.children(id) {
            assert_eq!(tree.parent(child), Some(id));
            if let Some(mv) = tree.mv(child) {
                assert!(tree.position(id).legal_moves().any(|legal| legal == mv));
                assert_eq!(tree.position(child), &tree.position(id).after(mv));
            } else {
                assert_eq!(tree.position(child).turn(), !tree.position(id).turn());
                assert_eq!(tree.position(child).board(), tree.position(id).board());
            }
        }
        let text = |text: &String| !text.is_empty() && !text.contains(['\n', '\r']);
        assert!(tree.comments(id).iter().all(text));
        assert!(tree.comments_before(id).iter().all(text));
    }
    assert!(tree.main_line().all(|id| tree.is_main_line(id)));
}

proptest! {
    #[test]
    fn a_tree_stays_consistent_after_any_edits(tree in any_tree()) {
        assert_consistent(&tree);
        prop_assert_eq!(tree.clone(), tree);
    }

    #[test]
    fn walking_a_tree_rebuilds_the_same_tree(tree in any_tree()) {
        let mut builder = TreeBuilder::new();
        tree.walk(&mut builder);
        assert_consistent(builder.tree());
        prop_assert_eq!(builder.tree(), &tree);
        // A builder keeps nothing of the previous game.
        GameTree::default().walk(&mut builder);
        prop_assert_eq!(builder.take(), GameTree::default());
    }
}
