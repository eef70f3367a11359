//! Random tournaments, as FIDE's endorsement of pairing programs asks for.

use arbiter_rules::SplitMix64;

use crate::{Action, Bye, GameResult, Player, Refusal, Settings, Tournament};

/// What random tournaments look like. Rates are in percent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenerateOptions {
    /// The settings of the tournament.
    pub settings: Settings,
    /// The number of players.
    pub players: usize,
    /// The highest rating and the lowest.
    pub ratings: (u32, u32),
    /// Games that are drawn.
    pub draw_rate: usize,
    /// Games that a player forfeits.
    pub forfeit_rate: usize,
    /// Requested byes, for each player and round.
    pub bye_rate: usize,
}

impl GenerateOptions {
    /// Returns usual options for a tournament with these settings.
    #[must_use]
    pub fn new(settings: Settings, players: usize) -> GenerateOptions {
        GenerateOptions {
            settings,
            players,
            ratings: (2400, 1400),
            draw_rate: 30,
            forfeit_rate: 3,
            bye_rate: 3,
        }
    }
}

/// Makes a tournament whose results follow from the ratings and a seed. It ends
/// early if a round cannot be paired.
#[must_use]
pub fn generate(options: &GenerateOptions, seed: u64) -> Tournament {
    let mut random = SplitMix64::new(seed);
    let mut tournament = Tournament::start(options.settings.clone());
    let (highest, lowest) = options.ratings;
    let range = highest.saturating_sub(lowest) as usize + 1;
    let mut ratings: Vec<u32> = (0..options.players)
        .map(|_| lowest + random.below(range) as u32)
        .collect();
    ratings.sort_unstable_by(|left, right| right.cmp(left));
    for (index, rating) in ratings.into_iter().enumerate() {
        let player = Player {
            name: format!("Player {:04}", index + 1),
            rating,
            ..Player::default()
        };
        let _ = act(&mut tournament, &Action::Add(player));
    }
    for _ in 0..tournament.round_count() {
        for id in 1..=options.players {
            if random.below(100) < options.bye_rate {
                let bye = [Bye::HalfPoint, Bye::ZeroPoint][random.below(2)];
                // Round robins have no byes on request.
                let _ = act(&mut tournament, &Action::GrantBye(id, bye));
            }
        }
        if act(&mut tournament, &Action::Pair).is_err() {
            break;
        }
        play_round(&mut tournament, options, &mut random);
    }
    tournament
}

/// Gives every game of the last round a random result.
pub fn play_round(tournament: &mut Tournament, options: &GenerateOptions, random: &mut SplitMix64) {
    let round = tournament.rounds().len();
    let Some(state) = tournament.rounds().last() else {
        return;
    };
    let games: Vec<_> = state.games.iter().map(|it| it.players).collect();
    for (players, board) in games.into_iter().zip(1..) {
        let rating = |id| tournament.player(id).map_or(0, |it| it.rating) as i64;
        let difference = rating(players.white) - rating(players.black);
        let result = random_result(options, difference, random);
        let action = Action::Record {
            round,
            board,
            result,
        };
        let _ = act(tournament, &action);
    }
}

/// The stronger player wins more often: by 400 points, about nine times in ten.
fn random_result(
    options: &GenerateOptions,
    difference: i64,
    random: &mut SplitMix64,
) -> GameResult {
    let text = if random.below(100) < options.forfeit_rate {
        ["+-", "-+", "--"][random.below(3)]
    } else if random.below(100) < options.draw_rate {
        "1/2"
    } else {
        let white = 50 + (difference / 10).clamp(-45, 45);
        match (random.below(100) as i64) < white {
            true => "1-0",
            false => "0-1",
        }
    };
    text.parse().expect("these are results")
}

fn act(tournament: &mut Tournament, action: &Action) -> Result<(), Refusal> {
    for event in tournament.decide(action)? {
        tournament.apply(&event);
    }
    Ok(())
}
