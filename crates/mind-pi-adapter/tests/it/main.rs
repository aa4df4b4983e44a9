//! Integration tests of the host session.
#![cfg(test)]

mod companion;
mod host;
