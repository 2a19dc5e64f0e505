"""Seats at a database on a server: one process holds each, and one that stood still hears that it is another's now."""

from __future__ import annotations

import asyncio
import threading

import psycopg

from core.store.database_url import Server
from core.store.seats import Seat
from tests.fakes.postgres import postgres_url as postgres_url
from tests.fakes.waiting import PATIENCE

_END = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> %s"


def _send_away(url: str) -> None:
    """What a restart, a cut network and a process that stood still have in common: the connection is gone."""
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as beside:
        beside.execute(_END, (beside.info.backend_pid,))


async def test_who_loses_the_connection_takes_the_seat_again_if_nobody_else_has(postgres_url: str) -> None:
    lost = threading.Event()
    with Seat(Server(postgres_url), "app") as mine:
        assert mine.take()
        mine.watch(lost.set)
        _send_away(postgres_url)
        other = Seat(Server(postgres_url), "app")
        async with asyncio.timeout(PATIENCE):
            while await asyncio.to_thread(other.take):
                other.release()
                other = Seat(Server(postgres_url), "app")
        assert not lost.is_set()
        another_seat = Seat(Server(postgres_url), "gateway")
        assert another_seat.take()
        another_seat.release()


async def test_who_finds_the_seat_taken_hears_of_it(postgres_url: str) -> None:
    lost = threading.Event()
    with Seat(Server(postgres_url), "app") as mine, Seat(Server(postgres_url), "app") as other:
        assert mine.take()
        _send_away(postgres_url)
        assert other.take()
        mine.watch(lost.set)
        await asyncio.to_thread(lost.wait, PATIENCE)
        assert lost.is_set()
