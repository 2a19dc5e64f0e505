"""A chore gets what its kind has declared for it, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.contracts.tools import Tool
from core.jobs.chore_tools import ChoreTools, Toolbox
from core.readers.client import SourceClient
from tests.fakes.manual_clock import ManualClock
from tests.fakes.plain_sandbox import PlainSandbox
from tests.fakes.readers import InlineReaders
from tests.fakes.records import Conversation, record_of


async def test_what_is_not_declared_is_not_there() -> None:
    client, readers = SourceClient(clock=ManualClock()), InlineReaders()
    box = Toolbox(platforms={}, web=client, readers=readers, transcriber=None, sandbox=PlainSandbox())
    session = record_of(Conversation()).session
    nothing = ChoreTools(toolbox=box, session=session, allowed=frozenset())
    for tool in ("web", "readers"):
        with pytest.raises(ValueError, match=tool):
            getattr(nothing, tool)
    with pytest.raises(ValueError, match="files"):
        await nothing.file("ref")
    with pytest.raises(ValueError, match="hearing"):
        await nothing.hear(Path("x"), language="en", max_seconds=1.0, progress=print)
    assert not nothing.hears
    everything = ChoreTools(toolbox=box, session=session, allowed=frozenset(Tool))
    assert (everything.web, everything.readers) == (client, readers)
