//! What both games have in a file.

use serde::de::DeserializeOwned;
use toml::Spanned;

use crate::Entry;
use crate::place::Located;
use saut_base::bad_input::BadInput;

/// A table `[[puzzle]]` of one game, as it is written.
pub trait Written: DeserializeOwned {
    /// Its name and where that stands.
    fn name(&self) -> &Spanned<String>;

    /// The puzzle; lines and columns in messages are those of the file.
    fn entry(&self, text: &Located<'_>) -> Result<Entry, BadInput>;
}
