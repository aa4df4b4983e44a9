//! The SQLite store keeps every clause of the port's contract that a harness without a power switch can ask for, and the use cases run on it.

mod child;
mod home;
mod locked;

mind_testkit::store_contract!(home::SqliteHome);
