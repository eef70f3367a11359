use std::ops::Range;

use super::date::Date;

/// The tags of one game. They share one buffer that is reused for the next
/// game, because allocating each tag costs a tenth of the speed.
#[derive(Clone, Default, Debug)]
pub struct TagList {
    text: String,
    spans: Vec<(Range<usize>, Range<usize>)>,
}

impl TagList {
    /// Removes all tags.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.spans.clear();
    }

    /// Adds a tag.
    pub(super) fn push(&mut self, name: &str, value: &str) {
        let start = self.text.len();
        self.text.push_str(name);
        let middle = self.text.len();
        self.text.push_str(value);
        self.spans.push((start..middle, middle..self.text.len()));
    }

    /// Returns all tags in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let spans = self.spans.iter().cloned();
        spans.map(|(name, value)| (&self.text[name], &self.text[value]))
    }

    /// Reports whether a tag of this name comes before the one with this index.
    #[must_use]
    pub fn has_before(&self, index: usize, name: &str) -> bool {
        self.iter().take(index).any(|(before, _)| before == name)
    }

    /// Returns the value of a tag, the first one if it occurs more than once.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.iter()
            .find_map(|(found, value)| (found == name).then_some(value))
    }

    /// Returns the value of a tag, unless it means "unknown".
    #[must_use]
    pub fn known(&self, name: &str) -> Option<&str> {
        let value = self.value(name)?.trim();
        (!matches!(value, "" | "?" | "-")).then_some(value)
    }

    /// Returns the rating in a tag, unless it is out of range.
    #[must_use]
    pub fn rating(&self, name: &str) -> Option<u32> {
        let rating = self.known(name)?.parse().ok()?;
        (1..=9999).contains(&rating).then_some(rating)
    }

    /// Returns the date of the game, if at least the year is known.
    #[must_use]
    pub fn date(&self) -> Option<Date> {
        let names = ["Date", "UTCDate", "EventDate"];
        names.iter().find_map(|name| self.value(name)?.parse().ok())
    }
}
