"""A bot that tries to reach beyond its pipes in the way that ATTEMPT names, before its first answer and again later, and
plays on as if nothing had been. What it chooses depends on the question alone, so that its games are the same byte for byte
wherever it achieves nothing. Where it achieves something it says what on standard error and aborts."""

import ctypes
import errno
import fcntl
import json
import os
import pty
import resource
import signal
import socket
import struct
import sys

HOW = os.environ["ATTEMPT"]
LIBC = ctypes.CDLL(None, use_errno=True)
GAME = ""
INSIDE = os.environ.get("INSIDE") == "1"


class NotThere(Exception):
    """There is nothing to be attacked."""


def processes():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def read(path, most=1 << 20):
    with open(path, "rb") as file:
        return file.read(most)


def parent(pid):
    return int(read(f"/proc/{pid}/stat").rsplit(b")", 1)[1].split()[1])


def judge():
    """The process that started us; in a sandbox that is none of the judge's."""
    if INSIDE:
        for pid in processes():
            if b"match" in read(f"/proc/{pid}/cmdline").split(b"\0"):
                return pid
        raise NotThere("no judge")
    return os.getppid()


def opponent():
    """The other bot of the same judge."""
    for pid in processes():
        try:
            alike = b"first.py" in read(f"/proc/{pid}/cmdline")
            if pid != os.getpid() and alike and (INSIDE or parent(pid) == os.getppid()):
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


def connects(address, family=socket.AF_UNIX):
    with socket.socket(family) as client:
        client.connect(address)
    return True


def clones(flags):
    """A copy of this process that ends at once."""
    copy = call(56, int(flags), None, None, None, None)
    if copy == 0:
        os._exit(0)
    return copy


def event(number):
    """A `sigevent` with this signal."""
    return struct.pack("Qii48x", 0, number, 0)


def own(name):
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), name)


def hidden(make):
    """What a sandbox says is not there, and else is."""
    try:
        make()
    except OSError as error:
        return error.errno != errno.ENOSYS
    return True


def left():
    """Finds what it has left in an earlier game, in every place that can be written to, and leaves it there again."""
    places = [f"{folder}/{os.environ['SOCKET']}" for folder in ("/tmp", "/dev/shm", "/var/tmp")]
    found = [place for place in places if os.path.exists(place) and read(place).decode() != GAME]
    # Otherwise the next process would find nothing, if this one ends.
    for place in places if not found else []:
        try:
            with open(place, "w", encoding="utf-8") as file:
                file.write(GAME)
        except OSError:
            pass
    return found


def with_mark_of_opponent():
    """A process that is counted as the opponent's."""
    variables = read(f"/proc/{opponent()}/environ").split(b"\0")
    mark = next(variable for variable in variables if variable.startswith(b"REFEREE_BOT="))
    return os.spawnve(os.P_NOWAIT, "/bin/sleep", ["sleep", "9"], {b"REFEREE_BOT": mark[12:]})


QUEUES = set()


def queue_left():
    """Finds a message queue that an earlier game has left, and leaves one."""
    key = 0x5EED
    try:
        found = call(68, key, 0o600)
    except FileNotFoundError:
        QUEUES.add(call(68, key, 0o1600))
        return False
    return found not in QUEUES


def limits(pid, resource_, most):
    """Sets a limit of another process, such as its processor time, by which the system ends it."""
    resource.prlimit(pid, resource_, (most, most))
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
    "reads_environment_of_judge": lambda: read(f"/proc/{judge()}/environ"),
    "reads_memory_of_judge": lambda: opens(f"/proc/{judge()}/mem"),
    "finds_files_of_judge": lambda: os.readlink(f"/proc/{judge()}/fd/0"),
    "reads_seed_from_command_line": lambda: b"--seed" in read(f"/proc/{judge()}/cmdline"),
    "reads_session_from_guard": guard_tells_its_session,
    "stops_judge": lambda: signals(judge(), signal.SIGSTOP),
    "ends_judge": lambda: signals(judge(), signal.SIGTERM),
    "kills_judge": lambda: signals(judge(), signal.SIGKILL),
    "traces_judge": lambda: call(101, 0x4206, judge(), 0, 0) == 0,
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
    "finds_files_of_opponent": lambda: os.readlink(f"/proc/{opponent()}/fd/0"),
    "carries_mark_of_opponent": with_mark_of_opponent,
    "limits_time_of_opponent": lambda: limits(opponent(), resource.RLIMIT_CPU, 1),
    "limits_memory_of_judge": lambda: limits(judge(), resource.RLIMIT_AS, 1 << 20),
    "delays_opponent": lambda: os.setpriority(os.PRIO_PROCESS, opponent(), 19) is None,
    "delays_group_of_opponent": lambda: os.setpriority(os.PRIO_PGRP, os.getpgid(opponent()), 19) is None,
    "delays_all_of_the_user": lambda: os.setpriority(os.PRIO_USER, 0, 19) is None,
    "delays_reading_of_opponent": lambda: call(251, 1, opponent(), 3 << 13) == 0,
    "idles_opponent": lambda: os.sched_setscheduler(opponent(), os.SCHED_IDLE, os.sched_param(0)) is None,
    "moves_opponent": lambda: os.sched_setaffinity(opponent(), {0}) is None,
    "takes_file_of_opponent": lambda: call(438, os.pidfd_open(opponent()), 1, 0) >= 0,
    # The organiser.
    "reads_environment_of_organiser": lambda: "ORGANISER" in os.environ,
    "finds_descriptors": lambda: int(max(os.listdir("/proc/self/fd"), key=int)) > 3,
    "types_into_terminal": lambda: types_into_a_terminal(0x5412),
    "stays_in_session": lambda: os.getsid(0) == os.getsid(judge()),
    "gains_privileges": lambda: own_status("NoNewPrivs") != "1",
    "keeps_powers_of_root": lambda: int(own_status("CapEff"), 16) & ~0b11011,
    "keeps_a_key": lambda: call(248, b"user", b"kept", b"x", ctypes.c_size_t(1), -3) > 0,
    # The host.
    "reads_file_of_host": lambda: read(os.environ["HOST_FILE"]),
    "reads_shadow": lambda: read("/etc/shadow"),
    "reads_users": lambda: read("/etc/passwd"),
    "lists_homes": lambda: os.listdir("/home") + os.listdir("/root"),
    "lists_run": lambda: os.listdir("/run"),
    "reads_seed_file": lambda: read(own("seed")),
    "lists_transcripts": lambda: os.listdir(own("games")),
    "reads_log": lambda: os.listdir(own("log")) and read(own("log/g0.jsonl")),
    "writes_own_folder": lambda: opens(own("kept"), os.O_WRONLY | os.O_CREAT),
    "writes_own_program": lambda: opens(__file__, os.O_WRONLY),
    "writes_system": lambda: opens("/usr/kept", os.O_WRONLY | os.O_CREAT),
    "writes_root": lambda: opens("/kept", os.O_WRONLY | os.O_CREAT),
    "writes_devices": lambda: opens("/dev/kept", os.O_WRONLY | os.O_CREAT),
    "writes_core_pattern": lambda: opens("/proc/sys/kernel/core_pattern", os.O_WRONLY),
    "writes_sysrq": lambda: opens("/proc/sysrq-trigger", os.O_WRONLY),
    "sees_processes": lambda: len(processes()) > 4,
    "sees_host_name": lambda: os.uname().nodename != "bot",
    "is_root": lambda: os.getuid() == 0 or own_status("CapEff") != "0" * 16,
    "connects_to_host": lambda: connects(("127.0.0.1", int(os.environ["PORT"])), socket.AF_INET),
    "connects_to_host_socket": lambda: connects(os.environ["HOST_SOCKET"]),
    "mounts": lambda: call(165, b"none", b"/tmp", b"tmpfs", 0, None) == 0,
    "remounts_writable": lambda: call(165, None, b"/usr", None, 0x1021, None) == 0,
    "makes_user_namespace": lambda: call(272, 0x10000000) == 0,
    "clones_user_namespace": lambda: call(56, 0x10000000 | 17, None, None, None, None) >= 0,
    "makes_shared_segment": lambda: call(29, 0, ctypes.c_size_t(1234567), 0o1600) >= 0,
    "makes_huge_segment": lambda: call(29, 0x5EED, ctypes.c_size_t(1 << 30), 0o1600) >= 0,
    "finds_queue_it_left": queue_left,
    "lists_system_devices": lambda: os.listdir("/sys"),
    "leaves_its_control_group": lambda: opens("/sys/fs/cgroup/cgroup.procs", os.O_WRONLY),
    "opens_disk": lambda: [name for name in os.listdir("/dev") if name[:2] in ("sd", "vd", "nv", "xv")],
    "makes_device": lambda: os.mknod("/tmp/disk", 0o60600, os.makedev(8, 0)) is None,
    "opens_file_by_handle": lambda: call(304, -100, ctypes.create_string_buffer(b"\x08\0\0\0\1\0\0\0", 64), 0) >= 0,
    "makes_memory_file": lambda: hidden(lambda: os.memfd_create("hidden")),
    "makes_ring": lambda: hidden(lambda: call(425, 4, None)),
    # A process that stands still must have been stopped from outside.
    "stops_itself": lambda: signals(os.getpid(), signal.SIGSTOP),
    "stops_itself_by_thread": lambda: call(200, os.getpid(), signal.SIGTSTP) == 0,
    "stops_with_its_parent": lambda: call(157, 1, signal.SIGSTOP, 0, 0, 0) == 0,
    "stops_with_its_child": lambda: clones(signal.SIGTTIN),
    "stops_on_input": lambda: fcntl.fcntl(0, 10, signal.SIGSTOP) == 0,
    "stops_at_a_time": lambda: call(222, 1, event(signal.SIGSTOP), ctypes.create_string_buffer(8)) == 0,
    "makes_terminal": pty.openpty,
    "changes_root": lambda: call(161, b"/tmp") == 0,
    "finds_what_it_left": left,
    "connects_to_abstract_socket": lambda: connects("\0" + os.environ["SOCKET"]),
}


def attempt():
    try:
        done = ATTEMPTS[HOW]()
    except NotThere as nothing:
        if not INSIDE:
            print(f"{HOW}: {nothing}", file=sys.stderr, flush=True)
            sys.exit(9)
        return
    except OSError as error:
        # Something that does not exist was not forbidden.
        if error.errno in (errno.ENOSYS, errno.EINVAL, errno.EFAULT, errno.EBADF):
            print(f"{HOW}: {error}", file=sys.stderr, flush=True)
            sys.exit(8)
        return
    if done:
        print(f"{HOW} worked: {done}", file=sys.stderr, flush=True)
        os.abort()


def main():
    global GAME
    asked = 0
    for text in sys.stdin:
        line = json.loads(text)
        GAME = line.get("match", {}).get("game_id", GAME)
        if "ask" not in line:
            continue
        # Eight questions per game.
        if asked % 4 == 0:
            attempt()
        asked += 1
        question = line["ask"]["id"]
        print(json.dumps({"ask": question, "pick": question * 7 % line["legal_n"]}), flush=True)


main()
