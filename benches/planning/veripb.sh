#!/bin/bash
# Bounds as pseudo-Boolean proofs: for each task, exports the bound that saut finds in SECONDS, checks it with VeriPB, and reads its
# formula with tests/certificates/opb.py. Prints one JSON record per task; the last line has the totals.
#
#     benches/planning/veripb.sh SAUT [SECONDS] < list
#
# The list has a domain and a problem per line. veripb must be on PATH (cargo install veripb). A bound that is too large, of an unsupported
# kind, or 0, is recorded as "not exported". VeriPB has 20 times SECONDS of wall-clock time; otherwise the record is "unfinished".
# Rejections are tested by
#     cargo test -p saut-veripb veripb -- --nocapture
set -u
saut=$1
seconds=${2:-10}
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
accepted=0 refused=0 unfinished=0 others=0
cpu() { # the seconds of processor time of a command, on the last line of $folder/time
    local TIMEFORMAT='%U'
    { time "$@" >"$folder/out" 2>"$folder/err"; } 2>"$folder/time"
}
while read -r domain problem; do
    rm -f "$folder"/bound.*
    "$saut" plan "$domain" "$problem" --minimise cost --json --threads 1 --timeout "$seconds" --memory 1024 \
        --proof "$folder/bound.states" >"$folder/answer.json" 2>/dev/null
    cpu "$saut" validate "$domain" "$problem" "$folder/answer.json" --export "$folder/bound.opb" --timeout $((20 * seconds))
    why=$(tail -n 1 "$folder/err")
    export=$(cat "$folder/time")
    if [ ! -s "$folder/bound.opb" ]; then
        others=$((others + 1)) verdict="not exported" check=null reader=null
    else
        cpu timeout $((20 * seconds)) veripb "$folder/bound.opb" "$folder/bound.pbp"
        status=$?
        check=$(cat "$folder/time")
        if [ $status = 124 ]; then
            unfinished=$((unfinished + 1)) verdict=unfinished
        elif grep -q '^s VERIFIED UNSATISFIABLE' "$folder/out"; then
            accepted=$((accepted + 1)) verdict=accepted
        else
            refused=$((refused + 1)) verdict=refused
        fi
        why=""
        if python3 "$root/tests/certificates/opb.py" "$folder/bound.opb" >/dev/null 2>&1; then reader=true; else reader=false; fi
    fi
    DOMAIN=$domain PROBLEM=$problem VERDICT=$verdict WHY=$why EXPORT=$export CHECK=$check READER=$reader FOLDER=$folder python3 - <<'P'
import json, os
e, folder = os.environ, os.environ["FOLDER"]
try:
    answer = json.load(open(f"{folder}/answer.json"))
except ValueError:
    answer = {}
certificate = answer.get("bound_certificate") or answer.get("certificate") or {}
size = lambda name: os.path.getsize(f"{folder}/{name}") if os.path.exists(f"{folder}/{name}") else None
number = lambda text: None if text == "null" else float(text)
name = lambda path: "/".join(path.split("/")[-2:])
print(json.dumps({
    "task": name(e["PROBLEM"]), "verdict": e["VERDICT"], "why": e["WHY"] or None,
    "bound": answer.get("bound"), "cost": answer.get("cost"), "optimal": answer.get("optimal"),
    "kind": certificate.get("kind"), "states": certificate.get("count"),
    "formula_bytes": size("bound.opb"), "proof_bytes": size("bound.pbp"),
    "validate_cpu_seconds": number(e["EXPORT"]), "veripb_cpu_seconds": number(e["CHECK"]),
    "reader_agrees": {"true": True, "false": False}.get(e["READER"]),
}))
P
done
echo "accepted $accepted, refused $refused, unfinished $unfinished, not exported $others" >&2
[ "$refused" = 0 ]
