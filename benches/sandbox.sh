#!/usr/bin/env bash
# What the sandbox costs, and that it costs no bot its game: `benches/sandbox.sh [GAMES [REFEREE [BEFORE]]]`.
#
# First rounds of pairs, one after the other, between two processes of a bot: with and without the sandbox, and, if the program BEFORE
# is given, by it and by REFEREE. They tell the processor time of a move, the judge's and the bots' together, without the bots' start,
# by a long game and a short one: one of each, since only in the sandbox does every game have new processes, and a new Python is slow
# at first; all on one processor, since to wake another one costs a virtual machine more than the move. The median of the rounds
# counts. They also tell the time to start a bot, play a turn and end it, by a long tournament and a short one, in which every game has
# new processes; other work only adds to it, so the least counts. Then the bounds: a move at most 5 % more than BEFORE, in the sandbox at
# most 10 % more than without it, whether bots answer at once or think for two milliseconds; a start at most 15 ms more in both. Then
# GAMES sandboxed games, two at a time: ends with code 4 if a bound is missed or any bot loses by a fault.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-1000} referee=${2:-target/release/referee} before=${3:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bot"
# It takes the middle of the list, so that all matches are the same game, which has no end under the options below. It thinks for as many
# milliseconds as it is told.
cat >"$folder/bot/bot.py" <<'EOF'
import json, sys, time
for text in sys.stdin:
    if '"ask"' in text:
        ask = json.loads(text)
        if sys.argv[1] != "0":
            time.sleep(float(sys.argv[1]) / 1000)
        print(json.dumps({"ask": ask["ask"]["id"], "pick": ask["legal_n"] // 2}), flush=True)
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
    took=$({ time taskset -c 0 "${@:2}" >/dev/null 2>"$folder/said" || cat "$folder/said"; } 2>&1)
    [[ $took =~ ^([0-9]+)\.([0-9]+)\ ([0-9]+)\.([0-9]+)$ ]] || { echo "$took" >&2; exit 1; }
    echo $(((10#${BASH_REMATCH[1]}${BASH_REMATCH[2]} + 10#${BASH_REMATCH[3]}${BASH_REMATCH[4]}) * 1000)) >>"$folder/$name"
}

# The least time of this name.
least() { sort -n "$folder/$1" | head -n 1; }

# The median of the differences of two names, round by round.
difference() {
    paste "$folder/$1" "$folder/$2" | while read -r long short; do echo $((long - short)); done | sort -n |
        sed -n "$((($(wc -l <"$folder/$1") + 1) / 2))p"
}

# A long game and a short one of this bot, with as many moves more in what is longer, by this program with these arguments.
move() {
    local turns
    for turns in $(($2 + 40)) 40; do
        spent "$1-move-$turns" "$4" match --game tectonic --seed 1 --max-turns "$turns" --option ply_limit=0 --option no_flip_plies=0 \
            --option repetition=0 --bot "$3" --bot "$3" "${@:5}"
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

# The time of a move in nanoseconds and of a start in microseconds: there are so many moves and forty starts more in what is longer.
of_move() { echo $(($(difference "$1-move-$(($2 + 40))" "$1-move-40") * 1000 / $2)); }
of_start() { echo $((($(least "$1-start-12") - $(least "$1-start-2")) / 40)); }

bound() {
    local word=kept
    [ "$2" -le "$3" ] || { word=MISSED missed=4; }
    echo "$1: $2 $4, and the bound is $3: $word"
}

quick=4000 some=400
for round in {1..9}; do
    move plain $quick "$bot" "$referee" && move sandboxed $quick "$bot" "$referee" --sandbox
    move slow $some "$slow" "$referee" && move slow-sandboxed $some "$slow" "$referee" --sandbox
    start plain "$referee" && start sandboxed "$referee" 'sandbox = true'
    [ -z "$before" ] || { move before $quick "$bot" "$before" && start before "$before"; }
    echo "round $round: a move $(of_move plain $quick) ns plain, $(of_move sandboxed $quick) ns sandboxed${before:+, $(of_move before $quick) ns before};" \
        "a move of 2 ms $(of_move slow $some) ns plain, $(of_move slow-sandboxed $some) ns sandboxed;" \
        "a start $(of_start plain) us plain, $(of_start sandboxed) us sandboxed${before:+, $(of_start before) us before}"
done
bound "a move in the sandbox" "$(of_move sandboxed $quick)" $(($(of_move plain $quick) * 110 / 100)) ns
bound "a move of 2 ms in the sandbox" $((2000000 + $(of_move slow-sandboxed $some))) $(((2000000 + $(of_move slow $some)) * 110 / 100)) ns
bound "a start in the sandbox" "$(of_start sandboxed)" $(($(of_start plain) + 15000)) us
if [ -n "$before" ]; then
    bound "a move" "$(of_move plain $quick)" $(($(of_move before $quick) * 105 / 100)) ns
    bound "a start" "$(of_start plain)" $(($(of_start before) + 15000)) us
fi

"$referee" match --game wigwam --sandbox --games "$games" --concurrency 2 --fail-on-bot-fault --bot "$bot" --bot "$bot"
exit "$missed"
