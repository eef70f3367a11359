//! How many positions a second engines look at: ours and others, spoken to by
//! UCI, in turns, on the positions of `arbiter bench`.

use std::{process::ExitCode, time::Duration};

use arbiter_engine::uci::{
    Go,
    bench::positions,
    client::{Client, ClientError, Program, Timeouts},
};
use arbiter_rules::{PlayedLine, Variant};

/// For each position.
const TIME: Duration = Duration::from_millis(200);

/// Prints the speed of each program, and how the first one compares.
pub fn compare(programs: &[String]) -> ExitCode {
    match speeds(programs) {
        Ok(speeds) => {
            for (program, speed) in programs.iter().zip(&speeds) {
                let ratio = speeds[0] / speed;
                println!("{speed:>12.0} positions/s  {ratio:.2} times  {program}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn speeds(programs: &[String]) -> Result<Vec<f64>, Box<dyn core::error::Error>> {
    let mut clients = Vec::new();
    for program in programs {
        let mut client = Client::start(&program.parse::<Program>()?, Timeouts::default())?;
        client.set_option("Hash", "16")?;
        clients.push((client, 0, Duration::ZERO));
    }
    for position in positions().filter(|position| position.variant() == Variant::Standard) {
        for (client, nodes, time) in &mut clients {
            let (more, took) = search(client, &PlayedLine::from(position))?;
            *nodes += more;
            *time += took;
        }
    }
    let speed = |(_, nodes, time): &(Client, u64, Duration)| *nodes as f64 / time.as_secs_f64();
    Ok(clients.iter().map(speed).collect())
}

/// What the engine says it has looked at, and how long that took.
fn search(
    client: &mut Client,
    line: &PlayedLine,
) -> Result<(u64, Duration), Box<dyn core::error::Error>> {
    client.new_game()?;
    client.ready()?;
    client.position(line)?;
    let go = Go {
        move_time: Some(TIME),
        ..Go::default()
    };
    let mut last = (0, Duration::ZERO);
    let thought: Result<_, ClientError> = client.think(go, 10 * TIME, |thought| {
        if let (Some(nodes), Some(time)) = (thought.nodes, thought.time) {
            last = (nodes, time);
        }
    });
    thought?;
    Ok(last)
}
