use crate::{START, arbiter};

#[test]
fn counts_are_the_same_on_any_number_of_threads() {
    for threads in ["1", "2", "7"] {
        let ran = arbiter(&["perft", "4", "--json", "--threads", threads]);
        assert_eq!(ran.code, 0);
        let answer = ran.json();
        assert_eq!(answer["nodes"], 197_281);
        assert_eq!(answer["fen"], START);
        assert_eq!(answer["depth"], 4);
        assert!(answer["divide"].is_null());
    }
}

#[test]
fn shallow_counts_are_right() {
    for (depth, nodes) in [("0", 1), ("1", 20), ("2", 400), ("3", 8_902)] {
        assert_eq!(arbiter(&["perft", "--json", depth]).json()["nodes"], nodes);
    }
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(
        arbiter(&["perft", "--json", "--fen", mate, "3"]).json()["nodes"],
        0
    );
}

#[test]
fn the_counts_of_the_first_moves_add_up() {
    let answer = arbiter(&["perft", "--json", "--divide", "3"]).json();
    let shares = answer["divide"].as_array().unwrap();
    assert_eq!(shares.len(), 20);
    let nodes = shares.iter().map(|share| share["nodes"].as_u64().unwrap());
    assert_eq!(nodes.sum::<u64>(), 8_902);
    let text = arbiter(&["perft", "--divide", "3"]).out;
    assert!(text.contains("e2e4"), "{text}");
    assert!(text.contains("8,902 nodes"), "{text}");
    assert!(text.contains("nodes per second"), "{text}");
}

#[test]
fn invalid_depths_are_bad_input() {
    assert_eq!(arbiter(&["perft", "--fen", "8/8", "1"]).code, 2);
    assert_eq!(arbiter(&["perft", "21"]).code, 2);
    assert_eq!(arbiter(&["perft", "-1"]).code, 2);
    assert_eq!(arbiter(&["perft", "3", "--threads", "0"]).code, 2);
}

#[test]
fn the_number_of_threads_is_reported() {
    let ran = arbiter(&["perft", "--json", "2", "--threads", "999999999999"]);
    assert_eq!(ran.json()["nodes"], 400);
    assert_eq!(ran.json()["threads"], 400);
    let ran = arbiter(&["perft", "0"]);
    assert!(ran.out.starts_with("1 node\n"), "{}", ran.out);
}

#[test]
fn a_number_out_of_range_is_refused_with_the_range() {
    for depth in ["25", "many", "-1"] {
        let ran = arbiter(&["perft", "--", depth]);
        assert_eq!(ran.code, 2);
        let range = "choose a number from 0 to 20";
        assert!(ran.err.contains(range), "{depth}: {}", ran.err);
    }
}
