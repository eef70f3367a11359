//! Tie-breaks of a small tournament, computed by hand.

use arbiter_tournament::{
    Report,
    tiebreak::{Format, TieBreak, TieBreaks, rank},
    trf,
};

/// Four rounds; 4 has a half-point bye in round 2, 5 rests and then withdraws, and 6
/// wins a game by forfeit.
const FILE: &str = concat!(
    "012 Six players\n",
    "001    1      Ada                               2200",
    "                             3.5    1     4 w 1     2 b 1     3 w =     6 b 1\n",
    "001    2      Ben                               2100",
    "                             2.0    3     5 b 1     1 w 0     6 b 1     3 w 0\n",
    "001    3      Cleo                              2000",
    "                             3.0    2     6 w =     5 b 1     1 b =     2 b 1\n",
    "001    4      Dana                              1900",
    "                             1.5    4     1 b 0  0000 - H     5 w +  0000 - Z\n",
    "001    5      Emil                              1800",
    "                             0.0    6     2 w 0     3 w 0     4 b -\n",
    "001    6      Fay                               1700",
    "                             1.5    5     3 b =  0000 - U     2 w 0     1 w 0\n",
);

fn report() -> Report {
    trf::read(FILE.as_bytes()).unwrap()
}

#[track_caller]
fn check(code: &str, player: usize, expected: &str) {
    let report = report();
    let tie_breaks = TieBreaks::new(&report, Format::Swiss);
    let code: TieBreak = code.parse().unwrap();
    assert_eq!(tie_breaks.compute(code, player - 1).to_string(), expected);
}

#[test]
fn unplayed_rounds_count_as_article_16_says() {
    // 4 has 1.5 points; the last round, a requested bye with nothing after it, counts
    // as a draw for the opponents.
    check("BH", 1, "8.5 = 2 + 2 + 3 + 1.5");
    // The bye is played against a dummy with 4's own score, the forfeit against one
    // with at most the opponent's.
    check("BH", 4, "7 = 3.5 + 1.5 + 0.5 + 1.5");
    check("BH/C1", 4, "5.5 = 3.5 + 0.5 + 1.5 (without 1.5)");
    check("BH/M1", 1, "4 = 2 + 2 (without 3, 1.5)");
    check("SB", 3, "5 = 0.75 + 0.5 + 1.75 + 2");
}

#[test]
fn counts_and_sums() {
    check("WIN", 4, "1");
    check("WON", 4, "0");
    check("BPG", 3, "3");
    check("BWG", 3, "2");
    check("REP", 4, "2");
    check("PS", 1, "9 = 1 + 2 + 2.5 + 3.5");
    check("PS/C1", 1, "8 = 2 + 2.5 + 3.5 (without 1)");
    check("STD", 3, "3 = 0.5 + 1 + 0.5 + 1");
    check("ARO", 1, "1925 = 1900 + 2100 + 2000 + 1700");
    check("TPR", 1, "2261");
    check("AOB", 6, "8.17 = 7.5 + 8.5 + 8.5");
}

#[test]
fn players_equal_in_everything_share_a_place() {
    let report = report();
    let codes = ["PTS", "DE", "BH/C1"].map(|it| it.parse::<TieBreak>().unwrap());
    let ranked = rank(&report, Format::Swiss, &codes);
    let places: Vec<_> = ranked.iter().map(|it| (it.player + 1, it.rank)).collect();
    assert_eq!(places, [(1, 1), (3, 2), (2, 3), (6, 4), (4, 5), (5, 6)]);
    let points = rank(&report, Format::Swiss, &codes[..1]);
    let shared: Vec<_> = points.iter().map(|it| it.rank).collect();
    assert_eq!(shared, [1, 2, 3, 4, 4, 6]);
}

#[test]
fn unknown_codes_are_refused() {
    let error = "XYZ".parse::<TieBreak>().unwrap_err();
    assert!(error.to_string().starts_with("unknown tie-break \"XYZ\""));
}
