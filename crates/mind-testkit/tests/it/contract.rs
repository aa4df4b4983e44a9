//! T-1: the fake store keeps every clause.

mind_testkit::store_contract!(mind_testkit::FakeHome);
