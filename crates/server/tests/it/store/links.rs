use arbiter_server::{
    PlayerId,
    store::{AuditPage, CreateAccountError, LinkKind, NewLink, NewToken, Store, TokenKind},
};

use super::{guest, test_database::on_each};

const NOW: u64 = 1_000;

fn link(kind: LinkKind, hash: u8, player: Option<PlayerId>) -> NewLink {
    NewLink {
        kind,
        hash: [hash; 32],
        player,
        label: "for Ann".to_owned(),
        created: NOW,
        expires: NOW + 100,
        uses: 1,
        created_by: None,
    }
}

async fn account(store: &Store, name: &str) -> PlayerId {
    let hash = format!("hash of {name}");
    let created = store.create_account(None, name.parse().unwrap(), hash);
    created.await.unwrap()
}

#[test]
fn a_link_is_used_once_even_by_many_at_once() {
    on_each(|store| async move {
        let ann = account(&store, "Ann").await;
        store
            .create_link(link(LinkKind::Password, 1, Some(ann)))
            .await
            .unwrap();
        let attempts = (0..20).map(|number| {
            let store = store.clone();
            let password = format!("hash {number}");
            tokio::spawn(async move {
                let changed = store.change_password_with_link([1; 32], password, NOW);
                changed.await.unwrap()
            })
        });
        let mut changed = 0;
        for attempt in attempts.collect::<Vec<_>>() {
            if let Some(player) = attempt.await.unwrap() {
                assert_eq!(player, ann);
                changed += 1;
            }
        }
        assert_eq!(changed, 1);
        assert!(
            store
                .links(LinkKind::Password, NOW)
                .await
                .unwrap()
                .is_empty()
        );
    });
}

#[test]
fn a_link_expires_is_revoked_and_does_only_what_it_is_for() {
    on_each(|store| async move {
        let ann = account(&store, "Ann").await;
        let id = store
            .create_link(link(LinkKind::Password, 1, Some(ann)))
            .await
            .unwrap();
        let change =
            |hash: u8, now| store.change_password_with_link([hash; 32], "new".to_owned(), now);
        assert_eq!(change(1, NOW + 100).await.unwrap(), None, "it has expired");
        assert_eq!(change(2, NOW).await.unwrap(), None, "there is no such link");
        assert!(!store.become_administrator([1; 32], ann, NOW).await.unwrap());
        assert!(!store.revoke_link(LinkKind::Invitation, id).await.unwrap());
        let known = store
            .link(LinkKind::Password, [1; 32], NOW)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(
            (known.id, known.player, known.remaining),
            (id, Some(ann), 1)
        );
        assert_eq!(
            store
                .link(LinkKind::Password, [1; 32], NOW + 100)
                .await
                .unwrap(),
            None
        );
        assert!(store.revoke_link(LinkKind::Password, id).await.unwrap());
        assert!(!store.revoke_link(LinkKind::Password, id).await.unwrap());
        assert_eq!(change(1, NOW).await.unwrap(), None, "it was revoked");

        for hash in [3, 4] {
            store
                .create_link(link(LinkKind::Password, hash, Some(ann)))
                .await
                .unwrap();
        }
        assert_eq!(
            change(3, NOW).await.unwrap(),
            None,
            "a new link replaces it"
        );
        let session = NewToken {
            player: ann,
            kind: TokenKind::Session,
            hash: [9; 32],
            label: String::new(),
            scopes: String::new(),
            created: NOW,
            expires: None,
        };
        store.create_token(session).await.unwrap();
        assert_eq!(change(4, NOW).await.unwrap(), Some(ann));
        assert_eq!(store.account(ann).await.unwrap().unwrap().password, "new");
        assert_eq!(store.find_token([9; 32], NOW).await.unwrap(), None);
    });
}

#[test]
fn an_invitation_is_not_used_up_by_a_name_that_is_taken() {
    on_each(|store| async move {
        account(&store, "Ann").await;
        let mut invitation = link(LinkKind::Invitation, 1, None);
        invitation.uses = 2;
        store.create_link(invitation).await.unwrap();
        let sign_up = |guest, name: &str| {
            let name = name.parse().unwrap();
            store.create_invited_account([1; 32], guest, name, "hash".to_owned(), NOW)
        };
        let taken = sign_up(None, "ANN").await;
        assert!(
            matches!(taken, Err(CreateAccountError::NameTaken)),
            "{taken:?}"
        );
        let nobody = sign_up(Some(PlayerId(999)), "Bob").await;
        assert!(
            matches!(nobody, Err(CreateAccountError::NotAGuest)),
            "{nobody:?}"
        );
        let guest = guest(&store).await;
        assert_eq!(sign_up(Some(guest), "Bob").await.unwrap(), Some(guest));
        assert!(sign_up(None, "Carol").await.unwrap().is_some());
        assert_eq!(sign_up(None, "Dave").await.unwrap(), None);
        assert!(store.account_by_name("Dave").await.unwrap().is_none());
    });
}

#[test]
fn the_first_administrator_has_an_account() {
    on_each(|store| async move {
        store
            .create_link(link(LinkKind::Administrator, 1, None))
            .await
            .unwrap();
        let guest = guest(&store).await;
        assert!(
            !store
                .become_administrator([1; 32], guest, NOW)
                .await
                .unwrap()
        );
        let ann = account(&store, "Ann").await;
        assert!(store.become_administrator([1; 32], ann, NOW).await.unwrap());
        assert!(!store.become_administrator([1; 32], ann, NOW).await.unwrap());
        let acts = store
            .audit(AuditPage {
                limit: 10,
                ..AuditPage::default()
            })
            .await
            .unwrap();
        let [act] = acts.as_slice() else {
            panic!("{acts:?}");
        };
        assert_eq!(act.act, "become_administrator");
        assert_eq!(act.actor.as_deref(), Some("Ann"));
    });
}
