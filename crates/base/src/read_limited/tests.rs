//! Tests of accepted inputs, and of inputs that are too long, not regular files, or stopped by a limit.

use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use super::text_or_latin_1;
use super::{Stoppable, file, stream, text};
use crate::stop::{Stop, StopReason};

fn never() -> Stop {
    Stop::default()
}

/// An input that never delivers any data.
struct Silence;

impl Read for Silence {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        std::thread::sleep(Duration::from_secs(60));
        Ok(0)
    }
}

#[test]
fn a_text_at_the_limit_is_read_and_a_longer_one_rejected() {
    assert_eq!(stream(&b"abc"[..], "x", 3, &never()).unwrap(), b"abc");
    let bad = stream(&b"abcd"[..], "x", 3, &never()).unwrap_err();
    assert!(
        bad.to_string()
            .starts_with("x: cannot be read: it has more")
    );
}

#[test]
fn a_regular_file_is_read_and_nothing_else() {
    let there = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(there.path(), "abc").unwrap();
    assert_eq!(file(there.path(), 3).unwrap(), b"abc");
    for (path, fact) in [
        (there.path(), "cannot be read: it has more than 0 MiB"),
        (Path::new("/dev/zero"), "this is not a regular file"),
        (Path::new("/"), "this is a directory"),
        (Path::new("/no/such"), "there is no such file"),
    ] {
        let bad = file(path, 2).unwrap_err();
        assert!(bad.fact.starts_with(fact), "{bad}");
        assert!(bad.remedy.is_some());
    }
}

#[test]
fn a_limit_ends_the_wait_for_an_input_that_never_comes() {
    let stop = Stop::new(Some(Duration::from_millis(50)), None);
    let input = Stoppable::new(Silence, stop.clone());
    let bad = stream(input, "x", 10, &stop).unwrap_err();
    assert_eq!(bad.limit, Some(StopReason::Timeout));
}

#[test]
fn a_stoppable_input_gives_the_same_bytes() {
    let long: Vec<u8> = (0..200_000_u32).map(|n| n.to_le_bytes()[0]).collect();
    let input = Stoppable::new(io::Cursor::new(long.clone()), never());
    assert_eq!(stream(input, "x", 1 << 20, &never()).unwrap(), long);
    let input = Stoppable::new(io::repeat(0), never());
    assert!(stream(input, "x", 1 << 20, &never()).is_err());
}

#[test]
fn text_that_is_not_utf_8_may_be_latin_1() {
    let read = |bytes: &[u8]| text_or_latin_1(bytes.to_vec(), "x");
    assert_eq!(read("\u{e9}".as_bytes()), Ok(("\u{e9}".to_owned(), None)));
    let (text, told) = read(b"; caf\xe9\n(a)").unwrap();
    assert_eq!(text, "; caf\u{e9}\n(a)");
    let told = told.unwrap().to_string();
    assert!(
        told.contains("line 1, byte 5") && told.contains("read as Latin-1"),
        "{told}"
    );
    assert!(read(b"\xe9\0").is_err() && read(b"\x89PNG").is_err());
}

#[test]
fn text_must_be_utf_8() {
    assert_eq!(text("é".into(), "x").unwrap(), "é");
    let bad = text(b"a\nb\xff".to_vec(), "x").unwrap_err().to_string();
    assert!(
        bad.starts_with("x: is not UTF-8 text from line 2, byte 3"),
        "{bad}"
    );
}
