//! Keizer tournaments and matches between teams.

use arbiter_wire::TournamentView;
use serde_json::{Value, json};

use super::{Event, boards, event, follow};
use crate::harness::{Server, story};

/// Creates a match with two accounts for each team, who enter alternately.
async fn team_match(server: &Server, new: Value) -> Event {
    let mut organizer = server.account("organizer").await;
    let made = organizer.post("/v1/tournaments", &new).await.expect(201);
    let id = made.body["summary"]["id"].as_str().unwrap().to_owned();
    let entry = format!("/v1/tournaments/{id}/entry");
    let mut players = Vec::new();
    for (number, team) in [(1, 2), (2, 1), (3, 1), (4, 2)] {
        let player = server.account(&format!("player{number}")).await;
        let entered = player.post(&entry, &json!({"team": team})).await;
        entered.expect(200);
        players.push(player);
    }
    follow(&mut organizer, &id).await;
    Event {
        id,
        organizer,
        players,
    }
}

fn teams(view: &TournamentView) -> Vec<(&str, &str, Vec<&str>)> {
    let mut teams = Vec::new();
    for team in &view.teams {
        let rounds = team.rounds.iter().map(String::as_str).collect();
        teams.push((team.name.as_str(), team.points.as_str(), rounds));
    }
    teams
}

fn new_match(system: &str) -> Value {
    json!({
        "name": "Derby", "system": system, "teams": [" SC  Alpha", "SV Beta"], "rounds": 2,
        "break_seconds": 0, "options": {"clock": "5+3"},
    })
}

#[test]
fn two_teams_play_a_match_over_two_rounds() {
    story(async |server| {
        let mut event = team_match(&server, new_match("team_match")).await;
        let view = event.view().await;
        assert_eq!(
            teams(&view),
            [("SC Alpha", "0.0", vec![]), ("SV Beta", "0.0", vec![])]
        );
        assert_eq!(view.summary.rounds, 2);
        let sides: Vec<_> = view.players.iter().map(|it| it.team).collect();
        assert_eq!(sides, [Some(2), Some(1), Some(1), Some(2)]);
        event.arbitrate(json!("start")).await.expect(200);
        let view = event.until_round(1).await;
        // The first team has White on the first board, whoever entered first.
        let pairs: Vec<_> = boards(&view).iter().map(|it| (it.0, it.1)).collect();
        assert_eq!(pairs, [(2, 1), (4, 3)]);
        let server = server.crash().await;
        event.find(&server).await;
        event.play_round(&view).await;
        let view = event.until_round(2).await;
        let pairs: Vec<_> = boards(&view).iter().map(|it| (it.0, it.1)).collect();
        assert_eq!(pairs, [(1, 2), (3, 4)]);
        let reasons = event.reasons(2).await;
        let first =
            json!({"board": 1, "player": 2, "place": 1, "opponent": 1, "opponent_place": 1});
        assert_eq!(reasons[0]["team"], first);
        let scores = teams(&view);
        assert_eq!(scores[0].2, ["1.0", "0.0"]);
        event.play_round(&view).await;
        let over = event.until_over().await;
        assert_eq!(
            teams(&over),
            [
                ("SC Alpha", "2.0", vec!["1.0", "1.0"]),
                ("SV Beta", "2.0", vec!["1.0", "1.0"])
            ]
        );
        // The first board counts twice.
        assert_eq!(over.teams[1].board_points, "4.0");
        assert_eq!(over.standings.len(), 4);
    });
}

#[test]
fn players_of_a_match_choose_one_of_two_teams() {
    story(async |server| {
        let organizer = server.account("organizer").await;
        for wrong in [json!([]), json!(["Alpha"]), json!(["Alpha", "Alpha "])] {
            let mut new = new_match("team_match");
            new["teams"] = wrong;
            let refused = organizer.post("/v1/tournaments", &new).await;
            assert_eq!(refused.code(), "invalid_field");
            assert_eq!(refused.body["field"], "teams");
        }
        let mut new = new_match("scheveningen");
        new["venue"] = json!("board");
        let made = organizer.post("/v1/tournaments", &new).await.expect(201);
        let id = made.body["summary"]["id"].as_str().unwrap().to_owned();
        let path = format!("/v1/tournaments/{id}");
        let anna = server.account("anna").await;
        for wrong in [json!({}), json!({"team": 3})] {
            let refused = anna.post(&format!("{path}/entry"), &wrong).await;
            assert_eq!(refused.code(), "tournament_rules");
        }
        // Until the start, everybody may change sides.
        for team in [1, 2] {
            let (entry, team) = (format!("{path}/entry"), json!(team));
            let view = anna.post(&entry, &json!({"team": team})).await.expect(200);
            assert_eq!(view.body["players"][0]["team"], team);
        }
        let again = anna
            .post(&format!("{path}/entry"), &json!({"team": 2}))
            .await;
        assert_eq!(again.code(), "already_entered");
        let decide = async |action: Value| {
            let path = format!("{path}/arbiter");
            organizer.post(&path, &json!({"do": action})).await
        };
        assert_eq!(decide(json!("start")).await.code(), "tournament_rules");
        for (name, team) in [("Ben", 1), ("Cleo", 1), ("Dana", 2)] {
            let add = json!({"add": {"name": name, "team": team}});
            decide(add).await.expect(200);
        }
        let view = decide(json!("start")).await.expect(200);
        assert_eq!(view.body["summary"]["rounds"], 2);
        // Anna is the first player of the second team.
        let board = &view.body["round"]["boards"][0];
        assert_eq!([&board["white"], &board["black"]], [2, 1]);
        let late = server.account("late").await;
        let late = late
            .post(&format!("{path}/entry"), &json!({"team": 1}))
            .await;
        assert_eq!(late.code(), "tournament_rules");
        for round in [1, 2] {
            for board in [1, 2] {
                let result = json!({"round": round, "board": board, "result": "1/2"});
                decide(json!({"result": result})).await.expect(200);
            }
        }
        let view = organizer.get(&path).await;
        assert_eq!(view.body["summary"]["state"], "over");
        assert_eq!(view.body["teams"][0]["points"], "2.0");
        assert_eq!(view.body["teams"][1]["rounds"], json!(["1.0", "1.0"]));
    });
}

#[test]
fn a_club_plays_the_keizer_system() {
    story(async |server| {
        let new = json!({
            "name": "Club", "system": "keizer", "rounds": 3, "break_seconds": 0,
            "options": {"clock": "5+3"},
        });
        let mut event = event(&server, 4, new).await;
        event.arbitrate(json!("start")).await.expect(200);
        let view = event.until_round(1).await;
        // Neighbors meet.
        let pairs: Vec<_> = boards(&view).iter().map(|it| (it.0, it.1)).collect();
        assert_eq!(pairs, [(1, 2), (4, 3)]);
        // A player who asks for a bye is excused in the next round.
        let path = format!("/v1/tournaments/{}/bye", event.id);
        let asked = event.players[3].post(&path, &json!({"bye": "half"})).await;
        asked.expect(204);
        event.play_round(&view).await;
        let view = event.until_round(2).await;
        assert_eq!(boards(&view).len(), 1);
        assert_eq!(view.round.as_ref().unwrap().byes.len(), 2);
        assert_eq!(view.tie_breaks, ["PTS"]);
        let first = &view.standings[0];
        // Four players are worth 6, 5, 4 and 3: the own value and that of the second.
        assert_eq!((first.player, first.rank), (1, 1));
        let seconds = [&view.standings[1], &view.standings[2]];
        assert!(seconds.iter().any(|it| it.player == 3), "{seconds:?}");
        assert_eq!(first.tie_breaks, ["1"]);
        let reasons = event.reasons(2).await;
        assert_eq!(reasons.len(), 2);
        assert_eq!(reasons[0]["keizer"]["opponent"], 3);
        assert_eq!(reasons[1]["keizer_bye"]["player"], 2);
        assert_eq!(event.reasons(1).await[0]["keizer"]["opponent"], 2);
        let path = format!("/v1/tournaments/{}/trf", event.id);
        let report = event.organizer.get(&path).await.expect(200);
        assert!(report.text.contains("192 OTHER_KEIZER"));
    });
}
