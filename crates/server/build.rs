//! Embeds the page in the binary: every file of `web/` that browsers load, plain
//! and compressed, scripts and styles in bundles; and a version made
//! from the contents of all of them.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};

#[path = "src/endpoints/page/bundle.rs"]
mod bundle;
#[path = "src/endpoints/page/head.rs"]
mod head;
#[path = "src/endpoints/page/strip_comments.rs"]
mod strip_comments;

/// What browsers load; tests, types and tools are left out.
const FOLDERS: [&str; 20] = [
    "admin",
    "analysis",
    "board",
    "editor",
    "game",
    "games",
    "home",
    "laws",
    "lib",
    "notices",
    "pages",
    "pieces",
    "player",
    "players",
    "settings",
    "shortcuts",
    "sign_in",
    "strings",
    "style",
    "tournaments",
];
const FILES: [&str; 7] = [
    "account_strings.js",
    "layout.html",
    "page_strings.js",
    "service_worker.js",
    "site.webmanifest",
    "strings.js",
    "tournament_strings.js",
];

fn main() -> io::Result<()> {
    let web = Path::new("../../web").canonicalize()?;
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/endpoints/page/bundle.rs");
    println!("cargo::rerun-if-changed=src/endpoints/page/head.rs");
    println!("cargo::rerun-if-changed=src/endpoints/page/strip_comments.rs");
    let mut paths = Vec::new();
    for name in FILES {
        paths.push(web.join(name));
    }
    for folder in FOLDERS {
        collect_files(&web.join(folder), &mut paths)?;
    }
    let mut sources = BTreeMap::new();
    for path in &paths {
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path
            .strip_prefix(&web)
            .expect("the path is inside the folder");
        let name = name
            .to_str()
            .expect("file names are UTF-8")
            .replace('\\', "/");
        let mut bytes = fs::read(path)?;
        if let Ok(text) = std::str::from_utf8(&bytes) {
            bytes = strip_comments::strip_comments(&name, text).into_bytes();
        }
        sources.insert(name, bytes);
    }
    let mut files = bundles(&sources);
    files.extend(sources.into_iter().filter(|(name, _)| !is_bundled(name)));
    let mut list = String::from("static FILES: &[Embedded] = &[\n");
    let mut all = Sha256::new();
    // Sorted as text, because it is searched as text: `.` comes before `/`.
    for (name, bytes) in &files {
        all.update(name.as_bytes());
        all.update((bytes.len() as u64).to_le_bytes());
        all.update(bytes);
        let stem = name.replace('/', "-");
        let plain = out.join(&stem);
        let brotli = out.join(format!("{stem}.br"));
        let gzip = out.join(format!("{stem}.gz"));
        fs::write(&plain, bytes)?;
        // Documents are assembled for each reader, and compressed then.
        let is_document = name.ends_with(".html");
        fs::write(
            &brotli,
            if is_document {
                Vec::new()
            } else {
                compress_brotli(bytes)?
            },
        )?;
        fs::write(
            &gzip,
            if is_document {
                Vec::new()
            } else {
                compress_gzip(bytes)?
            },
        )?;
        list += &format!(
            "    Embedded {{ path: {name:?}, bytes: include_bytes!({plain:?}), \
             brotli: include_bytes!({brotli:?}), gzip: include_bytes!({gzip:?}) }},\n",
        );
    }
    let version: String = all.finalize()[..6]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    list += &format!("];\nconst VERSION: &str = {version:?};\n");
    fs::write(out.join("page.rs"), list)
}

/// Reports whether a file is only sent as part of a bundle.
fn is_bundled(name: &str) -> bool {
    let is_alone = name.contains("strings") || ["lib/top.js", "service_worker.js"].contains(&name);
    name.ends_with(".js") && !is_alone
}

/// Returns the bundles of all pages.
///
/// # Panics
///
/// Panics if a module cannot be bundled: the build has to fail.
fn bundles(sources: &BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    let text = |name: &str| {
        let bytes = sources.get(name)?;
        String::from_utf8(bytes.clone()).ok()
    };
    let mut scripts = BTreeSet::new();
    let mut styles = BTreeSet::from([head::COMMON_STYLES.map(str::to_owned).to_vec()]);
    for page in sources.keys().filter(|name| name.ends_with(".html")) {
        let page = text(page).unwrap_or_default();
        let head = head::Head::split(&page).0;
        scripts.extend(head.script.map(str::to_owned));
        if !head.styles.is_empty() {
            styles.insert(head.styles.iter().map(|&style| style.to_owned()).collect());
        }
    }
    let mut files = BTreeMap::new();
    match bundle::bundle(&scripts, &text) {
        Ok(bundles) => {
            files.extend(
                bundles
                    .into_iter()
                    .map(|it| (it.path, it.text.into_bytes())),
            );
        }
        Err(error) => panic!("the page cannot be bundled: {error}"),
    }
    for styles in styles {
        let names: Vec<_> = styles.iter().map(String::as_str).collect();
        let texts: Vec<_> = names.iter().filter_map(|&name| text(name)).collect();
        files.insert(head::style_bundle(&names), texts.concat().into_bytes());
    }
    files
}

fn collect_files(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_served = path.extension().is_some_and(|kind| {
            ["js", "css", "svg", "html", "png", "webmanifest"]
                .iter()
                .any(|it| kind == *it)
        });
        if path.is_dir() {
            collect_files(&path, paths)?;
        } else if is_served {
            paths.push(path);
        }
    }
    Ok(())
}

fn compress_brotli(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut out, 4096, 11, 22);
    writer.write_all(bytes)?;
    drop(writer);
    Ok(out)
}

fn compress_gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::best());
    writer.write_all(bytes)?;
    writer.finish()
}
