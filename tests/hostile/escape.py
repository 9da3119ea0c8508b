"""A bot that tries to reach beyond its pipes in the way that ATTEMPT names, before its first answer and again later, and
plays on as if nothing had been. What it chooses depends on the question alone, so that its games are the same byte for byte
wherever it achieves nothing. Where it achieves something it says what on standard error and aborts."""

import ctypes
import errno
import fcntl
import json
import os
import pty
import signal
import socket
import sys

HOW = os.environ["ATTEMPT"]
LIBC = ctypes.CDLL(None, use_errno=True)
JUDGE = os.getppid()


class NotThere(Exception):
    """There is nothing to be attacked."""


def processes():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def read(path, most=1 << 20):
    with open(path, "rb") as file:
        return file.read(most)


def parent(pid):
    return int(read(f"/proc/{pid}/stat").rsplit(b")", 1)[1].split()[1])


def opponent():
    """The other bot of the same judge."""
    for pid in processes():
        try:
            if pid != os.getpid() and b"first.py" in read(f"/proc/{pid}/cmdline") and parent(pid) == JUDGE:
                return pid
        except (FileNotFoundError, ProcessLookupError):
            pass
    raise NotThere("no opponent")


def call(number, *args):
    """A system call; what it returns, or an error."""
    ctypes.set_errno(0)
    done = LIBC.syscall(ctypes.c_long(number), *args)
    if done < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return done


def opens(path, flags=os.O_RDONLY):
    os.close(os.open(path, flags))
    return True


def signals(pid, number):
    os.kill(pid, number)
    return True


def types_into_a_terminal(request):
    """On a terminal of its own, where nothing else forbids it to root."""
    _, terminal = pty.openpty()
    fcntl.ioctl(terminal, request, b"x")
    return True


def connects(address):
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(address)
    return True


def own_status(key):
    lines = read("/proc/self/status").decode().splitlines()
    return next(line.split()[1] for line in lines if line.startswith(key + ":"))


def guard_tells_its_session():
    for pid in processes():
        try:
            words = read(f"/proc/{pid}/cmdline").split(b"\0")
            if b"bot-guard" in words and words[-2] != b"bot-guard":
                return True
        except OSError:
            pass
    return False


ATTEMPTS = {
    "nothing": lambda: False,
    # The judge.
    "reads_environment_of_judge": lambda: read(f"/proc/{JUDGE}/environ"),
    "reads_memory_of_judge": lambda: opens(f"/proc/{JUDGE}/mem"),
    "finds_files_of_judge": lambda: os.readlink(f"/proc/{JUDGE}/fd/0"),
    "reads_seed_from_command_line": lambda: b"--seed" in read(f"/proc/{JUDGE}/cmdline"),
    "reads_session_from_guard": guard_tells_its_session,
    "stops_judge": lambda: signals(JUDGE, signal.SIGSTOP),
    "ends_judge": lambda: signals(JUDGE, signal.SIGTERM),
    "kills_judge": lambda: signals(JUDGE, signal.SIGKILL),
    "traces_judge": lambda: call(101, 0x4206, JUDGE, 0, 0) == 0,
    # The opponent.
    "reads_environment_of_opponent": lambda: read(f"/proc/{opponent()}/environ"),
    "reads_memory_of_opponent": lambda: opens(f"/proc/{opponent()}/mem"),
    "writes_memory_of_opponent": lambda: opens(f"/proc/{opponent()}/mem", os.O_WRONLY),
    "writes_to_output_of_opponent": lambda: opens(f"/proc/{opponent()}/fd/1", os.O_WRONLY),
    "reads_input_of_opponent": lambda: opens(f"/proc/{opponent()}/fd/0"),
    "stops_opponent": lambda: signals(opponent(), signal.SIGSTOP),
    "kills_opponent": lambda: signals(opponent(), signal.SIGKILL),
    "joins_group_of_opponent": lambda: os.setpgid(0, opponent()) is None,
    "traces_opponent": lambda: call(101, 0x4206, opponent(), 0, 0) == 0,
    "copies_memory_of_opponent": lambda: call(310, opponent(), None, 0, None, 0, 0) >= 0,
    "takes_file_of_opponent": lambda: call(438, os.pidfd_open(opponent()), 1, 0) >= 0,
    # The organiser.
    "reads_environment_of_organiser": lambda: "ORGANISER" in os.environ,
    "finds_descriptors": lambda: int(max(os.listdir("/proc/self/fd"), key=int)) > 3,
    "types_into_terminal": lambda: types_into_a_terminal(0x5412),
    "stays_in_session": lambda: os.getsid(0) == os.getsid(JUDGE),
    "gains_privileges": lambda: own_status("NoNewPrivs") != "1",
    "keeps_powers_of_root": lambda: int(own_status("CapEff"), 16) & ~0b11011,
    "keeps_a_key": lambda: call(248, b"user", b"kept", b"x", ctypes.c_size_t(1), -3) > 0,
    "connects_to_abstract_socket": lambda: connects("\0" + os.environ["SOCKET"]),
}


def attempt():
    try:
        done = ATTEMPTS[HOW]()
    except NotThere as nothing:
        if os.environ.get("ALONE") != "1":
            print(f"{HOW}: {nothing}", file=sys.stderr, flush=True)
            sys.exit(9)
        return
    except OSError as error:
        # What is not there at all was not forbidden.
        if error.errno in (errno.ENOSYS, errno.EINVAL, errno.EFAULT, errno.EBADF):
            print(f"{HOW}: {error}", file=sys.stderr, flush=True)
            sys.exit(8)
        return
    if done:
        print(f"{HOW} worked: {done}", file=sys.stderr, flush=True)
        os.abort()


def main():
    asked = 0
    for text in sys.stdin:
        line = json.loads(text)
        if "ask" not in line:
            continue
        if asked in (0, 3):
            attempt()
        asked += 1
        question = line["ask"]["id"]
        print(json.dumps({"ask": question, "pick": question * 7 % line["legal_n"]}), flush=True)


main()
