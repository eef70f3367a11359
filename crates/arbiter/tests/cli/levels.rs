use crate::arbiter;

#[test]
fn ten_levels_are_listed_from_weak_to_strong() {
    let answer = arbiter(&["levels", "--json"]).json();
    let levels = answer["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 10);
    let elos: Vec<_> = levels
        .iter()
        .map(|it| it["elo"].as_u64().unwrap())
        .collect();
    assert!(elos.is_sorted_by(|low, high| low < high), "{elos:?}");
    assert!(answer["matches"].is_null());
    let text = arbiter(&["levels"]).out;
    assert!(text.contains("Newcomer"), "{text}");
    assert!(text.contains("not a FIDE rating"), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
}

#[test]
fn games_are_the_same_on_any_number_of_threads() {
    let play = |threads| {
        let ran = arbiter(&[
            "levels",
            "--json",
            "--games",
            "4",
            "--to",
            "2",
            "--threads",
            threads,
        ]);
        ran.json()["matches"].clone()
    };
    let once = play("1");
    assert_eq!(once, play("3"));
    assert_eq!(once.as_array().unwrap().len(), 1);
    let sum = |key: &str| once[0][key].as_u64().unwrap();
    assert_eq!(sum("wins") + sum("draws") + sum("losses"), 4);
    assert_eq!((sum("level"), sum("against")), (2, 1));
}

#[test]
fn an_unknown_level_is_bad_input() {
    assert_eq!(arbiter(&["levels", "--from", "0"]).code, 2);
    assert_eq!(arbiter(&["levels", "--to", "11"]).code, 2);
    assert_eq!(arbiter(&["levels", "--games", "-1"]).code, 2);
}
