"""A bot that misbehaves in the way its argument names, after some honest moves. One program for all of it, so that what
differs is the misbehaviour alone. `honest` plays on."""

import fcntl
import json
import mmap
import os
import signal
import subprocess
import sys
import termios
import time

HOW = sys.argv[1]
BORN = os.getpid()
HONEST_MOVES = int(sys.argv[2]) if len(sys.argv) > 2 else 2


def write(data):
    if isinstance(data, str):
        data = data.encode()
    while data:
        data = data[os.write(1, data):]


def say(message):
    write(json.dumps(message) + "\n")


def forever():
    while True:
        time.sleep(60)


def burn():
    while True:
        pass


def answer(line, **more):
    """What an honest bot answers. It depends on the question alone, so that games with the same luck are the same."""
    return {"ask": line["ask"]["id"], "pick": line["ask"]["id"] * 7919 % line["legal_n"], **more}


def burn_for(seconds):
    begun = time.process_time()
    while time.process_time() < begun + seconds:
        pass


def shed_children():
    """Burns by short-lived children, for which nobody waits."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        if os.fork() == 0:
            burn_for(0.01)
            os._exit(0)
        time.sleep(0.01)


def think(seconds):
    """Reports that it is thinking, for this long: a stopped process does not."""
    with open(os.environ["THINKING"] + ".new", "w") as file:
        file.write(str(os.getpid()))
    os.rename(os.environ["THINKING"] + ".new", os.environ["THINKING"])
    burn_for(seconds)


def unread():
    return int.from_bytes(fcntl.ioctl(0, termios.FIONREAD, bytes(4)), sys.byteorder)


def answer_unread():
    """Answers question after question without reading any: it sees that something has come, and guesses the number."""
    there, id = 0, 1
    say({"hello": {"name": "blind"}})
    while True:
        if unread() > there or there > 60000:
            time.sleep(0.01)
            there = unread()
            say({"ask": id, "pick": 0})
            id += 1
        time.sleep(0.002)


def fork_bomb(generations):
    """Doubles itself so many times, each copy with a session of its own and without a mark."""
    for _ in range(generations):
        os.fork()
    if os.getpid() != BORN:
        os.setsid()
        os.execve("/bin/sleep", [os.environ["HOSTILE"], "1000"], {})


def start_thousands():
    """Starts processes that wait for its end until the system refuses."""
    ours, theirs = os.pipe()
    for _ in range(4000):
        try:
            if os.fork() == 0:
                os.close(theirs)
                os.read(ours, 1)
                os._exit(0)
        except OSError:
            return
    os.abort()


def share(size, workers):
    """Fills so many bytes once and forks workers that hold the same pages until we end."""
    global HELD
    HELD = bytearray(b"x" * size)
    for _ in range(workers):
        ours, theirs = os.pipe()
        if os.fork() == 0:
            os.close(theirs)
            os.read(ours, 1)
            os._exit(0)
        os.close(ours)
    # Long enough to be noticed.
    time.sleep(0.6)


def can_write(path):
    """Whether 16 MiB find room there."""
    try:
        with open(path, "wb") as file:
            for _ in range(16):
                file.write(b"x" * (1 << 20))
        os.unlink(path)
        return True
    except OSError:
        return False


def before_any_line():
    if HOW == "answers_unread":
        answer_unread()
    if HOW == "fork_bomb":
        fork_bomb(6)
    if HOW == "fills_disk" and (can_write("/tmp/filled") or can_write(__file__ + ".filled")):
        os.abort()
    if HOW in ("hidden_daemon", "wiped_and_crashes", "forged_and_crashes"):
        # Marks of bots of one judge begin alike; the rest is another bot's, or none's.
        forged = {"REFEREE_BOT": os.environ["REFEREE_BOT"][:-4] + "0000"} if HOW.startswith("forged") else {}
        subprocess.Popen([os.environ["HOSTILE"], "1000"], executable="/bin/sleep", env=forged, start_new_session=True,
                         stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if HOW == "exits_at_once":
        sys.exit(3)
    if HOW == "never_reads":
        forever()
    if HOW == "slow_to_start":
        forever()
    if HOW == "eight_loops":
        for _ in range(8):
            if os.fork() == 0:
                burn()
    if HOW in ("burns_always", "sheds_children") and os.fork() == 0:
        burn() if HOW == "burns_always" else shed_children()
    if HOW == "burns_far_away" and os.fork() == 0:
        # Its parent and its session are gone; it closes what the judge waits for.
        os.setsid()
        if os.fork() == 0:
            for fd in (0, 1, 2):
                os.close(fd)
            burn()
        os._exit(0)
    if HOW == "starts_thousands":
        start_thousands()
    if HOW == "ignores_sigterm":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if HOW == "grandchildren":
        for _ in range(3):
            subprocess.Popen(["sleep", "1000"])
    if HOW == "daemon":
        subprocess.Popen(["sleep", "1000"], start_new_session=True, stdin=subprocess.DEVNULL,
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if HOW == "mapped_memory_file":
        # Mapped memory counts once.
        held = os.memfd_create("seen")
        os.ftruncate(held, 110 << 20)
        global MAPPED
        MAPPED = mmap.mmap(held, 110 << 20)
        for _ in range(110):
            MAPPED.write(b"x" * (1 << 20))
        time.sleep(0.4)
    if HOW == "shared_memory":
        share(100 << 20, 3)
    if HOW == "double_daemon" and os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for fd in (0, 1, 2):
                os.close(fd)
            time.sleep(1000)
        os._exit(0)
    if HOW == "flood_stderr" and os.fork() == 0:
        os.close(1)
        while True:
            os.write(2, b"x" * 65536)
    if HOW == "polite":
        say({"hello": {"name": "polite", "version": "1.0", "legal": False}})
    if HOW == "bad_hello":
        say({"hello": {"name": ["not", "a", "name"]}})


def misbehave(line):
    """Answers a question wrongly, or returns to let it be answered honestly."""
    own = answer(line)
    if HOW == "silent":
        forever()
    if HOW == "chatty":
        while True:
            say({"ask": 0, "pick": 0})
            time.sleep(0.05)
    if HOW == "chatty_hello":
        while True:
            say({"hello": {"name": "again"}})
            time.sleep(0.05)
    if HOW == "drip":
        for letter in json.dumps(own) * 100:
            write(letter)
            time.sleep(0.05)
    if HOW == "stops_reading":
        # It keeps answering and reads nothing, with room for less than two questions.
        fcntl.fcntl(0, 1031, 4096)  # F_SETPIPE_SZ
        for id in range(own["ask"], own["ask"] + 10000):
            say({"ask": id, "pick": 0})
            time.sleep(0.05)
    if HOW == "flood":
        while True:
            write("x" * 65536)
    if HOW in ("flood_blank", "flood_stale"):
        # Less than a mebibyte for each question, time after time.
        write(b"\n" * 400 if HOW == "flood_blank" else b'{"ask":0,"pick":0}\n' * 400)
    if HOW == "flood_lines":
        while True:
            write(b'{"ask":0,"pick":0}\n' * 4000)
    if HOW == "long_line":
        write('{"ask":1,"note":"' + "x" * 70000 + '"}\n')
    if HOW == "exits_mid_line":
        write('{"ask":1,')
        sys.exit(0)
    if HOW == "exits_after_half_an_answer":
        write(json.dumps(own)[:-1])
        sys.exit(0)
    if HOW == "exits_after_answer":
        say(own)
        sys.exit(0)
    if HOW == "closes_output":
        os.close(1)
        forever()
    if HOW in ("crashes", "wiped_and_crashes", "forged_and_crashes"):
        os.kill(os.getpid(), signal.SIGSEGV)
    if HOW == "kills_itself":
        os.kill(os.getpid(), signal.SIGKILL)
    if HOW == "garbage":
        write("e2e4\n")
    if HOW == "binary":
        write(bytes(range(128, 256)) + b"\n")
    if HOW == "nul":
        write(b"\0\0\0\n")
    if HOW == "bom":
        write(b"\xef\xbb\xbf" + json.dumps(own).encode() + b"\n")
    if HOW == "debug_output":
        write("thinking...\n")
    if HOW == "unknown_shape":
        say({"ask": own["ask"], "move": "c5"})
    if HOW == "unknown_action":
        say({"ask": own["ask"], "action": {"castle": {"side": "king"}}})
    if HOW == "duplicate_keys":
        write('{"ask":%d,"pick":0,"pick":1}\n' % own["ask"])
    if HOW == "deep":
        write('{"ask":%d,"action":%s1%s}\n' % (own["ask"], "[" * 3000, "]" * 3000))
    if HOW == "no_id":
        say({"pick": 0})
    if HOW == "not_an_object":
        say([own])
    if HOW == "huge_pick":
        say({"ask": own["ask"], "pick": 10 ** 30})
    if HOW == "negative_pick":
        say({"ask": own["ask"], "pick": -1})
    if HOW == "illegal":
        say({"ask": own["ask"], "action": {"move": {"from": "e5", "to": "e5"}}})
    if HOW == "somebody_else":
        say({"ask": own["ask"], "pick": 0, "player": 1 - line["viewer"]})
    if HOW == "wants_state":
        say({"query": "state"})
    if HOW == "wants_undo":
        say({"query": "undo"})
    if HOW == "claims":
        say({**own, "state": {}, "digest": "0"})
    if HOW == "draws":
        say({"ask": own["ask"], "chance": {"stele": "orange"}})
    if HOW == "rules":
        say({"forfeit": {"player": 1 - line["viewer"], "cause": "exit"}})
    if HOW == "memory":
        held = []
        while True:
            held.append(bytearray(b"x" * (8 << 20)))
            time.sleep(0.005)
    if HOW == "memory_file":
        file = os.memfd_create("hidden")
        while True:
            os.write(file, b"x" * (8 << 20))
            time.sleep(0.005)
    if HOW in ("scratch_file", "unlinked_file"):
        # This memory belongs to no process either.
        with open("/dev/shm/hoard" if HOW == "scratch_file" else "/tmp/hoard", "wb") as file:
            if HOW == "unlinked_file":
                os.unlink(file.name)
            try:
                while True:
                    file.write(b"x" * (8 << 20))
                    time.sleep(0.005)
            except OSError:
                forever()
    if HOW == "wiped_memory" and os.fork() == 0:
        # A daemon that has left its session, its parent and its environment.
        os.setsid()
        if os.fork() == 0:
            # An option that does nothing, by which the test finds it.
            own = os.environ["HOSTILE"]
            os.execve(sys.executable, [sys.executable, "-X", own, __file__, "memory_now"], {})
        os._exit(0)
    if HOW == "grandchild_memory":
        subprocess.run([sys.executable, __file__, "memory_now"], check=False)
    # The following is unusual, but no fault.
    if HOW == "two_answers":
        write((json.dumps(own) + "\n") * 2)
        return True
    if HOW == "stale":
        say({"ask": own["ask"] - 1, "pick": 0})
    if HOW == "early":
        say({"ask": own["ask"] + 1, "pick": 0})
    if HOW == "crlf":
        write(json.dumps(own) + "\r\n")
        return True
    if HOW == "closes_input":
        say(own)
        os.close(0)
        forever()
    if HOW == "noted":
        say({**own, "note": "I like this one"})
        return True
    if HOW == "talks_out_of_turn":
        say(own)
        for _ in range(3):
            time.sleep(0.02)
            say({"ask": own["ask"], "pick": 0})
        return True
    if HOW == "garbage_out_of_turn":
        say(own)
        write("and now I think about your move\n")
        return True
    if HOW == "burns_out_of_turn":
        say(own)
        burn()
    if HOW == "second_thoughts" and "left" not in line["ask"]:
        say({"ask": own["ask"], "pick": 999})
        return True
    if HOW == "thinks":
        think(0.5)
    if HOW == "burns_on_turn":
        for _ in range(48):
            if os.fork() == 0:
                burn()
        burn()
    if HOW == "blank":
        write("\n   \r\n" + json.dumps(own) + "\n\n")
        return True
    if HOW == "colours":
        sys.stderr.write("\x1b[2J\x1b]0;owned\x07\ng0: other: exit: not at all\n")
        sys.stderr.flush()
        write("\x1b[31mboo\n")
    if HOW == "notes":
        print("I take", own["pick"], file=sys.stderr, flush=True)
    if HOW == "wants_legal":
        say({"query": "legal"})
    if HOW == "wants_view":
        say({"query": {"view": 1 - line["viewer"]}})
    if HOW == "misspelt_hello":
        say({"hello": {"nam": "x"}})
    if HOW == "orphans":
        child = os.fork()
        if child == 0:
            if os.fork() == 0:
                time.sleep(0.005)
            os._exit(0)
        os.waitpid(child, 0)
        time.sleep(0.01)
    if HOW == "slow":
        time.sleep(1.7)
    if HOW == "brisk":
        time.sleep(0.02)
    if HOW == "works":
        burn_for(0.25)
    return False


def main():
    if HOW == "memory_now":
        held = []
        while True:
            held.append(bytearray(b"x" * (8 << 20)))
            time.sleep(0.005)
    before_any_line()
    moves = 0
    for text in sys.stdin:
        line = json.loads(text)
        if HOW.startswith("leaves_after_games") and "outcome" in line:
            # The argument may say how: with a code, or by a signal.
            how = int(HOW.partition(":")[2] or 0)
            os.kill(os.getpid(), -how) if how < 0 else sys.exit(how)
        if "ask" not in line:
            continue
        moves += 1
        if moves > HONEST_MOVES and misbehave(line):
            continue
        say(answer(line))


main()
