"""All that others than its person read of an interview: whoever runs the bot, and those for whom a feature makes it."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from bot.config import Settings
from bot.operator_desk import OperatorService
from bot.setup_page import SetupPage
from core.contracts.operator_desk import Sought
from core.contracts.ports import Clock
from core.documents.exchanges import answer_rows, as_csv_line
from core.documents.transcript import transcript_markdown
from core.features import NAMES
from core.store.records import record_for_others, session_ids
from core.store.store import Connection, Store


async def read_by_others(store: Store, clock: Clock, folder: Path) -> dict[str, str]:
    """Return the text of each thing, by what it is.

    A feature with more of it has a module `leaving` in the folder of its tests, with a function `read_by_others`.
    """
    found = {"exports": await store.read(_exported)}
    for module in (f"tests.features.{name}.leaving" for name in NAMES):
        if find_spec(module) is not None:
            found |= await import_module(module).read_by_others(store, clock.now().timestamp())
    setup = SetupPage(path=folder / "config.toml", clock=clock)
    house = OperatorService(settings=Settings(), store=store, slow_read=store.read, clock=clock, titles={}, setup=setup)
    sheets = [str(await house.sessions(Sought()))]
    for session_id in await store.read(session_ids):
        sheets += [str(await house.session(session_id)), str((await house.file(session_id, "transcript")).body)]
    return found | {"the operator's page": "\n".join(sheets)}


def _exported(c: Connection) -> str:
    wholes = [record_for_others(c, session_id)[0] for session_id in session_ids(c)]
    rows = (as_csv_line(row) for whole in wholes for row in answer_rows(whole))
    return "".join((*rows, *(transcript_markdown(whole, chapters={}) for whole in wholes)))
