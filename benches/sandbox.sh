#!/usr/bin/env bash
# What the sandbox costs, and that it costs no bot its game: `benches/sandbox.sh [GAMES [REFEREE [BEFORE]]]`.
#
# First rounds of pairs, one after the other on the same processors, between two processes of a shipped bot: with and without the
# sandbox, and, if the program BEFORE is given, by it and by REFEREE. They tell the processor time of a move, the judge's and the bots'
# together, without the bots' start, by long games and short ones; and the time to start a bot, play a turn and end it, by a long
# tournament and a short one, in which every game has new processes. Other work only adds to a time, so the least of each counts. Then
# the bounds: a move at most 5 % more than BEFORE, in the sandbox at most 10 % more than without it, whether bots answer at once or
# think for two milliseconds; a start at most 15 ms more in both. Then GAMES sandboxed games, two at a time: ends with code 4 if a bound
# is missed or any bot loses by a fault.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-1000} referee=${2:-target/release/referee} before=${3:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bot"
# Its choices follow from the number of the question, so that all matches are the same game, which goes on for 500 actions. It thinks
# for as many milliseconds as it is told.
cat >"$folder/bot/bot.py" <<'EOF'
import json, sys, time
for text in sys.stdin:
    if '"ask"' in text:
        ask = json.loads(text)
        time.sleep(float(sys.argv[1]) / 1000)
        print(json.dumps({"ask": ask["ask"]["id"], "pick": ask["ask"]["id"] * 7919 % ask["legal_n"]}), flush=True)
EOF
# The sandbox has only the system's programs; version managers put others before them.
bot="/usr/bin/python3 $folder/bot/bot.py 0"
slow="/usr/bin/python3 $folder/bot/bot.py 2"
missed=0

# Adds the time of a command, in microseconds, to those of this name.
timed() {
    local name=$1 begun
    begun=$(date +%s%N)
    taskset -c 0,1 "${@:2}" >/dev/null 2>"$folder/said" || { cat "$folder/said" >&2; exit 1; }
    echo $((($(date +%s%N) - begun) / 1000)) >>"$folder/$name"
}

# The same with its processor time and that of all that it starts.
spent() {
    local name=$1 TIMEFORMAT='%3U %3S' took
    took=$({ time taskset -c 0,1 "${@:2}" >/dev/null 2>"$folder/said" || cat "$folder/said"; } 2>&1)
    [[ $took =~ ^([0-9]+)\.([0-9]+)\ ([0-9]+)\.([0-9]+)$ ]] || { echo "$took" >&2; exit 1; }
    echo $(((10#${BASH_REMATCH[1]}${BASH_REMATCH[2]} + 10#${BASH_REMATCH[3]}${BASH_REMATCH[4]}) * 1000)) >>"$folder/$name"
}

# The least time of this name.
least() { sort -n "$folder/$1" | head -n 1; }

# Four long games and four short ones of this bot, by this program with these arguments.
move() {
    for turns in 440 40; do
        spent "$1-move-$turns" "$3" match --game tectonic --seed 1 --games 4 --max-turns "$turns" --bot "$2" --bot "$2" "${@:4}"
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

# The time of a move, and of a start, in microseconds: there are 1600 moves and forty starts more in what is longer.
of_move() { echo $((($(least "$1-move-440") - $(least "$1-move-40")) / 1600)); }
of_start() { echo $((($(least "$1-start-12") - $(least "$1-start-2")) / 40)); }

bound() {
    local word=kept
    [ "$2" -le "$3" ] || { word=MISSED missed=4; }
    echo "$1: $2 us, and the bound is $3: $word"
}

for round in {1..9}; do
    move plain "$bot" "$referee" && move sandboxed "$bot" "$referee" --sandbox
    move slow "$slow" "$referee" && move slow-sandboxed "$slow" "$referee" --sandbox
    start plain "$referee" && start sandboxed "$referee" 'sandbox = true'
    [ -z "$before" ] || { move before "$bot" "$before" && start before "$before"; }
    echo "round $round: a move $(of_move plain) us plain, $(of_move sandboxed) us sandboxed${before:+, $(of_move before) us before};" \
        "a move of 2 ms $(of_move slow) us plain, $(of_move slow-sandboxed) us sandboxed;" \
        "a start $(of_start plain) us plain, $(of_start sandboxed) us sandboxed${before:+, $(of_start before) us before}"
done
bound "a move in the sandbox" "$(of_move sandboxed)" $(($(of_move plain) * 110 / 100))
bound "a move of 2 ms in the sandbox" $((2000 + $(of_move slow-sandboxed))) $(((2000 + $(of_move slow)) * 110 / 100))
bound "a start in the sandbox" "$(of_start sandboxed)" $(($(of_start plain) + 15000))
if [ -n "$before" ]; then
    bound "a move" "$(of_move plain)" $(($(of_move before) * 105 / 100))
    bound "a start" "$(of_start plain)" $(($(of_start before) + 15000))
fi

"$referee" match --game wigwam --sandbox --games "$games" --concurrency 2 --fail-on-bot-fault --bot "$bot" --bot "$bot"
exit "$missed"
