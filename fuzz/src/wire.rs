use arbiter_rules::{PlayedLine, Position};
use arbiter_wire::{ClientMessage, ServerMessage};

/// Every input is either a message or an error with a text. A message is
/// unchanged by writing and parsing it, and interpreting its contents never
/// panics.
pub fn wire(data: &[u8]) {
    match serde_json::from_slice::<ClientMessage>(data) {
        Ok(message) => {
            let text = serde_json::to_string(&message).expect("a message can be written");
            assert_eq!(
                serde_json::from_str::<ClientMessage>(&text).ok(),
                Some(message.clone())
            );
            interpret(&message);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(message) = serde_json::from_slice::<ServerMessage>(data) {
        let text = serde_json::to_string(&message).expect("a message can be written");
        assert_eq!(
            serde_json::from_str::<ServerMessage>(&text).ok(),
            Some(message)
        );
    }
}

fn interpret(message: &ClientMessage) {
    match message {
        ClientMessage::Act(act) => {
            let line = PlayedLine::from(Position::start());
            let read = act.command.action.read(&line, arbiter_game::Span::ZERO);
            assert!(read.is_ok() || format!("{read:?}").len() > 2);
        }
        ClientMessage::Seek(seek) => {
            if let Err(error) = seek.options.read(7) {
                assert!(!error.code().is_empty() && !error.to_string().is_empty());
            }
        }
        _ => {}
    }
}

/// Messages of most kinds.
pub const SEEDS: [&str; 14] = [
    r#"{"watch":{"game":"4Hq0ZkT9aB","since":17}}"#,
    r#"{"leave":{"game":"4Hq0ZkT9aB"}}"#,
    r#"{"act":{"game":"4Hq0ZkT9aB","id":"a1","ply":0,"do":{"play":{"move":"e2e4"}}}}"#,
    r#"{"act":{"game":"4Hq0ZkT9aB","id":"a1","do":{"play":{"move":"Nf3","offer_draw":true}}}}"#,
    r#"{"act":{"game":"4Hq0ZkT9aB","id":"a2","as":"black","do":{"touch":"e7"}}}"#,
    r#"{"act":{"game":"4Hq0ZkT9aB","id":"a3","do":{"claim":{"claim":"threefold","with":"e4"}}}}"#,
    r#"{"act":{"game":"4Hq0ZkT9aB","id":"a4","do":{"give_time":15}}}"#,
    r#"{"act":{"game":"4Hq0ZkT9aB","id":"a5","do":"resign"}}"#,
    r#"{"chat":{"game":"4Hq0ZkT9aB","text":"Good \u0001 luck!"}}"#,
    r#""lobby""#,
    r#"{"seek":{"options":{"clock":"40/90:00+30, 30:00+30","rated":true},"color":"white"}}"#,
    r#"{"seek":{"options":{"start":"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1","clock":"5|15/5:00"}}}"#,
    r#"{"ping":7}"#,
    r#"{"refused":{"id":"a","problem":{"code":"a","title":"b","status":409,"squares":["e4"]}}}"#,
];
