#!/bin/sh
# 200 boards of many shapes, 60 to some more than 400 holes, along square, square-diagonal and triangular lines. Each is
# full except for one hole. The goal is one peg in the same hole, and in a second puzzle one peg anywhere, if the
# position class allows it.
# Usage: benches/shapes.sh SAUT FOLDER [SEEDS]     SEEDS as in "1, 2, 3"
# Writes the boards, the definition, the records and a report with plots to FOLDER; prints a summary.
set -e
saut=$1 folder=$2 seeds=${3:-1}
mkdir -p "$folder"
boards=0

# A family, then the options of `saut generate`.
board() {
    family=$1
    shift
    boards=$((boards + 1))
    mkdir -p "$folder/$family"
    for goal in "" --anywhere; do
        file=$folder/$family/$(printf %03d $boards)${goal#-}.toml
        "$saut" generate "$@" $goal --count 1 -o "$file" > "$folder/generate.log" 2>&1 || continue
        # If the class allows no vacancy with the last peg in the same hole, this is the board with one peg anywhere.
        if [ -z "$goal" ] && grep -q '^goal = "one peg"' "$file"; then rm "$file"; fi
    done
}

seed=0
for holes in 60 80 110 150 200 260 320 390; do
    seed=$((seed + 1))
    for shape in disc diamond cross octagon heart ring convex random; do
        board $shape --shape $shape --holes $holes --seed $seed
    done
    board rectangle --shape rectangle --holes $holes
    board strip --shape rectangle --holes $holes --width $((3 + seed % 2))
    board strip --shape rectangle --holes $holes --width $((5 + seed % 3))
done
for letter in A C E G H L O S T X; do
    board letter --shape letter --letter $letter --holes 60
done
for letter in B K M R Z; do board letter --shape letter --letter $letter --holes 110; done
for letter in D N; do board letter --shape letter --letter $letter --holes 200; done
seed=0
for holes in 80 150 260 390; do
    seed=$((seed + 1))
    for shape in disc octagon heart convex rectangle; do
        board cut-out --shape $shape --holes $holes --cut-out 9 --seed $seed
    done
done
for lines in square-diagonal triangle; do
    seed=0
    for holes in 60 130 240 380; do
        seed=$((seed + 1))
        for shape in disc diamond octagon heart ring convex random triangle; do
            board $lines-lines --shape $shape --holes $holes --seed $seed --lines $lines
        done
        board $lines-lines --shape rectangle --holes $holes --width $((3 + seed)) --lines $lines
    done
    for letter in B K; do board $lines-lines --shape letter --letter $letter --holes 110 --lines $lines; done
done
for width in 4 5 6; do
    board cross --shape cross --width $width --holes 200
done

{
    printf 'name = "shapes"\ntimeout_seconds = 10\nmemory_mib = 4096\nseeds = [%s]\n' "$seeds"
    printf 'horizons = ["search"]\nbackends = ["saut"]\n'
    for family in "$folder"/*/; do
        name=$(basename "$family")
        [ "$name" = report ] || printf '\n[[set]]\nfamily = "%s"\npuzzles = ["%s"]\n' "$name" "$name"
    done
} > "$folder/shapes.toml"
rm -f "$folder/shapes.jsonl"
"$saut" bench "$folder/shapes.toml" -o "$folder/shapes.jsonl" > "$folder/bench.log"
"$saut" report "$folder/shapes.jsonl" -o "$folder/report" --format all > "$folder/report.log"

# A summary of the records: one line each for all, for both goals, and for each family.
echo "$boards boards"
awk '
function field(name,    text) {
    if (!match($0, "\"" name "\":[^,}]*")) return ""
    text = substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
    gsub(/"/, "", text)
    return text
}
{
    seconds = field("wall_seconds"); outcome = field("outcome"); family = field("family")
    print "all", outcome, seconds
    print (field("puzzle") ~ /anywhere/ ? "goal-anywhere" : "goal-same-hole"), outcome, seconds
    print family, outcome, seconds
}' "$folder/shapes.jsonl" | sort -k1,1 -k3,3g | awk '
function told() {
    if (group == "") return
    printf "| %s | %d | %d | %d | %d | %.2f | %.2f |\n", group, n, solved, infeasible,
        n - solved - infeasible, time[int((n + 1) / 2)], time[n]
}
BEGIN {
    print "| boards | runs | solved | infeasible | undecided | median s | worst s |"
    print "|---|---|---|---|---|---|---|"
}
$1 != group { told(); group = $1; n = solved = infeasible = 0 }
{ time[++n] = $3; solved += $2 == "solved"; infeasible += $2 == "infeasible" }
END { told() }'

# Time grows as a power of the number of holes: least squares over logarithms of solved runs.
for family in disc convex random rectangle ring heart; do
    grep "\"family\":\"$family\"" "$folder/shapes.jsonl" | grep '"outcome":"solved"' | awk -v family=$family '
    function field(name) {
        match($0, "\"" name "\":[0-9.e-]*")
        return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
    }
    {
        x = log(field("holes")); y = field("cpu_seconds"); y = log(y < 0.001 ? 0.001 : y)
        n++; sx += x; sy += y; sxx += x * x; sxy += x * y
    }
    END { printf "%s: processor time grows with holes to the power %.1f (%d runs)\n", family,
        (n * sxy - sx * sy) / (n * sxx - sx * sx), n }'
done
