//! SHA-256 digests of files, in the format of `sha256sum`.
//!
//! A digest shows whether a file was truncated, replaced or changed after it was written. No answer depends on the
//! digests, because the content of every file is checked.

use sha2::{Digest, Sha256};

/// Returns the SHA-256 digest of these bytes as hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        for half in [byte >> 4, byte & 15] {
            text.push(char::from_digit(half.into(), 16).unwrap_or('?'));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn the_digest_is_the_one_of_the_standard() {
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), digest);
        assert_ne!(sha256(b"abd"), digest);
    }
}
