//! `arbiter worker`: chooses moves of the computer and analyzes for several servers.

use std::{
    io::{self, Write},
    num::NonZeroU16,
    thread::available_parallelism,
    time::Duration,
};

use arbiter_server::OpenError;

use crate::{
    config::{BusOptions, ConfigError, LogFormat, ServerOptions, StorageOptions},
    output::{ExitStatus, Format},
    serve::{StopSignals, log, stop},
};

/// Choose the computer's moves and analyze positions for servers that share a database.
#[derive(clap::Args)]
#[command(after_help = "\
Servers with the same --database and --bus ask their workers for the moves of the
computer and for analysis. Without workers they do both themselves. A worker can be
started and stopped at any time.

Examples:
  arbiter worker --database postgres://arbiter@db/arbiter --bus nats://bus:4222
  arbiter worker --database postgres://arbiter@db/arbiter --bus nats://bus:4222 --threads 8")]
pub struct Arguments {
    #[command(flatten)]
    storage: StorageOptions,
    #[command(flatten)]
    bus: BusOptions,
    /// How many moves to choose at once, and how many positions to analyze [default: the number
    /// of cores].
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroU16>,
}

/// Why a worker cannot start.
#[derive(Debug, thiserror::Error)]
enum WorkerError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("a worker needs --bus, the NATS servers that the servers use")]
    NoBus,
    #[error("cannot start: {0}")]
    Open(#[from] OpenError),
    #[error("system error: {0}")]
    System(#[from] io::Error),
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    match start(arguments, format, out) {
        Ok(()) => Ok(ExitStatus::Success),
        Err(error) => {
            eprintln!("error: {error}");
            Ok(ExitStatus::BadInput)
        }
    }
}

fn start(arguments: &Arguments, format: Format, out: &mut dyn Write) -> Result<(), WorkerError> {
    let config = arguments.storage.load()?;
    let log = match format {
        Format::Json => LogFormat::Json,
        Format::Text => LogFormat::Text,
    };
    log::start(log, tracing::Level::INFO);
    let options = ServerOptions::of_bus(&arguments.bus).or(config.options);
    let bus = options.bus().ok_or(WorkerError::NoBus)?;
    let threads = match arguments.threads {
        Some(threads) => usize::from(threads.get()),
        None => available_parallelism()?.get(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let signals = StopSignals::catch()?;
        writeln!(
            out,
            "This worker chooses moves of the computer and analyzes. Stop it with Ctrl-C."
        )?;
        out.flush()?;
        let work = arbiter_server::work(config.database, &bus, threads, Box::pin(stop(signals)));
        Ok::<_, WorkerError>(work.await?)
    })?;
    // Threads that are still thinking are abandoned.
    runtime.shutdown_timeout(Duration::from_millis(200));
    Ok(())
}
