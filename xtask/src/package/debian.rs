//! The Debian package: the files of `packaging` and what the program prints, in
//! one folder, packed with `dpkg-deb`.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use super::{
    COMPLETIONS, completions, copy_stripped, output, remove_folder, run_command, write_file,
    write_manual,
};
use crate::cargo;

/// How a package is compressed.
#[derive(Clone, Copy)]
pub enum Compression {
    /// For a release.
    Small,
    /// For a check.
    Fast,
}

/// Packs a program, and returns the path of the package.
pub fn build(
    program: &Path,
    version: &str,
    into: &Path,
    compression: Compression,
) -> Result<PathBuf> {
    let architecture = match env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    let name = format!("arbiter_{version}_{architecture}");
    let root = into.join(&name);
    remove_folder(&root)?;
    copy_stripped(program, &root.join("usr/bin/arbiter"))?;
    write_manual(program, &root.join("usr/share/man/man1"))?;
    for (shell, file) in COMPLETIONS {
        let folder = match shell {
            "bash" => "bash-completion/completions",
            "zsh" => "zsh/vendor-completions",
            _ => "fish/vendor_completions.d",
        };
        let path = root.join("usr/share").join(folder).join(file);
        write_file(&path, &completions(program, shell)?)?;
    }
    let source = |name: &str| {
        let path = cargo::root().join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let epoch = output(Command::new("git").args(["log", "-1", "--format=%ct"]))?;
    let epoch = String::from_utf8_lossy(&epoch).trim().to_owned();
    let documents = root.join("usr/share/doc/arbiter");
    write_file(
        &documents.join("README.md"),
        source("README.md")?.as_bytes(),
    )?;
    let copyright = source("packaging/debian/copyright")?
        .replace("{mit}\n", &license_paragraphs(&source("LICENSE-MIT")?));
    write_file(&documents.join("copyright"), copyright.as_bytes())?;
    let changes = changelog(version, &epoch)?;
    write_file(&documents.join("changelog"), changes.as_bytes())?;
    write_file(
        &documents.join("NEWS.md"),
        source("CHANGELOG.md")?.as_bytes(),
    )?;
    for file in ["changelog", "NEWS.md"] {
        run_command(
            Command::new("gzip")
                .args(["-9nf"])
                .arg(documents.join(file)),
        )?;
    }
    let unit = source("packaging/arbiter.service")?;
    write_file(
        &root.join("usr/lib/systemd/system/arbiter.service"),
        unit.as_bytes(),
    )?;
    let settings = source("packaging/debian/arbiter.default")?;
    write_file(&root.join("etc/default/arbiter"), settings.as_bytes())?;
    let overrides = source("packaging/debian/lintian-overrides")?;
    write_file(
        &root.join("usr/share/lintian/overrides/arbiter"),
        overrides.as_bytes(),
    )?;
    // Whatever the umask of this process is.
    run_command(Command::new("chmod").args(["-R", "u=rwX,go=rX"]).arg(&root))?;
    set_mode(&root.join("etc/default/arbiter"), "0640")?;

    let control = source("packaging/debian/control")?
        .replace("{version}", version)
        .replace("{architecture}", architecture)
        .replace("{size}", &size_in_kib(&root)?)
        .replace("{libraries}", &libraries(program)?)
        .replace("{maintainer}", MAINTAINER);
    let meta = root.join("DEBIAN");
    write_file(&meta.join("md5sums"), &checksums(&root)?)?;
    write_file(&meta.join("control"), control.as_bytes())?;
    write_file(&meta.join("conffiles"), b"/etc/default/arbiter\n")?;
    run_command(Command::new("chmod").args(["-R", "u=rwX,go=rX"]).arg(&meta))?;
    for script in ["postinst", "prerm", "postrm"] {
        let path = meta.join(script);
        write_file(
            &path,
            source(&format!("packaging/debian/{script}"))?.as_bytes(),
        )?;
        set_mode(&path, "0755")?;
    }
    let path = into.join(format!("{name}.deb"));
    run_command(
        Command::new("dpkg-deb")
            .args(["--build", "--root-owner-group"])
            .args(match compression {
                Compression::Small => ["-Zxz", "-z6"],
                Compression::Fast => ["-Zgzip", "-z1"],
            })
            .arg(&root)
            .arg(&path)
            .env("SOURCE_DATE_EPOCH", epoch),
    )?;
    Ok(path)
}

/// Returns the changelog in Debian's format.
fn changelog(version: &str, epoch: &str) -> Result<String> {
    let date = format!("@{epoch}");
    let date = output(Command::new("date").args(["-u", "-R", "-d", &date]))?;
    let date = String::from_utf8_lossy(&date).trim().to_owned();
    Ok(format!(
        "arbiter ({version}) unstable; urgency=medium\n\n  * NEWS.md.gz describes the changes.\n\n \
         -- {MAINTAINER}  {date}\n"
    ))
}

const MAINTAINER: &str = "Arbiter contributors <arbiter@packages.invalid>";

/// Returns a license as paragraphs of a field: indented, a period for an empty line.
fn license_paragraphs(text: &str) -> String {
    let lines = text.trim_end().lines().map(|line| match line {
        "" => " .\n".to_owned(),
        line => format!(" {line}\n"),
    });
    lines.collect::<String>() + "\n"
}

/// Returns the libraries that a program needs, with the version of the C library. The
/// names of versions are in the program as text.
fn libraries(program: &Path) -> Result<String> {
    const VERSION: &[u8] = b"GLIBC_2.";
    let bytes = fs::read(program)?;
    let newest = bytes
        .windows(VERSION.len() + 2)
        .filter_map(|window| window.strip_prefix(VERSION))
        .filter_map(|digits| {
            let digits: String = digits
                .iter()
                .map(|&byte| char::from(byte))
                .take_while(char::is_ascii_digit)
                .collect();
            digits.parse::<u32>().ok()
        })
        .max()
        .context("the program does not use the C library: build it without --target")?;
    Ok(format!("libc6 (>= 2.{newest}), libgcc-s1"))
}

fn size_in_kib(root: &Path) -> Result<String> {
    let printed = output(
        Command::new("du")
            .args(["-sk", "--apparent-size"])
            .arg(root),
    )?;
    let printed = String::from_utf8_lossy(&printed);
    let size = printed.split_whitespace().next();
    Ok(size.context("du printed nothing")?.to_owned())
}

/// Returns the checksum of every file but the settings, which may change.
fn checksums(root: &Path) -> Result<Vec<u8>> {
    let script = "find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum";
    output(Command::new("sh").args(["-c", script]).current_dir(root))
}

fn set_mode(path: &Path, mode: &str) -> Result<()> {
    run_command(Command::new("chmod").arg(mode).arg(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_license_is_a_field_with_paragraphs() {
        assert_eq!(
            license_paragraphs("MIT\n\nPermission\n"),
            " MIT\n .\n Permission\n\n"
        );
    }

    #[test]
    fn the_newest_version_of_the_c_library_is_required() {
        let program = env::temp_dir().join(format!("arbiter-libraries-{}", std::process::id()));
        fs::write(&program, b"\0GLIBC_2.9\0GLIBC_2.34\0GLIBC_2.2.5\0end").unwrap();
        let found = libraries(&program).unwrap();
        fs::remove_file(&program).unwrap();
        assert_eq!(found, "libc6 (>= 2.34), libgcc-s1");
    }
}
