use arbiter_rules::{San, SanError};

use crate::position_and_rest;

/// Parsing never panics. Notation is unchanged by writing and parsing it. A move
/// found by strict parsing is written exactly like the input; a move found by
/// lenient parsing is legal, and the same as by strict parsing if that succeeds.
/// Every error has a message.
///
/// The first byte chooses the position.
pub fn san(data: &[u8]) {
    let Some((position, rest)) = position_and_rest(data) else {
        return;
    };
    let Ok(text) = str::from_utf8(rest) else {
        return;
    };
    match text.parse::<San>() {
        Ok(san) => assert_eq!(san.to_string().parse(), Ok(san)),
        Err(error) => assert!(error.offset <= text.len(), "{error:?}"),
    }
    let strict = position.find_san(text);
    let lenient = position.find_san_lenient(text);
    if let Ok(mv) = strict {
        assert_eq!(position.san(mv).to_string(), text);
        assert_eq!(lenient.map(|(mv, _)| mv), Ok(mv));
    }
    match lenient {
        Ok((mv, deviations)) => {
            assert!(position.legal_moves().any(|legal| legal == mv), "{mv:?}");
            let written = position.san(mv).to_string();
            assert_eq!(position.find_san(&written), Ok(mv), "written as {written}");
            if strict.is_err() {
                assert!(
                    deviations.iter().next().is_some(),
                    "no deviation was reported for {text:?}"
                );
            }
        }
        Err(SanError::Parse(error)) => assert!(error.offset <= text.len(), "{error:?}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    // The entry point for moves that users type.
    match position.read(text) {
        Ok(mv) => assert!(position.legal_moves().any(|legal| legal == mv), "{mv:?}"),
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
    }
}

/// A move in each of the notations of C24; the first byte chooses the position.
pub const SEEDS: [&str; 24] = [
    "2e4",
    "2Nf3",
    "3O-O",
    "3O-O-O",
    "30-0",
    "3o-o-o",
    "3Nxf7",
    "4Rxf4+",
    "3exd6 e.p.",
    "5b8=Q+",
    "5axb8Q",
    "5bxa1(N)",
    "6dxc8/R#",
    "2Ng1-f3",
    "2e2e4!?",
    "7exd6",
    "7ed",
    "8Bc4",
    "9Kg1",
    "3♘xd7",
    "2Pe4",
    "3Qf3xf6++",
    "5Nb1d2",
    "6Rh1g1",
];
