use std::{fs::File, io::BufReader, path::PathBuf};

use anyhow::Context as _;
use arbiter_engine::{ComputerPlayer, Engine, EngineSettings, MovePredictor, Strength};
use arbiter_rules::{Move, PlayedLine};

use crate::{human_game::HumanGame, maia::Maia, rate::Player};

/// The arguments of `agreement`.
#[derive(clap::Args)]
pub struct Agreement {
    /// Packed games of people
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The number of positions for each level
    #[arg(long, default_value_t = 2000)]
    positions: usize,
    /// Only these levels (L1 to L10) or ratings (E1234)
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "L1,L2,L3,L4,L5,L6,L7,L8,L9,L10"
    )]
    players: Vec<Player>,
    /// Use only one game in N: those that `choices` keeps for the test
    #[arg(long, default_value_t = 50)]
    test: u64,
    /// A network of Maia that says what hardly anybody plays; otherwise ours says so
    #[arg(long)]
    maia: Option<PathBuf>,
}

/// The greatest difference between the ratings of a level and of the people it is
/// compared with.
const NEARLY_EQUAL: u32 = 150;
/// The ratings of people of whom there are enough games.
const RATINGS: core::ops::RangeInclusive<u32> = 950..=2450;
/// One position in this many of a game is used.
const STEP: usize = 9;
/// Hardly anybody plays a move that is less likely than this.
const HARDLY_ANYBODY: f64 = 0.01;

/// Prints how often each level chooses the move that a person of about its rating chose.
pub fn run(agreement: &Agreement) -> anyhow::Result<()> {
    let maia = agreement.maia.as_deref().map(Maia::open).transpose()?;
    let mut games = Vec::new();
    for path in &agreement.files {
        let open = || format!("opening {}", path.display());
        let mut input = BufReader::new(File::open(path).with_context(open)?);
        while let Some(game) = HumanGame::read(&mut input)? {
            if game.hash().is_multiple_of(agreement.test.max(1)) {
                games.push(game);
            }
        }
    }
    let mut engine = Engine::new(EngineSettings::default());
    println!(
        "         player  rating  positions  person's move  hardly anybody's  person's hardly anybody's"
    );
    for &player in &agreement.players {
        let Player::Elo(elo) = player else {
            anyhow::bail!("{player} has no rating of its own");
        };
        let rating = elo.clamp(*RATINGS.start(), *RATINGS.end());
        let (mut positions, mut same, mut rare, mut rare_of_people) = (0, 0, 0, 0);
        for (seed, game) in games.iter().enumerate() {
            let mut line = PlayedLine::default();
            let mut player = ComputerPlayer::new(Strength::elo(elo), seed as u64);
            game.replay(|position, _, mv| {
                let ply = line.moves().len();
                let person = u32::from(game.rating(position.turn()));
                let is_used = (ply + seed).is_multiple_of(STEP)
                    && person.abs_diff(rating) <= NEARLY_EQUAL
                    && positions < agreement.positions;
                if is_used && let Some(choice) = player.choose(&mut engine, &line, &()) {
                    positions += 1;
                    same += usize::from(choice.mv == mv);
                    let chance = chances(maia.as_ref(), &line);
                    rare += usize::from(chance(choice.mv) < HARDLY_ANYBODY);
                    rare_of_people += usize::from(chance(mv) < HARDLY_ANYBODY);
                }
                line.play(mv);
            });
        }
        let percent = |count: usize| 100.0 * count as f64 / positions.max(1) as f64;
        println!(
            "{player:>15}  {rating:>6}  {positions:>9}  {:>11.1} %  {:>14.1} %  {:>23.1} %",
            percent(same),
            percent(rare),
            percent(rare_of_people)
        );
    }
    Ok(())
}

/// Returns how likely people are to play each move, at a rating of 1500.
fn chances(maia: Option<&Maia>, line: &PlayedLine) -> impl Fn(Move) -> f64 + use<> {
    let chances: Vec<(Move, f64)> = if let Some(maia) = maia {
        maia.predict(line)
    } else {
        let last = line.moves().next_back().map(|(_, mv)| mv);
        let chances = MovePredictor::included().predict(line.position(), last, 1500);
        let part = |(mv, chance): (Move, u32)| (mv, f64::from(chance) / 1e6);
        chances.per_million().into_iter().map(part).collect()
    };
    move |mv| {
        let found = chances.iter().find(|it| it.0 == mv);
        found.map_or(0.0, |it| it.1)
    }
}
