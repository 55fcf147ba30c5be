//! The policy of a page: only the script and the style that it holds, by their checksums.
//!
//! *Content Security Policy Level 3*, W3C. A checksum is the SHA-256 of the text between the tags,
//! in the alphabet of RFC 4648, section 4.

use sha2::{Digest, Sha256};

/// The policy for a page with this script and this style; a page with an engine may also compile it and start workers
/// of what it holds.
pub(super) fn policy(script: &str, style: &str, has_engine: bool) -> String {
    let engine = if has_engine {
        " 'wasm-unsafe-eval'; worker-src blob:"
    } else {
        ""
    };
    let checksum = |text: &str| base64(&Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}'{engine}; style-src 'sha256-{}'; img-src data:; \
         base-uri 'none'; form-action 'none'",
        checksum(script),
        checksum(style)
    )
}

/// Bytes in the alphabet of RFC 4648, section 4.
pub(super) fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |index: usize| usize::from(three.get(index).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let sextet = word >> (18 - 6 * place) & 63;
            let is_filled = place <= three.len();
            text.push(if is_filled {
                char::from(ALPHABET[sextet])
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn the_samples_of_the_rfc_are_met() {
        for (text, coded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
        ] {
            assert_eq!(base64(text.as_bytes()), coded);
        }
    }
}
