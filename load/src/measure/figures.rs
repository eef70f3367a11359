use std::fmt;

/// What was measured, beside what it must reach.
#[derive(Default)]
pub struct Figures(Vec<Row>);

struct Row {
    what: String,
    found: f64,
    unit: &'static str,
    must: f64,
    aim: f64,
}

impl Figures {
    /// Something was measured; the aim says whether more or less is better.
    pub fn add(&mut self, what: String, (found, unit): (f64, &'static str), must: f64, aim: f64) {
        let row = Row {
            what,
            found,
            unit,
            must,
            aim,
        };
        println!("→ {}: {}", row.what, row.show(found));
        self.0.push(row);
    }

    /// Whether all that must be is.
    pub fn are_reached(&self) -> bool {
        self.0.iter().all(|row| row.reaches(row.must))
    }
}

impl Row {
    fn reaches(&self, bar: f64) -> bool {
        match self.aim > self.must {
            true => self.found >= bar,
            false => self.found <= bar,
        }
    }

    fn show(&self, number: f64) -> String {
        let digits = match number {
            100.0.. => 0,
            10.0..100.0 => 1,
            _ => 2,
        };
        format!("{number:.digits$}{}", self.unit)
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| what | found | must reach | aim | |\n|---|---|---|---|---|"
        )?;
        for row in &self.0 {
            let verdict = match (row.reaches(row.must), row.reaches(row.aim)) {
                (_, true) => "aim reached",
                (true, false) => "reached",
                (false, false) => "MISSED",
            };
            let (found, must, aim) = (row.show(row.found), row.show(row.must), row.show(row.aim));
            writeln!(f, "| {} | {found} | {must} | {aim} | {verdict} |", row.what)?;
        }
        Ok(())
    }
}
