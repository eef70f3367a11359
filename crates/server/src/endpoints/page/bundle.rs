//! Puts the modules of a page into few files, so that a page on a slow line is
//! not one round trip for every six modules. The build script uses this file.
//!
//! `bundle/common.js` has the modules that home and game share, `bundle/home.js`
//! those that only home needs. A module that is imported later has a file of its
//! own for each page, `bundle/home~home-lists.js`, with what the page does not
//! have yet. In a bundle each module is a block:
//!
//! ```js
//! { const { find } = modules['lib/dom.js']; function show() {} modules['home/x.js'] = { show }; }
//! ```
//!
//! The strings stay outside: they depend on the reader's language.
//!
//! Only what our own modules use is understood: imports and exports at the
//! beginning of a line, no exported variables that change, no import cycles. The
//! build fails at anything else.

use std::collections::{BTreeMap, BTreeSet};

use super::head::{NOTICES, STRING_MODULES, later_bundle, page_bundle, resolve};

/// A part of the page: what is loaded, and its modules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// The path, such as `bundle/home.js`.
    pub path: String,
    /// The text of the file.
    pub text: String,
}

/// A module without comments, taken apart.
#[derive(Debug)]
struct Module {
    /// What it imports when it is loaded, in order.
    imports: Vec<Import>,
    /// What it imports later.
    later: Vec<String>,
    /// The names that it exports.
    exports: Vec<String>,
    /// The text without imports and the word `export`.
    body: String,
}

#[derive(Debug)]
struct Import {
    path: String,
    /// What is imported, as JavaScript writes it between `import` and `from`.
    names: Option<String>,
}

/// All modules of a page, taken apart.
struct Modules(BTreeMap<String, Module>);

/// The pages of the first minute. What they share is loaded once for both.
const FIRST_PAGES: [&str; 2] = ["home/home.js", "game/game.js"];
/// On every page.
const TOP: &str = "lib/top.js";

/// Returns the bundles of these pages.
///
/// # Errors
///
/// Returns what cannot be bundled.
pub fn bundle(
    scripts: &BTreeSet<String>,
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<Vec<Bundle>, String> {
    let mut modules = Modules(BTreeMap::new());
    modules.add(TOP, read)?;
    for script in scripts {
        modules.add(script, read)?;
    }
    if read(NOTICES).is_some() {
        modules.add(NOTICES, read)?;
    }
    let mut common = modules.order(&[TOP.to_owned()], &BTreeSet::new())?;
    let [home, game] = FIRST_PAGES.map(|page| {
        let needed = scripts.contains(page).then(|| page.to_owned());
        modules.order(needed.as_slice(), &BTreeSet::new())
    });
    let game: BTreeSet<_> = game?.into_iter().collect();
    for path in home? {
        if game.contains(&path) && !common.contains(&path) {
            common.push(path);
        }
    }
    let mut bundles = vec![Bundle {
        path: "bundle/common.js".to_owned(),
        text: format!(
            "export const modules = {{}};\n{}",
            modules.write(&common, Guard::None)?
        ),
    }];
    let common: BTreeSet<_> = common.into_iter().collect();
    for script in scripts {
        let own = modules.order(std::slice::from_ref(script), &common)?;
        bundles.push(Bundle {
            path: page_bundle(script),
            text: format!(
                "import {{ modules }} from './common.js';\n{}",
                modules.write_page(&own, script, Guard::None)?
            ),
        });
        let known: BTreeSet<_> = common.union(&own.into_iter().collect()).cloned().collect();
        let mut later = modules.all_later(script);
        later.extend(modules.0.contains_key(NOTICES).then(|| NOTICES.to_owned()));
        for later in later {
            let own = modules.order(std::slice::from_ref(&later), &known)?;
            bundles.push(Bundle {
                path: later_bundle(script, &later),
                text: format!(
                    "import {{ modules }} from './common.js';\n{}",
                    modules.write_page(&own, script, Guard::Once)?
                ),
            });
        }
    }
    Ok(bundles)
}

/// Whether a module may have been loaded by another bundle of the page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    None,
    Once,
}

impl Modules {
    /// Adds a module and everything that it imports, now or later.
    fn add(&mut self, path: &str, read: &dyn Fn(&str) -> Option<String>) -> Result<(), String> {
        if self.0.contains_key(path) || STRING_MODULES.contains(&path) {
            return Ok(());
        }
        let text = read(path).ok_or_else(|| format!("{path} does not exist"))?;
        let module = Module::parse(path, &text)?;
        let mut next = module.later.clone();
        next.extend(module.imports.iter().map(|import| import.path.clone()));
        self.0.insert(path.to_owned(), module);
        for path in next {
            self.add(&path, read)?;
        }
        Ok(())
    }

    /// Returns what these modules need and `known` does not have, each after what
    /// it imports.
    fn order(&self, entries: &[String], known: &BTreeSet<String>) -> Result<Vec<String>, String> {
        let mut ordered = Vec::new();
        for entry in entries {
            self.visit(entry, known, &mut Vec::new(), &mut ordered)?;
        }
        Ok(ordered)
    }

    fn visit(
        &self,
        path: &str,
        known: &BTreeSet<String>,
        on_the_way: &mut Vec<String>,
        ordered: &mut Vec<String>,
    ) -> Result<(), String> {
        let is_done = STRING_MODULES.contains(&path) || known.contains(path);
        if is_done || ordered.iter().any(|done| done == path) {
            return Ok(());
        }
        if on_the_way.iter().any(|above| above == path) {
            return Err(format!(
                "{path} imports itself: {}",
                on_the_way.join(" imports ")
            ));
        }
        on_the_way.push(path.to_owned());
        for import in &self.0[path].imports {
            self.visit(&import.path, known, on_the_way, ordered)?;
        }
        on_the_way.pop();
        ordered.push(path.to_owned());
        Ok(())
    }

    /// Returns what a page imports later, also what such modules import later.
    fn all_later(&self, script: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![script.to_owned()];
        while let Some(path) = open.pop() {
            if !seen.insert(path.clone()) {
                continue;
            }
            let Some(module) = self.0.get(&path) else {
                continue;
            };
            open.extend(module.imports.iter().map(|import| import.path.clone()));
            open.extend(module.later.iter().cloned());
            found.extend(module.later.iter().cloned());
        }
        found
    }

    fn write_page(&self, paths: &[String], script: &str, guard: Guard) -> Result<String, String> {
        let text = self.write(paths, guard)?;
        // A page that is known: what the common bundle imports later is asked for
        // by the page that is shown.
        Ok(match guard {
            Guard::None => format!(
                "modules.page = {:?};\n{text}",
                script.trim_end_matches(".js").replace('/', "-")
            ),
            Guard::Once => text,
        })
    }

    fn write(&self, paths: &[String], guard: Guard) -> Result<String, String> {
        let mut outside = BTreeSet::new();
        let mut text = String::new();
        for path in paths {
            let module = &self.0[path];
            if guard == Guard::Once {
                text += &format!("if (!modules[{path:?}]) ");
            }
            text += "{\n";
            for import in &module.imports {
                if STRING_MODULES.contains(&import.path.as_str()) {
                    outside.insert(import.path.clone());
                }
                text += &import.write(path)?;
            }
            text += &module.body;
            text += &format!(
                "\nmodules[{path:?}] = {{ {} }};\n}}\n",
                module.exports.join(", ")
            );
        }
        let mut head = String::new();
        for path in outside {
            head += &match path.as_str() {
                "strings.js" => format!("import words from '../{path}';\n"),
                _ => format!("import '../{path}';\n"),
            };
        }
        Ok(head + &text)
    }
}

impl Import {
    fn write(&self, from: &str) -> Result<String, String> {
        let path = &self.path;
        let Some(names) = &self.names else {
            return Ok(String::new());
        };
        if path == "strings.js" {
            // The bundle itself imports the strings under this name.
            return match names.as_str() {
                "words" => Ok(String::new()),
                _ => Err(format!("{from}: strings.js is imported as `words`")),
            };
        }
        if let Some(name) = names.strip_prefix("* as ") {
            return Ok(format!("const {name} = modules[{path:?}];\n"));
        }
        if names.starts_with('{') {
            let names = names.replace(" as ", ": ");
            return Ok(format!("const {names} = modules[{path:?}];\n"));
        }
        Err(format!("{from}: cannot bundle the import of {names}"))
    }
}

impl Module {
    fn parse(path: &str, text: &str) -> Result<Module, String> {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut module = Module {
            imports: Vec::new(),
            later: Vec::new(),
            exports: Vec::new(),
            body: String::new(),
        };
        let mut rest = text;
        while !rest.is_empty() {
            if rest.starts_with("import ") {
                let end = rest
                    .find(';')
                    .ok_or(format!("{path}: an import has no end"))?;
                module.imports.push(parse_import(folder, &rest[..end])?);
                rest = &rest[end + 1..];
                continue;
            }
            let end = rest.find('\n').map_or(rest.len(), |end| end + 1);
            let line = &rest[..end];
            rest = &rest[end..];
            match line.strip_prefix("export ") {
                Some(exported) => module.export(path, exported)?,
                None => module.body += line,
            }
        }
        module.find_later(folder);
        Ok(module)
    }

    fn export(&mut self, path: &str, line: &str) -> Result<(), String> {
        if line.trim_end() == "{};" {
            return Ok(());
        }
        let kinds = [
            "async function* ",
            "async function ",
            "function* ",
            "function ",
            "class ",
            "const ",
        ];
        let declared = kinds.iter().find_map(|kind| line.strip_prefix(kind));
        let name: String = declared
            .unwrap_or_default()
            .chars()
            .take_while(|c| c.is_alphanumeric() || "_$".contains(*c))
            .collect();
        if name.is_empty() {
            return Err(format!(
                "{path}: cannot bundle `export {}`",
                line.trim_end()
            ));
        }
        self.exports.push(name);
        self.body += line;
        Ok(())
    }

    /// Finds `import('./x.js')`, and lets it load the bundle of that module.
    fn find_later(&mut self, folder: &str) {
        let mut body = String::new();
        let mut rest = self.body.as_str();
        while let Some((before, after)) = rest.split_once("import('") {
            let (target, after) = after.split_once("')").unwrap_or((after, ""));
            let target = resolve(folder, target);
            let file = target.replace('/', "-");
            body += before;
            body +=
                &format!("import(`./${{modules.page}}~{file}`).then(() => modules[{target:?}])");
            self.later.push(target);
            rest = after;
        }
        body += rest;
        self.body = body;
    }
}

fn parse_import(folder: &str, text: &str) -> Result<Import, String> {
    let text = text.strip_prefix("import ").unwrap_or(text).trim();
    let (names, target) = match text.rsplit_once(" from ") {
        Some((names, target)) => (Some(names), target),
        None => (None, text),
    };
    let target = target
        .trim()
        .strip_prefix('\'')
        .and_then(|it| it.strip_suffix('\''));
    let target = target.ok_or(format!("cannot read `import {text}`"))?;
    Ok(Import {
        path: resolve(folder, target),
        names: names.map(|names| names.split_whitespace().collect::<Vec<_>>().join(" ")),
    })
}

#[cfg(test)]
mod tests;
