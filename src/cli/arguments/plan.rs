//! `saut plan` and `saut validate`: their flags.

use std::path::{Path, PathBuf};

use clap::Args;
use saut::BadInput;
use saut_plan::Minimise;
use saut_plan::planning::PlanMethod;

use super::named::named;
use super::{BackendNames, EncodingArguments};

/// A planning task by its files.
#[derive(Debug, Args)]
pub struct NamedTask {
    /// The domain in PDDL; it may be left out where it lies beside the problem, as domain.pddl, in the folder
    /// above, or with the name or the number of the problem, as in p01-domain.pddl
    #[arg(required_unless_present = "sas")]
    pub domain: Option<String>,

    /// The problem in PDDL
    pub problem: Option<String>,

    /// A task as Fast Downward's translator writes it (output.sas), instead of domain and problem
    #[arg(long, value_name = "FILE", conflicts_with = "domain")]
    pub sas: Option<String>,
}

/// `saut plan`
#[derive(Debug, Args)]
pub struct PlanTask {
    #[command(flatten)]
    pub task: NamedTask,

    /// One way to decide, alone: auto is all of them
    #[arg(long, value_name = "NAME", value_parser = named::<PlanMethod>(), default_value = "auto")]
    pub method: PlanMethod,

    /// Find a plan that is as short as possible
    #[arg(long, aliases = ["minimize", "optimal"], value_name = "WHAT", value_parser = named::<Minimise>())]
    pub minimise: Option<Minimise>,

    /// With --minimise: keep the proof that no plan is shorter or cheaper in FILE, one file for each length, and its
    /// formula in FILE.cnf; LRAT if FILE ends in .lrat, and else DRAT
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,

    #[command(flatten)]
    pub backends: BackendNames,

    #[command(flatten)]
    pub encoding: EncodingArguments,
}

/// `saut improve`
#[derive(Debug, Args)]
pub struct Improve {
    /// The domain in PDDL; it may be left out where it lies beside the problem, as for `saut plan`
    pub domain: Option<String>,

    /// The problem in PDDL
    #[arg(required_unless_present = "sas")]
    pub problem: Option<String>,

    /// The plan to begin with, one (ACTION OBJECT ...) a line; - for standard input
    pub plan: Option<String>,

    /// A task as Fast Downward's translator writes it (output.sas), instead of domain and problem
    #[arg(long, value_name = "FILE", conflicts_with = "problem")]
    pub sas: Option<String>,

    /// Keep the states that show the bound in FILE
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
}

/// `saut validate`
#[derive(Clone, Debug, Args)]
pub struct Validate {
    /// The domain in PDDL; it may be left out where it lies beside the problem, as for `saut plan`
    pub domain: Option<String>,

    /// The problem in PDDL
    #[arg(required_unless_present = "sas")]
    pub problem: Option<String>,

    /// The plan, one (ACTION OBJECT ...) a line, as `saut plan` prints it and others do (0.000: before
    /// a step, [1] behind it), or a document of `saut plan --json`, whose certificate is checked anew;
    /// - for standard input
    pub plan: Option<String>,

    /// A task as Fast Downward's translator writes it (output.sas), instead of domain and problem
    #[arg(long, value_name = "FILE", conflicts_with = "problem")]
    pub sas: Option<String>,

    /// Write what the certificate of a document shows as a pseudo-Boolean formula (OPB), and its proof beside it, with the ending .pbp:
    /// `veripb FILE.opb FILE.pbp` checks them
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,
}

impl Validate {
    /// The files of the formula and of its proof beside it, if they are to be written.
    ///
    /// # Errors
    /// The name is that of the proof.
    pub fn exported(&self) -> Result<Option<(&Path, PathBuf)>, BadInput> {
        let Some(formula) = self.export.as_deref() else {
            return Ok(None);
        };
        let proof = formula.with_extension("pbp");
        if proof == formula {
            let fact =
                "FILE is for the formula; the proof goes into a file ending in .pbp beside it";
            return Err(BadInput::new("--export", fact).remedy("name a file ending in .opb"));
        }
        Ok(Some((formula, proof)))
    }
}
