//! The API reference: the OpenAPI document and the page made from it.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::Path,
};

use serde_json::Value;

use super::client::test_server;

#[test]
fn the_openapi_document_and_the_endpoints_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = folder.join("openapi.json");
    let document = arbiter_server::endpoints::http::openapi::document();
    if env::var_os("UPDATE_FIXTURES").is_some() {
        let text = serde_json::to_string_pretty(&document).unwrap();
        fs::write(&path, text + "\n").unwrap();
    }
    let stored: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    assert!(
        stored == document,
        "openapi.json is out of date: run `cargo xtask types`"
    );
}

/// A route is written twice: for the router and for the document.
#[test]
fn the_openapi_document_has_the_routes_of_the_router() {
    let document = arbiter_server::endpoints::http::openapi::document();
    let described: BTreeMap<String, BTreeSet<String>> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(path, methods)| {
            let methods = methods.as_object().unwrap().keys().cloned().collect();
            (path.clone(), methods)
        })
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/endpoints/http");
    let mut routed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let files = [folder.clone(), folder.join("admin")].map(|it| fs::read_dir(it).unwrap());
    for entry in files.into_iter().flatten() {
        let path = entry.unwrap().path();
        // The endpoints of the document itself are not described.
        if path.extension().is_none_or(|it| it != "rs") || path.ends_with("reference.rs") {
            continue;
        }
        let source = fs::read_to_string(path).unwrap();
        for route in source.split(".route(").skip(1) {
            let path = route.split('"').nth(1).unwrap();
            // The methods are on the same line as the path, or on the next one.
            let methods = route.split(";\n").next().unwrap();
            let methods = methods.split("        .").next().unwrap();
            let known = ["get", "post", "delete", "put", "patch"];
            let methods = known
                .iter()
                .filter(|method| methods.contains(&format!("{method}(")));
            routed
                .entry(path.to_owned())
                .or_default()
                .extend(methods.map(|&method| method.to_owned()));
        }
    }
    assert_eq!(described, routed);
}

#[test]
fn the_openapi_document_describes_every_route_and_the_page_shows_it() {
    test_server(async |server| {
        let anonymous = server.anonymous();
        let document = anonymous.get("/v1/openapi.json").await;
        assert_eq!(document.header("content-type"), "application/json");
        let document = document.json();
        assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
        let page = anonymous.get("/v1").await;
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        let paths = document["paths"].as_object().unwrap();
        assert!(paths.len() > 20, "{}", paths.len());
        for (path, operations) in paths {
            assert!(page.body.contains(&format!("> {path}</h3>")), "{path}");
            for (method, operation) in operations.as_object().unwrap() {
                let place = format!("{method} {path}");
                assert!(operation["summary"].is_string(), "{place}");
                for (status, response) in operation["responses"].as_object().unwrap() {
                    let is_problem = status.starts_with(['4', '5', 'd']);
                    let content = &response["content"]["application/problem+json"];
                    assert_eq!(content.is_object(), is_problem, "{place} {status}");
                }
            }
        }
        assert!(!page.body.contains("<script") && !page.body.contains("style="));
        assert_eq!(
            anonymous
                .get("/v1/reference.css")
                .await
                .header("content-type"),
            "text/css"
        );
    });
}
