//! Files compressed by gzip or xz. The format of an input is detected from its first bytes, and the format of an output
//! from the extension of the file name.

use std::io::{self, BufReader, Chain, Cursor, Read, Write as _};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzReader, XzWriter};

use super::stream::limit_of;

/// Maximum memory for reading an xz file, in KiB. `xz -9` needs 65 MiB.
const MOST_DICTIONARY: u32 = 256 << 10;

/// Level of compression: the default of `gzip` and `xz`.
const LEVEL: u32 = 6;

/// An input whose first bytes were already read: these bytes, and then the rest.
type Whole<R> = Chain<Cursor<Vec<u8>>, R>;

/// A format of compressed files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// The format of `gzip` (RFC 1952).
    Gzip,
    /// The format of `xz` (XZ Utils).
    Xz,
}

impl Compression {
    /// Returns the compression format for the extension of a file name, if there is one.
    pub fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "gz" => Some(Self::Gzip),
            "xz" => Some(Self::Xz),
            _ => None,
        }
    }

    const fn magic(self) -> &'static [u8] {
        match self {
            Self::Gzip => &[0x1f, 0x8b, 0x08],
            Self::Xz => &[0xfd, b'7', b'z', b'X', b'Z', 0],
        }
    }
}

/// The content of an input, decompressed while it is read.
pub enum Content<R: Read> {
    Plain(Whole<R>),
    Gzip(MultiGzDecoder<BufReader<Whole<R>>>),
    Xz(Box<XzReader<BufReader<Whole<R>>>>),
}

/// Returns the content of an input. The input may consist of several compressed files, one after another.
pub fn decompressed<R: Read>(mut input: R) -> io::Result<Content<R>> {
    let mut first = Vec::new();
    input.by_ref().take(6).read_to_end(&mut first)?;
    let is = |kind: Compression| first.starts_with(kind.magic());
    let (is_gzip, is_xz) = (is(Compression::Gzip), is(Compression::Xz));
    let whole = Cursor::new(first).chain(input);
    Ok(if is_gzip {
        Content::Gzip(MultiGzDecoder::new(BufReader::new(whole)))
    } else if is_xz {
        let input = BufReader::new(whole);
        let reader = XzReader::new_mem_limit(input, true, MOST_DICTIONARY);
        Content::Xz(Box::new(reader))
    } else {
        Content::Plain(whole)
    })
}

impl<R: Read> Read for Content<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(input) => input.read(buffer),
            Self::Gzip(input) => input.read(buffer).map_err(damaged),
            Self::Xz(input) => input.read(buffer).map_err(damaged),
        }
    }
}

/// Converts the error of a decompressor to an error about the input. An error caused by a limit is not changed.
fn damaged(error: io::Error) -> io::Error {
    if limit_of(&error).is_some() {
        return error;
    }
    io::Error::other("the compressed file is damaged or cut off, or needs too much memory")
}

/// Compresses bytes. The result contains neither a name nor a date, so the same bytes are always compressed to the same
/// result.
///
/// # Errors
/// Any error of the compressor.
pub fn compress(bytes: &[u8], kind: Compression) -> io::Result<Vec<u8>> {
    match kind {
        Compression::Gzip => {
            let mut out = GzEncoder::new(Vec::new(), flate2::Compression::new(LEVEL));
            out.write_all(bytes)?;
            out.finish()
        }
        Compression::Xz => {
            let mut out = XzWriter::new(Vec::new(), XzOptions::with_preset(LEVEL))?;
            out.write_all(bytes)?;
            out.finish()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Compression, compress};
    use crate::read_limited::stream;
    use crate::stop::Stop;

    const BOTH: [Compression; 2] = [Compression::Gzip, Compression::Xz];

    fn read(bytes: &[u8], most: u64) -> Result<Vec<u8>, String> {
        stream(bytes, "f", most, &Stop::default()).map_err(|bad| bad.to_string())
    }

    #[test]
    fn a_compressed_file_is_read_as_its_content() {
        let text = "p cnf 1 1\n1 0\n".repeat(20_000);
        for kind in BOTH {
            let packed = compress(text.as_bytes(), kind).unwrap();
            assert!(packed.len() < text.len() / 20, "{kind:?}");
            assert_eq!(read(&packed, 1 << 20).unwrap(), text.as_bytes());
            let twice = read(&[&packed[..], &packed].concat(), 1 << 20).unwrap();
            assert_eq!(twice.len(), 2 * text.len());
            assert_eq!(compress(text.as_bytes(), kind).unwrap(), packed);
            assert_eq!(read(&compress(b"", kind).unwrap(), 1).unwrap(), b"");
        }
    }

    #[test]
    fn the_maximum_size_applies_to_the_content() {
        for kind in BOTH {
            let packed = compress(&vec![0; 8 << 20], kind).unwrap();
            let bad = read(&packed, 1 << 20).unwrap_err();
            assert!(bad.contains("more than 1 MiB"), "{bad}");
        }
    }

    #[test]
    fn a_damaged_file_is_rejected() {
        for kind in BOTH {
            let packed = compress(&b"a text that is damaged".repeat(50), kind).unwrap();
            for end in kind.magic().len()..packed.len() {
                let bad = read(&packed[..end], 1 << 20).unwrap_err();
                assert!(bad.contains("damaged or cut off"), "{kind:?} {end}: {bad}");
            }
            let mut flipped = packed.clone();
            let middle = flipped.len() - 10;
            flipped[middle] ^= 1;
            assert!(read(&flipped, 1 << 20).is_err(), "{kind:?}");
        }
    }

    #[test]
    fn a_file_that_asks_for_a_huge_dictionary_is_rejected() {
        // The file was written by `xz --lzma2=dict=1GiB`.
        let huge = include_bytes!("huge-dictionary.xz");
        assert!(read(huge, 1 << 20).is_err());
    }

    #[test]
    fn the_ending_of_a_name_decides_how_it_is_written() {
        let of = |name: &str| Compression::of_name(Path::new(name));
        assert_eq!(of("a.cnf.xz"), Some(Compression::Xz));
        assert_eq!(of("a.CNF.GZ"), Some(Compression::Gzip));
        assert_eq!(of("a.cnf"), None);
        assert_eq!(of("xz"), None);
        let ending = |name: &str| crate::read_limited::ending(Path::new(name));
        assert_eq!(ending("a.cnf.xz").as_deref(), Some("cnf"));
        assert_eq!(ending("a.CNF").as_deref(), Some("cnf"));
        assert_eq!(ending("a.xz"), None);
    }
}
