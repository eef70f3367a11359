//! A PostgreSQL server that hangs during a game.

use arbiter_server::Settings;
use arbiter_wire::ServerMessage;
use tokio::{runtime::Runtime, task::block_in_place};

use super::{play_all, two_at};
use crate::{
    harness::{Server, play},
    store::postgres_process::PostgresProcess,
};

/// White has ten seconds left and has moved when all processes of PostgreSQL are
/// stopped, so that connections stay open and nothing answers.
#[test]
fn a_database_that_hangs_is_down_until_it_answers_again() {
    let postgres = PostgresProcess::start();
    let runtime = Runtime::new().unwrap();
    runtime.block_on(async {
        let server = Server::start(Settings::new(postgres.database())).await;
        let (mut white, mut black, _) = two_at(&server, "1+0").await;
        play_all(&mut white, &mut black, "e2e4 e7e5").await;
        server.pass(50);
        black.get("/readyz").await.expect(200);

        let frozen = block_in_place(|| postgres.freeze());
        let id = white.send(play("g1f3")).await;
        black.get("/readyz").await.expect(503);
        let clock = &server.app.clock;
        clock.wait_until(false).await;
        let stopped_at = clock.now();
        let refused = white.expect_refusal().await;
        assert_eq!(refused.id.as_deref(), Some(&*id));
        assert_eq!(refused.problem.status, 503, "{refused:?}");
        server.pass(3_600);
        assert_eq!(clock.now(), stopped_at);
        let told = black.receive().await;
        assert!(matches!(told, ServerMessage::Resume(_)), "{told:?}");
        // Now the server cannot even connect.
        let again = black.try_play("g1f3").await;
        assert_eq!(again.problem.status, 503, "{again:?}");
        black.get("/readyz").await.expect(503);

        drop(frozen);
        clock.wait_until(true).await;
        black.get("/readyz").await.expect(200);
        black.resume(2).await;
        white.send_as(&id, play("g1f3")).await;
        black.expect_played("g1f3").await;
        black.play("b8c6").await;
    });
    runtime.shutdown_background();
}
