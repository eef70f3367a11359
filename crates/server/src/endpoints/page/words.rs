use std::collections::HashMap;

use super::files::Files;

/// The languages of the page. A language is a file in `web/strings`, and the
/// first one has every word.
pub const LANGUAGES: [&str; 2] = ["en", "de"];

/// Every word of the page in one language, by its name.
pub struct Words(HashMap<String, String>);

impl Words {
    /// Reads `web/strings/LANGUAGE.js`, which is JSON inside of a module.
    pub fn read(files: &Files, language: &str) -> Option<Words> {
        let module = files.text(&format!("strings/{language}.js"))?;
        let json = module.get(module.find("export default")?..)?;
        let json = json.get(json.find('{')?..=json.rfind('}')?)?;
        serde_json::from_str(json).ok().map(Words)
    }

    pub fn find(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}
