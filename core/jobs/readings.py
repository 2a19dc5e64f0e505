"""Sending what was read in an interview, by chores: each reading as it is there, and all when they are asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from core.contracts.commits import OutboxMessage
from core.contracts.messages import SendDocument
from core.contracts.session import Record, Session, Status
from core.documents.readings_file import readings_markdown, ready_readings
from core.documents.transcript import document_name
from core.languages.messages import locale_or_default, say

READINGS = "readings"
"""The chore that sends all that are there in one file, as `/readings` asks for it."""
NEW_READINGS = "new-readings"
"""The chore that sends each that was not sent yet, behind the transcript."""
MARKDOWN = "text/markdown"


async def new_readings(whole: Record, names: Sequence[str], waiting: Mapping[str, int]) -> tuple[OutboxMessage, ...]:
    """Return a letter for each reading of a finished interview that does not wait; those sent keep their key."""
    session = whole.session
    if session.status is not Status.COMPLETED or session.ended_at is None:
        return ()
    done = await asyncio.to_thread(ready_readings, whole, [name for name in names if name not in waiting])
    beginning = f"{session.id}/findings/{session.ended_at.timestamp():.3f}"
    return tuple([await _letter(whole, (name,), name, key=f"{beginning}/{name}") for name in done])


async def all_readings(whole: Record, names: Sequence[str], *, key: str) -> OutboxMessage | None:
    """Return the file with all readings; None where there are none."""
    if not await asyncio.to_thread(ready_readings, whole, names):
        return None
    return await _letter(whole, names, "reflections", key=key)


async def _letter(whole: Record, names: Sequence[str], suffix: str, *, key: str) -> OutboxMessage:
    language = locale_or_default(whole.session.language, whole.person.language)
    caption = say(language, "reflections-caption" if len(names) > 1 else f"documents-{names[0]}")
    document = SendDocument(
        name=document_name(whole, suffix, "md"),
        media_type=MARKDOWN,
        body=(await asyncio.to_thread(readings_markdown, whole, names)).encode(),
        caption=caption,
    )
    return file_letter(whole.session, document, language, key=key)


def file_letter(session: Session, document: SendDocument, language: str, *, key: str) -> OutboxMessage:
    return OutboxMessage(key=key, address=session.address, saying=document, language=language, session_id=session.id)
