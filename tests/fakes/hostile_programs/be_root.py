# It got out if it can become root, or anybody else.
import ctypes
import os

C = ctypes.CDLL(None, use_errno=True)


def tried(attempt):
    try:
        return attempt() not in (-1, None)
    except (OSError, ValueError, AttributeError):
        return False


for attempt in (
    lambda: os.setuid(0) or 1,
    lambda: os.setresuid(0, 0, 0) or 1,
    lambda: os.setgid(0) or 1,
    lambda: os.setgroups([0]) or 1,
    lambda: C.setfsuid(0) * 0 + (0 if C.setfsuid(-1) == 0 else -1),
    lambda: C.capset(b"\x22\x05\x08\x20\0\0\0\0", b"\xff" * 24),
    lambda: 0 if os.getuid() == 0 or os.geteuid() == 0 or 0 in os.getgroups() else -1,
):
    if tried(attempt):
        print("GOT OUT")
