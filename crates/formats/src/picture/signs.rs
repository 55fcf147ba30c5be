//! Signs: the characters of pictures, and their meanings in one picture.
//!
//! A sign has no fixed meaning: in `XXOXX`, the `O` may be the vacancy. All signs of a text get their meanings
//! together. If the rules below leave one possibility, it is used. If they leave several, each is an [`Assignment`],
//! and the user has to choose.

use std::collections::BTreeSet;

use itertools::{Either, Itertools as _};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Peg,
    Vacancy,
    /// A hole that a goal leaves open.
    Open,
    /// A place without a hole.
    Wall,
}

/// Signs that mean pegs, if the text contains only one of them. The first is the sign of puzzle files.
const PEGS: &str = "oO●•⚫⬤*1◉∘🔴🔵🟢🟡🟠🟣🟤";
/// Signs that mean vacancies, if the text contains only one of them. The first is the sign of puzzle files.
const VACANCIES: &str = ".·_○◯⚪◌0□⬜▫◻◽";
/// Signs that are pegs, vacancies or walls, depending on the rest of the text.
const WEAK: &str = "#Xx■⬛▪◾◼█▓▒░";

/// The sign of a vacancy if a ring is a peg, as in a paper about a SAT formula for the game.
const CROSS: char = '×';
const RING: char = '∘';

/// Pairs of sets of signs that look alike, or whose meanings are often exchanged. A text with signs of both sets is
/// ambiguous.
const ALIKE: [(&str, &str); 4] = [
    ("oO∘", "0○◯◌"),
    ("xX", "0○◯"),
    ("#■⬛", "○◯"),
    // In encyclopedias, a middle dot is a peg and o is a vacancy.
    ("oO∘0○◯", "·"),
];

/// Maximum number of signs of a picture. A text with more signs is not a picture.
const MAX: usize = 4;

/// The signs to which flags give a meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GivenSigns {
    /// The sign of a peg.
    pub peg: Option<char>,
    /// The sign of a vacancy. A space means vacancies between the holes of a row.
    pub vacancy: Option<char>,
    /// The sign of a place without a hole.
    pub wall: Option<char>,
}

impl GivenSigns {
    /// Returns the signs of pegs, vacancies and walls.
    pub(super) fn signs(self) -> [Option<char>; 3] {
        [self.peg, self.vacancy, self.wall]
    }

    pub(super) fn of([peg, vacancy, wall]: [Option<char>; 3]) -> Self {
        Self { peg, vacancy, wall }
    }

    /// Returns the meaning that a flag gives to a sign, or `None` if no flag names the sign.
    pub(super) fn meaning(self, sign: char) -> Option<Meaning> {
        let meanings = [Meaning::Peg, Meaning::Vacancy, Meaning::Wall];
        let mut given = self.signs().into_iter().zip(meanings);
        given.find_map(|(known, meaning)| (known == Some(sign)).then_some(meaning))
    }

    /// Returns the signs with their flags, in the order peg, vacancy, wall.
    pub fn flags(self) -> impl Iterator<Item = (&'static str, char)> {
        let flags = ["--peg", "--vacancy", "--wall"].into_iter();
        flags
            .zip(self.signs())
            .filter_map(|(flag, sign)| Some((flag, sign?)))
    }
}

/// Whether pegs and vacancies have the signs of puzzle files, `o` and `.`, which have no other meaning.
pub(super) fn are_ours(given: GivenSigns) -> bool {
    (given.peg, given.vacancy) == (Some('o'), Some('.'))
}

/// Whether this character is a sign that people use in pictures.
pub(super) fn is_known(symbol: char) -> bool {
    symbol == '?' || symbol == CROSS || [PEGS, VACANCIES, WEAK].iter().any(|it| it.contains(symbol))
}

/// Whether this character is a sign that only pegs have.
pub(super) fn is_peg(symbol: char) -> bool {
    PEGS.contains(symbol)
}

/// A meaning for each sign of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Assignment(Vec<(char, Meaning)>);

impl Assignment {
    pub fn meaning(&self, sign: char) -> Option<Meaning> {
        let found = self.0.iter().find(|&&(known, _)| known == sign);
        found.map(|&(_, meaning)| meaning)
    }

    /// Whether a sign means vacancies.
    pub fn has_vacancy(&self) -> bool {
        self.0.iter().any(|&(_, it)| it == Meaning::Vacancy)
    }

    /// Returns the flags that choose this assignment.
    pub fn given(&self) -> GivenSigns {
        let meanings = [Meaning::Peg, Meaning::Vacancy, Meaning::Wall];
        GivenSigns::of(meanings.map(|wanted| {
            let mut signs = self.0.iter().filter(|&&(_, it)| it == wanted);
            signs.next().map(|&(sign, _)| sign)
        }))
    }
}

/// Returns all assignments for the signs of a text. There is exactly one if the rules decide. `frames` returns whether
/// a sign is only around the other signs. `Err` has a superfluous sign: more signs than a picture can have, or a sign
/// in addition to a clear peg and a clear vacancy.
pub(super) fn assignments(
    signs: &BTreeSet<char>,
    given: GivenSigns,
    has_bars: bool,
    frames: impl Fn(char) -> bool,
) -> Result<Vec<Assignment>, char> {
    let known = |sign| match given.meaning(sign) {
        None if sign == '?' => Some(Meaning::Open),
        meaning => meaning,
    };
    let (mut fixed, open): (Vec<(char, Meaning)>, Vec<char>) =
        signs.iter().partition_map(|&sign| match known(sign) {
            Some(meaning) => Either::Left((sign, meaning)),
            None => Either::Right(sign),
        });
    let is_vacancy = |sign| VACANCIES.contains(sign) || (sign == CROSS && signs.contains(&RING));
    let of = |is_wanted: &dyn Fn(char) -> bool| -> Vec<char> {
        open.iter()
            .copied()
            .filter(|&sign| is_wanted(sign))
            .collect()
    };
    let pegs = of(&|sign| PEGS.contains(sign));
    let vacancies = of(&is_vacancy);
    let weak = of(&|sign| WEAK.contains(sign));
    let odd = of(&|sign| !is_known(sign) || (sign == CROSS && !is_vacancy(sign)));
    if open.len() > MAX {
        return Err(odd.first().copied().unwrap_or(open[MAX]));
    }
    let has = |meaning| usize::from(fixed.iter().any(|&(_, it)| it == meaning));
    let numbers = [
        pegs.len() + has(Meaning::Peg),
        vacancies.len() + has(Meaning::Vacancy),
    ];
    let is_unclear = is_alike(&open) || (has_bars && open.contains(&'_'));
    // At most one sign is a peg and at most one a vacancy. A weak sign is a peg if no other sign is a peg. It is a wall
    // if other signs are the peg and the vacancy, and it frames all other signs.
    let weak_meaning = match weak[..] {
        [] => Some(None),
        [_] if numbers[0] == 0 => Some(Some(Meaning::Peg)),
        [wall] if numbers == [1, 1] && frames(wall) => Some(Some(Meaning::Wall)),
        _ => None,
    };
    if let (Some(meaning), [], [0 | 1, 0 | 1], false) =
        (weak_meaning, &odd[..], numbers, is_unclear)
    {
        let all = |signs: Vec<char>, meaning| signs.into_iter().map(move |sign| (sign, meaning));
        fixed.extend(all(pegs, Meaning::Peg));
        fixed.extend(all(vacancies, Meaning::Vacancy));
        fixed.extend(
            meaning
                .into_iter()
                .flat_map(|meaning| all(weak.clone(), meaning)),
        );
        return Ok(vec![Assignment(fixed)]);
    }
    if let ([odd], [], [_], [_]) = (&odd[..], &weak[..], &pegs[..], &vacancies[..])
        && !frames(*odd)
    {
        // All other signs are clear, so this sign is probably a typing error.
        return Err(*odd);
    }
    let mut all = vec![fixed];
    for sign in open {
        let longer = all.iter().flat_map(|so_far| {
            let is_free = |meaning: &&Meaning| {
                **meaning == Meaning::Wall || so_far.iter().all(|(_, it)| it != *meaning)
            };
            let free = possible(sign).iter().filter(is_free);
            free.map(|&meaning| [&so_far[..], &[(sign, meaning)]].concat())
                .collect::<Vec<_>>()
        });
        all = longer.collect();
    }
    all.retain(|one| one.iter().any(|&(_, it)| it == Meaning::Peg));
    // The most likely assignments come first: assignments with few walls.
    all.sort_by_key(|one| one.iter().filter(|&&(_, it)| it == Meaning::Wall).count());
    Ok(all.into_iter().map(Assignment).collect())
}

/// Whether two of the signs are easily confused.
fn is_alike(signs: &[char]) -> bool {
    let any = |set: &str| signs.iter().any(|&sign| set.contains(sign));
    ALIKE.iter().any(|(one, other)| any(one) && any(other))
}

/// Returns the meanings that a sign can have in a text that the rules do not decide.
fn possible(sign: char) -> &'static [Meaning] {
    match sign {
        '.' => &[Meaning::Vacancy, Meaning::Wall],
        _ if PEGS.contains(sign) => &[Meaning::Peg, Meaning::Vacancy],
        _ => &[Meaning::Peg, Meaning::Vacancy, Meaning::Wall],
    }
}
