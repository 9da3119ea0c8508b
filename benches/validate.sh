#!/usr/bin/env bash
# The speed of `validate` for each game, compared with pgn-extract for chess if it is installed: processor time per
# ply, on one processor, with files in the page cache. Compare the rows of one run. Usage: benches/validate.sh
# [REFEREE [PGN]]; PGN is a collection of chess games to use instead of `chess.pgn`, which has 60 games that masters
# played in London in 1851. A processor predicts repeated input too well, so use fifty games or more; the games of
# `referee` are all different.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
referee=$(realpath "${1:-target/release/referee}")
chess=$(realpath "${2:-$here/chess.pgn}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

names=() plies=() commands=() least=()
add() {
    names+=("$1") plies+=("$2") commands+=("$3") least+=(999999999)
}

# Debian installs it in the folder of games.
PATH=$PATH:/usr/games
if command -v pgn-extract > /dev/null; then
    moves=$(grep -v '^\[' "$chess" | tr ' ' '\n' | sed 's/^[0-9]*\.*//' | grep -c '^[a-hKQRBNO]')
    times=$((800000 / moves + 1))
    for _ in $(seq "$times"); do cat "$chess"; echo; done > chess.pgn
    add 'chess (pgn-extract)' $((moves * times)) 'pgn-extract -s -r chess.pgn'
fi
# Every game with its middle number of players, and enough games for some 20 MB of records.
"$referee" games --json |
    sed -E 's/^\{"game":"([^"]*)".*"least":([0-9]+),"most":([0-9]+).*/\1 \2 \3/' > tables
while read -r game least most; do
    players=$(((least + most) / 2))
    bytes=$("$referee" random --game "$game" --players "$players" --seed 1 --games 20 --emit none | wc -c)
    games=$((400000000 / bytes))
    "$referee" random --game "$game" --players "$players" --seed 1 --games "$games" --emit none > "$game.jsonl"
    add "$game" "$(grep -c '^{"n":' "$game.jsonl")" "$referee validate --quiet --jobs 1 $game.jsonl"
done < tables

# In turn, so that other load on the machine affects all alike; the minimum counts.
TIMEFORMAT='%3U %3S'
for _ in 1 2 3 4 5 6 7; do
    for at in "${!names[@]}"; do
        # shellcheck disable=SC2086 # a command is several words
        used=$({ time taskset -c 0 ${commands[at]} > /dev/null 2>&1; } 2>&1 | awk '{printf "%d", ($1 + $2) * 1000000}')
        if [ "$used" -lt "${least[at]}" ]; then least[at]=$used; fi
    done
done

for at in "${!names[@]}"; do
    awk -v name="${names[at]}" -v plies="${plies[at]}" -v used="${least[at]}" \
        -v peer="${names[0]}" -v peer_plies="${plies[0]}" -v peer_used="${least[0]}" \
        'BEGIN { printf "%-20s %8d plies %6d ms %5d ns/ply", name, plies, used / 1000, used * 1000 / plies
                 if (name != peer && peer ~ /chess/) printf "   %.2f of a ply of chess", used / plies / (peer_used / peer_plies)
                 print "" }'
done
