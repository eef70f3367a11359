use std::collections::HashSet;

use arbiter_wire::{Clock, GameOptions, PlayerKind, PlayerView};
use proptest::prelude::*;

use super::*;

/// Player, clock, color and rating of a seek.
type SeekSpec = (i64, u8, Option<Color>, Option<i32>);

fn seeker((player, clock, color, rating): SeekSpec, id: u64) -> Seeker<()> {
    Seeker {
        id: SeekId(id),
        card: PlayerCard {
            id: PlayerId(player),
            view: PlayerView {
                name: format!("Player {player}"),
                kind: PlayerKind::Account,
                rating,
                change: None,
            },
        },
        seek: Seek {
            options: GameOptions {
                clock: Clock(format!("{clock}+0")),
                rated: rating.is_some(),
                ..GameOptions::default()
            },
            color: color.map(Into::into),
        },
        owner: (),
        avoids: Vec::new(),
    }
}

fn seek_spec() -> impl Strategy<Value = SeekSpec> {
    let color = prop_oneof![
        Just(None),
        Just(Some(Color::White)),
        Just(Some(Color::Black))
    ];
    let rating = proptest::option::of(1200..1210i32);
    (1..9i64, 1..3u8, color, rating)
}

/// Returns the pairings when these seeks are posted one after the other.
fn pairs(script: &[SeekSpec]) -> Vec<(i64, i64)> {
    let mut seeks = Seeks::default();
    let mut pairs = Vec::new();
    for (id, &it) in (0..).zip(script) {
        if let Some(Pairing { waiting, arrived }) = seeks.seek(seeker(it, id)) {
            pairs.push((waiting.seeker.card.id.0, arrived.card.id.0));
        }
    }
    pairs
}

#[test]
fn equal_seeks_are_paired_in_the_order_of_posting() {
    const W: Option<Color> = Some(Color::White);
    const B: Option<Color> = Some(Color::Black);
    for (script, expected) in [
        (&[(1, 5, None, None), (2, 5, None, None)][..], &[(1, 2)][..]),
        (&[(1, 5, None, None), (2, 3, None, None)], &[]),
        (&[(1, 5, None, None), (1, 5, None, None)], &[]),
        (&[(1, 5, W, None), (2, 5, W, None)], &[]),
        (&[(1, 5, W, None), (2, 5, B, None)], &[(1, 2)]),
        (
            &[(1, 5, W, None), (2, 5, W, None), (3, 5, None, None)],
            &[(1, 3)],
        ),
        // A rated game is another game, and the nearest rating is preferred.
        (&[(1, 5, None, Some(1500)), (2, 5, None, None)], &[]),
        (
            &[
                (1, 5, W, Some(1500)),
                (2, 5, W, Some(1580)),
                (3, 5, B, Some(1600)),
            ],
            &[(2, 3)],
        ),
        (
            &[
                (1, 5, W, Some(1500)),
                (2, 5, W, Some(1700)),
                (3, 5, B, Some(1600)),
            ],
            &[(1, 3)],
        ),
        // A second seek replaces the first.
        (
            &[(1, 5, None, None), (1, 3, None, None), (2, 5, None, None)],
            &[],
        ),
    ] {
        assert_eq!(pairs(script), expected, "{script:?}");
    }
}

#[test]
fn a_seek_is_accepted_once_and_by_another_player() {
    let mut seeks = Seeks::default();
    seeks.seek(seeker((1, 5, None, None), 10));
    seeks.seek(seeker((2, 3, None, None), 20));
    let accept = |seeks: &mut Seeks<()>, id, by| seeks.accept(SeekId(id), PlayerId(by));
    let own = accept(&mut seeks, 10, 1).unwrap_err();
    assert!(matches!(own, ServerRefusal::OwnSeek));
    let gone = accept(&mut seeks, 11, 1).unwrap_err();
    assert!(matches!(gone, ServerRefusal::SeekGone));
    let place = accept(&mut seeks, 10, 3).unwrap();
    let gone = accept(&mut seeks, 10, 2).unwrap_err();
    assert!(matches!(gone, ServerRefusal::SeekGone));
    // No game was created: the seek is back in its place before the second.
    seeks.put_back(place);
    let names = |seeks: &Seeks<()>| {
        seeks
            .list(9)
            .iter()
            .map(|it| it.id.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&seeks), ["0000000000000014", "000000000000000a"]);
    // A seek that was replaced meanwhile is not put back.
    let place = accept(&mut seeks, 10, 3).unwrap();
    seeks.seek(seeker((1, 9, None, None), 30));
    seeks.put_back(place);
    assert_eq!(names(&seeks), ["000000000000001e", "0000000000000014"]);
    assert!(!seeks.withdraw(SeekId(30), PlayerId(2)));
    assert!(seeks.withdraw(SeekId(30), PlayerId(1)));
    assert_eq!(seeks.list(9).len(), 1);
}

#[test]
fn the_own_seek_does_not_count_toward_a_full_lobby() {
    let mut seeks = Seeks::default();
    seeks.seek(seeker((1, 5, None, None), 10));
    seeks.seek(seeker((2, 3, None, None), 20));
    assert_eq!(seeks.count_others(PlayerId(1)), 1);
    assert_eq!(seeks.count_others(PlayerId(3)), 2);
    seeks.seek(seeker((1, 9, None, None), 30));
    assert_eq!(seeks.count_others(PlayerId(2)), 1, "it has been replaced");
}

#[test]
fn both_players_get_the_colors_they_asked_for() {
    let side = |waiting: Option<Color>, arrived: Option<Color>| {
        let seek = |color: Option<Color>| seeker((1, 1, color, None), 0).seek;
        side_of_waiting(&seek(waiting), &seek(arrived))
    };
    assert_eq!(side(Some(Color::White), None), Some(Color::White));
    assert_eq!(side(None, Some(Color::White)), Some(Color::Black));
    assert_eq!(
        side(Some(Color::Black), Some(Color::White)),
        Some(Color::Black)
    );
    assert_eq!(side(None, None), None);
}

#[test]
fn seek_ids_are_read_as_they_are_written() {
    for number in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef] {
        let id = SeekId(number);
        assert_eq!(id.to_string().parse(), Ok(id));
    }
    for text in [
        "",
        "12",
        "+123456789abcdef",
        "zzzzzzzzzzzzzzzz",
        "é123456789abcde",
    ] {
        assert_eq!(text.parse::<SeekId>(), Err(ParseSeekIdError), "{text}");
    }
}

proptest! {
    /// Compares with a simple list that is searched from the start.
    #[test]
    fn nobody_is_paired_twice_or_with_themselves_or_out_of_turn(
        script in prop::collection::vec(seek_spec(), 0..60),
    ) {
        let mut seeks = Seeks::default();
        let mut waiting: Vec<Seeker<()>> = Vec::new();
        for (id, &it) in (0..).zip(&script) {
            let arrived = seeker(it, id);
            waiting.retain(|other| other.card.id != arrived.card.id);
            let matching: Vec<_> = waiting.iter().filter(|it| matches(it, &arrived)).collect();
            match seeks.seek(arrived.clone()) {
                None => {
                    prop_assert!(matching.is_empty());
                    waiting.push(arrived);
                }
                Some(Pairing { waiting: found, arrived: back }) => {
                    let found = found.seeker;
                    prop_assert_eq!(back.id, arrived.id);
                    prop_assert_ne!(found.card.id, arrived.card.id);
                    let place = matching.iter().position(|it| it.id == found.id);
                    let place = place.expect("the opponent waited and matches");
                    // Nobody has a nearer rating, and of equals the first is taken.
                    for (index, other) in matching.iter().enumerate() {
                        let (distance, others) = if arrived.seek.options.rated {
                            (rating_distance(&found, &arrived), rating_distance(other, &arrived))
                        } else {
                            (0, 0)
                        };
                        prop_assert!((distance, place) <= (others, index));
                    }
                    waiting.retain(|it| it.id != found.id);
                }
            }
            // The list is exactly the seeks that wait, one for each player.
            let listed: Vec<_> = seeks.list(99).into_iter().map(|it| it.id).rev().collect();
            let expected: Vec<_> = waiting.iter().map(|it| it.id.to_string()).collect();
            prop_assert_eq!(listed, expected);
            let players: HashSet<_> = waiting.iter().map(|it| it.card.id).collect();
            prop_assert_eq!(players.len(), waiting.len());
        }
    }
}
