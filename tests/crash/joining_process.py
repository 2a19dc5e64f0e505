"""Joins two persons, and dies with SIGKILL in the middle: once at each statement, each time on a copy of the database.

    python -m tests.crash.joining_process DATABASE

Leaves `DATABASE.1`, `DATABASE.2` and so on, and prints how many there are; the last one lived.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from contextlib import closing
from itertools import count
from typing import Any

from core.contracts.commits import Commit, Join, OutboxMessage
from core.contracts.messages import Address, Say
from core.store.changes import commit
from core.store.store import Connection, sqlite_engine
from tests.fakes.stores import HERE, NOW, answer, append, arrive, begin, event, new_session, question

THERE = Address(platform="there", chat="2")


def two(c: Connection) -> None:
    """Two persons with an interview and something that waits each."""
    for name, address in (("p1", HERE), ("p2", THERE)):
        session = begin(c, new_session(f"s-{name}", person_id=name, address=address), event_id=f"hello {name}")
        append(c, session, [question(1), answer(2, 1, f"words of {name}", ref=name, address=address)])
        arrive(c, event(f"waits {name}", address=address))


def join(c: Connection) -> None:
    """As the desk does it when they have said yes."""
    letters = tuple(
        OutboxMessage(key=f"joined {address}", address=address, saying=Say(text="Done."), language="en")
        for address in (HERE, THERE)
    )
    step = Join(person_id="p1", address=THERE)
    commit(c, Commit(person_id="p2", effects=(step,), letters=letters), now=NOW)


def live(database: str, statements: int) -> None:
    """Join them, and die at that statement."""
    engine = sqlite_engine(database)
    with closing(engine.connect()) as connection, connection.begin():
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        left = statements
        driver: Any = connection.connection.driver_connection

        def die(_sql: str) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        driver.set_trace_callback(die)
        join(connection)


def main(database: str) -> None:
    for number in count(1):
        path = f"{database}.{number}"
        shutil.copyfile(database, path)
        child = os.fork()
        if child == 0:
            live(path, number)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            sys.exit(f"it ended by itself: {status}") if status else print(number)
            return


if __name__ == "__main__":
    main(sys.argv[1])
