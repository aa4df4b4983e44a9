//! Headers: of private keys, and the value of an authorization header.

use super::{after_each, has_digit};

/// `-----BEGIN … PRIVATE KEY-----`, with capitalised words between.
pub(super) fn has_private_key(norm: &str) -> bool {
    after_each(norm, "-----BEGIN ").any(|mut rest| {
        loop {
            if let Some(end) = rest.strip_prefix("PRIVATE KEY")
                && end.strip_prefix(" BLOCK").unwrap_or(end).starts_with("-----")
            {
                return true;
            }
            let word = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
            let length = rest.bytes().take_while(word).count();
            match rest[length..].strip_prefix(' ') {
                Some(tail) if length > 0 => rest = tail,
                _ => return false,
            }
        }
    })
}

/// `bearer` or `basic` and at least 16 characters with a digit among them.
pub(super) fn has_authorization(norm: &str) -> bool {
    let lower = norm.to_ascii_lowercase();
    ["bearer", "basic"].iter().flat_map(|scheme| after_each(&lower, scheme)).any(|rest| {
        let value = rest.trim_start_matches([' ', '\t']);
        let length = value.bytes().take_while(|byte| is_credential_char(*byte)).count();
        value.len() < rest.len() && length >= 16 && has_digit(&value[..length])
    })
}

const fn is_credential_char(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'~' | b'+' | b'/' | b'=' | b'-')
}
