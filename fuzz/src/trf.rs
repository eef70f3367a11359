use arbiter_tournament::{
    Tournament, swiss, tiebreak,
    trf::{Version, read, write},
};

/// So many players are paired; more would take too long.
const MAX_PLAYERS: usize = 40;

/// Reading never panics, and an error names a line of the file. A report is unchanged
/// by writing and reading it, can be paired and ranked, and becomes a tournament.
pub fn trf(data: &[u8]) {
    let report = match read(data) {
        Ok(report) => report,
        Err(error) => {
            let lines = data
                .iter()
                .filter(|&&it| it == b'\n' || it == b'\r')
                .count();
            assert!(error.line <= lines + 1, "{error:?}");
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let text = write(&report, &[], Version::Trf26);
    let again = read(text.as_bytes()).expect("what was written can be read");
    assert_eq!(again.entries, report.entries, "written as {text}");
    assert_eq!(again.scoring, report.scoring, "written as {text}");
    if report.players.len() > MAX_PLAYERS {
        return;
    }
    let round = report.played_rounds();
    let present = swiss::present_players(&report, round);
    if let Ok(pairing) = swiss::pair_round(&report, round, &present) {
        let paired = 2 * pairing.pairs.len() + usize::from(pairing.bye.is_some());
        assert_eq!(paired, present.len());
    }
    let codes = ["PTS", "DE", "BH/C1", "SB", "PTP"].map(|it| it.parse().expect("a code"));
    let ranked = tiebreak::rank(&report, tiebreak::Format::Swiss, &codes);
    assert_eq!(ranked.len(), report.players.len());
    let (tournament, _) = Tournament::from_report(&report);
    assert_eq!(tournament.report().entries, report.entries);
}

/// Small files of both formats.
pub const SEEDS: [&str; 2] = [
    concat!(
        "012 Club\n142 4\n152 B\n162  W  3.0  D  1.0\n",
        "001    1 m GM Ada                               2129 NOR     1503014 1960/11/02",
        "  4.0    1     3 w 1     2 b =\n",
        "001    2      Ben                               2100                            ",
        "  4.0    2  0000 - U     1 w =\n",
        "001    3      Cleo                              1900                            ",
        "  0.0    3     1 b 0  0000 - Z\n",
        "240 H   3    3\n250       1.0   1   2    1    2\n260   1   4    1    2\n",
    ),
    concat!(
        "012 Club\rXXR 3\rXXC white1\r",
        "001    1      Ada                               2129                            ",
        "  1.0    1     2 w +\r",
        "001    2      Ben                                                               ",
        "  0.0    2     1 b -\r",
        "XXA    1  1.0  0.5\rXXP    1    2\rXXZ    2\r",
    ),
];
