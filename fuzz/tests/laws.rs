//! The laws on a fixed number of inputs, the same ones every time.

use fuzz::{BODIES, random::Random};

#[test]
fn every_law_holds_for_the_first_inputs() {
    for body in BODIES {
        for seed in body.seeds {
            (body.check)(seed.as_bytes());
        }
        let mut random = Random::new(1);
        for _ in 0..500 {
            (body.check)(&random.input(body.seeds));
        }
    }
}

#[test]
fn every_law_has_a_target_for_cargo_fuzz() {
    let manifest = include_str!("../Cargo.toml");
    for body in BODIES {
        assert!(
            manifest.contains(&format!("fuzz_targets/{}.rs", body.name)),
            "{}",
            body.name
        );
    }
}
