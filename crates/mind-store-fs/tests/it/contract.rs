//! T-1: the file store keeps every clause of the port's contract.

mind_testkit::store_contract!(crate::home::FsHome);
