#!/usr/bin/env bash
# The English central game through every encoding, language and outside solver, and back: `saut encode`, the solver with 60 s
# of processor time, `saut decode`, which replays the plan. Prints the table of round-trip.md. Usage: round-trip.sh SAUT
set -u
saut=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
limit=${LIMIT:-60}

row() { # ENCODING HORIZON FORMAT SOLVER COMMAND…
    local encoding=$1 horizon=$2 format=$3 solver=$4
    shift 4
    local file=formula.$format language=smtlib
    [ "$format" = cnf ] && language=dimacs
    "$saut" encode central --encoding "$encoding" --horizon "$horizon" --format "$language" -o "$file" 2>/dev/null >size
    rm -f model
    local said=$({ TIMEFORMAT='%U'; time (ulimit -t "$limit"; "$@" "$file" >out 2>&1); } 2>&1 | tail -n 1)
    [ -s model ] || cp out model
    if "$saut" decode central --encoding "$encoding" --horizon "$horizon" --model model >decoded 2>&1; then
        local end="$(grep -o '[0-9]* jumps' decoded | head -n 1), replayed"
    elif grep -qi '^\(s \)\?unsat' out model; then
        local end="unsatisfiable"
    else
        local end="none within $limit s"
    fi
    printf '| %s | %s | %s | %s | %s | %s |\n' "$encoding" "$horizon" "${format/cnf/DIMACS}" "$solver" "$said" "$end"
}

echo '| encoding | steps | language | solver | processor seconds | end |'
echo '|---|---|---|---|---|---|'
minisat_to() { minisat "$1" model; }
for pair in naive:31 sequential:31 sequential/product:31 forall:13 exists:13 r2-exists:5 r2-exists/walks:8:3; do
    encoding=${pair%:*} horizon=${pair##*:}
    row "$encoding" "$horizon" cnf cadical cadical -q
    row "$encoding" "$horizon" cnf minisat minisat_to
    row "$encoding" "$horizon" smt2 z3 z3
    row "$encoding" "$horizon" smt2 yices-smt2 yices-smt2
    row "$encoding" "$horizon" smt2 cvc5 cvc5 --produce-models
done
for encoding in smt smt/integer; do
    for solver in z3 yices-smt2 "cvc5 --produce-models"; do
        # shellcheck disable=SC2086
        row "$encoding" 31 smt2 "${solver%% *}" $solver
    done
done
