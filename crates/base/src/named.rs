//! Enums whose values have the same names on the command line, in TOML, in JSON and in messages.
//!
//! [`strum`] derives the names from the identifiers (`OneBaseAtATime` becomes `one-base-at-a-time`), and the help texts
//! from the documentation of the variants.

use strum::{EnumMessage, VariantArray};

/// An enum whose values have a name for input, output and messages. The trait is implemented for every enum that
/// derives `EnumMessage`, `IntoStaticStr` and `VariantArray` of strum.
pub trait Named: Copy + EnumMessage + Into<&'static str> + VariantArray {
    /// Returns the name of this value.
    fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the value with this name.
    fn by_name(name: &str) -> Option<Self> {
        let mut all = Self::VARIANTS.iter().copied();
        all.find(|value| value.name() == name)
    }

    /// Returns the value with this name. `kind` is a noun for the values, such as `encoding`.
    ///
    /// # Errors
    /// A message that lists all names, if no value has this name.
    fn parsed(kind: &str, name: &str) -> Result<Self, String> {
        Self::by_name(name).ok_or_else(|| {
            let names = Self::names();
            format!("no {kind} is called \"{name}\"; choose one of {names}")
        })
    }

    /// Returns all names, separated by commas, for messages.
    fn names() -> String {
        let names: Vec<&str> = Self::VARIANTS.iter().map(|value| value.name()).collect();
        names.join(", ")
    }

    /// Returns the documentation of the value, on one line and without the final full stop.
    fn help(self) -> String {
        let says = self.get_documentation().unwrap_or_default();
        let says = says.trim_end().trim_end_matches('.');
        // At every start, the program calls this function for all values, so the usual case avoids the join.
        if says.contains('\n') {
            says.lines().map(str::trim).collect::<Vec<_>>().join(" ")
        } else {
            says.to_owned()
        }
    }
}

impl<T: Copy + EnumMessage + Into<&'static str> + VariantArray> Named for T {}

#[cfg(test)]
mod tests {
    use strum::{EnumMessage, IntoStaticStr, VariantArray};

    use super::Named;

    #[derive(Clone, Copy, Debug, PartialEq, EnumMessage, IntoStaticStr, VariantArray)]
    #[strum(serialize_all = "kebab-case")]
    enum Colour {
        Red,
        /// The colour of the sea
        /// in summer.
        DarkBlue,
    }

    #[test]
    fn a_value_is_found_only_by_its_name() {
        assert_eq!(Colour::by_name("dark-blue"), Some(Colour::DarkBlue));
        assert_eq!(Colour::by_name("Dark-blue"), None);
        assert_eq!(Colour::names(), "red, dark-blue");
    }

    #[test]
    fn the_help_is_the_documentation() {
        assert_eq!(Colour::DarkBlue.help(), "The colour of the sea in summer");
        assert_eq!(Colour::Red.help(), "");
    }
}
