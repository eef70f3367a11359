//! Damage in one game never affects how the games before and after it are read.

use std::ops::Range;

use crate::reading::games;

/// A damaged game between two others.
struct Trio {
    name: &'static str,
    before: &'static str,
    victim: &'static str,
    after: &'static str,
}

/// In this text, a tag that is commented out may be lost.
const NO_EVENTS: &str = "no events";

const TRIOS: [Trio; 8] = [
    Trio {
        name: "an annotated game",
        before: "[Event \"First\"]\n[White \"Greco\"]\n[Result \"1-0\"]\n\n\
                 1. e4 {a} e5 2. f4 (2. Nf3 $14) exf4 1-0\n\n",
        victim: "[Event \"Second\"]\n[Site \"Here \\\"or\\\" there\"]\n[Result \"0-1\"]\n\n\
                 {Before} 1. d4 d5 ; to the end of the line\n2. c4 $5 (2. Nf3 {dull} Nf6 \
                 (2... e6!) 3. g3) e6\n% escaped\n3. Nc3 {[%clk 0:01:02]} Nf6 0-1\n\n",
        after: "[Event \"Third\"]\n[White \"Lucena\"]\n[Result \"1/2-1/2\"]\n\n\
                1. c4 {x} c5 (1... e5) 2. Nc3 1/2-1/2\n",
    },
    Trio {
        name: "no blank lines",
        before: "[Event \"First\"]\n1. e4 e5 1-0\n",
        victim: "[Event \"Second\"]\n[Site \"There\"]\n1. d4 {one\ntwo} (1. c4) d5 *\n",
        after: "[Event \"Third\"]\n1. c4 e5 {end} 1-0\n",
    },
    Trio {
        name: "the last line is a comment",
        before: "[Event \"First\"]\n[Site \"x\"]\n\n1. e4 e5 1-0\n\n",
        victim: "[Event \"Second\"]\n\n1. d4 d5\n{to the end} 1-0 ; done\n",
        after: "[Event \"Third\"]\n[Site \"x\"]\n\n1. c4 e5 {end} 1-0\n",
    },
    Trio {
        name: "carriage returns and line feeds",
        before: "[Event \"First\"]\r\n[Site \"x\"]\r\n\r\n1. e4 e5 1-0\r\n\r\n",
        victim: "[Event \"Second\"]\r\n[Site \"y\"]\r\n\r\n1. d4 {so\r\nso} d5 1-0\r\n\r\n",
        after: "[Event \"Third\"]\r\n[Site \"x\"]\r\n\r\n1. c4 e5 {end} 1-0\r\n",
    },
    Trio {
        name: "carriage returns alone",
        before: "[Event \"First\"]\r[Site \"x\"]\r\r1. e4 e5 1-0\r\r",
        victim: "[Event \"Second\"]\r[Site \"y\"]\r\r1. d4 {so\rso} d5 1-0\r\r",
        after: "[Event \"Third\"]\r[Site \"x\"]\r\r1. c4 e5 {end} 1-0\r",
    },
    Trio {
        name: "a set-up and no result",
        before: "[Event \"First\"]\n\n1. e4 e5 1-0\n\n",
        victim: "[Event \"Second\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n\
                 1. e4 Kd7 2. -- Ke6 (2... Kc6 {a}) 3. Kd2\n\n",
        after: "[Event \"Third\"]\n[Variant \"Chess960\"]\n\n1. c4 e5 {end} 1-0\n",
    },
    Trio {
        name: "Saktris",
        before: "[Event \"First\"]\n[Variant \"Saktris\"]\n\
                 [FEN \"8/8/8/8/8/8/8/8[NK/nk] w - - 0 1 placed=0/0\"]\n\n1. N@g1 N@g8 1-0\n\n",
        victim: "[Event \"Second\"]\n[Variant \"Saktris\"]\n\
                 [FEN \"7K/5q2/8/8/8/1p4p1/1P4P1/B6B[B*/k] w - - 0 1\"]\n\n1. -- Qf6+ *\n\n",
        after: "[Event \"Third\"]\n\n1. c4 e5 {end} 1-0\n",
    },
    Trio {
        name: NO_EVENTS,
        before: "[White \"Greco\"]\n[Black \"x\"]\n\n1. e4 e5 1-0\n\n",
        victim: "[White \"Lucena\"]\n[Black \"y\"]\n\n1. d4 {a} (1. c4 {b}) d5 1-0\n\n",
        after: "[White \"Polerio\"]\n[Black \"z\"]\n\n1. c4 e5 {end} 1-0\n",
    },
];

impl Trio {
    /// Returns the text with part of the damaged game replaced.
    fn with(&self, part: Range<usize>, bytes: &[u8]) -> Vec<u8> {
        let mut text = self.before.as_bytes().to_vec();
        text.extend_from_slice(&self.victim.as_bytes()[..part.start]);
        text.extend_from_slice(bytes);
        text.extend_from_slice(&self.victim.as_bytes()[part.end..]);
        text.extend_from_slice(self.after.as_bytes());
        text
    }

    fn check(&self, part: Range<usize>, bytes: &[u8]) {
        if self.name == NO_EVENTS && matches!(bytes, b"%" | b";") {
            return;
        }
        let text = self.with(part, bytes);
        let found = games(&text);
        let show = || format!("{}\n{}", self.name, String::from_utf8_lossy(&text));
        let first = games(self.before.as_bytes());
        let last = games(self.after.as_bytes());
        assert_eq!(found.first(), first.first(), "first of {}", show());
        assert_eq!(found.last(), last.first(), "last of {}", show());
    }
}

#[test]
fn the_games_around_survive_the_loss_of_any_byte() {
    for trio in TRIOS {
        for at in 0..trio.victim.len() {
            trio.check(at..at + 1, b"");
        }
    }
}

#[test]
fn the_games_around_survive_the_doubling_of_any_byte() {
    for trio in TRIOS {
        for at in 0..trio.victim.len() {
            let byte = trio.victim.as_bytes()[at];
            trio.check(at..at, &[byte]);
        }
    }
}

#[test]
fn the_games_around_survive_a_change_of_any_byte() {
    for trio in TRIOS {
        for at in 0..trio.victim.len() {
            for byte in 0..=u8::MAX {
                trio.check(at..at + 1, &[byte]);
            }
        }
    }
}

#[test]
fn the_games_around_survive_a_game_that_is_cut_short() {
    for trio in TRIOS {
        for at in 0..trio.victim.len() {
            trio.check(at..trio.victim.len(), b"");
            trio.check(0..at, b"");
        }
    }
}

#[test]
fn the_games_around_survive_anything_inserted_into_a_game() {
    const NASTY: [&str; 16] = [
        "{", "}", "(", ")", "[", "]", "\"", "\\", ";", "%", "<", ">", "\0\0\0", "\n\n", "{(", "*",
    ];
    for trio in TRIOS {
        for at in 0..=trio.victim.len() {
            for nasty in NASTY {
                trio.check(at..at, nasty.as_bytes());
            }
        }
    }
}
