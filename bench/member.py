"""A process of a house of several, which prints a line when it is there and serves until it is killed.

python -m bench.member URL FOLDER LATENCY ROLE ...

Its platform is only named: nobody but the process that measures speaks with it.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bench.children import quiet, tell
from bench.crowd import SETTINGS, Crowd
from bench.model import Replies, metered
from bot.app import App, build_app
from bot.clock import SteeredClock
from bot.features.several_processes.cluster_member import join_cluster
from bot.features.several_processes.roles import parse_roles
from core.interviews.life_story.interview import LifeStory
from core.store.database_url import Server
from core.store.postgres import PostgresStore


async def member(server: Server, folder: Path, latency: float, *roles: str) -> tuple[App, Crowd]:
    """Build the app in its place, without starting it."""
    interview, clock, crowd = LifeStory(), SteeredClock(), Crowd()
    kinds = {interview.kind: interview}
    member = await join_cluster(server, parse_roles(roles))(kinds, clock)
    store = PostgresStore(server.url, enqueue=member.enqueue)
    model = metered(Replies(), store, latency=latency)
    app = build_app(
        SETTINGS,
        store=store,
        platforms=[crowd],
        recordings=folder,
        model=model,
        clock=clock,
        kinds=kinds,
        process=member,
    )
    return app, crowd


async def _serve(url: str, folder: str, latency: str, *roles: str) -> None:
    quiet()
    app, _ = await member(Server(url), Path(folder), float(latency), *roles)
    await app.run(ready=lambda: tell(seat=app.process.seat))


if __name__ == "__main__":
    asyncio.run(_serve(*sys.argv[1:]))
