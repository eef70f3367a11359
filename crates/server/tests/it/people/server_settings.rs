//! Settings that administrators change while the server runs.

use arbiter_server::Limits;
use arbiter_wire::AccountRole;
use serde_json::json;

use super::moderation::{put, staff_member};
use crate::harness::story;

#[test]
fn the_policy_decides_who_signs_up_and_who_plays() {
    story(async |server| {
        let administrator = staff_member(&server, "Adele", AccountRole::Administrator).await;
        let policy = async |sign_up: &str, guests: bool| {
            let policy = json!({"sign_up": sign_up, "guests": guests});
            put(&administrator, "/v1/admin/server/policy", Some(policy))
                .await
                .expect(204);
        };
        let stranger = server.stranger();
        let sign_up = async |name: &str, invitation: Option<&str>| {
            let mut body = json!({"name": name, "password": "correct horse"});
            if let Some(invitation) = invitation {
                body["invitation"] = invitation.into();
            }
            stranger.post("/v1/accounts", &body).await
        };
        policy("closed", false).await;
        assert_eq!(sign_up("Ann", None).await.code(), "sign_up_closed");
        assert_eq!(
            stranger.post("/v1/guests", &json!({})).await.code(),
            "guests_off"
        );
        let game = json!({"options": {"clock": "5+3"}});
        assert_eq!(stranger.post("/v1/games", &game).await.code(), "guests_off");
        policy("invitation", true).await;
        stranger.post("/v1/guests", &json!({})).await.expect(201);
        assert_eq!(sign_up("Ann", None).await.code(), "invitation_needed");
        let new = json!({"label": "for Ann", "days": 1, "uses": 1});
        let link = administrator
            .post("/v1/admin/invitations", &new)
            .await
            .expect(201);
        let token = link.body["token"].as_str().unwrap();
        assert_eq!(sign_up("Adele", Some(token)).await.code(), "name_taken");
        sign_up("Ann", Some(token)).await.expect(201);
        assert_eq!(
            sign_up("Bob", Some(token)).await.code(),
            "invitation_needed"
        );
        let wrong = format!("arb_{}", "0".repeat(64));
        assert_eq!(
            sign_up("Bob", Some(&wrong)).await.code(),
            "invitation_needed"
        );
        administrator
            .post("/v1/admin/invitations", &new)
            .await
            .expect(201);
        let list = administrator.get("/v1/admin/invitations").await.expect(200);
        let id = list.body[0]["id"].as_i64().unwrap();
        assert_eq!(list.body.as_array().unwrap().len(), 1, "{}", list.text);
        administrator
            .delete(&format!("/v1/admin/invitations/{id}"))
            .await
            .expect(204);
        let list = administrator.get("/v1/admin/invitations").await.expect(200);
        assert_eq!(list.body, json!([]));
        // The policy outlives the server.
        let server = server.restart().await;
        let policy = server.stranger().get("/v1/server").await.expect(200);
        assert_eq!(policy.body["sign_up"], "invitation");
    });
}

#[test]
fn an_administrator_changes_the_limits() {
    const PATH: &str = "/v1/admin/server/limits";
    story(async |server| {
        let administrator = staff_member(&server, "Adele", AccountRole::Administrator).await;
        let moderator = staff_member(&server, "Mo", AccountRole::Moderator).await;
        let at_start = server.app.settings.limits;
        let limits = Limits {
            chat: 2,
            ..at_start
        };
        let refused = put(&moderator, PATH, Some(json!(limits))).await;
        assert_eq!(refused.code(), "needs_administrator");
        let too_small = Limits {
            requests: 1,
            ..at_start
        };
        let refused = put(&administrator, PATH, Some(json!(too_small))).await;
        assert_eq!(
            (refused.status.as_u16(), refused.code()),
            (422, "limit_too_small")
        );
        assert_eq!(refused.body["field"], "requests");
        assert_eq!(server.app.games.limits.get(), at_start);

        put(&administrator, PATH, Some(json!(limits)))
            .await
            .expect(204);
        let game = administrator.make("5+3").await;
        let chat = format!("/v1/games/{game}/chat");
        let mut said = Vec::new();
        for text in ["one", "two", "three"] {
            said.push(
                administrator
                    .post(&chat, &json!({"text": text}))
                    .await
                    .status,
            );
        }
        assert_eq!(said, [200, 200, 429]);

        // They outlive the server.
        let server = server.restart().await;
        let administrator = staff_member(&server, "Beth", AccountRole::Administrator).await;
        let view = administrator.get("/v1/admin/server").await.expect(200);
        assert_eq!(view.body["limits"], json!(limits));
        assert_eq!(view.body["limits_at_start"], json!(at_start));
        administrator.delete(PATH).await.expect(204);
        let view = administrator.get("/v1/admin/server").await.expect(200);
        assert_eq!(view.body["limits"], json!(at_start));
    });
}
