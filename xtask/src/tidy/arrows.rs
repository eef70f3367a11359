//! Which crate may depend on which, as ARCHITECTURE.md describes.

use std::path::Path;

use super::{Complaint, SourceFile};
use crate::cargo::{Package, Workspace};

/// What one crate may depend on.
struct AllowedDependencies {
    package: &'static str,
    dependencies: &'static [&'static str],
    /// In addition, in its tests.
    test_dependencies: &'static [&'static str],
}

/// A new dependency is a decision, and is recorded here.
const ALLOWED: [AllowedDependencies; 17] = [
    AllowedDependencies {
        package: "arbiter-rules",
        dependencies: &[],
        test_dependencies: &["anyhow", "proptest"],
    },
    AllowedDependencies {
        package: "arbiter-game",
        dependencies: &["arbiter-rules"],
        test_dependencies: &["proptest"],
    },
    AllowedDependencies {
        package: "arbiter-openings",
        dependencies: &["arbiter-rules"],
        test_dependencies: &[],
    },
    AllowedDependencies {
        package: "arbiter-tournament",
        dependencies: &["arbiter-rules"],
        test_dependencies: &["serde_json"],
    },
    AllowedDependencies {
        package: "arbiter-pictures",
        dependencies: &["arbiter-rules", "gif", "png", "tiny-skia"],
        test_dependencies: &[],
    },
    AllowedDependencies {
        package: "arbiter-pgn",
        dependencies: &[
            "arbiter-game",
            "arbiter-openings",
            "arbiter-rules",
            "memchr",
            "parking_lot",
        ],
        test_dependencies: &["proptest"],
    },
    AllowedDependencies {
        package: "arbiter-engine",
        dependencies: &["arbiter-rules", "libc", "parking_lot"],
        test_dependencies: &["proptest"],
    },
    AllowedDependencies {
        package: "arbiter-tui",
        dependencies: &[
            "arbiter-engine",
            "arbiter-game",
            "arbiter-openings",
            "arbiter-pgn",
            "arbiter-rules",
            "ratatui",
            "signal-hook",
        ],
        test_dependencies: &[],
    },
    AllowedDependencies {
        package: "arbiter-wire",
        dependencies: &[
            "arbiter-game",
            "arbiter-openings",
            "arbiter-rules",
            "itoa",
            "serde",
            "serde_json",
            "ts-rs",
            "utoipa",
        ],
        // Its tests compare the TypeScript declarations, which are a feature of it.
        test_dependencies: &["arbiter-wire", "proptest"],
    },
    AllowedDependencies {
        package: "arbiter-backend",
        dependencies: &[
            "arbiter-engine",
            "arbiter-game",
            "arbiter-openings",
            "arbiter-rules",
            "arbiter-tournament",
            "arbiter-wire",
            "async-nats",
            "axum",
            "base64",
            "bytes",
            "futures-util",
            "getrandom",
            "governor",
            "hyper",
            "hyper-util",
            "parking_lot",
            "prometheus-client",
            "ring",
            "rusqlite",
            "rustix",
            "rustls",
            "rustls-native-certs",
            "serde",
            "serde_json",
            "sha2",
            "thiserror",
            "time",
            "tokio",
            "tokio-postgres",
            "tokio-rustls",
            "tower-service",
            "tracing",
        ],
        test_dependencies: &["proptest"],
    },
    AllowedDependencies {
        package: "arbiter-server",
        dependencies: &[
            "arbiter-backend",
            "arbiter-engine",
            "arbiter-game",
            "arbiter-openings",
            "arbiter-pgn",
            "arbiter-pictures",
            "arbiter-rules",
            "arbiter-tournament",
            "arbiter-wire",
            "argon2",
            "axum",
            "base64",
            "brotli",
            "bytes",
            "cookie",
            "flate2",
            "futures-util",
            "hyper",
            "lettre",
            "parking_lot",
            "ring",
            "serde",
            "serde_json",
            "serde_path_to_error",
            "serde_urlencoded",
            "sha2",
            "thiserror",
            "time",
            "tokio",
            "tower-http",
            "tracing",
            "unicode-normalization",
            "utoipa",
        ],
        // Its tests compare the OpenAPI document, which is a feature of it.
        test_dependencies: &[
            "arbiter-server",
            "nkeys",
            "proptest",
            "rcgen",
            "reqwest",
            "skillratings",
            "tokio-tungstenite",
        ],
    },
    AllowedDependencies {
        package: "arbiter",
        dependencies: &[
            "arbiter-engine",
            "arbiter-game",
            "arbiter-openings",
            "arbiter-pgn",
            "arbiter-pictures",
            "arbiter-rules",
            "arbiter-server",
            "arbiter-tournament",
            "arbiter-tui",
            "arbiter-wire",
            "bzip2",
            "clap",
            "clap_complete",
            "clap_mangen",
            "flate2",
            "indicatif",
            "mimalloc",
            "rustix",
            "serde",
            "serde_json",
            "signal-hook",
            "thiserror",
            "time",
            "tokio",
            "toml",
            "tracing",
            "tracing-subscriber",
            "zstd",
        ],
        test_dependencies: &["portable-pty", "vt100"],
    },
    AllowedDependencies {
        package: "bench",
        dependencies: &[
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
        test_dependencies: &["proptest"],
    },
    AllowedDependencies {
        package: "fuzz",
        dependencies: &[
            "arbiter-engine",
            "arbiter-game",
            "arbiter-pgn",
            "arbiter-rules",
            "arbiter-tournament",
            "arbiter-wire",
            "clap",
            "libfuzzer-sys",
            "serde_json",
        ],
        test_dependencies: &[],
    },
    AllowedDependencies {
        package: "load",
        dependencies: &[
            "anyhow",
            "arbiter-rules",
            "arbiter-wire",
            "axum",
            "clap",
            "futures-util",
            "hdrhistogram",
            "parking_lot",
            "reqwest",
            "serde",
            "serde_json",
            "tokio",
            "tokio-tungstenite",
        ],
        test_dependencies: &[],
    },
    AllowedDependencies {
        package: "tune",
        dependencies: &[
            "anyhow",
            "arbiter-engine",
            "arbiter-pgn",
            "arbiter-rules",
            "clap",
            "nnue-rs",
        ],
        test_dependencies: &[],
    },
    AllowedDependencies {
        package: "xtask",
        dependencies: &["anyhow", "clap", "serde", "serde_json"],
        test_dependencies: &[],
    },
];

/// Crates that must build without the standard library.
const WITHOUT_STD: [&str; 2] = ["arbiter-rules", "arbiter-game"];

/// Finds dependencies that are not allowed, and crates without the shared lints.
pub fn check(root: &Path, workspace: &Workspace, files: &[SourceFile]) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for package in &workspace.packages {
        let Some(manifest) = find(root, &package.manifest_path, files) else {
            continue;
        };
        complaints.extend(check_dependencies(package, manifest));
        if !manifest.text.contains("[lints]\nworkspace = true") {
            let advice = "the shared lints are off: add [lints] workspace = true";
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
            complaints.push(library.complain(
                0,
                "this crate must not use the standard library: write #![no_std]",
            ));
        }
    }
    complaints
}

fn check_dependencies(package: &Package, manifest: &SourceFile) -> Vec<Complaint> {
    let Some(allowed) = ALLOWED
        .iter()
        .find(|allowed| allowed.package == package.name)
    else {
        let advice = format!(
            "{} is new: list its dependencies in tidy/arrows.rs",
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
            let is_allowed = allowed.dependencies.contains(&name)
                || is_for_tests && allowed.test_dependencies.contains(&name);
            !is_allowed
        })
        .map(|dependency| {
            let line = line_of(&manifest.text, &dependency.name);
            let advice = format!(
                "{} may not depend on {}: do without, or allow it in tidy/arrows.rs",
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
            target_directory: "/project/target".into(),
            packages: vec![Package {
                name: name.into(),
                manifest_path: "/project/a/Cargo.toml".into(),
                dependencies: vec![Dependency {
                    name: dependency.0.into(),
                    kind: dependency.1.map(Into::into),
                }],
                targets: vec![Target {
                    src_path: "/project/a/src/lib.rs".into(),
                }],
            }],
        };
        let file = |path: &str, text: &str| SourceFile {
            path: path.into(),
            text: text.into(),
        };
        let files = [file("a/Cargo.toml", manifest), file("a/src/lib.rs", lib)];
        check(Path::new("/project"), &workspace, &files)
            .iter()
            .map(Complaint::to_string)
            .collect()
    }

    const LINTS: &str = "serde = 1\n[lints]\nworkspace = true\n";

    #[test]
    fn allowed_dependencies_pass() {
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
    fn the_rules_have_no_dependencies() {
        let found = advice("arbiter-rules", ("serde", None), LINTS, "#![no_std]\n");
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("a/Cargo.toml:1: arbiter-rules may not depend on serde"));
        // A dependency allowed for tests is not allowed for the crate.
        let found = advice("arbiter-rules", ("proptest", None), LINTS, "#![no_std]\n");
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn the_rules_must_not_use_std() {
        let found = advice(
            "arbiter-rules",
            ("proptest", Some("dev")),
            LINTS,
            "//! Rules.\n",
        );
        assert_eq!(
            found,
            ["a/src/lib.rs:1: this crate must not use the standard library: write #![no_std]"]
        );
    }

    #[test]
    fn a_new_crate_and_a_crate_without_lints_are_reported() {
        let found = advice("cellar", ("serde", None), "", "");
        assert_eq!(found.len(), 2, "{found:?}");
    }
}
