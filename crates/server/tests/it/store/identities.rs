use arbiter_server::store::{
    CreateAccountError, LinkKind, NewLink, NewLinkedAccount, ProviderIdentity, Store,
};

use super::{guest, test_database::on_each};

const NOW: u64 = 1_000;

fn identity(subject: &str) -> ProviderIdentity {
    ProviderIdentity {
        issuer: "https://id.example".to_owned(),
        subject: subject.to_owned(),
    }
}

fn account(name: &str, subject: &str) -> NewLinkedAccount {
    NewLinkedAccount {
        guest: None,
        name: name.parse().unwrap(),
        identity: identity(subject),
        invitation: None,
        now: NOW,
    }
}

async fn owner(store: &Store, subject: &str) -> Option<String> {
    let found = store.account_by_identity(identity(subject)).await.unwrap();
    found.map(|account| account.name)
}

#[test]
fn an_account_is_found_by_its_identity() {
    on_each(|store| async move {
        let guest = guest(&store).await;
        let new = NewLinkedAccount {
            guest: Some(guest),
            ..account("Ann", "1")
        };
        let ann = store.create_linked_account(new).await.unwrap();
        assert_eq!(ann, Some(guest));
        assert_eq!(owner(&store, "1").await.as_deref(), Some("Ann"));
        assert_eq!(owner(&store, "2").await, None);
        let other = ProviderIdentity {
            issuer: "https://other.example".to_owned(),
            ..identity("1")
        };
        assert!(store.account_by_identity(other).await.unwrap().is_none());
        let stored = store.account(guest).await.unwrap().unwrap();
        assert_eq!(stored.password, "");

        // Neither the identity nor the name can be used twice.
        let taken = store.create_linked_account(account("Bob", "1")).await;
        assert!(matches!(taken, Err(CreateAccountError::IdentityTaken)));
        let taken = store.create_linked_account(account("ANN", "2")).await;
        assert!(matches!(taken, Err(CreateAccountError::NameTaken)));
        assert!(!store.is_name_free("ann".parse().unwrap()).await.unwrap());
        assert!(store.is_name_free("bob".parse().unwrap()).await.unwrap());
    });
}

#[test]
fn an_account_can_be_linked_with_one_identity_of_a_provider() {
    on_each(|store| async move {
        let ann = store.create_account(None, "Ann".parse().unwrap(), "hash".to_owned());
        let ann = ann.await.unwrap();
        let link = |player, subject| store.link_identity(player, identity(subject), NOW);
        assert!(link(ann, "1").await.unwrap());
        assert!(link(ann, "1").await.unwrap());
        assert!(link(ann, "2").await.unwrap());
        assert_eq!(owner(&store, "1").await, None);
        assert_eq!(owner(&store, "2").await.as_deref(), Some("Ann"));
        assert_eq!(store.identities_of(ann).await.unwrap(), [identity("2")]);
        let data = store.personal_data(ann).await.unwrap().unwrap();
        assert_eq!(data.identities, [identity("2")]);

        let bob = store.create_linked_account(account("Bob", "3"));
        let bob = bob.await.unwrap().unwrap();
        assert!(!link(bob, "2").await.unwrap());
        assert_eq!(owner(&store, "3").await.as_deref(), Some("Bob"));

        // Without a password, Bob could no longer sign in.
        assert!(!store.unlink_identities(bob).await.unwrap());
        assert_eq!(owner(&store, "3").await.as_deref(), Some("Bob"));
        let changed = store.change_password(bob, "hash".to_owned(), None);
        assert!(changed.await.unwrap());
        assert!(store.unlink_identities(bob).await.unwrap());
        assert_eq!(owner(&store, "3").await, None);

        // A deleted account is not linked anymore.
        assert!(store.delete_account(ann, NOW).await.unwrap().is_ok());
        assert_eq!(owner(&store, "2").await, None);
        assert_eq!(store.identities_of(ann).await.unwrap(), []);
    });
}

#[test]
fn an_invitation_is_used_up_and_the_links_to_choose_a_name_are_gone() {
    on_each(|store| async move {
        let link = |kind, hash: u8, label: String| NewLink {
            kind,
            hash: [hash; 32],
            player: None,
            label,
            created: NOW,
            expires: NOW + 10,
            uses: 1,
            created_by: None,
        };
        let label = identity("a b").to_label();
        assert_eq!(ProviderIdentity::from_label(&label), Some(identity("a b")));
        for link in [
            link(LinkKind::Invitation, 1, String::new()),
            link(LinkKind::Identity, 2, label),
        ] {
            store.create_link(link).await.unwrap();
        }
        let invited = |name, subject| NewLinkedAccount {
            invitation: Some([1; 32]),
            ..account(name, subject)
        };
        let new = store.create_linked_account(invited("Ann", "a b")).await;
        assert!(new.unwrap().is_some());
        let ticket = store.link(LinkKind::Identity, [2; 32], NOW).await.unwrap();
        assert_eq!(ticket, None);
        let new = store.create_linked_account(invited("Bob", "2")).await;
        assert_eq!(new.unwrap(), None);
        assert_eq!(owner(&store, "2").await, None);
    });
}
