use arbiter_game::Time;
use arbiter_rules::Position;
use arbiter_wire::{AnalysisEnd, AnalysisScore};

use super::*;

/// A position whose search takes longer than any test.
const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn job(fen: &str, lines: u8, depth: u8) -> AnalysisJob {
    let position: Position = fen.parse().unwrap();
    let line = PlayedLine::from(position);
    AnalysisJob { line, lines, depth }
}

fn address(number: u8) -> Address {
    Address::of([192, 0, 2, number].into())
}

fn held() -> (AnalysisQueue, Clock) {
    let clock = Clock::held(Time::from_millis(0));
    (AnalysisQueue::new(1, clock.clone(), &Bus::InProcess), clock)
}

async fn last(reports: &mut AnalysisReports) -> Analysis {
    let mut last = None;
    while let Some(analysis) = reports.next().await {
        assert!(last.is_none_or(|it: Analysis| it.end.is_none()));
        last = Some(analysis);
    }
    last.expect("there is a report")
}

#[tokio::test]
async fn reports_get_deeper_until_the_depth_is_reached() {
    let (queue, _) = held();
    let mut reports = queue.submit(address(1), job(MIDDLEGAME, 3, 6)).unwrap();
    let mut depth = 0;
    loop {
        let analysis = reports.next().await.unwrap();
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
    assert!(reports.next().await.is_none());
    assert_eq!(queue.open_count(), 0);
}

#[tokio::test]
async fn scores_are_from_the_point_of_view_of_white() {
    let (queue, _) = held();
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
        let mut reports = queue.submit(address(1), job(fen, 1, 3)).unwrap();
        let found = last(&mut reports).await;
        assert_eq!(found.lines[0].score, score, "{fen}");
        assert_eq!(found.lines[0].san, [san], "{fen}");
    }
}

#[tokio::test]
async fn a_finished_game_is_not_searched() {
    let (queue, _) = held();
    for fen in [
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
    ] {
        let mut reports = queue.submit(address(1), job(fen, 2, 9)).unwrap();
        let found = last(&mut reports).await;
        assert_eq!(found.end, Some(AnalysisEnd::Over), "{fen}");
        assert!(found.lines.is_empty());
    }
}

#[tokio::test]
async fn a_search_lasts_twenty_seconds_or_two_while_others_wait() {
    let (queue, clock) = held();
    let mut first = queue.submit(address(1), job(MIDDLEGAME, 5, 30)).unwrap();
    first.next().await.unwrap();
    clock.set(Time::from_millis(19_000));
    assert_eq!(first.next().await.unwrap().end, None);
    let mut second = queue.submit(address(2), job(MIDDLEGAME, 1, 2)).unwrap();
    assert_eq!(last(&mut first).await.end, Some(AnalysisEnd::Time));
    assert_eq!(last(&mut second).await.end, Some(AnalysisEnd::Depth));
    let mut third = queue.submit(address(1), job(MIDDLEGAME, 5, 30)).unwrap();
    third.next().await.unwrap();
    clock.set(Time::from_millis(39_000));
    assert_eq!(last(&mut third).await.end, Some(AnalysisEnd::Time));
}

#[tokio::test]
async fn a_search_ends_when_the_client_disconnects() {
    let (queue, _) = held();
    let mut gone = queue.submit(address(1), job(MIDDLEGAME, 5, 30)).unwrap();
    gone.next().await.unwrap();
    drop(gone);
    assert_eq!(queue.open_count(), 0);
    // The only thread is free although no time has passed.
    let mut next = queue.submit(address(1), job(MIDDLEGAME, 1, 2)).unwrap();
    assert_eq!(last(&mut next).await.end, Some(AnalysisEnd::Depth));
}

#[tokio::test]
async fn the_newest_search_of_an_address_replaces_its_oldest() {
    let (queue, _) = held();
    let begin = |from| queue.submit(address(from), job(MIDDLEGAME, 5, 30)).unwrap();
    let mut other = begin(2);
    other.next().await.unwrap();
    let mut ours: Vec<AnalysisReports> = (0..4).map(|_| begin(1)).collect();
    assert_eq!(queue.open_count(), 4);
    assert_eq!(last(&mut ours[0]).await.end, Some(AnalysisEnd::Replaced));
    drop(other);
    ours[1].next().await.unwrap();
    let _newest = begin(1);
    assert_eq!(last(&mut ours[1]).await.end, Some(AnalysisEnd::Replaced));
}

#[tokio::test]
async fn a_search_is_refused_when_too_many_wait() {
    let (queue, _) = held();
    let mut first = queue.submit(address(0), job(MIDDLEGAME, 5, 30)).unwrap();
    first.next().await.unwrap();
    let begin = |from| queue.submit(address(from), job(MIDDLEGAME, 5, 30));
    let waiting: Vec<_> = (1..=32).map(|from| begin(from).unwrap()).collect();
    assert!(matches!(begin(33), Err(ServerRefusal::Busy)));
    drop(waiting);
    assert!(begin(33).is_ok());
}
