//! SHA-256 and its hexadecimal spellings.

use sha2::{Digest as _, Sha256};

const HEX: &[u8; 16] = b"0123456789abcdef";

/// The first `length` lower-case hex digits of SHA-256 over the parts, one after the other.
pub(crate) fn short_hex(parts: &[&[u8]], length: usize) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part);
    }
    hex(&digest.finalize(), length)
}

/// The first `length` lower-case hex digits of some bytes.
pub(crate) fn hex(bytes: &[u8], length: usize) -> String {
    let pairs = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    pairs.take(length).map(|nibble| char::from(HEX[usize::from(nibble)])).collect()
}
