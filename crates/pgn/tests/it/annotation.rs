//! Commands in comments: what is read, what is written, what stays as it is.

use arbiter_game::Span;
use arbiter_pgn::{
    Annotation, AnnotationKind, Arrow, CommentPart, Eval, EvalScore, GameTree, Mark, MarkColor,
    Nag, comment_parts,
};
use arbiter_rules::Square;
use proptest::{collection::vec, option, prelude::*, sample::select};

/// Each line is a comment and its expected parts: text in quotes, commands in
/// their standard form.
fn check(lines: &str) {
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (comment, expected) = line.split_once(" => ").unwrap();
        let parts = comment_parts(comment).map(|part| match part {
            CommentPart::Text(text) => format!("{text:?}"),
            CommentPart::Annotation(annotation) => format!("{:?} {annotation}", annotation.kind()),
        });
        assert_eq!(parts.collect::<Vec<_>>().join(" "), expected, "{comment}");
    }
}

#[test]
fn times_are_hours_minutes_and_seconds() {
    check(
        "
        [%clk 1:05:09] => Clock [%clk 1:05:09]
        [%clk 0:00:00] => Clock [%clk 0:00:00]
        [%clk 01:5:9] => Clock [%clk 1:05:09]
        [%clk  123:59:59.9 ] => Clock [%clk 123:59:59.9]
        [%clk 0:00:03.25] => Clock [%clk 0:00:03.25]
        [%clk 0:00:03.2509] => Clock [%clk 0:00:03.25]
        [%clk 0:00:03.007] => Clock [%clk 0:00:03.007]
        [%emt 0:00:12] => Elapsed [%emt 0:00:12]
        ",
    );
}

#[test]
fn evaluations_are_pawns_or_moves_to_mate() {
    check(
        "
        [%eval 0.25] => Eval [%eval 0.25]
        [%eval -0.05] => Eval [%eval -0.05]
        [%eval +1.5] => Eval [%eval 1.50]
        [%eval 12] => Eval [%eval 12.00]
        [%eval .5] => Eval [%eval 0.50]
        [%eval 0.259] => Eval [%eval 0.25]
        [%eval #3] => Eval [%eval #3]
        [%eval #-3] => Eval [%eval #-3]
        [%eval 0.25,18] => Eval [%eval 0.25,18]
        [%eval #-1, 245] => Eval [%eval #-1,245]
        ",
    );
    assert_eq!(
        comment_parts("[%eval -0.05,7]").next(),
        Some(CommentPart::Annotation(Annotation::Eval(Eval {
            score: EvalScore::Centipawns(-5),
            depth: Some(7),
        })))
    );
}

#[test]
fn squares_and_arrows_have_colors() {
    check(
        "
        [%csl Ga1] => Squares [%csl Ga1]
        [%csl Ga1,Re4, Yh8,Bb2] => Squares [%csl Ga1,Re4,Yh8,Bb2]
        [%cal Ge2e4,Rh1a8] => Arrows [%cal Ge2e4,Rh1a8]
        ",
    );
    let arrow = Arrow {
        color: MarkColor::Green,
        from: Square::E2,
        to: Square::E4,
    };
    let arrows = Annotation::Arrows(vec![arrow]);
    assert_eq!(
        comment_parts("[%cal Ge2e4]").next(),
        Some(CommentPart::Annotation(arrows))
    );
}

#[test]
fn text_around_commands_is_kept() {
    check(
        r#"
        Good. => "Good."
        [%clk 0:01:00] Good. => Clock [%clk 0:01:00] "Good."
        A [%clk 0:01:00][%eval 0.1] b. => "A" Clock [%clk 0:01:00] Eval [%eval 0.10] "b."
        "#,
    );
    assert_eq!(comment_parts("").count(), 0);
    assert_eq!(comment_parts(" ").count(), 0);
}

#[test]
fn unknown_and_malformed_commands_are_text() {
    check(
        r#"
        [%tqu "En","White wins"] => "[%tqu \"En\",\"White wins\"]"
        [%clk] => "[%clk]"
        [%clk ] => "[%clk ]"
        [%clk 5:00] => "[%clk 5:00]"
        [%clk 0:60:00] => "[%clk 0:60:00]"
        [%clk 0:00:60] => "[%clk 0:00:60]"
        [%clk 0:00:00:00] => "[%clk 0:00:00:00]"
        [%clk -0:00:01] => "[%clk -0:00:01]"
        [%clk 0:00:+1] => "[%clk 0:00:+1]"
        [%clk 0:00:01.] => "[%clk 0:00:01.]"
        [%clk 0:00:01.x] => "[%clk 0:00:01.x]"
        [%clk 99999999999999999999:00:00] => "[%clk 99999999999999999999:00:00]"
        [%clk 9999999999999999:00:00] => "[%clk 9999999999999999:00:00]"
        [%clk 0:01:00 => "[%clk 0:01:00"
        [%clkx 0:01:00] => "[%clkx 0:01:00]"
        [%eval] => "[%eval]"
        [%eval -] => "[%eval -]"
        [%eval .] => "[%eval .]"
        [%eval --1] => "[%eval --1]"
        [%eval 1.x] => "[%eval 1.x]"
        [%eval 99999999999] => "[%eval 99999999999]"
        [%eval #] => "[%eval #]"
        [%eval 0.1,x] => "[%eval 0.1,x]"
        [%eval 0.1,] => "[%eval 0.1,]"
        [%csl Ga9] => "[%csl Ga9]"
        [%csl Xa1] => "[%csl Xa1]"
        [%csl Ga1,] => "[%csl Ga1,]"
        [%csl é] => "[%csl é]"
        [%cal Ge2] => "[%cal Ge2]"
        [%cal Gée] => "[%cal Gée]"
        [%clk [%clk 0:01:00] => "[%clk" Clock [%clk 0:01:00]
        [%] ] [% => "[%] ] [%"
        "#,
    );
}

#[test]
fn a_comment_of_many_brackets_is_read_quickly() {
    assert_eq!(comment_parts(&"[%".repeat(500_000)).count(), 1);
    assert_eq!(
        comment_parts(&format!("{}]", "[%".repeat(500_000))).count(),
        1
    );
}

#[test]
fn annotations_are_written_into_comments() {
    let mut tree = GameTree::default();
    let id = tree.read(tree.root(), "e4").unwrap();
    let clock = |seconds| Annotation::Clock(Span::from_seconds(seconds));
    let says =
        |tree: &GameTree, moves: &str| assert_eq!(tree.movetext(), format!("1. e4 {moves}*"));
    tree.annotate(id, clock(60));
    says(&tree, "{[%clk 0:01:00]} ");
    assert_eq!(tree.clock(id), Some(Span::from_seconds(60)));
    tree.annotate(id, Annotation::Elapsed(Span::from_seconds(2)));
    says(&tree, "{[%clk 0:01:00] [%emt 0:00:02]} ");
    tree.set_comments(
        id,
        ["Best by test.", "So [%clk 1:00:00][%clk 2:00:00] be it."],
    );
    tree.annotate(id, clock(59));
    says(&tree, "{Best by test.} {So [%clk 0:00:59] be it.} ");
    let score = EvalScore::Mate(-4);
    let eval = Eval { score, depth: None };
    tree.annotate(id, Annotation::Eval(eval));
    says(
        &tree,
        "{[%eval #-4] Best by test.} {So [%clk 0:00:59] be it.} ",
    );
    assert_eq!(tree.eval(id), Some(eval));
    assert_eq!(tree.elapsed(id), None);
    let square = Square::E4;
    let color = MarkColor::Red;
    tree.annotate(id, Annotation::Squares(vec![Mark { color, square }]));
    says(
        &tree,
        "{[%eval #-4] [%csl Re4] Best by test.} {So [%clk 0:00:59] be it.} ",
    );
    assert_eq!(
        tree.plain_comments(id).collect::<Vec<_>>(),
        ["Best by test.", "So be it."]
    );
    assert_eq!(tree.annotations(id).count(), 3);
    tree.annotate(id, Annotation::Squares(Vec::new()));
    tree.remove_annotation(id, AnnotationKind::Clock);
    tree.remove_annotation(id, AnnotationKind::Arrows);
    says(&tree, "{[%eval #-4] Best by test.} {So be it.} ");
    tree.set_comments(id, ["[%eval 1.0]"]);
    tree.remove_annotation(id, AnnotationKind::Eval);
    says(&tree, "");
}

fn any_annotation() -> impl Strategy<Value = Annotation> {
    let span = || (0..u64::MAX).prop_map(Span::from_millis);
    let color = || {
        select(vec![
            MarkColor::Green,
            MarkColor::Red,
            MarkColor::Yellow,
            MarkColor::Blue,
        ])
    };
    let square = || select(Square::ALL.to_vec());
    let mark = (color(), square()).prop_map(|(color, square)| Mark { color, square });
    let arrow =
        (color(), square(), square()).prop_map(|(color, from, to)| Arrow { color, from, to });
    let number = || -i32::MAX..=i32::MAX;
    let score = prop_oneof![
        number().prop_map(EvalScore::Centipawns),
        number().prop_map(EvalScore::Mate)
    ];
    let eval = (score, option::of(any::<u32>())).prop_map(|(score, depth)| Eval { score, depth });
    prop_oneof![
        span().prop_map(Annotation::Clock),
        span().prop_map(Annotation::Elapsed),
        eval.prop_map(Annotation::Eval),
        vec(mark, 1..9).prop_map(Annotation::Squares),
        vec(arrow, 1..9).prop_map(Annotation::Arrows),
    ]
}

proptest! {
    #[test]
    fn a_written_annotation_reads_the_same(annotation in any_annotation()) {
        let text = annotation.to_string();
        let parts: Vec<_> = comment_parts(&text).collect();
        prop_assert_eq!(parts, [CommentPart::Annotation(annotation)]);
    }

    #[test]
    fn any_text_can_be_split_into_parts(
        text in r"(\[%|\]|clk |eval |csl |[0-9:.,#é -]|[GRa-h1-8]){0,40}"
    ) {
        for part in comment_parts(&text) {
            if let CommentPart::Annotation(annotation) = part {
                let written = annotation.to_string();
                prop_assert_eq!(
                    comment_parts(&written).next(),
                    Some(CommentPart::Annotation(annotation))
                );
            }
        }
    }

    #[test]
    fn an_annotation_is_found_after_it_is_added(
        comments in vec(r"(\[%clk 0:00:0[0-9]\]|\[%x\]| |[a-z]){0,20}", 0..4),
        annotations in vec(any_annotation(), 0..6),
    ) {
        let mut tree = GameTree::default();
        tree.set_comments(tree.root(), comments.iter().map(String::as_str));
        let plain: Vec<_> = tree.plain_comments(tree.root()).collect();
        for annotation in annotations {
            tree.annotate(tree.root(), annotation.clone());
            let found: Vec<_> = tree
                .annotations(tree.root())
                .filter(|other| other.kind() == annotation.kind())
                .collect();
            prop_assert_eq!(found, [annotation]);
        }
        let words = |texts: Vec<String>| texts.join(" ").replace(' ', "");
        prop_assert_eq!(words(tree.plain_comments(tree.root()).collect()), words(plain));
    }
}

#[test]
fn glyphs_have_signs_and_meanings() {
    let lines = "
        0 - no annotation
        1 ! a good move
        2 ? a mistake
        3 !! a brilliant move
        4 ?? a blunder
        5 !? an interesting move
        6 ?! a dubious move
        7 □ a forced move
        10 = a drawish position
        13 ∞ an unclear position
        14 ⩲ White is slightly better
        15 ⩱ Black is slightly better
        16 ± White has a moderate advantage
        17 ∓ Black has a moderate advantage
        18 +− White has a decisive advantage
        19 −+ Black has a decisive advantage
        22 ⨀ White is in zugzwang
        23 ⨀ Black is in zugzwang
        36 ↑ White has the initiative
        45 =∞ Black has sufficient compensation for the material
        66 - White has a weak back rank
        105 - Black has good piece coordination
        129 - Black played the ending very well
        132 ⇆ White has counterplay
        139 ⊕ Black is in severe time trouble
        140 ∆ with the idea
        146 N a novelty
        ";
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let mut words = line.splitn(3, ' ');
        let nag = Nag(words.next().unwrap().parse().unwrap());
        assert_eq!(nag.symbol().unwrap_or("-"), words.next().unwrap(), "{line}");
        let meaning = nag.meaning().unwrap().to_string();
        assert_eq!(meaning, words.next().unwrap());
    }
    assert_eq!(Nag(147).meaning(), None);
    assert_eq!(Nag(255).meaning(), None);
    assert_eq!(Nag::from_symbol("+-"), Some(Nag(18)));
    assert_eq!(Nag::from_symbol("⨀"), Some(Nag(22)));
    assert_eq!(Nag::from_symbol("!!!"), None);
    assert_eq!(Nag(17).to_string(), "$17");
    for number in 0..=u8::MAX {
        if let Some(glyph) = Nag(number).symbol() {
            let read = Nag::from_symbol(glyph).unwrap();
            assert_eq!(read.symbol(), Some(glyph));
        }
    }
}
