fn main() {
    for d in 1..=6 {
        println!(
            "{}",
            arbiter_rules::perft(&arbiter_rules::Position::start(), d)
        );
    }
}
