"""Checks a stored proof with an external checker: dratify, from PyPI.

Usage: python3 tests/outside_checker.py PROOF [PROOF...]. PROOF.cnf must be in the same folder, as written by
`saut solve --proof PROOF`. Binary proofs are first converted to text. The exit status is 1 if
a proof is rejected, or if it is still accepted after its first clause is replaced by one that
contradicts a unit clause of the formula (to detect a checker that accepts everything).
"""

import pathlib
import sys

import dratify


def as_text(proof: bytes) -> str:
    if b"\0" not in proof:
        return proof.decode()
    lines, numbers, value, shift, kind = [], [], 0, 0, None
    for byte in proof:
        if kind is None:
            kind = {0x61: "", 0x64: "d "}[byte]
            continue
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte & 0x80:
            continue
        if value:
            numbers.append(-(value >> 1) if value & 1 else value >> 1)
        else:
            lines.append(kind + " ".join(map(str, [*numbers, 0])))
            numbers, kind = [], None
        value, shift = 0, 0
    return "\n".join(lines) + "\n"


def main() -> int:
    for name in sys.argv[1:]:
        formula = pathlib.Path(name + ".cnf").read_text()
        proof = as_text(pathlib.Path(name).read_bytes())
        parsed = dratify.parse_dimacs(formula)
        if not dratify.check_proof(parsed, proof).ok:
            print(f"{name}: not accepted by dratify")
            return 1
        units = [line.split() for line in formula.splitlines()]
        unit = next(int(words[0]) for words in units if len(words) == 2 and words[1] == "0")
        if dratify.check_proof(parsed, f"{-unit} 0\n").ok:
            print(f"{name}: dratify accepts what does not follow")
            return 1
        print(f"{name}: accepted by dratify, {len(proof.splitlines())} steps")
    return 0


if __name__ == "__main__":
    sys.exit(main())
