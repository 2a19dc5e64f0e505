"""What the tests of the command line beside the interviews are made with."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

from typer.testing import CliRunner, Result

from bot.cli import app
from core.contracts.calls import Budget, Call, Settlement
from core.contracts.messages import Address
from core.contracts.session import Record, Status
from core.store.call_rows import StoredLedger
from core.store.store import SqliteStore
from tests.fakes.logs import logging_of_its_own
from tests.fakes.manual_clock import ManualClock
from tests.fakes.records import BEGAN, Conversation, record_of

ID = "0123456789abcdef"
OTHER = "01fedcba98765432"


def under_way(session_id: str = ID, *, name: str = "Anna", chat: str = "7", status: Status = Status.PAUSED) -> Record:
    """An interview that stands at its third question."""
    talk = Conversation()
    memory = talk.ask("What is the first thing you remember?")
    talk.answer("A blue door. [bold]not markup[/bold] \x1b[31mred", memory)
    runtime = talk.ask("Which room did you like best?", "the-house")
    whole = record_of(talk, name=name, status=status, open_question=runtime, state={"version": 1, "index": 2})
    session = whole.session.model_copy(
        update={
            "id": session_id,
            "person_id": f"p-{chat}",
            "address": Address(platform="telegram", chat=chat),
            "touched_at": BEGAN + timedelta(hours=2),
        }
    )
    person = whole.person.model_copy(update={"id": f"p-{chat}"})
    return whole.model_copy(update={"session": session, "person": person})


def spend(database: Path, micros: int, outcome: str = "ok") -> None:
    async def call() -> None:
        store = SqliteStore(str(database))
        ledger = StoredLedger(store, Budget(), ManualClock())
        number = await ledger.reserve(Call(purpose="talk", model="m", session_id=ID, reserved_micros=micros))
        await ledger.settle(number, Settlement(outcome=outcome, cost_micros=micros))
        await store.close()

    asyncio.run(call())


def run(*arguments: str) -> Result:
    """A command, in this process; logging is afterwards as it was."""
    with logging_of_its_own():
        return CliRunner().invoke(app, list(arguments), prog_name="raconteur")
