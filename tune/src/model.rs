use arbiter_engine::tuning::{
    COUNT, ENDGAME_DIVISOR, GROUPS, Kind, MIDDLEGAME_DIVISOR, Recording, record, weights,
};
use arbiter_rules::{Color, Position};

/// Weights as pairs of middlegame and endgame values.
pub type Weights = Vec<[f64; 2]>;

/// Returns the current weights of the engine.
pub fn current() -> Weights {
    weights()
        .iter()
        .map(|pair| [f64::from(pair.middlegame()), f64::from(pair.endgame())])
        .collect()
}

/// The evaluation of one position as a function of the weights.
pub struct Case {
    /// How often weights count: first the linear ones, then dangers, then initiative.
    counts: Box<[Count]>,
    /// The index of the first danger in `counts`.
    dangers: usize,
    /// The index of the first initiative weight in `counts`.
    initiative: usize,
    /// Which kings are in danger.
    endangered: [bool; 2],
    /// The shares of the middlegame value and of the scaled endgame value.
    middlegame: f32,
    endgame: f32,
    /// How much of a lead of White or Black counts, from 0 to 1.
    limits: [f32; 2],
    /// The expected score of White that the value should predict.
    pub target: f32,
}

/// How often one weight counts for White and for Black.
#[derive(Clone, Copy)]
struct Count {
    weight: u16,
    white: i8,
    black: i8,
}

/// A value with the intermediate results that its gradient needs.
pub struct Value {
    /// The value in centipawns from White's point of view.
    pub value: f64,
    limit: f64,
    danger: [[f64; 2]; 2],
    /// Whether the endgame value is larger than what the initiative takes away.
    has_endgame_lead: bool,
    endgame_sign: f64,
}

impl Case {
    /// Returns the case of a position, if any weight counts in it.
    pub fn of(position: &Position, target: f32) -> Option<Case> {
        Some(Case::from_recording(&record(position)?, target))
    }

    fn from_recording(recording: &Recording, target: f32) -> Case {
        let of_kind = |kind: Kind| {
            GROUPS
                .iter()
                .filter(move |group| group.kind == kind)
                .flat_map(|group| group.start..group.start + group.count)
                .filter_map(move |weight| {
                    let white = recording.counts.white[weight];
                    let black = recording.counts.black[weight];
                    let counts = match kind {
                        Kind::Linear => white != black,
                        Kind::Danger | Kind::Initiative => white != 0 || black != 0,
                    };
                    let small = |count: i16| count.clamp(-128, 127) as i8;
                    counts.then_some(Count {
                        weight: weight as u16,
                        white: small(white),
                        black: small(black),
                    })
                })
        };
        let mut counts: Vec<Count> = of_kind(Kind::Linear).collect();
        let dangers = counts.len();
        counts.extend(of_kind(Kind::Danger));
        let initiative = counts.len();
        counts.extend(of_kind(Kind::Initiative));
        // The constant weight counts exactly where danger counts at all.
        let constant = GROUPS.iter().find(|group| group.kind == Kind::Danger);
        let constant = constant.map_or(0, |group| group.start);
        let phase = recording.phase as f32 / 24.0;
        Case {
            counts: counts.into(),
            dangers,
            initiative,
            endangered: Color::ALL.map(|color| recording.counts[color][constant] > 0),
            middlegame: phase,
            endgame: (1.0 - phase) * recording.scale as f32 / 128.0,
            limits: Color::ALL.map(|color| recording.limits[color] as f32 / 64.0),
            target,
        }
    }

    /// Computes the value with these weights.
    pub fn value(&self, weights: &[[f64; 2]]) -> Value {
        let mut sum = [0.0; 2];
        for count in &self.counts[..self.dangers] {
            let times = f64::from(i16::from(count.white) - i16::from(count.black));
            let weight = weights[usize::from(count.weight)];
            sum[0] += times * weight[0];
            sum[1] += times * weight[1];
        }
        let mut danger = [[0.0; 2]; 2];
        for count in &self.counts[self.dangers..self.initiative] {
            let weight = weights[usize::from(count.weight)];
            for (danger, times) in danger.iter_mut().zip([count.white, count.black]) {
                danger[0] += f64::from(times) * weight[0];
                danger[1] += f64::from(times) * weight[1];
            }
        }
        for (index, danger) in danger.iter_mut().enumerate() {
            let counts = f64::from(u8::from(self.endangered[index]));
            *danger = danger.map(|danger| counts * danger.max(0.0));
            let sign = if index == 0 { -1.0 } else { 1.0 };
            sum[0] += sign * danger[0] * danger[0] / f64::from(MIDDLEGAME_DIVISOR);
            sum[1] += sign * danger[1] / f64::from(ENDGAME_DIVISOR);
        }
        let initiative: f64 = self.counts[self.initiative..]
            .iter()
            .map(|count| f64::from(count.white) * weights[usize::from(count.weight)][1])
            .sum();
        let has_endgame_lead = initiative > -sum[1].abs();
        let endgame_sign = sum[1].signum();
        sum[1] += endgame_sign * initiative.max(-sum[1].abs());
        let value = f64::from(self.middlegame) * sum[0] + f64::from(self.endgame) * sum[1];
        let limit = f64::from(self.limits[usize::from(value < 0.0)]);
        Value {
            value: value * limit,
            limit,
            danger,
            has_endgame_lead,
            endgame_sign,
        }
    }

    /// Adds the gradient of the value, times `factor`.
    pub fn add_gradient(&self, value: &Value, factor: f64, gradient: &mut [[f64; 2]]) {
        let middlegame = factor * value.limit * f64::from(self.middlegame);
        let endgame = if value.has_endgame_lead {
            factor * value.limit * f64::from(self.endgame)
        } else {
            0.0
        };
        for count in &self.counts[..self.dangers] {
            let times = f64::from(i16::from(count.white) - i16::from(count.black));
            let slope = &mut gradient[usize::from(count.weight)];
            slope[0] += middlegame * times;
            slope[1] += endgame * times;
        }
        let danger_slope = |danger: [f64; 2], sign: f64| {
            let endgame_factor = if danger[1] > 0.0 { sign } else { 0.0 };
            [
                sign * middlegame * 2.0 * danger[0] / f64::from(MIDDLEGAME_DIVISOR),
                endgame_factor * endgame / f64::from(ENDGAME_DIVISOR),
            ]
        };
        let white = danger_slope(value.danger[0], -1.0);
        let black = danger_slope(value.danger[1], 1.0);
        for count in &self.counts[self.dangers..self.initiative] {
            let slope = &mut gradient[usize::from(count.weight)];
            for part in 0..2 {
                slope[part] += f64::from(count.white) * white[part];
                slope[part] += f64::from(count.black) * black[part];
            }
        }
        for count in &self.counts[self.initiative..] {
            gradient[usize::from(count.weight)][1] +=
                endgame * value.endgame_sign * f64::from(count.white);
        }
    }
}

/// Returns a gradient of zeros.
pub fn zeros() -> Weights {
    vec![[0.0; 2]; COUNT]
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITIONS: [&str; 8] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/5pk1/p3p1p1/1p1rP2p/3P3P/1PR2KP1/P7/8 w - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "2r3k1/5ppp/p2Q4/1p2n3/4P2q/1B6/PP3P1P/3R2K1 b - - 0 1",
        "8/8/1p2k3/p1p2p2/P1P1KP2/1P6/8/8 w - - 0 1",
        "6k1/5p1p/4b1p1/8/8/2B3P1/1P3P1P/6K1 w - - 0 1",
    ];

    #[test]
    fn the_model_agrees_with_the_evaluation() {
        for fen in POSITIONS {
            let position: Position = fen.parse().unwrap();
            let case = Case::of(&position, 0.5).unwrap();
            let value = case.value(&current()).value;
            let engine = match position.turn() {
                Color::White => arbiter_engine::evaluate(&position),
                Color::Black => -arbiter_engine::evaluate(&position),
            };
            // The engine rounds intermediate results.
            assert!(
                (value - f64::from(engine)).abs() < 4.0,
                "{fen}: {value} {engine}"
            );
        }
    }

    #[test]
    fn the_gradient_agrees_with_finite_differences() {
        for fen in POSITIONS {
            let position: Position = fen.parse().unwrap();
            let case = Case::of(&position, 0.5).unwrap();
            let mut weights = current();
            let value = case.value(&weights);
            let mut gradient = zeros();
            case.add_gradient(&value, 1.0, &mut gradient);
            for index in 0..COUNT {
                for part in 0..2 {
                    weights[index][part] += 1e-4;
                    let above = case.value(&weights).value;
                    weights[index][part] -= 2e-4;
                    let below = case.value(&weights).value;
                    weights[index][part] += 1e-4;
                    let measured = (above - below) / 2e-4;
                    let computed = gradient[index][part];
                    assert!((measured - computed).abs() < 1e-3, "{fen}: {index} {part}");
                }
            }
        }
    }
}
