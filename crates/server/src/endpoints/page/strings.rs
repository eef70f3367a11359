use std::collections::HashMap;

use super::files::Files;

/// The languages of the page. Each has its files in `web/strings`, and the first
/// one has every string.
pub const LANGUAGES: [&str; 2] = ["en", "de"];

/// The files of strings that a first game does without. Those of `documents` are only
/// inserted by the server.
const AREAS: [&str; 4] = ["pages", "account", "tournaments", "documents"];

/// Every string of the page in one language, by its key.
pub struct Strings(HashMap<String, String>);

impl Strings {
    /// Reads `web/strings/LANGUAGE.js` and the files of each [area](AREAS), such as
    /// `pages_LANGUAGE.js`, which are JSON inside modules.
    pub fn read(files: &Files, language: &str) -> Option<Strings> {
        let mut strings = HashMap::new();
        let areas = AREAS.map(|area| format!("strings/{area}_{language}.js"));
        for path in areas.into_iter().chain([format!("strings/{language}.js")]) {
            let module = files.text(&path)?;
            let json = module.get(module.find("export default")?..)?;
            let json = json.get(json.find('{')?..=json.rfind('}')?)?;
            strings.extend(serde_json::from_str::<HashMap<_, _>>(json).ok()?);
        }
        Some(Strings(strings))
    }

    pub fn find(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}
