//! Integration tests of the owner port.
#![cfg(test)]

#[cfg(feature = "protocol")]
mod handshake;
