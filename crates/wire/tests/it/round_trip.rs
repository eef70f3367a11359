//! Random messages survive a round trip through JSON.

use arbiter_game::{Game, Span, Time};
use arbiter_wire::{
    Act, Action, Chat, Choices, Claim, Clearing, ClientMessage, Clock, Color, Command, Conduct,
    Draws, Event, GameOptions, GameState, GameView, Leave, LegalMoves, OrderMode, PlayView,
    PlayerKind, PlayerView, Rematch, SaktrisOptions, Seats, Seek, ServerMessage, Stage, Takebacks,
    Update, UpdateFrame, Variant, Watch,
};
use proptest::{prelude::*, sample::Index};

proptest! {
    #[test]
    fn client_messages_survive_a_round_trip(message in client_message()) {
        let text = serde_json::to_string(&message).unwrap();
        prop_assert_eq!(serde_json::from_str::<ClientMessage>(&text).unwrap(), message);
    }

    #[test]
    fn updates_and_games_survive_a_round_trip(
        options in options(),
        choices in prop::collection::vec((any::<Index>(), action(), 0_u64..20_000), 0..60),
    ) {
        for message in messages(&options, &choices) {
            let text = serde_json::to_string(&message).unwrap();
            if let ServerMessage::Update(update) = &message {
                let frame = UpdateFrame::of(&update.events, &update.state);
                let choices = Choices {
                    legal: update.state.legal.clone().unwrap_or_default(),
                    places: update.state.places.clone(),
                    pass: update.state.pass,
                };
                let json = frame.to_json(&update.game, update.id.as_deref(), Some(&choices));
                prop_assert_eq!(&json, &text);
            }
            prop_assert_eq!(serde_json::from_str::<ServerMessage>(&text).unwrap(), message);
        }
    }
}

/// Returns the messages about a game in which legal moves and random actions
/// alternate.
fn messages(options: &GameOptions, choices: &[(Index, Action, u64)]) -> Vec<ServerMessage> {
    let mut at = Time::from_millis(1_000_000);
    let Some(mut game) = options
        .read(518)
        .ok()
        .and_then(|options| Game::start(options, at).ok())
    else {
        return Vec::new();
    };
    let mut messages = Vec::new();
    for (index, action, took) in choices {
        at = at + Span::from_millis(*took);
        let legal = game.legal_moves();
        let sets: Choices = legal.iter().copied().collect();
        assert_eq!(Choices::of(&game), sets);
        assert_eq!(LegalMoves::of(&game), sets.legal);
        let legal_move = match legal.len() {
            0 => return messages,
            count => game.position().uci(legal[index.index(count)]).into(),
        };
        let other = action.read(game.line(), Span::ZERO);
        let by = game.turn();
        let decided = match other {
            Ok(other) if took % 3 == 0 => game.decide(at, by, other),
            _ => game.decide(at, by, legal_move),
        };
        let mut events = Vec::new();
        for event in decided.unwrap_or_default() {
            let converted = Event::of(&game, &event);
            game.apply(&event);
            events.push(converted.with_clock(&game));
        }
        let state = GameState::of(&game, at).with_legal_moves(&game);
        messages.push(ServerMessage::Update(Update {
            game: "0123456789".to_owned(),
            id: (took % 2 == 0).then(|| took.to_string()),
            events,
            state,
        }));
    }
    messages.push(ServerMessage::Game(Box::new(view(options, &game, at))));
    messages
}

fn view(options: &GameOptions, game: &Game, at: Time) -> GameView {
    let white = PlayerView {
        name: "Ada".to_owned(),
        kind: PlayerKind::Account,
        rating: Some(1500),
        change: Some(-3),
    };
    GameView {
        id: "0123456789".to_owned(),
        stage: Stage::Playing,
        created: 7,
        options: options.clone(),
        players: Seats {
            white: Some(white),
            black: None,
        },
        you: vec![Color::White],
        rematch: None,
        tournament: None,
        play: Some(PlayView::of(game, at)),
    }
}

fn client_message() -> impl Strategy<Value = ClientMessage> {
    let game = any::<String>;
    prop_oneof![
        (game(), any::<Option<u64>>())
            .prop_map(|(game, since)| ClientMessage::Watch(Watch { game, since })),
        game().prop_map(|game| ClientMessage::Leave(Leave { game })),
        (game(), command()).prop_map(|(game, command)| ClientMessage::Act(Act { game, command })),
        (game(), any::<String>()).prop_map(|(game, text)| ClientMessage::Chat(Chat { game, text })),
        game().prop_map(|game| ClientMessage::Rematch(Rematch { game })),
        Just(ClientMessage::Lobby),
        Just(ClientMessage::LeaveLobby),
        (options(), prop::option::of(color()))
            .prop_map(|(options, color)| ClientMessage::Seek(Seek { options, color })),
        Just(ClientMessage::Unseek),
        any::<u64>().prop_map(ClientMessage::Ping),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    let side = prop::option::of(color());
    (any::<String>(), any::<Option<u32>>(), side, action()).prop_map(|(id, ply, side, action)| {
        Command {
            id,
            ply,
            side,
            action,
        }
    })
}

fn action() -> impl Strategy<Value = Action> {
    let claim = prop_oneof![Just(Claim::Threefold), Just(Claim::FiftyMoves)];
    prop_oneof![
        (any::<String>(), any::<bool>())
            .prop_map(|(mv, offer_draw)| Action::Play { mv, offer_draw }),
        "[a-h][1-8]".prop_map(Action::Touch),
        "[a-h][1-8]".prop_map(Action::Adjust),
        Just(Action::OfferDraw),
        Just(Action::AcceptDraw),
        Just(Action::DeclineDraw),
        (claim, any::<Option<String>>()).prop_map(|(claim, with)| Action::Claim { claim, with }),
        Just(Action::Resign),
        Just(Action::RequestTakeback),
        Just(Action::AcceptTakeback),
        Just(Action::DeclineTakeback),
        Just(Action::Abort),
        any::<u32>().prop_map(Action::GiveTime),
        Just(Action::Berserk),
        Just(Action::ClaimAbandonment),
    ]
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::White), Just(Color::Black)]
}

#[test]
fn r79_only_casual_games_that_are_not_rated_have_takebacks() {
    for conduct in [Conduct::Casual, Conduct::Formal] {
        for rated in [false, true] {
            let chosen = GameOptions {
                conduct,
                rated,
                ..GameOptions::default()
            };
            let allows = chosen.read(0).unwrap().allows_takebacks();
            assert_eq!(allows, conduct == Conduct::Casual && !rated);
            let takebacks = match allows {
                true => Takebacks::Allowed,
                false => Takebacks::Forbidden,
            };
            let expected = GameOptions {
                takebacks,
                ..chosen.clone()
            };
            assert_eq!(chosen.in_force(), expected);
        }
    }
    let forbidden = GameOptions {
        takebacks: Takebacks::Forbidden,
        ..GameOptions::default()
    };
    assert_eq!(forbidden.clone().in_force(), forbidden);
}

fn options() -> impl Strategy<Value = GameOptions> {
    let variant = prop_oneof![
        Just((Variant::Standard, None)),
        Just((Variant::Chess960, None)),
        prop::option::of(saktris()).prop_map(|saktris| (Variant::Saktris, saktris)),
    ];
    let clock = prop::sample::select(vec![
        "5+3",
        "-",
        "3d2",
        "10+5x30",
        "3 days",
        "0:10",
        "5|15/5:00",
        "soon",
    ]);
    let conduct = prop_oneof![Just(Conduct::Casual), Just(Conduct::Formal)];
    let draws = prop_oneof![Just(Draws::Claim), Just(Draws::Automatic)];
    let takebacks = prop_oneof![Just(Takebacks::Allowed), Just(Takebacks::Forbidden)];
    (variant, clock, conduct, draws, takebacks, any::<bool>()).prop_map(
        |((variant, saktris), clock, conduct, draws, takebacks, rated)| GameOptions {
            variant,
            start: None,
            clock: Clock(clock.to_owned()),
            draws,
            conduct,
            takebacks,
            rated,
            berserk: !rated,
            saktris,
        },
    )
}

fn saktris() -> impl Strategy<Value = SaktrisOptions> {
    let order = prop::sample::select(vec![
        OrderMode::Same,
        OrderMode::Different,
        OrderMode::Fixed,
        OrderMode::Pick,
    ]);
    let clearing = prop::sample::select(vec![Clearing::Triplets, Clearing::Rows, Clearing::None]);
    let seed = prop::option::of(any::<u64>());
    (order, 0_u8..=6, clearing, 0_u8..=5, seed).prop_map(
        |(order, every, clearing, preview, seed)| SaktrisOptions {
            order,
            every,
            clearing,
            preview,
            seed: seed.map(|seed| seed.to_string()),
        },
    )
}
