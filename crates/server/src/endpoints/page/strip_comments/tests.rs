use super::*;

fn script(code: &str) -> String {
    strip_comments("x.js", code)
}

#[track_caller]
fn check(code: &str, expected: &str) {
    assert_eq!(script(code), expected, "{code}");
    assert_eq!(script(expected), expected, "a second time");
}

#[test]
fn comments_are_removed_and_lines_are_kept() {
    check("a(); // why\nb();\n", "a();\nb();\n");
    check("// why\na();\n  // and so\n", "\na();\n\n");
    check("/** Why.\n * @type {T}\n */\na();", "\n\n\na();");
    check("  /** @type {T[]} */\n  #list = [];", "\n#list = [];");
    check("return /** @type {T} */ (x);", "return (x);");
    check("f(/** @type {T} */ (x));", "f((x));");
    check("a/* b */c", "a c");
    check("return /* a\n */ b", "return\nb");
}

#[test]
fn what_only_looks_like_a_comment_is_kept() {
    for text in [
        "a = 'http://x'; b = \"/* */\";",
        "a = 'it\\'s // so';",
        "a = `// ${b + `/* ${c} */` + {d: '}'}.d} // e`;",
        "a = `$ {// \\` ${b}`;",
        "a = /\\/\\/ [/*\"]/g.test(b);",
        "x.replace(/'/g, 1);",
        "return /[\"/]/.test(a);",
        "a = b / c; d = '/' + e / f;",
        "a = (b) / c / d;",
        "a = b[0] / 2; 'it // is'",
    ] {
        check(text, text);
    }
}

#[test]
fn indentation_is_removed_outside_templates() {
    check("a\n    .b();\n\tc();", "a\n.b();\nc();");
    check("`a\n  b ${c(\n  d)}\n  e`", "`a\n  b ${c(\nd)}\n  e`");
    assert_eq!(strip_comments("x.css", "a {\n  b: c;\n}"), "a {\nb: c;\n}");
    assert_eq!(strip_comments("x.html", "<p>\n  a"), "<p>\n  a");
}

#[test]
fn what_cannot_be_read_is_unchanged() {
    for text in [
        "a = 'open // b\n",
        "a = `open // b",
        "/* open",
        "a = `${b // c",
    ] {
        check(text, text);
    }
}

#[test]
fn comments_are_removed_from_styles() {
    let style = "/* Why. */\na { b: \"/*\"; } /* c\n d */ e {}";
    assert_eq!(strip_comments("x.css", style), "\na { b: \"/*\"; }\ne {}");
}
