//! Compares the speed of UCI engines in nodes per second, on the positions of
//! `arbiter bench`, with the engines taking turns.

use std::{process::ExitCode, time::Duration};

use arbiter_engine::uci::{
    Go,
    bench::positions,
    client::{Client, ClientError, Program, Timeouts},
};
use arbiter_rules::{PlayedLine, Variant};

/// The time to search each position.
const TIME_PER_POSITION: Duration = Duration::from_millis(200);

/// Prints the speed of each program, and how many times faster the first one is.
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
            let (more, took) = search(client, &PlayedLine::from(position.clone()))?;
            *nodes += more;
            *time += took;
        }
    }
    let speed = |(_, nodes, time): &(Client, u64, Duration)| *nodes as f64 / time.as_secs_f64();
    Ok(clients.iter().map(speed).collect())
}

/// Searches a position and returns the nodes and the time that the engine
/// reports.
fn search(
    client: &mut Client,
    line: &PlayedLine,
) -> Result<(u64, Duration), Box<dyn core::error::Error>> {
    client.new_game()?;
    client.ready()?;
    client.position(line)?;
    let go = Go {
        move_time: Some(TIME_PER_POSITION),
        ..Go::default()
    };
    let mut last = (0, Duration::ZERO);
    let thought: Result<_, ClientError> = client.think(go, 10 * TIME_PER_POSITION, |thought| {
        if let (Some(nodes), Some(time)) = (thought.nodes, thought.time) {
            last = (nodes, time);
        }
    });
    thought?;
    Ok(last)
}
