//! Round robins: everybody meets everybody, with balanced colors.

use arbiter_tournament::berger;

#[test]
fn everybody_meets_everybody_once() {
    for players in 2..30 {
        let rounds = berger::rounds(players);
        let even = players + players % 2;
        let mut has_met = vec![vec![false; even]; even];
        for round in &rounds {
            assert_eq!(round.len(), even / 2);
            for pair in round {
                for (left, right) in [(pair.white, pair.black), (pair.black, pair.white)] {
                    assert!(!has_met[left][right], "{players} players: {pair:?}");
                    has_met[left][right] = true;
                }
            }
        }
        assert_eq!(rounds.len(), even - 1);
    }
}

#[test]
fn nobody_has_a_color_three_times_in_a_row_in_a_double_round_robin() {
    for players in [4, 6, 8, 10, 12] {
        let rounds = berger::double_rounds(players);
        assert_eq!(rounds.len(), 2 * (players - 1));
        for player in 0..players {
            let colors: Vec<bool> = rounds
                .iter()
                .map(|round| round.iter().any(|it| it.white == player))
                .collect();
            let is_balanced = 2 * colors.iter().filter(|&&it| it).count() == colors.len();
            assert!(is_balanced, "{players} players, {player}");
            let is_streak = |it: &[bool]| it[0] == it[1] && it[1] == it[2];
            assert!(
                !colors.windows(3).any(is_streak),
                "{players} players, {player}"
            );
        }
    }
}
