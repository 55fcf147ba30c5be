//! `saut explain`: its flags.

use clap::{Args, ValueEnum};

use super::SubjectArguments;

/// `saut explain`
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Explain {
    #[command(flatten)]
    pub subject: SubjectArguments,

    /// Format of the explanation
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    pub format: ExplainFormat,

    /// Also say how often each kind of jump can occur in any plan, and how few jumps there must be
    #[arg(long)]
    pub jumps: bool,

    /// With --jumps: also say whether a plan attains each limit, by every position on a solution, with
    /// a plan that has the jump as often as any
    #[arg(long, requires = "jumps")]
    pub attained: bool,

    /// Also write goal - start as a sum of jumps: with whole coefficients, with non-negative
    /// fractions, with non-negative whole numbers, as far as there is such a sum
    #[arg(long)]
    pub witness: bool,

    /// Also draw the reduction of start and goal step by step, to nine holes and to four
    #[arg(long)]
    pub reduction: bool,

    /// Also list the sixteen signatures with their sums in the group of a, b, c and e, and the holes in
    /// which a single peg has each
    #[arg(long)]
    pub classes: bool,

    /// Also list the facets of a small board up to its symmetries: the pagoda functions that all others
    /// are sums of
    #[arg(long)]
    pub facets: bool,
}

/// Output formats of `explain`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    /// With characters
    Text,
    /// As one picture, to standard output
    Svg,
}
