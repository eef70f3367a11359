//! Round robins by Berger tables.

use arbiter_rules::ByColor;

/// Returns the rounds of a single round robin, each as a list of pairs. If the
/// number of players is odd, each round has a pair with the number of players as
/// an index: the player paired with it has the bye.
///
/// ```
/// use arbiter_tournament::berger;
///
/// let rounds = berger::rounds(4);
/// let shown = |round: usize| {
///     let pairs = rounds[round].iter().map(|it| (it.white + 1, it.black + 1));
///     pairs.collect::<Vec<_>>()
/// };
/// assert_eq!(shown(0), [(1, 4), (2, 3)]);
/// assert_eq!(shown(1), [(4, 3), (1, 2)]);
/// assert_eq!(shown(2), [(2, 4), (3, 1)]);
/// ```
#[must_use]
pub fn rounds(players: usize) -> Vec<Vec<ByColor<usize>>> {
    let last = players + players % 2;
    (1..last).map(|round| pairs(last, round)).collect()
}

/// Returns the rounds of a double round robin: the second cycle has the colors
/// reversed. The last two rounds of the first cycle are exchanged, so that
/// nobody has the same color three times in a row.
#[must_use]
pub fn double_rounds(players: usize) -> Vec<Vec<ByColor<usize>>> {
    let mut first = rounds(players);
    let reversed: Vec<_> = (first.iter())
        .map(|round| {
            let turn = |it: &ByColor<usize>| ByColor::from([it.black, it.white]);
            round.iter().map(turn).collect()
        })
        .collect();
    let count = first.len();
    if count >= 2 {
        first.swap(count - 2, count - 1);
    }
    first.extend(reversed);
    first
}

/// Returns the pairs of a round (from 1) of the table for an even number of
/// players: the last player's first, then the others from the outside in.
fn pairs(last: usize, round: usize) -> Vec<ByColor<usize>> {
    let cycle = last - 1;
    // The last player meets the one for whom 2a − 1 is the round, modulo cycle.
    let partner = (1..last)
        .find(|it| (2 * it - 1) % cycle == round % cycle)
        .unwrap_or(1);
    let mut list = vec![match partner <= last / 2 {
        true => ByColor::from([partner - 1, last - 1]),
        false => ByColor::from([last - 1, partner - 1]),
    }];
    let wrap = |number: usize| (number - 1) % cycle + 1;
    for step in 1..last / 2 {
        // The sum of two opponents is the same in a round, modulo cycle.
        let (up, down) = (wrap(partner + step), wrap(partner + cycle - step));
        let (low, high) = (up.min(down), up.max(down));
        list.push(match (low + high) % 2 == 1 {
            true => ByColor::from([low - 1, high - 1]),
            false => ByColor::from([high - 1, low - 1]),
        });
    }
    list
}
