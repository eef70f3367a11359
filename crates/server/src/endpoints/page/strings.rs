use std::collections::HashMap;

use super::files::Files;

/// The languages of the page. Each is a file in `web/strings`, and the first one
/// has every string.
pub const LANGUAGES: [&str; 2] = ["en", "de"];

/// Every string of the page in one language, by its key.
pub struct Strings(HashMap<String, String>);

impl Strings {
    /// Reads `web/strings/LANGUAGE.js`, which is JSON inside a module.
    pub fn read(files: &Files, language: &str) -> Option<Strings> {
        let module = files.text(&format!("strings/{language}.js"))?;
        let json = module.get(module.find("export default")?..)?;
        let json = json.get(json.find('{')?..=json.rfind('}')?)?;
        serde_json::from_str(json).ok().map(Strings)
    }

    pub fn find(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}
