use crate::{
    base::clock,
    people::accounts::Secret,
    store::{LinkKind, NewLink, Store, StoreError},
};

/// How long the link is valid, in milliseconds: a week.
const LINK_MILLIS: u64 = 7 * 24 * 60 * 60 * 1_000;
/// Distinguishes the links of the server from those of the command line.
const LABEL: &str = "start of the server";

/// Creates a link that makes its bearer an administrator, if the server has none.
/// The links of earlier starts become invalid.
///
/// # Errors
///
/// Returns an error if the store fails.
pub async fn first_administrator_link(store: &Store) -> Result<Option<Secret>, StoreError> {
    let now = clock::wall();
    let earlier = store.links(LinkKind::Administrator, now).await?;
    for link in earlier.into_iter().filter(|link| link.label == LABEL) {
        store.revoke_link(LinkKind::Administrator, link.id).await?;
    }
    if store.has_administrator().await? {
        return Ok(None);
    }
    let secret = Secret::random();
    store
        .create_link(NewLink {
            kind: LinkKind::Administrator,
            hash: secret.hash(),
            player: None,
            label: LABEL.to_owned(),
            created: now,
            expires: now + LINK_MILLIS,
            uses: 1,
            created_by: None,
        })
        .await?;
    Ok(Some(secret))
}
