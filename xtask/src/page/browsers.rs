//! Finds the browsers that the walks use, and installs missing ones.

use std::{env, path::PathBuf};

use anyhow::{Result, bail};

use crate::system;

/// A program that walks need.
struct Program {
    /// The variable that names another one, which the walks read too.
    variable: &'static str,
    /// The names of the program, the best first.
    names: &'static [&'static str],
    /// The Debian packages that have it, the best first.
    packages: &'static [&'static str],
    /// How it is called, and how it is installed on other systems.
    what: &'static str,
    elsewhere: &'static str,
}

const CHROMIUM: Program = Program {
    variable: "CHROMIUM",
    // The headless shell is much faster than the others.
    names: &[
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ],
    packages: &["chromium-headless-shell", "chromium"],
    what: "Chromium",
    elsewhere: "`brew install --cask chromium` or your system's package of that name",
};

const FIREFOX: Program = Program {
    variable: "FIREFOX",
    names: &["firefox-esr", "firefox"],
    packages: &["firefox-esr", "firefox"],
    what: "Firefox",
    elsewhere: "`brew install --cask firefox` or your system's package of that name",
};

const WEBKIT_DRIVER: Program = Program {
    variable: "WEBKIT_DRIVER",
    names: &["WebKitWebDriver"],
    packages: &["webkit2gtk-driver"],
    what: "WebKitGTK's WebDriver",
    elsewhere: "your system's package of WebKitGTK",
};

const XVFB: Program = Program {
    variable: "XVFB",
    names: &["Xvfb"],
    packages: &["xvfb"],
    what: "Xvfb, a display without a screen,",
    elsewhere: "your system's package of that name",
};

/// Finds Chromium, and installs it if necessary.
pub fn chromium() -> Result<PathBuf> {
    CHROMIUM.path()
}

/// Finds the other browsers, and installs them if necessary. Returns the variables
/// that tell the walks where they are. WebKitGTK exists on Linux only.
pub fn others() -> Result<Vec<(&'static str, PathBuf)>> {
    let programs: &[Program] = if cfg!(target_os = "linux") {
        &[FIREFOX, WEBKIT_DRIVER, XVFB]
    } else {
        println!("WebKit: left out, because WebKitGTK exists on Linux only");
        &[FIREFOX]
    };
    let mut found = Vec::new();
    for program in programs {
        found.push((program.variable, program.path()?));
    }
    if !cfg!(target_os = "linux") {
        found.push(("BROWSERS", "firefox".into()));
    }
    Ok(found)
}

impl Program {
    fn path(&self) -> Result<PathBuf> {
        if let Some(path) = env::var_os(self.variable) {
            return Ok(path.into());
        }
        if let Some(path) = system::find(self.names) {
            return Ok(path);
        }
        for package in self.packages {
            if system::install(package)
                && let Some(path) = system::find(self.names)
            {
                return Ok(path);
            }
        }
        bail!(
            "{} is missing and could not be installed. Install it with `sudo apt-get install {}`, \
             {}, or set {}=/path/to/it",
            self.what,
            self.packages[0],
            self.elsewhere,
            self.variable
        )
    }
}
