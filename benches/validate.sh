#!/usr/bin/env bash
# How fast `validate` is for each game, beside pgn-extract for chess, if it is there.
# Rows of one run can be compared with each other. Usage: benches/validate.sh [REFEREE]
set -euo pipefail
referee=$(realpath "${1:-target/release/referee}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# The least processor time of several runs on one processor, in microseconds.
best() {
    local least=999999999 TIMEFORMAT='%3U %3S'
    for _ in 1 2 3 4 5 6 7; do
        local used
        used=$({ time taskset -c 0 "$@" > /dev/null 2>&1; } 2>&1 | awk '{printf "%d", ($1 + $2) * 1000000}')
        if [ "$used" -lt "$least" ]; then least=$used; fi
    done
    echo "$least"
}

row() { printf '%-32s %10s plies %8s us %8s ns/ply\n' "$1" "$2" "$3" "$(($3 * 1000 / $2))"; }

for table in tectonic:2:500 wigwam:2:20000 wangdo:3:2000 we-will-wok-you:3:2000 wongar:4:1000; do
    IFS=: read -r game players games <<< "$table"
    "$referee" random --game "$game" --players "$players" --seed 1 --games "$games" --emit none > "$game.jsonl"
    plies=$(grep -c '^{"n":' "$game.jsonl")
    row "$game" "$plies" "$(best "$referee" validate --quiet --jobs 1 "$game.jsonl")"
done

# Debian keeps it among the games.
PATH=$PATH:/usr/games
if command -v pgn-extract > /dev/null; then
    # Anderssen against Kieseritzky, London 1851, many times.
    for i in $(seq 4000); do
        printf '[Event "London"]\n[Site "London"]\n[Date "1851.06.21"]\n[Round "%s"]\n[White "Anderssen"]\n[Black "Kieseritzky"]\n[Result "1-0"]\n\n' "$i"
        echo '1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0'
        echo
    done > chess.pgn
    row "pgn-extract (chess)" $((4000 * 45)) "$(best pgn-extract -s -r chess.pgn)"
fi
