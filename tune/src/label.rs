use std::{
    fs::File,
    io::{BufRead as _, BufReader, BufWriter, Read as _, Write as _},
    path::PathBuf,
};

use anyhow::Context as _;
use arbiter_rules::Color;

use crate::{packed::Packed, teacher::Teacher};

/// The arguments of `label`.
#[derive(clap::Args)]
pub struct Label {
    /// The packed positions
    input: PathBuf,
    /// Where to write them with new scores
    output: PathBuf,
    /// The large network, in the format of Stockfish
    #[arg(long)]
    net: PathBuf,
}

/// Replaces the score of each position by the static evaluation of the network.
pub fn run(label: &Label) -> anyhow::Result<()> {
    let teacher = Teacher::open(&label.net)?;
    let open = || format!("opening {}", label.input.display());
    let mut input = BufReader::new(File::open(&label.input).with_context(open)?);
    let create = || format!("creating {}", label.output.display());
    let mut output = BufWriter::new(File::create(&label.output).with_context(create)?);
    let mut packed = Packed([0; Packed::SIZE]);
    let mut count = 0_u64;
    let mut lesson = None;
    while !input.fill_buf()?.is_empty() {
        let incomplete = "the last position is incomplete";
        input.read_exact(&mut packed.0).context(incomplete)?;
        let board = packed.board();
        let lesson = lesson.get_or_insert_with(|| teacher.lesson(&board));
        lesson.go_to(&board);
        packed.set_score(lesson.value(&board, Color::White));
        output.write_all(&packed.0)?;
        count += 1;
    }
    output.flush()?;
    println!("{count} positions");
    Ok(())
}
