"""The program that runs inside: it takes everything away from itself, then becomes the stranger's program.

It is handed to an interpreter as text (`-c`), has the standard library alone, and imports nothing of ours. Standard
input gives it a length of four bytes, a request as JSON, and then what the program itself may read. The first line that
it writes to standard error says how far it came, before anything of a stranger's has run: "ready", "not-compiled", or
"refused" with the reason.
"""

from __future__ import annotations

import _thread
import ctypes
import json
import os
import resource
import signal
import struct
import sys
from io import StringIO
from types import ModuleType
from typing import Any, NoReturn

_C = ctypes.CDLL(None, use_errno=True)
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS, _PR_CAP_AMBIENT = 1, 4, 22, 38, 47
_PR_CAP_AMBIENT_CLEAR_ALL, _SECCOMP_MODE_FILTER = 4, 2
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446  # the same on every machine
_CLONE_NEWNS, _NOSUID_NODEV = 0x20000, 2 | 4
_CAPABILITIES_3 = 0x20080522
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _IOCTL_DEVICE = 1 << 14, 1 << 15
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEVICE
"""The rights that a rule on a file, and not on a folder, may speak of."""
_DEVICES = {"/dev/null": _READ_FILE | _WRITE_FILE, "/dev/zero": _READ_FILE, "/dev/urandom": _READ_FILE}
_HANDED = 10
"""The first descriptor of texts that are handed to another program."""
_THREAD_STACK, _M_ARENA_MAX = 1 << 20, -8
_LIBRARY = set(sys.path)
"""The folders of the standard library."""
_PYTHON, _OURS = "solution.py", "driver.py"


def main() -> None:
    request = json.loads(_exactly(int.from_bytes(_exactly(4), "big")))
    os.closerange(3, 4_096)
    if request["lifetime"]:
        _watch_over(request["lifetime"])
    run, compiling = request["run"], request["compile"]
    if request["reach"]:
        _reach_by_descriptor()
    if request["in_memory"]:
        # A folder of its own that lies in memory, with room for so many bytes and so many names.
        folder, options = request["folder"].encode(), request["in_memory"].encode()
        _call("a view of its own", _C.unshare(_CLONE_NEWNS))
        _call("a folder in memory", _C.mount(b"none", folder, b"tmpfs", _NOSUID_NODEV, options))
    rules = _rules(run)  # while every path can still be opened
    _drop(request["users"])
    # End with whoever started it; after `_drop`, with which the system forgets about this.
    _call("end with the parent", _C.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0))
    if request["parent"] and os.getppid() != request["parent"]:
        _refuse("the parent is gone")
    if request["folder"]:
        os.chdir(request["folder"])
        for name, text in request["files"].items():
            with open(name, "w", encoding="utf-8", errors="replace", newline="") as file:  # noqa: PTH123
                file.write(text)
    if compiling is not None:
        _compile(compiling)
    for number, text in enumerate(run["handed"], _HANDED):  # files without a path, as descriptors
        place = os.memfd_create("program")
        os.write(place, text.encode("utf-8", "replace"))
        os.lseek(place, 0, os.SEEK_SET)
        os.dup2(place, number)
        os.close(place)
    _confine(run, rules)
    if run["argv"] is None:
        _run_python(request["files"][_PYTHON], request["files"].get(_OURS, ""))
    else:
        if not run["handed"]:
            _say("ready")  # else it is the launcher that says so, when it has understood the source
        os.execve(run["argv"][0], run["argv"], run["environment"])  # noqa: S606 - that is what it is for


def _exactly(size: int) -> bytes:
    """Read exactly this much of standard input: the rest is the program's."""
    read = b""
    while len(read) < size:
        piece = os.read(0, size - len(read))
        if not piece:
            _refuse("the request breaks off")
        read += piece
    return read


def _say(word: str) -> None:
    os.write(2, word.encode() + b"\n")


def _refuse(why: str) -> NoReturn:
    _say(f"refused {why}")
    os._exit(70)


def _call(what: str, done: int) -> int:
    if done < 0:
        _refuse(f"{what}: {os.strerror(ctypes.get_errno())}")
    return done


def _system_call(number: int, *arguments: object) -> int:
    found: int = _C.syscall(*(ctypes.c_long(each) if isinstance(each, int) else each for each in (number, *arguments)))
    return found


def _watch_over(seconds: int) -> None:
    """Watch as the first process of a container, with which all others end, in case nobody outside is left to."""
    child = os.fork()
    if child:
        signal.signal(signal.SIGALRM, lambda *_: os._exit(70))
        signal.alarm(seconds)
        # Whatever loses its parent in here becomes a child of this one, and stays a zombie until it is waited for.
        ended, status = os.wait()
        while ended != child:
            ended, status = os.wait()
        code = os.waitstatus_to_exitcode(status)
        os._exit(code if code >= 0 else 128 - code)


# --- who it is ----------------------------------------------------------------------------------------------------


def _reach_by_descriptor() -> None:
    """Keep the standard library readable, which may lie where only root can go: a folder that is open stays so."""
    folders = [path for path in sys.path if os.path.isdir(path)]  # noqa: PTH112 - pathlib would have to be loaded
    open_ones = {path: f"/proc/self/fd/{os.open(path, os.O_PATH | os.O_DIRECTORY)}" for path in folders}
    sys.path[:] = open_ones.values()
    _LIBRARY.update(sys.path)
    for module in list(sys.modules.values()):
        for index, place in enumerate(getattr(module, "__path__", ())):
            beginning, _, name = place.rpartition("/")
            module.__path__[index] = f"{open_ones[beginning]}/{name}" if beginning in open_ones else place


def _drop(users: list[int]) -> None:
    """Become nobody, the first of these whom the system knows, without a privilege that could come back."""
    if users:
        os.setgroups([])
    for uid in users:
        try:
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
            break
        except OSError:
            continue
    _C.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    header, none = struct.pack("=Ii", _CAPABILITIES_3, 0), bytes(24)
    _call("capabilities", _C.capset(header, none))
    if os.getuid() == 0:
        _refuse("it is still root")


# --- what it may do -----------------------------------------------------------------------------------------------


def _confine(stage: dict[str, Any], rules: int | None) -> None:
    """Confine this process and its children for good."""
    # Leave the machine to the conversation; short of memory, the system ends this rather than anything else.
    os.nice(5)
    try:
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:  # noqa: PTH123
            file.write("1000")
    except OSError:
        pass
    for name, (soft, hard) in stage["limits"].items():
        what = getattr(resource, f"RLIMIT_{name}")
        _, most = resource.getrlimit(what)
        if most != resource.RLIM_INFINITY:
            soft, hard = min(soft, most), min(hard, most)
        resource.setrlimit(what, (soft, hard))
    _C.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    _call("no new privileges", _C.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    if rules is not None:
        _call("landlock", _system_call(_LANDLOCK_RESTRICT, rules, 0))
        os.close(rules)
    own, pid = stage["own_pid"], os.getpid()
    code = b"".join(struct.pack("=HBBI", *each[:3], pid if each[3] == own else each[3]) for each in stage["filter"])
    held = ctypes.create_string_buffer(code)
    program = struct.pack("HxxxxxxQ", len(stage["filter"]), ctypes.addressof(held))
    _call("seccomp", _C.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, program, 0, 0))


def _rules(stage: dict[str, Any]) -> int | None:
    """Return a Landlock descriptor of the files it may open; None where there is no Landlock and none is needed."""
    version = 0 if stage["landlock"] == "none" else _system_call(_LANDLOCK_CREATE, None, 0, 1)
    if version < 1:
        if stage["landlock"] == "needed":
            _refuse("there is no Landlock")
        return None
    files = (1 << 13) - 1
    files |= sum(bit for since, bit in ((2, 1 << 13), (3, _TRUNCATE), (5, _IOCTL_DEVICE)) if version >= since)
    handled = struct.pack("QQQ", files, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = _call("landlock", _system_call(_LANDLOCK_CREATE, handled, size, 0))
    own = [] if stage["argv"] else [os.path.dirname(os.__file__), f"{sys.base_prefix}/lib"]  # noqa: PTH120
    may = {
        **dict.fromkeys([*own, *stage["read"]], _READ_FILE | _READ_DIR),
        **dict.fromkeys(stage["execute"], _READ_FILE | _READ_DIR | _EXECUTE),
        **dict.fromkeys(stage["write"], files & ~_IOCTL_DEVICE),
    }
    for path, rights in (may | _DEVICES).items():
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue  # what is not there cannot be opened anyway
        allowed = rights & files
        if not os.path.isdir(path):  # noqa: PTH112 - pathlib would have to be loaded
            allowed &= _OF_FILES
        _call("landlock", _system_call(_LANDLOCK_ADD, rules, 1, struct.pack("=Qi", allowed, place), 0))
        os.close(place)
    return rules


# --- what it runs -------------------------------------------------------------------------------------------------


def _compile(stage: dict[str, Any]) -> None:
    """Compile in a separate process, since a compiler starts others."""
    rules = _rules(stage)
    words = os.open(".words", os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    child = os.fork()
    if not child:
        nothing = os.open("/dev/null", os.O_RDONLY)
        for place, target in ((nothing, 0), (words, 1), (words, 2)):
            os.dup2(place, target)
        _confine(stage, rules)
        os.execve(stage["argv"][0], stage["argv"], stage["environment"])  # noqa: S606
    _, status = os.waitpid(child, 0)
    if rules is not None:
        os.close(rules)
    if status == 0:
        os.close(words)
        os.unlink(".words")  # noqa: PTH108
        return
    _say("not-compiled")
    os.lseek(words, 0, os.SEEK_SET)
    while piece := os.read(words, 1 << 16):
        os.write(2, piece)
    os._exit(1)


def _run_python(source: str, driver: str) -> None:
    """Run in this very process."""
    # The address space is limited: stacks of 8 MB and an arena of 64 MB for each thread would leave no room for a pool.
    _thread.stack_size(_THREAD_STACK)
    if hasattr(_C, "mallopt"):
        _C.mallopt(_M_ARENA_MAX, 1)
    sys.argv = [_PYTHON]
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # what was printed before a limit was met
    _remember(_PYTHON, source)
    _remember(_OURS, driver)
    shown, sys.stderr = sys.stderr, StringIO()  # warnings come behind the first line
    try:
        parts = [compile(source, _PYTHON, "exec", dont_inherit=True), compile(driver, _OURS, "exec", dont_inherit=True)]
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError) as error:
        _say("not-compiled")
        sys.stderr = shown
        _tell(error)
        sys.exit(1)
    warnings, sys.stderr = sys.stderr.getvalue(), shown
    main = ModuleType("__main__")
    main.__dict__["__builtins__"] = __builtins__
    sys.modules["__main__"] = main
    _say("ready")
    sys.stderr.write(warnings)
    try:
        for part in parts:
            exec(part, main.__dict__)  # noqa: S102 - that is what it is for
    except SystemExit:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a stranger's program raises
        _tell(error)
        sys.exit(1)


def _remember(name: str, text: str) -> None:
    """Let tracebacks show lines of a file without a path."""
    import linecache

    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)


def _tell(error: BaseException) -> None:
    """Print a traceback that begins in the program, and tells nobody where on this machine Python lies."""
    import traceback

    place = error.__traceback__
    while place is not None and place.tb_frame.f_code.co_filename != _PYTHON:
        place = place.tb_next
    text = "".join(traceback.format_exception(type(error), error, place))
    for folder in sorted(_LIBRARY, key=len, reverse=True):
        text = text.replace(f"{folder}/", "")
    sys.stderr.write(text)


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        _refuse(f"{error.filename or 'the system'}: {error.strerror}")
