# It got out if semaphores and queues stay when it has ended.
import ctypes
import os

C = ctypes.CDLL(None, use_errno=True)

for name, arguments in (
    ("shmget", (4711, 4096, 0o1666)),
    ("semget", (4711, 1, 0o1666)),
    ("msgget", (4711, 0o1666)),
    ("mq_open", (b"/raconteur-hostile", os.O_CREAT | os.O_RDWR, 0o666, None)),
):
    if getattr(C, name)(*arguments) >= 0:
        print("GOT OUT", name)
