#!/usr/bin/env bash
# What the sandbox costs, and that it costs no bot its game: `benches/sandbox.sh [GAMES [REFEREE [BEFORE]]]`.
#
# First pairs of matches, one after the other on the same processors, between two shipped bots: with and without the sandbox,
# and, if the program BEFORE is given, by it and by REFEREE. Each line is the time of a move in microseconds, without the
# bots' start, as the difference of a long match and a short one. Then GAMES sandboxed games, two at a time: ends with code 4
# if any bot loses by a fault.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-1000} referee=${2:-target/release/referee} before=${3:-}
bots=(--bot 'python3 fixtures/clients/five_lines.py' --bot 'python3 fixtures/clients/seeded.py')

# The time of a match of so many actions, in microseconds.
time_of() {
    local program=$1 turns=$2 begun
    shift 2
    begun=$(date +%s%N)
    taskset -c 0,1 "$program" match --game tectonic --seed 1 --games 1 --max-turns "$turns" "${bots[@]}" "$@" >/dev/null
    echo $((($(date +%s%N) - begun) / 1000))
}

# The time of a move.
move_of() {
    local long short
    long=$(time_of "$1" 240 "${@:2}")
    short=$(time_of "$1" 40 "${@:2}")
    echo $(((long - short) / 200))
}

for pair in 1 2 3 4 5; do
    echo "pair $pair: plain $(move_of "$referee"), sandboxed $(move_of "$referee" --sandbox) microseconds a move"
    [ -z "$before" ] || echo "pair $pair: before $(move_of "$before"), now $(move_of "$referee") microseconds a move"
done

"$referee" match --game wigwam --sandbox --games "$games" --concurrency 2 --fail-on-bot-fault "${bots[@]}"
