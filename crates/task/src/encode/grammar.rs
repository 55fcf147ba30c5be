//! The grammar of encodings: one way to name an encoding with all its choices.
//!
//! A name is the encoding and its choices behind slashes, those that are the default left out:
//! `sequential/ladder`, `smt/integer`, `r2-exists/random:7/packed/unfolded`. Command line,
//! definitions, records and certificates use it. The comments in formulas and the index of the
//! family say every choice in words, `r2-exists, order random:7, not folded, packed to the left`:
//! that is the alternate form, `{:#}`. Both are read.

use std::fmt;
use std::str::FromStr;

use super::{Encoding, Order, SmtForm};
use crate::bad_input::BadInput;
use crate::named::Named;

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match *self {
            Self::Sequential { at_most_one } if f.alternate() => {
                write!(f, ", at most one {at_most_one}")
            }
            Self::Sequential { at_most_one } => unless_default(f, at_most_one),
            Self::Naive | Self::Forall | Self::Exists => Ok(()),
            Self::ForallChain if f.alternate() => f.write_str(", interference by chains"),
            Self::ForallChain => f.write_str("/chain"),
            Self::R2Exists {
                order,
                left_packing,
                fold,
            } if f.alternate() => {
                let folded = if fold { "folded" } else { "not folded" };
                let packed = ["not packed", "packed to the left"][usize::from(left_packing)];
                write!(f, ", order {order}, {folded}, {packed}")
            }
            Self::R2Exists {
                order,
                left_packing,
                fold,
            } => {
                unless_default(f, order)?;
                f.write_str(if left_packing { "/packed" } else { "" })?;
                f.write_str(if fold { "" } else { "/unfolded" })
            }
            Self::Smt { form } if f.alternate() => write!(f, ", form {form}"),
            Self::Smt { form } => unless_default(f, form),
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
                    .remedy(format!("there are {names}"))
            })?;
        for part in parts {
            encoding.choose(part).map_err(|remedy| {
                BadInput::new("", format!("the encoding {name} has no choice {part:?}"))
                    .remedy(remedy)
            })?;
        }
        Ok(encoding)
    }
}

impl Encoding {
    /// Makes a choice; else says which there are.
    fn choose(&mut self, choice: &str) -> Result<(), String> {
        fn one_of<T: Named>(choice: &str, words: &str) -> Result<T, String> {
            let name = choice.strip_prefix(words).unwrap_or(choice);
            T::by_name(name).ok_or_else(|| format!("there are {}", T::names()))
        }
        match self {
            Self::Sequential { at_most_one } => *at_most_one = one_of(choice, "at most one ")?,
            Self::Forall | Self::ForallChain => {
                *self = match choice.strip_prefix("interference by ").unwrap_or(choice) {
                    "pairs" => Self::Forall,
                    "chain" | "chains" => Self::ForallChain,
                    _ => return Err("there are pairs, chain".to_owned()),
                }
            }
            Self::Naive | Self::Exists => return Err("it has none at all".to_owned()),
            Self::R2Exists {
                order,
                left_packing,
                fold,
            } => match choice {
                "packed" | "packed to the left" => *left_packing = true,
                "not packed" => *left_packing = false,
                "folded" => *fold = true,
                "unfolded" | "not folded" => *fold = false,
                _ => {
                    let name = choice.strip_prefix("order ").unwrap_or(choice);
                    let or_an_order = "there are packed, unfolded, or an order:";
                    *order = name
                        .parse()
                        .map_err(|_| format!("{or_an_order} {}", Order::NAMES))?;
                }
            },
            Self::Smt { form } => *form = one_of::<SmtForm>(choice, "form ")?,
        }
        Ok(())
    }
}

/// Every encoding, with any choices.
#[cfg(test)]
pub fn any_encoding() -> impl proptest::strategy::Strategy<Value = Encoding> {
    use crate::encode::AtMostOne;
    use proptest::prelude::*;
    let order = prop_oneof![
        Just(Order::GROUPED),
        any::<u64>().prop_map(Order::random),
        any::<u64>().prop_map(Order::fresh),
        any::<u64>().prop_map(Order::layers),
        any::<u64>().prop_map(Order::supporters),
        any::<u64>().prop_map(Order::walks),
    ];
    let order = (order, any::<bool>()).prop_map(|(order, alternating)| {
        if alternating {
            order.alternating()
        } else {
            order
        }
    });
    prop_oneof![
        proptest::sample::select(AtMostOne::ALL)
            .prop_map(|at_most_one| Encoding::Sequential { at_most_one }),
        Just(Encoding::Naive),
        Just(Encoding::Forall),
        Just(Encoding::ForallChain),
        Just(Encoding::Exists),
        (order, any::<bool>(), any::<bool>()).prop_map(|(order, left_packing, fold)| {
            Encoding::R2Exists {
                order,
                left_packing,
                fold,
            }
        }),
        proptest::sample::select(SmtForm::ALL).prop_map(|form| Encoding::Smt { form }),
    ]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::any_encoding;
    use crate::encode::{AtMostOne, Encoding, Order};

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
            "r2-exists/random:7",
            "r2-exists/layers:3",
            "r2-exists/supporters:3/packed",
            "r2-exists/walks:3",
            "r2-exists/fresh:1-alternating/packed/unfolded",
            "smt",
            "smt/integer",
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
            order: Order::fresh(7).alternating(),
            left_packing: true,
            fold: false,
        };
        let words = "r2-exists, order fresh:7-alternating, not folded, packed to the left";
        assert_eq!(format!("{r2_exists:#}"), words);
    }

    #[test]
    fn other_names_and_choices_are_refused_with_those_that_there_are() {
        let refused = |name: &str| name.parse::<Encoding>().unwrap_err().to_string();
        let all = "there are naive, sequential, forall, exists, r2-exists, smt";
        assert!(refused("forall2").contains(all));
        assert!(refused("smt/ladder").contains("there are disjunction, integer"));
        assert!(refused("forall/x").contains("there are pairs, chain"));
        assert!(refused("exists/x").contains("none at all"));
        assert!(refused("r2-exists/sideways").contains("direction, random:SEED"));
        assert!(refused("r2-exists/direction:7").contains("direction, random:SEED"));
        assert!(refused("smt/").contains("no choice \"\""));
    }
}
