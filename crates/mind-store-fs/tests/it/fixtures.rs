//! T-8: fixtures
