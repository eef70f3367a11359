use std::{sync::mpsc, thread};

use arbiter_server::store::{Actor, Connection, StaffError, in_transaction, staff};
use arbiter_wire::AccountRole;

use super::test_database::{TestDatabase, run};

/// Makes two administrators, of whom each removes the other at the same time: the
/// second one waits for the first, and is refused.
fn remove_each_other(remove: fn(&mut dyn Connection, &str) -> staff::Acted) {
    for database in TestDatabase::all() {
        let store = database.open();
        let mut first = database.connect();
        for name in ["Ann", "Bob"] {
            let created = store.create_account(None, name.parse().unwrap(), "hash".to_owned());
            run(created).unwrap();
            let role = AccountRole::Administrator;
            let changed = staff::set_role(first.as_mut(), Actor::SHELL, name, role, 1);
            assert_eq!(changed.unwrap(), Ok(()));
        }
        first.begin().unwrap();
        assert_eq!(remove(first.as_mut(), "Bob").unwrap(), Ok(()));
        let mut watcher = database.connect();
        let (begun, has_begun) = mpsc::channel();
        thread::scope(|scope| {
            let second = scope.spawn(|| {
                let mut db = database.connect();
                begun.send(()).unwrap();
                in_transaction(db.as_mut(), |db| remove(db, "Ann")).unwrap()
            });
            has_begun.recv().unwrap();
            // Nobody can tell whether somebody waits for SQLite.
            let waits = "SELECT 1 FROM pg_locks WHERE NOT granted AND classid = 7346003";
            while !database.is_sqlite() && !second.is_finished() {
                if watcher.find(waits, &[], |_| Ok(())).unwrap().is_some() {
                    break;
                }
            }
            first.commit().unwrap();
            let second = second.join().unwrap();
            assert_eq!(second, Err(StaffError::LastAdministrator));
        });
        assert!(run(store.has_administrator()).unwrap());
    }
}

#[test]
fn two_administrators_who_demote_each_other_leave_one() {
    remove_each_other(|db, name| staff::set_role(db, Actor::SHELL, name, AccountRole::Player, 2));
}

#[test]
fn two_administrators_who_close_each_others_accounts_leave_one() {
    remove_each_other(|db, name| staff::close(db, Actor::SHELL, name, "a quarrel", 2));
}

#[test]
fn the_last_administrator_cannot_be_deleted() {
    for database in TestDatabase::all() {
        let store = database.open();
        run(async {
            let ann = store.create_account(None, "Ann".parse().unwrap(), "hash".to_owned());
            let ann = ann.await.unwrap();
            let made = store.set_role(Actor::SHELL, "Ann".into(), AccountRole::Administrator, 1);
            assert_eq!(made.await.unwrap(), Ok(()));
            let deleted = store.delete_account(ann, 2).await.unwrap();
            assert_eq!(deleted, Err(StaffError::LastAdministrator));
            let demoted = store.set_role(Actor::SHELL, "Ann".into(), AccountRole::Player, 3);
            assert_eq!(demoted.await.unwrap(), Err(StaffError::LastAdministrator));
            assert!(store.has_administrator().await.unwrap());
        });
    }
}
