//! Runs all fuzz targets with a fixed number of inputs, always the same.

use fuzz::{TARGETS, random::RandomInputs};

#[test]
fn every_property_holds_for_a_fixed_set_of_inputs() {
    for target in TARGETS {
        for seed in target.seeds {
            (target.check)(seed.as_bytes());
        }
        let mut random = RandomInputs::new(1);
        for _ in 0..500 {
            (target.check)(&random.next_input(target.seeds));
        }
    }
}

#[test]
fn every_property_has_a_target_for_cargo_fuzz() {
    let manifest = include_str!("../Cargo.toml");
    for target in TARGETS {
        assert!(
            manifest.contains(&format!("fuzz_targets/{}.rs", target.name)),
            "{}",
            target.name
        );
    }
}
