use arbiter_rules::Epd;

/// Parsing never panics, and the offset of an error is within the text. An EPD is
/// unchanged by writing and parsing it.
pub fn epd(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    match text.parse::<Epd>() {
        Ok(epd) => {
            let written = epd.to_string();
            assert_eq!(written.parse(), Ok(epd), "written as {written}");
        }
        Err(error) => {
            assert!(error.offset <= text.len(), "{error:?}");
            assert!(!error.to_string().is_empty());
        }
    }
}

/// Operations of all kinds.
pub const SEEDS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";",
    "8/8/8/8/8/8/8/8 w - - hmvc 3; fmvn 12; ce -57; pv e4 e5 Nf3;",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - c0 \"a \\\"quoted\\\" word\"; noop;",
    "4k3/8/8/8/8/8/8/4K3 b - - am a b c; D1 5 ;D2 25 ;",
];
