//! Which crate may need which: the arrows of ARCHITECTURE.md.

use std::path::Path;

use super::{Complaint, SourceFile};
use crate::cargo::{Package, Workspace};

/// What one crate may depend on.
struct Arrows {
    package: &'static str,
    may_need: &'static [&'static str],
    /// Besides, in its tests.
    tests_may_need: &'static [&'static str],
}

/// A new dependency is a decision: it is written down here, or not taken.
const ARROWS: [Arrows; 13] = [
    Arrows {
        package: "arbiter-rules",
        may_need: &[],
        tests_may_need: &["proptest"],
    },
    Arrows {
        package: "arbiter-game",
        may_need: &["arbiter-rules"],
        tests_may_need: &["proptest"],
    },
    Arrows {
        package: "arbiter-pgn",
        may_need: &["arbiter-game", "arbiter-rules", "memchr"],
        tests_may_need: &["proptest"],
    },
    Arrows {
        package: "arbiter-engine",
        may_need: &["arbiter-rules", "libc"],
        tests_may_need: &["proptest"],
    },
    Arrows {
        package: "arbiter-tui",
        may_need: &[
            "arbiter-engine",
            "arbiter-game",
            "arbiter-pgn",
            "arbiter-rules",
            "ratatui",
        ],
        tests_may_need: &[],
    },
    Arrows {
        package: "arbiter-wire",
        may_need: &[
            "arbiter-game",
            "arbiter-rules",
            "itoa",
            "serde",
            "serde_json",
            "ts-rs",
            "utoipa",
        ],
        tests_may_need: &["proptest"],
    },
    Arrows {
        package: "arbiter-server",
        may_need: &[
            "arbiter-engine",
            "arbiter-game",
            "arbiter-pgn",
            "arbiter-rules",
            "arbiter-wire",
            "argon2",
            "axum",
            "brotli",
            "bytes",
            "cookie",
            "flate2",
            "futures-util",
            "getrandom",
            "governor",
            "jiff",
            "metrics",
            "metrics-exporter-prometheus",
            "postgres",
            "rusqlite",
            "rustix",
            "serde",
            "serde_json",
            "serde_path_to_error",
            "sha2",
            "thiserror",
            "tokio",
            "tower-http",
            "tracing",
            "utoipa",
            "utoipa-axum",
        ],
        tests_may_need: &["proptest", "reqwest", "skillratings", "tokio-tungstenite"],
    },
    Arrows {
        package: "arbiter",
        may_need: &[
            "arbiter-engine",
            "arbiter-game",
            "arbiter-pgn",
            "arbiter-rules",
            "arbiter-server",
            "arbiter-tui",
            "arbiter-wire",
            "bzip2",
            "clap",
            "flate2",
            "indicatif",
            "mimalloc",
            "rustix",
            "serde",
            "serde_json",
            "signal-hook",
            "thiserror",
            "tokio",
            "toml",
            "tracing",
            "tracing-subscriber",
            "zstd",
        ],
        tests_may_need: &["portable-pty", "vt100"],
    },
    Arrows {
        package: "bench",
        may_need: &[
            "arbiter-engine",
            "arbiter-game",
            "arbiter-pgn",
            "arbiter-rules",
            "chasolver",
            "chess",
            "clap",
            "cozy-chess",
            "libc",
            "owlchess",
            "pgn-reader",
            "serde",
            "serde_json",
            "shakmaty",
        ],
        tests_may_need: &["proptest"],
    },
    Arrows {
        package: "fuzz",
        may_need: &[
            "arbiter-engine",
            "arbiter-game",
            "arbiter-pgn",
            "arbiter-rules",
            "arbiter-wire",
            "clap",
            "libfuzzer-sys",
            "serde_json",
        ],
        tests_may_need: &[],
    },
    Arrows {
        package: "load",
        may_need: &[
            "anyhow",
            "arbiter-rules",
            "arbiter-wire",
            "axum",
            "clap",
            "futures-util",
            "hdrhistogram",
            "reqwest",
            "serde",
            "serde_json",
            "tokio",
            "tokio-tungstenite",
        ],
        tests_may_need: &[],
    },
    Arrows {
        package: "tune",
        may_need: &["anyhow", "arbiter-engine", "arbiter-rules", "clap"],
        tests_may_need: &[],
    },
    Arrows {
        package: "xtask",
        may_need: &[
            "anyhow",
            "arbiter-rules",
            "arbiter-wire",
            "clap",
            "serde",
            "serde_json",
        ],
        tests_may_need: &[],
    },
];

/// Crates in which the compiler itself keeps the outside world out.
const WITHOUT_STD: [&str; 2] = ["arbiter-rules", "arbiter-game"];

/// Arrows that point where they may not.
pub fn check(root: &Path, workspace: &Workspace, files: &[SourceFile]) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for package in &workspace.packages {
        let Some(manifest) = find(root, &package.manifest_path, files) else {
            continue;
        };
        complaints.extend(check_dependencies(package, manifest));
        if !manifest.text.contains("[lints]\nworkspace = true") {
            let advice = "the lints of the house are off: add [lints] workspace = true";
            complaints.push(manifest.complain(0, advice));
        }
        if WITHOUT_STD.contains(&package.name.as_str())
            && let Some(library) = package
                .targets
                .iter()
                .filter_map(|target| find(root, &target.src_path, files))
                .find(|file| file.path.ends_with("src/lib.rs"))
            && !library.text.lines().any(|line| line == "#![no_std]")
        {
            complaints.push(library.complain(0, "this crate is pure: write #![no_std]"));
        }
    }
    complaints
}

fn check_dependencies(package: &Package, manifest: &SourceFile) -> Vec<Complaint> {
    let Some(arrows) = ARROWS.iter().find(|arrows| arrows.package == package.name) else {
        let advice = format!(
            "{} is new: say in tidy/arrows.rs what it may need",
            package.name
        );
        return vec![manifest.complain(0, advice)];
    };
    package
        .dependencies
        .iter()
        .filter(|dependency| {
            let name = dependency.name.as_str();
            let is_for_tests = dependency.kind.as_deref() == Some("dev");
            let is_allowed = arrows.may_need.contains(&name)
                || is_for_tests && arrows.tests_may_need.contains(&name);
            !is_allowed
        })
        .map(|dependency| {
            let line = line_of(&manifest.text, &dependency.name);
            let advice = format!(
                "{} may not need {}: do without, or decide otherwise in tidy/arrows.rs",
                package.name, dependency.name
            );
            manifest.complain(line, advice)
        })
        .collect()
}

fn find<'f>(root: &Path, path: &Path, files: &'f [SourceFile]) -> Option<&'f SourceFile> {
    let inside = path.strip_prefix(root).ok()?;
    files.iter().find(|file| file.path == inside)
}

fn line_of(manifest: &str, dependency: &str) -> usize {
    manifest
        .lines()
        .position(|line| line.starts_with(dependency))
        .map_or(0, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cargo::{Dependency, Target};

    fn advice(
        name: &str,
        dependency: (&str, Option<&str>),
        manifest: &str,
        lib: &str,
    ) -> Vec<String> {
        let workspace = Workspace {
            target_directory: "/house/target".into(),
            packages: vec![Package {
                name: name.into(),
                manifest_path: "/house/a/Cargo.toml".into(),
                dependencies: vec![Dependency {
                    name: dependency.0.into(),
                    kind: dependency.1.map(Into::into),
                }],
                targets: vec![Target {
                    src_path: "/house/a/src/lib.rs".into(),
                }],
            }],
        };
        let file = |path: &str, text: &str| SourceFile {
            path: path.into(),
            text: text.into(),
        };
        let files = [file("a/Cargo.toml", manifest), file("a/src/lib.rs", lib)];
        check(Path::new("/house"), &workspace, &files)
            .iter()
            .map(Complaint::to_string)
            .collect()
    }

    const LINTS: &str = "serde = 1\n[lints]\nworkspace = true\n";

    #[test]
    fn allowed_arrows_pass() {
        assert!(advice("xtask", ("serde", None), LINTS, "").is_empty());
        let found = advice(
            "arbiter-rules",
            ("proptest", Some("dev")),
            LINTS,
            "#![no_std]\n",
        );
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn the_rules_need_nothing() {
        let found = advice("arbiter-rules", ("serde", None), LINTS, "#![no_std]\n");
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("a/Cargo.toml:1: arbiter-rules may not need serde"));
        // What the tests may need, the crate itself may not.
        let found = advice("arbiter-rules", ("proptest", None), LINTS, "#![no_std]\n");
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn the_rules_stay_without_std() {
        let found = advice(
            "arbiter-rules",
            ("proptest", Some("dev")),
            LINTS,
            "//! Rules.\n",
        );
        assert_eq!(
            found,
            ["a/src/lib.rs:1: this crate is pure: write #![no_std]"]
        );
    }

    #[test]
    fn a_new_crate_and_a_crate_without_lints_are_named() {
        let found = advice("cellar", ("serde", None), "", "");
        assert_eq!(found.len(), 2, "{found:?}");
    }
}
