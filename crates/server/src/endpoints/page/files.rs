use std::{borrow::Cow, fs, path::PathBuf};

use super::{head::STRING_MODULES, strings::LANGUAGES, strip_comments::strip_comments};
use crate::base::Settings;

/// The files of the page: those in the binary, or those in a folder during
/// development.
#[derive(Clone, Debug)]
pub enum Files {
    Embedded,
    Folder(PathBuf),
}

/// A file in the binary.
struct Embedded {
    path: &'static str,
    bytes: &'static [u8],
    brotli: &'static [u8],
    gzip: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// A file as it is sent to a browser.
pub struct Served {
    pub kind: &'static str,
    pub coding: Option<&'static str>,
    pub bytes: Cow<'static, [u8]>,
}

impl Files {
    pub fn of(settings: &Settings) -> Files {
        match &settings.page {
            Some(folder) => Files::Folder(folder.clone()),
            None => Files::Embedded,
        }
    }

    /// Returns the version of all files together: a hash of their contents.
    pub fn version(&self) -> &'static str {
        match self {
            Files::Embedded => VERSION,
            Files::Folder(_) => "now",
        }
    }

    /// Reports whether the files of this version never change.
    pub fn is_immutable(&self) -> bool {
        matches!(self, Files::Embedded)
    }

    /// Returns the text of a file.
    pub fn text(&self, path: &str) -> Option<Cow<'static, str>> {
        match self.bytes(path)? {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
        }
    }

    /// Returns a script without comments, which may import types. In the binary
    /// there are no comments.
    pub fn script(&self, path: &str) -> Option<Cow<'static, str>> {
        let text = self.text(path)?;
        Some(match self {
            Files::Embedded => text,
            Files::Folder(_) => strip_comments(path, &text).into(),
        })
    }

    /// Returns a module that imports the strings of one language, if it is one of
    /// [`STRING_MODULES`]. In the source they import English.
    pub fn localized(&self, path: &str, language: &str) -> Option<String> {
        if !STRING_MODULES.contains(&path) {
            return None;
        }
        let text = self.script(path)?;
        Some(text.replace("en.js'", &format!("{language}.js'")))
    }

    /// Returns a file for a browser, compressed if the browser accepts that.
    pub fn serve(&self, path: &str, language: &str, accepts: &str) -> Option<Served> {
        let kind = kind(path)?;
        if !LANGUAGES.contains(&language) {
            return None;
        }
        // To import the strings through a module would take one more round trip.
        let strings = format!("strings/{language}.js");
        let path = if path == "strings.js" { &strings } else { path };
        if let Some(text) = self.localized(path, language) {
            return Some(Served {
                kind,
                coding: None,
                bytes: Cow::Owned(text.into_bytes()),
            });
        }
        let plain = || self.bytes(path).map(|bytes| (None, bytes));
        let (coding, bytes) = match self {
            Files::Folder(_) => plain()?,
            Files::Embedded => {
                let file = embedded(path)?;
                match () {
                    () if accepts.contains("br") => (Some("br"), Cow::Borrowed(file.brotli)),
                    () if accepts.contains("gzip") => (Some("gzip"), Cow::Borrowed(file.gzip)),
                    () => plain()?,
                }
            }
        };
        Some(Served {
            kind,
            coding,
            bytes,
        })
    }

    fn bytes(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        match self {
            Files::Embedded => embedded(path).map(|file| Cow::Borrowed(file.bytes)),
            Files::Folder(folder) => {
                let is_name = |part: &str| !part.is_empty() && !part.starts_with('.');
                let is_inside = path.split('/').all(is_name);
                is_inside.then(|| fs::read(folder.join(path)).ok().map(Cow::Owned))?
            }
        }
    }
}

/// Returns the names of the files in the binary.
#[cfg(test)]
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|file| file.path)
}

fn embedded(path: &str) -> Option<&'static Embedded> {
    let at = FILES.binary_search_by(|file| file.path.cmp(path)).ok()?;
    FILES.get(at)
}

fn kind(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}
