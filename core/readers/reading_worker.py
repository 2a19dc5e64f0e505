"""The process that reads: `python -m core.readers.reading_worker DESCRIPTOR`, with a socket to the program there.

It loads what reads and never reads itself: for each request it forks a process that gives up everything it can, reads
one thing, replies and ends. So nothing that one person sent can reach what another one sends. It ends when the program
ends, and may be killed at any moment. It writes no log and no file.
"""

from __future__ import annotations

import gc
import os
import resource
import select
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import NoReturn

from core.processes.framing import HEADER, Broke, decode_lengths, encode_frame
from core.processes.worker_hardening import isolate, limit_resource, lower_priority
from core.readers.reading import (
    LONGEST_BODY,
    LONGEST_REQUEST,
    REQUESTS,
    Begin,
    Read,
    Reading,
    ReadingStarted,
    Reply,
    load_readings,
    run_reading,
)

MEMORY = 400 << 20
"""Bytes of a process's own memory; of two of them, with the program's own share, less than 1 GB."""
CPU_SECONDS = 25
"""Longer than the program waits: this holds when nobody kills it."""


def confine(parent: int) -> None:
    """Confine this process for ever: no file, no socket and no process can be opened or begun, and nothing grows.

    What is open stays open; so whatever is imported late must have been imported before. ProcessLookupError where
    `parent`, the process that forked this one, is gone.
    """
    sys.meta_path.clear()  # a module that is looked for in vain is then simply not there
    isolate(parent)
    limit_resource(resource.RLIMIT_CPU, CPU_SECONDS, CPU_SECONDS + 5)
    limit_resource(resource.RLIMIT_DATA, MEMORY)
    limit_resource(resource.RLIMIT_AS, 4 * MEMORY)
    limit_resource(resource.RLIMIT_FSIZE, 0)
    limit_resource(resource.RLIMIT_CORE, 0)
    limit_resource(resource.RLIMIT_NPROC, 0)
    limit_resource(resource.RLIMIT_NOFILE, 0)


Answer = Callable[[Mapping[str, Reading], Read, bytes], tuple[Reply, bytes]]
_NO_MEMORY = 75
"""The exit code of a process that had not even the memory to say so."""


def main(read: Answer = run_reading) -> None:
    """Serve requests until the program ends. `read` does what is asked, in a process of its own."""
    lower_priority(niceness=10)
    connection = socket.socket(fileno=int(sys.argv[1]))
    stream = connection.makefile("rb")
    readings: dict[str, Reading] = {}
    while len(header := stream.read(HEADER.size)) == HEADER.size:
        message, length = decode_lengths(header, message=LONGEST_REQUEST, body=LONGEST_BODY)
        request = REQUESTS.validate_json(stream.read(message))
        body = stream.read(length)
        if isinstance(request, Begin):
            readings = load_readings(request.modules)
            gc.freeze()  # so that the forked ones share it
            connection.sendall(encode_frame(ReadingStarted()))
        else:
            how = _apart(connection, partial(read, readings, request, body))
            if how:
                connection.sendall(encode_frame(Broke(error=how)))


def _apart(connection: socket.socket, work: Callable[[], tuple[Reply, bytes]]) -> str:
    """Have it read and replied to by a process of its own. Return how that failed; empty where it replied."""
    ended, alive = os.pipe()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        os.close(ended)
        _read(connection, work, parent)
    os.close(alive)
    ready, _, _ = select.select([ended, connection.fileno()], [], [])
    if ended not in ready:  # the program is gone; or it has the reply, and asks for more
        os.kill(child, signal.SIGKILL)
    os.close(ended)
    _, status = os.waitpid(child, 0)
    if ended not in ready:
        return ""
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    code = os.WEXITSTATUS(status)
    return "" if code == 0 else "MemoryError" if code == _NO_MEMORY else f"exit {code}"


def _read(connection: socket.socket, work: Callable[[], tuple[Reply, bytes]], parent: int) -> NoReturn:
    code = 1
    try:
        confine(parent)
        try:
            reply, more = work()
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 - the process's boundary: what strangers' files do to parsers is unknown
            reply, more = Broke(error=type(error).__name__), b""
        connection.sendall(encode_frame(reply, len(more)))
        connection.sendall(more)
        code = 0
    except MemoryError:
        code = _NO_MEMORY
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
