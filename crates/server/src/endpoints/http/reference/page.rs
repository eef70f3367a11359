use core::fmt::{self, Write};

use serde_json::Value;

/// Returns the OpenAPI document as a page to read, without scripts.
pub fn page(document: &Value) -> String {
    let mut page = Page(String::new());
    // Writing to memory succeeds.
    let _written = page.write(document);
    page.0
}

struct Page(String);

impl Page {
    fn write(&mut self, document: &Value) -> fmt::Result {
        let title = Text(&document["info"]["title"]);
        self.0.push_str(HEAD);
        write!(self.0, "<h1>{title} API</h1>")?;
        for paragraph in words(&document["info"]["description"]).split("\n\n") {
            write!(self.0, "<p>{}</p>", Marked(paragraph))?;
        }
        let tags = list(&document["tags"]);
        self.0.push_str("<nav><ul>");
        for tag in tags {
            let name = Text(&tag["name"]);
            write!(self.0, "<li><a href=\"#{name}\">{name}</a></li>")?;
        }
        self.0.push_str(
            "<li><a href=\"#schemas\">data types</a></li>\
             <li><a href=\"/v1/openapi.json\">openapi.json</a></li></ul></nav>",
        );
        for tag in tags {
            self.write_tag(document, tag)?;
        }
        self.0.push_str("<h2 id=\"schemas\">Data types</h2>");
        for (name, schema) in entries(&document["components"]["schemas"]) {
            self.write_schema(name, schema)?;
        }
        self.0.push_str("</body></html>");
        Ok(())
    }

    fn write_tag(&mut self, document: &Value, tag: &Value) -> fmt::Result {
        let name = Text(&tag["name"]);
        write!(self.0, "<h2 id=\"{name}\">{name}</h2>")?;
        write!(self.0, "<p>{}</p>", Marked(words(&tag["description"])))?;
        for (path, operations) in entries(&document["paths"]) {
            for (method, operation) in entries(operations) {
                if list(&operation["tags"]).contains(&tag["name"]) {
                    self.write_operation(path, method, operation)?;
                }
            }
        }
        Ok(())
    }

    fn write_operation(&mut self, path: &str, method: &str, operation: &Value) -> fmt::Result {
        write!(
            self.0,
            "<article><h3><span class=\"method {method}\">{method}</span> {}</h3>",
            Escaped(path)
        )?;
        write!(self.0, "<p>{}</p>", Marked(words(&operation["summary"])))?;
        for paragraph in words(&operation["description"]).split("\n\n") {
            write!(self.0, "<p class=\"faint\">{}</p>", Marked(paragraph))?;
        }
        self.0.push_str("<table>");
        for parameter in list(&operation["parameters"]) {
            self.row(
                &format!("<code>{}</code>", Text(&parameter["name"])),
                &described(&parameter["schema"], &parameter["description"]),
            )?;
        }
        for (_, media) in entries(&operation["requestBody"]["content"]) {
            self.row("body", &kind(&media["schema"]))?;
        }
        for (status, response) in entries(&operation["responses"]) {
            let is_success = status.starts_with(['1', '2', '3']);
            // What every route may answer is described once, at the top.
            if !is_success && matches!(status, "400" | "413" | "415" | "429" | "503" | "default") {
                continue;
            }
            let mut said = Marked(words(&response["description"])).to_string();
            for (_, media) in entries(&response["content"]).filter(|_| is_success) {
                said = format!("{} {said}", kind(&media["schema"]));
            }
            self.row(&Escaped(status).to_string(), &said)?;
        }
        self.0.push_str("</table></article>");
        Ok(())
    }

    fn write_schema(&mut self, name: &str, schema: &Value) -> fmt::Result {
        let name = Escaped(name);
        write!(self.0, "<article id=\"{name}\"><h3>{name}</h3>")?;
        write!(self.0, "<p>{}</p>", Marked(words(&schema["description"])))?;
        self.0.push_str("<table>");
        let parts = [schema].into_iter().chain(list(&schema["allOf"]));
        for (field, value) in parts.flat_map(|part| entries(&part["properties"])) {
            self.row(
                &format!("<code>{}</code>", Escaped(field)),
                &described(value, &value["description"]),
            )?;
        }
        if !schema["enum"].is_null() {
            self.row("one of", &kind(schema))?;
        }
        for choice in list(&schema["oneOf"]) {
            let said = Marked(words(&choice["description"])).to_string();
            self.row(&kind(choice), &said)?;
        }
        self.0.push_str("</table></article>");
        Ok(())
    }

    fn row(&mut self, head: &str, text: &str) -> fmt::Result {
        write!(self.0, "<tr><th>{head}</th><td>{text}</td></tr>")
    }
}

const HEAD: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
    <meta name=\"color-scheme\" content=\"light dark\"><title>Arbiter API</title>\
    <link rel=\"stylesheet\" href=\"/v1/reference.css\"></head><body>";

/// Returns the type of a value and its description, as HTML.
fn described(schema: &Value, description: &Value) -> String {
    let kind = kind(schema);
    format!(
        "<span class=\"faint\">{kind}</span> {}",
        Marked(words(description))
    )
}

/// Returns the type that a schema allows, as HTML.
fn kind(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = Escaped(reference.rsplit('/').next().unwrap_or_default());
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    let choices = [&schema["oneOf"], &schema["anyOf"]].map(list).concat();
    if !choices.is_empty() {
        let kinds: Vec<_> = choices.iter().map(kind).collect();
        return kinds.join(" or ");
    }
    if !schema["enum"].is_null() {
        let values = list(&schema["enum"]).iter();
        let values: Vec<_> = values
            .map(|value| format!("<code>{}</code>", Text(value)))
            .collect();
        return values.join(", ");
    }
    match &schema["type"] {
        Value::String(name) if name == "array" => {
            format!("array of {}", kind(&schema["items"]))
        }
        Value::String(name) if name == "object" && schema["properties"].is_object() => {
            let fields: Vec<_> = entries(&schema["properties"])
                .map(|(name, value)| format!("<code>{}</code>: {}", Escaped(name), kind(value)))
                .collect();
            format!("{{{}}}", fields.join(", "))
        }
        Value::String(name) => Escaped(name).to_string(),
        Value::Array(names) => {
            let names: Vec<_> = names.iter().map(|name| Text(name).to_string()).collect();
            names.join(" or ")
        }
        _ => String::new(),
    }
}

fn words(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn entries(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let object = value.as_object().into_iter().flatten();
    object.map(|(name, value)| (name.as_str(), value))
}

/// A value, escaped for HTML.
struct Text<'v>(&'v Value);

/// A text, escaped for HTML.
struct Escaped<'t>(&'t str);

/// A text with code between backticks, as HTML.
struct Marked<'t>(&'t str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::String(text) => Escaped(text).fmt(f),
            Value::Null => Ok(()),
            other => Escaped(&other.to_string()).fmt(f),
        }
    }
}

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Marked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.0.split('`').enumerate() {
            match index % 2 {
                0 => Escaped(part).fmt(f)?,
                _ => write!(f, "<code>{}</code>", Escaped(part))?,
            }
        }
        Ok(())
    }
}
