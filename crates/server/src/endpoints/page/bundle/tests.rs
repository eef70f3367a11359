use super::*;

const SCRIPTS: [&str; 2] = ["game/game.js", "home/home.js"];

/// Returns the bundles of two small pages, after changing some modules.
fn bundles(changed: &[(&str, &str)]) -> Result<Vec<Bundle>, String> {
    let mut modules = BTreeMap::from([
        ("lib/top.js", "export {};\n"),
        (
            "lib/dom.js",
            "export const find = 1;\nexport function make() {}\n",
        ),
        (
            "home/home.js",
            "import words from '../strings.js';\nimport { find,\n  make as create } from '../lib/dom.js';\n\
             const later = await import('./lists.js');\n",
        ),
        (
            "home/lists.js",
            "import * as dom from '../lib/dom.js';\nimport { one } from './one.js';\nexport class List {}\n",
        ),
        ("home/one.js", "export const one = 1;\n"),
        ("game/game.js", "import { find } from '../lib/dom.js';\n"),
    ]);
    modules.extend(changed.iter().copied());
    let scripts = SCRIPTS.map(str::to_owned).into();
    bundle(&scripts, &|path| {
        modules.get(path).map(|&text| text.to_owned())
    })
}

#[track_caller]
fn text(bundles: &[Bundle], path: &str) -> String {
    let found = bundles.iter().find(|bundle| bundle.path == path);
    found.unwrap_or_else(|| panic!("no {path}")).text.clone()
}

#[test]
fn what_two_pages_share_is_loaded_once() {
    let bundles = bundles(&[]).unwrap();
    let common = text(&bundles, "bundle/common.js");
    assert!(
        common.contains("modules[\"lib/dom.js\"] = { find, make };"),
        "{common}"
    );
    let home = text(&bundles, "bundle/home-home.js");
    assert_eq!(
        home,
        "import { modules } from './common.js';\nmodules.page = \"home-home\";\n\
         import words from '../strings.js';\n{\n\
         const { find, make: create } = modules[\"lib/dom.js\"];\n\n\n\
         const later = await import(`./${modules.page}~home-lists.js`)\
         .then(() => modules[\"home/lists.js\"]);\n\n\
         modules[\"home/home.js\"] = {  };\n}\n"
    );
}

#[test]
fn what_is_imported_later_brings_what_the_page_lacks() {
    let lists = text(&bundles(&[]).unwrap(), "bundle/home-home~home-lists.js");
    assert!(!lists.contains("lib/dom.js\"] = "), "{lists}");
    assert!(
        lists.contains("if (!modules[\"home/one.js\"]) {"),
        "{lists}"
    );
    assert!(
        lists.contains("const dom = modules[\"lib/dom.js\"];"),
        "{lists}"
    );
    assert!(
        lists.contains("modules[\"home/lists.js\"] = { List };"),
        "{lists}"
    );
}

#[test]
fn what_cannot_be_bundled_is_an_error() {
    for (path, text, expected) in [
        (
            "home/one.js",
            "import '../home/one.js';\n",
            "home/one.js imports itself",
        ),
        (
            "home/one.js",
            "export let one = 1;\n",
            "cannot bundle `export let one = 1;`",
        ),
        (
            "home/one.js",
            "import one from '../lib/dom.js';\n",
            "cannot bundle the import of one",
        ),
        (
            "home/one.js",
            "import { x } from './none.js';\n",
            "home/none.js does not exist",
        ),
        (
            "home/one.js",
            "import { x } from \"./x.js\";\n",
            "cannot read",
        ),
        (
            "home/home.js",
            "import texts from '../strings.js';\n",
            "imported as `words`",
        ),
    ] {
        let error = bundles(&[(path, text)]).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}
