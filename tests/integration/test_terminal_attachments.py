"""A transcript or an Inkwell folder at the terminal: its path is typed or dragged into the window."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.contracts.errors import Rejected
from core.contracts.messages import Attachment, Text
from core.readers.archives import unpack
from tests.fakes.terminal import Terminal


async def test_what_was_dragged_into_the_window_is_handed_in_and_can_be_fetched(tmp_path: Path) -> None:
    talk, folder = tmp_path / "my talk.vtt", tmp_path / "episode"
    talk.write_bytes(b"WEBVTT")
    folder.mkdir()
    (folder / "quotes.md").write_bytes(b"> A word")
    async with Terminal.started(tmp_path / "documents") as terminal:
        terminal.keys.send_text(f"\x1b[200~'{talk}' \x1b[201~\r\r")
        event = await terminal.inbox.last(1)
        assert event.content == Attachment(file_ref=str(talk), name="my talk.vtt", media_type="text/vtt", size=6)
        assert event.ref
        terminal.keys.send_text(f"{folder}\r\r")
        content = (await terminal.inbox.last(2)).content
        assert isinstance(content, Attachment)
        await terminal.write(f"I heard it in {folder} yesterday")
        assert (await terminal.inbox.last(3)).content == Text(text=f"I heard it in {folder} yesterday")
        assert await terminal.platform.fetch(str(talk), limit=100) == b"WEBVTT"
        assert unpack(await terminal.platform.fetch(content.file_ref, limit=1_000)) == {"quotes.md": b"> A word"}
        with pytest.raises(Rejected):
            await terminal.platform.fetch(str(tmp_path), limit=100)
