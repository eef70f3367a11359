use arbiter_game::Time;
use arbiter_rules::Position;
use arbiter_wire::{AnalysisEnd, AnalysisScore};

use super::*;

/// A position in which there is more to find than anybody waits for.
const DEEP: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn subject(fen: &str, lines: u8, depth: u8) -> Subject {
    let position: Position = fen.parse().unwrap();
    let line = PlayedLine::from(position);
    Subject { line, lines, depth }
}

fn address(number: u8) -> Address {
    Address::of([192, 0, 2, number].into())
}

fn held() -> (Analysts, Clock) {
    let clock = Clock::held(Time::from_millis(0));
    (Analysts::new(1, clock.clone()), clock)
}

async fn last(study: &mut Study) -> Analysis {
    let mut last = None;
    while let Some(analysis) = study.next().await {
        assert!(last.is_none_or(|it: Analysis| it.end.is_none()));
        last = Some(analysis);
    }
    last.expect("something was found")
}

#[tokio::test]
async fn it_tells_more_and_more_until_it_is_deep_enough() {
    let (analysts, _) = held();
    let mut study = analysts.begin(address(1), subject(DEEP, 3, 6)).unwrap();
    let mut depth = 0;
    loop {
        let analysis = study.next().await.unwrap();
        assert!(analysis.depth >= depth, "{analysis:?}");
        depth = analysis.depth;
        assert_eq!(analysis.lines.len(), 3, "{analysis:?}");
        for line in &analysis.lines {
            assert_eq!(line.moves.len(), line.san.len());
        }
        if analysis.end.is_some() {
            assert_eq!(analysis.end, Some(AnalysisEnd::Depth));
            break;
        }
    }
    assert_eq!(depth, 6);
    assert!(study.next().await.is_none());
    assert_eq!(analysts.open(), 0);
}

#[tokio::test]
async fn scores_are_those_of_white() {
    let (analysts, _) = held();
    let cases = [
        (
            "7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
            AnalysisScore::Mate(1),
            "Qg7#",
        ),
        (
            "8/8/8/8/8/5kq1/8/7K b - - 0 1",
            AnalysisScore::Mate(-1),
            "Qg2#",
        ),
    ];
    for (fen, score, san) in cases {
        let mut study = analysts.begin(address(1), subject(fen, 1, 3)).unwrap();
        let found = last(&mut study).await;
        assert_eq!(found.lines[0].score, score, "{fen}");
        assert_eq!(found.lines[0].san, [san], "{fen}");
    }
}

#[tokio::test]
async fn there_is_nothing_to_find_when_the_game_is_over() {
    let (analysts, _) = held();
    for fen in [
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
    ] {
        let mut study = analysts.begin(address(1), subject(fen, 2, 9)).unwrap();
        let found = last(&mut study).await;
        assert_eq!(found.end, Some(AnalysisEnd::Over), "{fen}");
        assert!(found.lines.is_empty());
    }
}

#[tokio::test]
async fn it_thinks_for_twenty_seconds_and_for_two_while_others_wait() {
    let (analysts, clock) = held();
    let mut first = analysts.begin(address(1), subject(DEEP, 5, 30)).unwrap();
    first.next().await.unwrap();
    clock.set(Time::from_millis(19_000));
    assert_eq!(first.next().await.unwrap().end, None);
    let mut second = analysts.begin(address(2), subject(DEEP, 1, 2)).unwrap();
    assert_eq!(last(&mut first).await.end, Some(AnalysisEnd::Time));
    assert_eq!(last(&mut second).await.end, Some(AnalysisEnd::Depth));
    let mut third = analysts.begin(address(1), subject(DEEP, 5, 30)).unwrap();
    third.next().await.unwrap();
    clock.set(Time::from_millis(39_000));
    assert_eq!(last(&mut third).await.end, Some(AnalysisEnd::Time));
}

#[tokio::test]
async fn nobody_thinks_on_when_whoever_asked_has_gone() {
    let (analysts, _) = held();
    let mut gone = analysts.begin(address(1), subject(DEEP, 5, 30)).unwrap();
    gone.next().await.unwrap();
    drop(gone);
    assert_eq!(analysts.open(), 0);
    // The only thread is free, although no time has passed.
    let mut next = analysts.begin(address(1), subject(DEEP, 1, 2)).unwrap();
    assert_eq!(last(&mut next).await.end, Some(AnalysisEnd::Depth));
}

#[tokio::test]
async fn the_oldest_of_an_address_makes_room_for_its_newest() {
    let (analysts, _) = held();
    let begin = |from| analysts.begin(address(from), subject(DEEP, 5, 30)).unwrap();
    let mut other = begin(2);
    other.next().await.unwrap();
    let mut ours: Vec<Study> = (0..4).map(|_| begin(1)).collect();
    assert_eq!(analysts.open(), 4);
    assert_eq!(last(&mut ours[0]).await.end, Some(AnalysisEnd::Replaced));
    drop(other);
    ours[1].next().await.unwrap();
    let _newest = begin(1);
    assert_eq!(last(&mut ours[1]).await.end, Some(AnalysisEnd::Replaced));
}

#[tokio::test]
async fn who_comes_when_too_many_wait_is_told_so() {
    let (analysts, _) = held();
    let mut first = analysts.begin(address(0), subject(DEEP, 5, 30)).unwrap();
    first.next().await.unwrap();
    let begin = |from| analysts.begin(address(from), subject(DEEP, 5, 30));
    let waiting: Vec<_> = (1..=32).map(|from| begin(from).unwrap()).collect();
    assert!(matches!(begin(33), Err(Error::Busy)));
    drop(waiting);
    assert!(begin(33).is_ok());
}
