//! Encodings by name, with their choices after a slash: `sequential/ladder`, `smt/integer`,
//! `r2-exists/random:7/packed/unfolded`. Choices that are the default are left out when written.

use saut_plan::BadInput;
use saut_plan::encode::{AtMostOne, Encoding, Form, Order};

/// The encoding of that name.
///
/// # Errors
/// No encoding, or no choice of it, is called so.
pub fn read(text: &str) -> Result<Encoding, BadInput> {
    let mut parts = text.split('/');
    let name = parts.next().unwrap_or_default();
    let mut encoding = match name {
        "sequential" => Encoding::SEQUENTIAL,
        "forall" => Encoding::Forall,
        "r2-exists" => Encoding::R2_EXISTS,
        "smt" => Encoding::Smt {
            form: Form::default(),
        },
        _ => {
            let fact = format!("there is no encoding {name:?}");
            let remedy = format!("there are {}", Encoding::NAMES.join(", "));
            return Err(BadInput::new("", fact).remedy(remedy));
        }
    };
    for part in parts {
        choose(&mut encoding, part).map_err(|choices| {
            let fact = format!("the encoding {name} has no choice {part:?}");
            BadInput::new("", fact).remedy(if choices.is_empty() {
                "it has none at all".to_owned()
            } else {
                format!("there are {choices}")
            })
        })?;
    }
    Ok(encoding)
}

/// Makes a choice; else says which there are.
fn choose(encoding: &mut Encoding, choice: &str) -> Result<(), String> {
    fn one_of<T: Copy>(all: &[(&str, T)], name: &str) -> Result<T, String> {
        let found = all.iter().find(|(known, _)| *known == name);
        let names = || all.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        found
            .map(|&(_, choice)| choice)
            .ok_or_else(|| names().join(", "))
    }
    match encoding {
        Encoding::Sequential { at_most_one } => *at_most_one = one_of(&AtMostOne::ALL, choice)?,
        Encoding::Smt { form } => *form = one_of(&Form::ALL, choice)?,
        Encoding::Forall => return Err(String::new()),
        Encoding::R2Exists {
            order,
            left_packing,
            fold,
        } => match choice {
            "packed" => *left_packing = true,
            "unfolded" => *fold = false,
            _ => {
                *order = choice
                    .parse::<Order>()
                    .map_err(|_| format!("packed, unfolded, or an order: {}", Order::NAMES))?;
            }
        },
    }
    Ok(())
}

/// The name of an encoding with the choices that are not the default.
pub fn write(encoding: Encoding) -> String {
    let mut text = encoding.name().to_owned();
    let mut choice = |choice: &str| {
        text.push('/');
        text.push_str(choice);
    };
    match encoding {
        Encoding::Sequential { at_most_one } => {
            if encoding != Encoding::SEQUENTIAL {
                choice(&at_most_one.to_string());
            }
        }
        Encoding::Smt { form } => {
            if form != Form::default() {
                choice(&form.to_string());
            }
        }
        Encoding::Forall => {}
        Encoding::R2Exists {
            order,
            left_packing,
            fold,
        } => {
            if order != Order::GROUPED {
                choice(&order.to_string());
            }
            if left_packing {
                choice("packed");
            }
            if !fold {
                choice("unfolded");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{read, write};

    #[test]
    fn names_with_choices_come_back() {
        for name in [
            "sequential",
            "sequential/ladder",
            "forall",
            "r2-exists",
            "r2-exists/random:7",
            "r2-exists/fresh:1-alternating/packed/unfolded",
            "smt",
            "smt/integer",
        ] {
            assert_eq!(write(read(name).unwrap()), name);
        }
        assert_eq!(write(read("sequential/pairwise").unwrap()), "sequential");
    }

    #[test]
    fn other_names_and_choices_are_refused_with_those_that_there_are() {
        let refused = |name| read(name).unwrap_err().to_string();
        assert!(refused("forall2").contains("there are sequential, forall, r2-exists, smt"));
        assert!(refused("smt/ladder").contains("there are disjunction, integer"));
        assert!(refused("forall/x").contains("none at all"));
        assert!(refused("r2-exists/sideways").contains("direction, random:SEED"));
    }
}
