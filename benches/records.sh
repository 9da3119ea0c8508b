#!/usr/bin/env bash
# What a hostile megabyte costs: `benches/records.sh [REFEREE [WORD]]`.
#
# Each row is a stream of `fixtures/hostile/streams.tsv` (its name, what is repeated up to a megabyte, how it begins), for every game
# where it says GAME; WORD chooses those whose row or game has it. Each column is a command that reads streams, with its processor
# time in seconds. The bound is two seconds, and a second for each 20 MB that are written. A run is ended after twenty seconds, and
# what it has written by then is held to the same bound. Ends with code 4 if any run misses the bound.
set -euo pipefail
cd "$(dirname "$0")/.."
referee=$(realpath "${1:-target/release/referee}") word=${2:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
commands=('play --emit none' 'play --emit legal,digest' legal show replay 'validate --jobs 1' 'validate --jobs 1 --all-faults' shrink)
TIMEFORMAT='%3U %3S'
missed=0

# Runs a command of the program on the stream, in a process of its own for the sake of the limit.
run() (
    ulimit -t 20
    "$referee" "$@" <"$folder/in" 2>/dev/null
) 2>/dev/null

# Writes a text again and again.
repeat() {
    local text
    text=$(printf '%b' "$1")
    # Without a line end behind it, it all stands on one line.
    if [[ $1 == *\\n ]]; then yes "$text"; else yes "$text" | tr -d '\n'; fi
}

printf '%-66s' '' && printf ' %9.9s' play 'emitting' legal show replay validate 'of all' shrink && echo
while IFS=$'\t' read -r name repeated first; do
    games=(-)
    [[ $first$repeated != *GAME* ]] || games=(tectonic wigwam wangdo we-will-wok-you wongar)
    for game in "${games[@]}"; do
        [[ "$game: $name" == *"$word"* ]] || continue
        { printf '%b' "${first//GAME/$game}" && repeat "${repeated//GAME/$game}"; } | head -c 1000000 >"$folder/in" || true
        printf '%-66s' "$game: $name"
        for command in "${commands[@]}"; do
            # shellcheck disable=SC2086 # a command is several words
            written=$({ time run $command || true; } 2>"$folder/time" | wc -c)
            read -r user system < <(tail -n 1 "$folder/time")
            used=$(awk "BEGIN { print $user + $system }")
            mark=$(awk "BEGIN { print ($used > 2 + $written / 2e7) ? \"!\" : \" \" }")
            [ "$mark" = ' ' ] || missed=$((missed + 1))
            printf ' %8.2f%s' "$used" "$mark"
        done
        echo
    done
done <fixtures/hostile/streams.tsv
echo "$missed runs missed the bound"
[ "$missed" = 0 ] || exit 4
