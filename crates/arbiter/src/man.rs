//! `arbiter man`: the manual pages, for packages.

use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
};

use clap_mangen::Man;

use crate::output::ExitStatus;

/// Write the manual pages into a folder: arbiter.1, arbiter-serve.1 and so on.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder, which is created if necessary.
    folder: PathBuf,
}

pub fn run(
    arguments: &Arguments,
    command: clap::Command,
    out: &mut dyn Write,
) -> io::Result<ExitStatus> {
    fs::create_dir_all(&arguments.folder)?;
    // A page for each subcommand says more than one that lists them.
    let mut command = command.disable_help_subcommand(true);
    command.build();
    write_pages(arguments, &command, "arbiter", out)?;
    Ok(ExitStatus::Success)
}

fn write_pages(
    arguments: &Arguments,
    command: &clap::Command,
    name: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut page = Vec::new();
    Man::new(command.clone())
        .title(name)
        .source(concat!("arbiter ", env!("CARGO_PKG_VERSION")))
        .render(&mut page)?;
    let file = arguments.folder.join(format!("{name}.1"));
    fs::write(&file, page)?;
    writeln!(out, "{}", file.display())?;
    for subcommand in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        let name = format!("{name}-{}", subcommand.get_name());
        write_pages(arguments, subcommand, &name, out)?;
    }
    Ok(())
}
