//! `arbiter completions`: what a shell needs to complete commands and options.

use std::io::{self, Write};

use clap_complete::Shell;

use crate::output::ExitStatus;

/// Print a shell completion script.
#[derive(clap::Args)]
#[command(after_help = "\
The packages install these scripts. Otherwise write the script where your shell
looks for it, and open a new shell.

Examples:
  arbiter completions bash > ~/.local/share/bash-completion/completions/arbiter
  arbiter completions zsh > ~/.zfunc/_arbiter
  arbiter completions fish > ~/.config/fish/completions/arbiter.fish")]
pub struct Arguments {
    /// The shell.
    shell: Shell,
}

pub fn run(
    arguments: &Arguments,
    mut command: clap::Command,
    out: &mut dyn Write,
) -> io::Result<ExitStatus> {
    // The generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "arbiter", &mut script);
    out.write_all(&script)?;
    Ok(ExitStatus::Success)
}
