use std::collections::HashSet;

use arbiter_wire::{Clock, GameOptions, PlayerKind, PlayerView};
use proptest::prelude::*;

use super::*;

/// Player, clock, color and rating of somebody who comes.
type Coming = (i64, u8, Option<Color>, Option<i32>);

fn seeker((player, clock, color, rating): Coming, id: u64) -> Seeker<()> {
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
        keeper: (),
    }
}

fn coming() -> impl Strategy<Value = Coming> {
    let color = prop_oneof![
        Just(None),
        Just(Some(Color::White)),
        Just(Some(Color::Black))
    ];
    let rating = proptest::option::of(1200..1210i32);
    (1..9i64, 1..3u8, color, rating)
}

/// Who is paired with whom when these come one after the other.
fn pairs(script: &[Coming]) -> Vec<(i64, i64)> {
    let mut seeks = Seeks::default();
    let mut pairs = Vec::new();
    for (id, &it) in (0..).zip(script) {
        if let Some(Pair { waited, came }) = seeks.seek(seeker(it, id)) {
            pairs.push((waited.seeker.card.id.0, came.card.id.0));
        }
    }
    pairs
}

#[test]
fn who_wants_the_same_is_paired_in_the_order_of_coming() {
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
        // A rated game is another game, and the nearest rating comes first.
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
        // Whoever looks for something else does not look for the first thing.
        (
            &[(1, 5, None, None), (1, 3, None, None), (2, 5, None, None)],
            &[],
        ),
    ] {
        assert_eq!(pairs(script), expected, "{script:?}");
    }
}

#[test]
fn a_seek_is_accepted_once_and_by_somebody_else() {
    let mut seeks = Seeks::default();
    seeks.seek(seeker((1, 5, None, None), 10));
    seeks.seek(seeker((2, 3, None, None), 20));
    let accept = |seeks: &mut Seeks<()>, id, by| seeks.accept(SeekId(id), PlayerId(by));
    assert_eq!(accept(&mut seeks, 10, 1).unwrap_err(), AcceptError::Own);
    assert_eq!(accept(&mut seeks, 11, 1).unwrap_err(), AcceptError::Gone);
    let place = accept(&mut seeks, 10, 3).unwrap();
    assert_eq!(accept(&mut seeks, 10, 2).unwrap_err(), AcceptError::Gone);
    // No game came of it: he waits where he waited, before the second.
    seeks.put_back(place);
    let names = |seeks: &Seeks<()>| {
        seeks
            .list(9)
            .iter()
            .map(|it| it.id.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&seeks), ["0000000000000014", "000000000000000a"]);
    // Unless he looks for something else by then.
    let place = accept(&mut seeks, 10, 3).unwrap();
    seeks.seek(seeker((1, 9, None, None), 30));
    seeks.put_back(place);
    assert_eq!(names(&seeks), ["000000000000001e", "0000000000000014"]);
    assert!(!seeks.withdraw(SeekId(30), PlayerId(2)));
    assert!(seeks.withdraw(SeekId(30), PlayerId(1)));
    assert_eq!(seeks.count(), 1);
}

#[test]
fn colors_are_as_both_wish() {
    let side = |waited: Option<Color>, came: Option<Color>| {
        let seek = |color: Option<Color>| seeker((1, 1, color, None), 0).seek;
        side_of_waiting(&seek(waited), &seek(came))
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
fn names_of_seeks_are_read_as_they_are_written() {
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
    /// Against the slow truth: everybody who waits, looked at one by one.
    #[test]
    fn nobody_is_paired_twice_or_with_himself_or_out_of_turn(
        script in prop::collection::vec(coming(), 0..60),
    ) {
        let mut seeks = Seeks::default();
        let mut waiting: Vec<Seeker<()>> = Vec::new();
        for (id, &it) in (0..).zip(&script) {
            let came = seeker(it, id);
            waiting.retain(|other| other.card.id != came.card.id);
            let fitting: Vec<_> = waiting.iter().filter(|it| fits(it, &came)).collect();
            match seeks.seek(came.clone()) {
                None => {
                    prop_assert!(fitting.is_empty());
                    waiting.push(came);
                }
                Some(Pair { waited, came: back }) => {
                    let waited = waited.seeker;
                    prop_assert_eq!(back.id, came.id);
                    prop_assert_ne!(waited.card.id, came.card.id);
                    let place = fitting.iter().position(|it| it.id == waited.id);
                    let place = place.expect("he waited and fits");
                    // Nobody nearer, and nobody as near who came before.
                    for (index, other) in fitting.iter().enumerate() {
                        let (his, others) = if came.seek.options.rated {
                            (distance(&waited, &came), distance(other, &came))
                        } else {
                            (0, 0)
                        };
                        prop_assert!((his, place) <= (others, index));
                    }
                    waiting.retain(|it| it.id != waited.id);
                }
            }
            // The list is who waits, and nobody waits twice.
            let listed: Vec<_> = seeks.list(99).into_iter().map(|it| it.id).rev().collect();
            let expected: Vec<_> = waiting.iter().map(|it| it.id.to_string()).collect();
            prop_assert_eq!(listed, expected);
            let players: HashSet<_> = waiting.iter().map(|it| it.card.id).collect();
            prop_assert_eq!(players.len(), waiting.len());
        }
    }
}
