#!/bin/sh
# Boards of many shapes, each full but for one hole of those that the class admits: same hole, one seed.
# Usage: results/shapes.sh SAUT [SECONDS]   Writes a line a board: name, holes, verdict, seconds.
saut=$1 seconds=${2:-10}
folder=$(mktemp -d)
for shape in disc diamond cross octagon heart ring triangle random; do
    for holes in 60 110 200 300; do
        "$saut" generate --shape $shape --holes $holes --count 1 --out "$folder/$shape-$holes.toml" > /dev/null
    done
    "$saut" generate --shape $shape --holes 150 --cut-out 9 --count 1 --out "$folder/$shape-150-cut.toml" > /dev/null
done
for lines in triangle square-diagonal; do
    for shape in disc cross octagon random; do
        "$saut" generate --shape $shape --holes 150 --lines $lines --count 1 --out "$folder/$shape-150-$lines.toml" > /dev/null
    done
done
for file in "$folder"/*.toml; do
    "$saut" solve "$file" --timeout "$seconds" --json |
        sed 's/^{*//; s/"plan":\[[^]]*\],//' |
        awk -v name="$(basename "$file" .toml)" '{
            match($0, /"verdict": *"[a-z]*"/); verdict = substr($0, RSTART, RLENGTH)
            match($0, /"seconds": *[0-9.e-]*/); seconds = substr($0, RSTART, RLENGTH)
            print name, verdict, seconds }'
done
rm -r "$folder"
