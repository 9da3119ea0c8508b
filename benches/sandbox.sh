#!/usr/bin/env bash
# What the sandbox costs, and that it costs no bot its game: `benches/sandbox.sh [GAMES [REFEREE [BEFORE]]]`.
#
# First rounds of pairs, one after the other on the same processors, between two processes of a shipped bot: with and without the
# sandbox, and, if the program BEFORE is given, by it and by REFEREE. They tell the time of a move, without the bots' start, by a long
# match and a short one; and the time to start a bot, play a turn and end it, by a long tournament and a short one, in which every
# game has new processes. Other work only adds to a time, so the least of each counts. Then the bounds: a move at most 5 % more than
# BEFORE, in the sandbox at most 10 % more than without it, not counting that bots are stopped out of turn; a start at most 15 ms more
# in both. Then GAMES sandboxed games, two at a time: ends with code 4 if any bot loses by a fault.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-1000} referee=${2:-target/release/referee} before=${3:-}
# The sandbox has only the system's programs; version managers put others before them.
# Its choices follow from the seed, so that all matches are the same game, which goes on for 500 actions.
bot='/usr/bin/python3 fixtures/clients/seeded.py'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Adds the time of a command, in microseconds, to those of this name.
timed() {
    local name=$1 begun
    begun=$(date +%s%N)
    taskset -c 0,1 "${@:2}" >/dev/null 2>"$folder/said" || { cat "$folder/said" >&2; exit 1; }
    echo $((($(date +%s%N) - begun) / 1000)) >>"$folder/$name"
}

# The least time of this name.
least() { sort -n "$folder/$1" | head -n 1; }

# A long match and a short one, by this program with these arguments.
move() {
    for turns in 440 40; do
        timed "$1-move-$turns" "$2" match --game tectonic --seed 1 --max-turns "$turns" --bot "$bot" --bot "$bot" "${@:3}"
    done
}

# A long tournament and a short one: 24 games and 4, with one turn for each bot.
start() {
    for blocks in 12 2; do
        printf '%s\n' 'game = "tectonic"' 'format = "round-robin"' "blocks = $blocks" 'seed = 1' 'max_turns = 2' "${3:-}" \
            '[[bots]]' 'name = "a"' "command = '$bot'" '[[bots]]' 'name = "b"' "command = '$bot'" >"$folder/config"
        rm -f "$folder/journal"
        timed "$1-start-$blocks" "$2" tournament run "$folder/config" --journal "$folder/journal"
    done
}

# The time of a move, and of a start, in microseconds: there are 400 moves and forty starts more in what is longer.
of_move() { echo $((($(least "$1-move-440") - $(least "$1-move-40")) / 400)); }
of_start() { echo $((($(least "$1-start-12") - $(least "$1-start-2")) / 40)); }

bound() { echo "$1: $2 us, and the bound is $3: $([ "$2" -le "$3" ] && echo kept || echo MISSED)"; }

for round in {1..9}; do
    move plain "$referee" && move sandboxed "$referee" --sandbox
    move pondering "$referee" --sandbox --pondering on
    start plain "$referee" && start sandboxed "$referee" 'sandbox = true'
    [ -z "$before" ] || { move before "$before" && start before "$before"; }
    echo "round $round: a move $(of_move plain) us plain, $(of_move sandboxed) us sandboxed," \
        "$(of_move pondering) us if bots are not stopped there${before:+, $(of_move before) us before};" \
        "a start $(of_start plain) us plain, $(of_start sandboxed) us sandboxed${before:+, $(of_start before) us before}"
done
bound "a move in the sandbox" "$(of_move pondering)" $(($(of_move plain) * 110 / 100))
bound "a start in the sandbox" "$(of_start sandboxed)" $(($(of_start plain) + 15000))
if [ -n "$before" ]; then
    bound "a move" "$(of_move plain)" $(($(of_move before) * 105 / 100))
    bound "a start" "$(of_start plain)" $(($(of_start before) + 15000))
fi

"$referee" match --game wigwam --sandbox --games "$games" --concurrency 2 --fail-on-bot-fault --bot "$bot" --bot "$bot"
