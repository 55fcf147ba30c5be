//! The names of encodings with their options.
//!
//! A name consists of the encoding and its options, which follow after slashes. Default options are omitted. Examples
//! are `sequential/ladder`, `forall/chain` and `r2-exists/fresh:7/unfolded`. The command line, definitions, records and
//! certificates use this form.
//!
//! The alternate form, `{:#}`, states every option in words: `r2-exists, order fresh:7, not folded`. The comments in
//! formulas and the index of the benchmark family use this form. Both forms can be parsed.

use std::fmt;
use std::str::FromStr;

use super::{Encoding, Order};
use saut_base::bad_input::BadInput;
use saut_base::named::Named;

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match *self {
            Self::Sequential { at_most_one } if f.alternate() => {
                write!(f, ", at most one {at_most_one}")
            }
            Self::Sequential { at_most_one } => unless_default(f, at_most_one),
            Self::Naive | Self::Forall | Self::Exists | Self::Sase | Self::Smt => Ok(()),
            Self::ForallChain if f.alternate() => f.write_str(", interference by chains"),
            Self::ForallChain => f.write_str("/chain"),
            Self::R2Exists { order, fold } if f.alternate() => {
                let folded = if fold { "folded" } else { "not folded" };
                write!(f, ", order {order}, {folded}")
            }
            Self::R2Exists { order, fold } => {
                unless_default(f, order)?;
                f.write_str(if fold { "" } else { "/unfolded" })
            }
        }
    }
}

fn unless_default<T>(f: &mut fmt::Formatter<'_>, choice: T) -> fmt::Result
where
    T: Copy + Default + fmt::Display + PartialEq,
{
    if choice == T::default() {
        return Ok(());
    }
    write!(f, "/{choice}")
}

impl From<Encoding> for String {
    fn from(encoding: Encoding) -> Self {
        encoding.to_string()
    }
}

impl TryFrom<String> for Encoding {
    type Error = BadInput;

    fn try_from(text: String) -> Result<Self, BadInput> {
        text.parse()
    }
}

impl FromStr for Encoding {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let mut parts = text.split(['/', ',']).map(str::trim);
        let name = parts.next().unwrap_or_default();
        let mut encoding = Self::ALL
            .into_iter()
            .find(|encoding| encoding.name() == name)
            .ok_or_else(|| {
                let names = Self::ALL.map(Self::name).join(", ");
                BadInput::new("", format!("there is no encoding {name:?}"))
                    .remedy(format!("choose one of {names}"))
            })?;
        for part in parts {
            encoding.choose(part).map_err(|remedy| {
                BadInput::new("", format!("the encoding {name} has no option {part:?}"))
                    .remedy(remedy)
            })?;
        }
        Ok(encoding)
    }
}

impl Encoding {
    /// Applies an option.
    ///
    /// # Errors
    /// A text that lists the available options.
    fn choose(&mut self, choice: &str) -> Result<(), String> {
        fn one_of<T: Named>(choice: &str, words: &str) -> Result<T, String> {
            let name = choice.strip_prefix(words).unwrap_or(choice);
            T::by_name(name).ok_or_else(|| format!("choose one of {}", T::names()))
        }
        match self {
            Self::Sequential { at_most_one } => *at_most_one = one_of(choice, "at most one ")?,
            Self::Forall | Self::ForallChain => {
                *self = match choice.strip_prefix("interference by ").unwrap_or(choice) {
                    "pairs" => Self::Forall,
                    "chain" | "chains" => Self::ForallChain,
                    _ => return Err("choose one of pairs, chain".to_owned()),
                }
            }
            Self::Naive | Self::Exists | Self::Sase => return Err("it has no options".to_owned()),
            Self::R2Exists { order, fold } => match choice {
                // Older files contain this text. It has no effect.
                "not packed" => {}
                "folded" => *fold = true,
                "unfolded" | "not folded" => *fold = false,
                _ => {
                    let name = choice.strip_prefix("order ").unwrap_or(choice);
                    let or_an_order = "choose unfolded, or an order:";
                    *order = name
                        .parse()
                        .map_err(|_| format!("{or_an_order} {}", Order::NAMES))?;
                }
            },
            Self::Smt => match choice.strip_prefix("form ").unwrap_or(choice) {
                "disjunction" => {}
                _ => return Err("the only option is disjunction, the default".to_owned()),
            },
        }
        Ok(())
    }
}

#[cfg(test)]
pub mod tests {
    use proptest::prelude::*;

    use crate::encode::{AtMostOne, Encoding, Order};

    /// Returns a strategy that generates every encoding, with arbitrary options.
    pub fn any_encoding() -> impl Strategy<Value = Encoding> {
        let order = prop_oneof![
            Just(Order::Grouped),
            any::<u64>().prop_map(Order::Fresh),
            any::<u64>().prop_map(Order::Layers),
            any::<u64>().prop_map(Order::Supporters),
            any::<u64>().prop_map(Order::Walks),
        ];
        prop_oneof![
            proptest::sample::select(AtMostOne::ALL)
                .prop_map(|at_most_one| Encoding::Sequential { at_most_one }),
            Just(Encoding::Naive),
            Just(Encoding::Forall),
            Just(Encoding::ForallChain),
            Just(Encoding::Exists),
            Just(Encoding::Sase),
            (order, any::<bool>()).prop_map(|(order, fold)| Encoding::R2Exists { order, fold }),
            Just(Encoding::Smt),
        ]
    }

    proptest! {
        #[test]
        fn every_encoding_comes_back_from_its_name_and_from_its_words(encoding in any_encoding()) {
            prop_assert_eq!(encoding.to_string().parse(), Ok(encoding));
            prop_assert_eq!(format!("{encoding:#}").parse(), Ok(encoding));
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "[a-z0-9:/, -]{0,30}") {
            let _ = text.parse::<Encoding>();
        }
    }

    #[test]
    fn choices_that_are_the_default_are_left_out_of_the_name() {
        for name in [
            "naive",
            "sequential",
            "sequential/ladder",
            "forall",
            "forall/chain",
            "exists",
            "r2-exists",
            "r2-exists/layers:3",
            "r2-exists/supporters:3",
            "r2-exists/walks:3",
            "r2-exists/fresh:1/unfolded",
            "sase",
            "smt",
        ] {
            assert_eq!(name.parse::<Encoding>().unwrap().to_string(), name);
        }
        let pairwise = "sequential/pairwise".parse();
        assert_eq!(pairwise, Ok(Encoding::SEQUENTIAL));
    }

    #[test]
    fn every_choice_is_said_in_words() {
        let product = Encoding::Sequential {
            at_most_one: AtMostOne::Product,
        };
        assert_eq!(format!("{product:#}"), "sequential, at most one product");
        let r2_exists = Encoding::R2Exists {
            order: Order::Fresh(7),
            fold: false,
        };
        let words = "r2-exists, order fresh:7, not folded";
        assert_eq!(format!("{r2_exists:#}"), words);
    }

    #[test]
    fn words_of_before_are_read_that_say_what_is_always_so_now() {
        let words = "r2-exists, order direction, folded, not packed";
        assert_eq!(words.parse(), Ok(Encoding::R2_EXISTS));
        assert_eq!("smt, form disjunction".parse(), Ok(Encoding::Smt));
    }

    #[test]
    fn other_names_and_choices_are_refused_with_those_that_there_are() {
        let refused = |name: &str| name.parse::<Encoding>().unwrap_err().to_string();
        let all = "choose one of naive, sequential, forall, exists, r2-exists, sase, smt";
        assert!(refused("forall2").contains(all));
        assert!(refused("smt/integer").contains("the only option is disjunction"));
        assert!(refused("forall/x").contains("choose one of pairs, chain"));
        assert!(refused("exists/x").contains("no options"));
        for choice in [
            "sideways",
            "direction:7",
            "packed",
            "packed to the left",
            "random:7",
            "fresh:7-alternating",
            "fresh:",
        ] {
            let why = refused(&format!("r2-exists/{choice}"));
            assert!(
                why.contains("unfolded, or an order: direction, fresh:SEED"),
                "{why}"
            );
        }
        assert!(refused("smt/").contains("no option \"\""));
    }
}
