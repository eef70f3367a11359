//! Documents of one file: no scripts, nothing from elsewhere, every name escaped.

use std::fmt::Write;

use clap::ValueEnum;

use super::words::Words;

/// The paper that pages are printed on.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Paper {
    A4,
    Letter,
}

/// How the page is turned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Orientation {
    Portrait,
    Landscape,
}

/// How the text of a column is aligned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Center,
    Right,
}

/// A column of a table.
pub struct Column {
    pub title: String,
    pub align: Align,
    /// The class of its cells, which says how they look.
    pub class: &'static str,
}

impl Column {
    pub fn new(title: &str, align: Align, class: &'static str) -> Column {
        Column {
            title: title.to_owned(),
            align,
            class,
        }
    }
}

/// A table; its cells are HTML.
#[derive(Default)]
pub struct Table {
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<String>>,
    pub class: &'static str,
}

/// One part of a document, which starts on a page of its own when printed.
pub struct Section {
    pub title: String,
    pub subtitle: String,
    pub body: String,
    pub orientation: Orientation,
}

/// Writes a text so that it cannot be anything but text.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for it in text.chars() {
        match it {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            it if it.is_control() => escaped.push(' '),
            it => escaped.push(it),
        }
    }
    escaped
}

impl Table {
    pub fn html(&self) -> String {
        let mut html = format!("<table class=\"{}\">\n<thead><tr>", self.class);
        let class = |column: &Column| {
            let align = match column.align {
                Align::Left => "l",
                Align::Center => "c",
                Align::Right => "r",
            };
            format!("{align} {}", column.class)
        };
        for column in &self.columns {
            let title = escape(&column.title);
            let _ = write!(html, "<th class=\"{}\">{title}</th>", class(column));
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            html.push_str("<tr>");
            for (cell, column) in row.iter().zip(&self.columns) {
                let _ = write!(html, "<td class=\"{}\">{cell}</td>", class(column));
            }
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody>\n</table>\n");
        html
    }
}

/// Writes a document.
pub fn document(name: &str, sections: &[Section], words: &Words, paper: Paper) -> String {
    let size = match paper {
        Paper::A4 => "A4",
        Paper::Letter => "letter",
    };
    let name = escape(name);
    let title = sections
        .first()
        .map_or(String::new(), |it| escape(&it.title));
    let mut html = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} – {name}</title>\n<style>\n\
         @page {{ size: {size} portrait; }}\n@page wide {{ size: {size} landscape; }}\n{}</style>\n\
         </head>\n<body>\n",
        words.code,
        include_str!("style.css"),
    );
    for section in sections {
        let class = match section.orientation {
            Orientation::Portrait => "",
            Orientation::Landscape => " class=\"wide\"",
        };
        let subtitle = match section.subtitle.is_empty() {
            true => String::new(),
            false => format!("<p>{}</p>", escape(&section.subtitle)),
        };
        let _ = write!(
            html,
            "<section{class}>\n<header><div class=\"event\">{name}</div>\
             <h1>{}</h1>{subtitle}</header>\n{}</section>\n",
            escape(&section.title),
            section.body,
        );
    }
    html.push_str("</body>\n</html>\n");
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_become_part_of_the_page() {
        assert_eq!(
            escape("<script>alert(\"1\")</script> & 'Ö'\u{7}"),
            "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Ö&#39; "
        );
    }
}
