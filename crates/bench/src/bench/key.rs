//! Keys: short names for long texts, the same on every machine and for every version.
//!
//! FNV-1a with 128 bits (Fowler, Noll, Vo; RFC 9923). Good against accidents, not against malice,
//! which is all that is asked of it: it tells runs and formulas apart.

const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// The key of a text, 32 hexadecimal digits.
pub fn key(text: &[u8]) -> String {
    let step = |sum: u128, &byte: &u8| (sum ^ u128::from(byte)).wrapping_mul(PRIME);
    format!("{:032x}", text.iter().fold(OFFSET, step))
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn keys_are_those_of_the_definition_and_differ_with_every_byte() {
        assert_eq!(key(b""), "6c62272e07bb014262b821756295c58d");
        assert_eq!(key(b"foobar"), "343e1662793c64bf6f0d3597ba446f18");
        assert_ne!(key(b"foobar"), key(b"foobas"));
    }
}
