//! Sealed documents: JSON that carries the SHA-256 of itself.
//!
//! The digest is taken of the document in compact form with an empty digest in it. So one file tells
//! by itself whether it is whole, and a rename puts it in place at once.

use saut_base::BadInput;
use saut_base::digest::sha256;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A document with a field for its own digest.
pub trait Sealed: Clone + Serialize + DeserializeOwned {
    /// The field.
    fn seal(&mut self) -> &mut String;

    /// The document with its digest in it.
    fn sealed(mut self) -> Self {
        self.seal().clear();
        let digest = digest(&self);
        *self.seal() = digest;
        self
    }

    /// Reads a document, if it is whole.
    ///
    /// # Errors
    /// It is no such document, or not as it was written.
    fn read(text: &str, place: &str) -> Result<Self, BadInput> {
        let document: Self = serde_json::from_str(text).map_err(|error| {
            BadInput::new(place, format!("cannot be understood ({error})"))
                .remedy("was it cut short, or written by another version of saut?")
        })?;
        let mut unsealed = document.clone();
        let wanted = std::mem::take(unsealed.seal());
        if digest(&unsealed) == wanted {
            return Ok(document);
        }
        Err(
            BadInput::new(place, "is not as it was written: its SHA-256 is another")
                .remedy("was it changed by hand, or cut short?"),
        )
    }
}

fn digest(document: &impl Serialize) -> String {
    // Documents of text and whole numbers can always be written.
    sha256(&serde_json::to_vec(document).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::Sealed;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Note {
        text: String,
        sha256: String,
    }

    impl Sealed for Note {
        fn seal(&mut self) -> &mut String {
            &mut self.sha256
        }
    }

    fn written() -> String {
        let note = Note {
            text: "ab".to_owned(),
            sha256: String::new(),
        };
        serde_json::to_string_pretty(&note.sealed()).unwrap()
    }

    #[test]
    fn what_was_written_is_read() {
        assert_eq!(Note::read(&written(), "n").unwrap().text, "ab");
    }

    #[test]
    fn a_changed_letter_and_a_truncated_end_are_noticed() {
        let changed = Note::read(&written().replace("ab", "ac"), "n").unwrap_err();
        assert!(changed.to_string().contains("SHA-256"), "{changed}");
        let text = written();
        for end in 0..text.len() {
            assert!(Note::read(&text[..end], "n").is_err(), "{end}");
        }
    }
}
