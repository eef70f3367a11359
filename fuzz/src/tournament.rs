use core::{fmt::Display, str::FromStr};

use arbiter_tournament::{
    Action, Event, Tournament,
    arena::{Arena, ArenaAction, ArenaEvent},
    knockout::{Knockout, KnockoutAction, KnockoutEvent},
};

pub(crate) const SEEDS: [&str; 4] = [
    "tournament system=swiss rounds=3 color=w numbering=rating scoring=1.0,0.5,0.0,0.0,0.0,1.0 \
     tiebreaks=DE,BH/C1 name=Open
added rating=2100 name=Ada
added rating=2000 title=FM name=Ben
added name=Cleo
paired 1-2 3:U
result 1 1 1/2
cleared 1 1
result 1 1 1-0
edited 3 rating=1900 name=Cléo
withdrawn 2
returned 2
bye 2 H
prohibited 1 3",
    "tournament system=team rounds=2 color=b numbering=entry scoring=1.0,0.5,0.0,0.0,0.0,1.0 \
     tiebreaks=WIN boards=2 name=Match
added team=SC%20Alpha name=Ada
added team=Beta name=Ben
paired 1-2
result 1 1 +-",
    "knockout games=2 tiebreaks=1 tiebreakgames=2 last=armageddon pace=matches third=true \
     numbering=rating color=w name=Cup
added rating=2100 name=Ada
added rating=2000 name=Ben
added name=Cleo
drawn 1 2 3
paired 1.2 3-2
result 1.2 1 1/2
erased 1.2
awarded 1.2 2
withdrawn 1
returned 1
paired 2.1 1-2
unpaired",
    "arena duration=3600000 stop=30000 interval=4000 streaks=true berserk=true name=Friday
0 added rating=2100 name=Ada
0 added name=Ben
1 ready 1
1 ready 2
5 started
4005 paired 1-2
4100 berserk 1 w
60000 finished 1 1-0 33
60000 left 2
70000 penalty 1 2
80000 ready 2
90000 paired 2-1
95000 aborted 2
99000 removed 2
3600005 ended",
];

/// So many players are paired; more would take too long.
const MAX_PLAYERS: usize = 40;

/// Every text is either the record of a tournament or an error that names a line. A restored
/// tournament of any kind can be ranked, explained and continued, and its events are
/// unchanged by writing and reading them.
pub fn tournament(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    match Tournament::from_record(text.lines()) {
        Err(error) => assert!(error.line <= text.lines().count() + 1, "{error}"),
        Ok(mut tournament) if tournament.player_count() <= MAX_PLAYERS => {
            let ranked = tournament.standings().1.len();
            assert_eq!(ranked, tournament.player_count());
            if let Ok(events) = tournament.decide(&Action::Pair) {
                for event in events {
                    is_unchanged::<Event>(&event);
                    tournament.apply(&event);
                }
            }
            let _ = tournament.standings();
        }
        Ok(_) => {}
    }
    match Knockout::from_record(text.lines()) {
        Ok(mut knockout) if knockout.player_count() <= MAX_PLAYERS => {
            if let Ok(events) = knockout.decide(&KnockoutAction::Pair) {
                for event in events {
                    is_unchanged::<KnockoutEvent>(&event);
                    knockout.apply(&event);
                }
            }
            let ids: Vec<_> = knockout.matches().map(|(id, _)| id).collect();
            for id in ids {
                assert!(!knockout.explain(id).is_empty());
            }
            assert_eq!(knockout.standings().len(), knockout.seeds().len());
        }
        _ => {}
    }
    match Arena::from_record(text.lines()) {
        Ok(mut arena) if arena.player_count() <= MAX_PLAYERS => {
            let now_ms = arena.started_ms().unwrap_or(0).saturating_add(100_000);
            let wave = arena.wave(now_ms);
            let _ = arena.explain(&wave, now_ms);
            let _ = (arena.tick(now_ms), arena.deadline(now_ms));
            if let Ok(events) = arena.decide(&ArenaAction::Pair, now_ms) {
                for event in events {
                    is_unchanged::<ArenaEvent>(&event);
                    arena.apply(&event);
                }
            }
            assert!(arena.standings().len() <= arena.player_count());
        }
        _ => {}
    }
}

fn is_unchanged<E: Display + FromStr + PartialEq + core::fmt::Debug>(event: &E) {
    let text = event.to_string();
    assert_eq!(text.parse().ok().as_ref(), Some(event), "{text}");
}
