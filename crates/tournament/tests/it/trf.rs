//! Report files: what is read, what is written, and what is refused.

use arbiter_tournament::trf::{Version, read, write};

const CLEAN: &str = concat!(
    "012 Club championship\n",
    "022 Testville\n",
    "142 4\n",
    "152 B\n",
    "162  W  3.0  D  1.0  P  1.0\n",
    "192 FIDE_DUTCH_2025\n",
    "001    1 m GM Ørsted, Uwe                       2129 NOR     1503014 1960/11/02  4.0    1     3 w 1     2 b =\n",
    "001    2 w    Müller, Zoë                       2100 GER      782027 1971/01/12  4.0    2     4 b +     1 w =\n",
    "001    3      Cole, Cleo                        1900                             1.0    4     1 b 0  0000 - U\n",
    "001    4      Dorn, Dana                                                         0.0    5     2 w -\n",
    "001    5      Late, Lou                         1500                             0.0    3\n",
    "240 H   3    4\n",
    "250       1.0   1   2    1    2\n",
    "260   1   4    1    5\n",
);

#[test]
fn a_file_is_written_as_it_was_read() {
    let report = read(CLEAN.as_bytes()).unwrap();
    let ranks = [1, 2, 4, 5, 3];
    assert_eq!(write(&report, &ranks, Version::Trf26), CLEAN);
    let older = write(&report, &ranks, Version::Trf16);
    let again = read(older.as_bytes()).unwrap();
    assert_eq!(again.entries, report.entries);
    assert_eq!(again.rounds, report.rounds);
    assert_eq!(again.initial_color, report.initial_color);
}

#[test]
fn lines_may_end_in_any_way() {
    let report = read(CLEAN.as_bytes()).unwrap();
    for end in ["\r", "\r\n", "\n\n"] {
        let text = CLEAN.replace('\n', end);
        assert_eq!(read(text.as_bytes()).unwrap(), report);
    }
}

#[test]
fn every_damage_is_named_with_its_line() {
    let check = |old: &str, new: &str, expected: &str| {
        assert!(CLEAN.contains(old), "{old}");
        let error = read(CLEAN.replacen(old, new, 1).as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    check(
        "  2 b =\n",
        "  2 b\n",
        "line 7: the line ends within the entry of round 2",
    );
    check(
        "11/02  4.0",
        "11/02  5.0",
        "line 7: the player has 5.0 points, but the results give 4.0",
    );
    check(
        "1 w =",
        "3 w =",
        "line 7: in round 2 the opponent, number 2, does not name this player",
    );
    check(
        "1 w =",
        "1 b =",
        "line 7: in round 2 the player and number 2 have the same color",
    );
    check(
        "1 b 0",
        "1 b 1",
        "line 7: in round 1 the results of the player and of number 3 contradict each other",
    );
    check(
        "001    5",
        "001    4",
        "line 11: player number 4 occurs twice",
    );
    check(
        "001    5",
        "001    6",
        "line 11: player number 5 is missing",
    );
    check("3 w 1", "9 w 1", "line 7: there is no player number 9");
    check(
        "3 w 1",
        "1 w 1",
        "line 7: the player is their own opponent in round 1",
    );
    check("3 w 1", "3 w 9", "line 7: invalid result \"9\" in round 1");
    check("3 w 1", "3 r 1", "line 7: invalid color \"r\" in round 1");
    check("3 w 1", "0 w 1", "line 7: invalid result \"1\" in round 1");
    check(
        "2100",
        "21x0",
        "line 8: invalid rating \"21x0\" in column 49",
    );
    check(
        "Cole,",
        "Cole ,",
        "line 9: column 53 must be blank; the fields of this line are shifted",
    );
    check(
        "142 4",
        "142 1",
        "line 3: 1 rounds are announced, but there are 2",
    );
    check(
        "  1   2    1    2",
        "  2   1    1    2",
        "line 13: a range ends before it starts",
    );
    check(
        "  2 w -\n",
        "  2 w -  0000 - U\n",
        "line 10: round 2 has a second pairing-allocated bye (U); there can be one at most",
    );
    check(
        "142 4",
        "14",
        "line 3: the line does not start with a record code",
    );
}

#[test]
fn what_is_no_text_is_refused() {
    let error = read(b"").unwrap_err();
    assert_eq!(error.to_string(), "the file has no players (records 001)");
    let error = read(b"012 Open\n001 \xff\xfe\n").unwrap_err();
    assert_eq!(error.to_string(), "line 2: byte 5 is not valid UTF-8");
}
