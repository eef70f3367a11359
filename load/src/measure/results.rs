use std::fmt;

/// The results of the measurements, with what is required of them.
#[derive(Default)]
pub struct Results(Vec<Measured>);

struct Measured {
    name: String,
    value: f64,
    unit: &'static str,
    required: f64,
    target: f64,
}

impl Results {
    /// Adds a result. More is better if the target is greater than what is
    /// required, otherwise less is.
    pub fn add(
        &mut self,
        name: String,
        (value, unit): (f64, &'static str),
        required: f64,
        target: f64,
    ) {
        let row = Measured {
            name,
            value,
            unit,
            required,
            target,
        };
        println!("→ {}: {}", row.name, row.show(value));
        self.0.push(row);
    }

    /// Reports whether all results meet their requirements.
    pub fn meet_requirements(&self) -> bool {
        self.0.iter().all(|row| row.meets(row.required))
    }
}

impl Measured {
    fn meets(&self, limit: f64) -> bool {
        match self.target > self.required {
            true => self.value >= limit,
            false => self.value <= limit,
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

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| measurement | result | required | target | |\n|---|---|---|---|---|"
        )?;
        for row in &self.0 {
            let status = match (row.meets(row.required), row.meets(row.target)) {
                (_, true) => "target met",
                (true, false) => "met",
                (false, false) => "MISSED",
            };
            let show = |value| row.show(value);
            let (value, required) = (show(row.value), show(row.required));
            let (name, target) = (&row.name, show(row.target));
            writeln!(f, "| {name} | {value} | {required} | {target} | {status} |")?;
        }
        Ok(())
    }
}
