"""Loads the book of an interview as it is now: the words that were told, and what their person has decided."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from core.contracts.circle import FamilyCircle
from core.contracts.messages import Choice
from core.contracts.script import ScriptSet
from core.contracts.session import Record, Session
from core.conversation.context import Runtime
from core.conversation.draft import command_button
from core.documents.exchanges import answers_of
from core.documents.transcript import chapter_titles
from core.features.book.book_rows import book_state, wordings
from core.features.book.decisions import BookState, PassageWording, fingerprint
from core.features.book.documents.book import Book
from core.features.book.documents.gathering import NO_PLACES, Wishes, gather_book
from core.languages.messages import say
from core.store.feature_hooks import circle_around
from core.store.records import load_record
from core.store.store import Connection

_MARK = 8


def session_mark(session_id: str) -> str:
    """Return a short mark by which a button names an interview."""
    return fingerprint(session_id)[:_MARK]


def book_button(language: str, session_id: str, deed: str, at: object = "", **values: str | float) -> Choice:
    """Return a button. `at`: a number or a book's fingerprint that the deed is done to; `values`: for its words."""
    argument = "-".join(filter(None, (deed, str(at), session_mark(session_id))))
    return command_button(language, "book", argument, label=say(language, f"book-button-{deed}", **values))


@dataclass(frozen=True, slots=True, kw_only=True)
class BookAtHand:
    whole: Record
    scripts: ScriptSet
    state: BookState
    wordings: Mapping[int, PassageWording]
    circle: FamilyCircle = field(default_factory=FamilyCircle)
    """What others have told of the same, and whom a yes for the family reaches."""

    @property
    def session(self) -> Session:
        return self.whole.session

    @property
    def told(self) -> dict[int, str]:
        """Return the words that can stand in it, as they were told, by the `seq` of their passages."""
        voices = (voice for event in self.circle.events for voice in event.voices)
        others = ((-n, text) for voice in voices for n, text in zip(voice.numbers, voice.passages, strict=False))
        return {seq: answer.text for seq, answer in answers_of(self.whole).items()} | dict(others)

    async def made(self, there: Mapping[str, Path] = NO_PLACES) -> Book:
        """Return the book; `there`: as in `gather_book`."""
        return await asyncio.to_thread(self.gathered, there)

    def gathered(self, there: Mapping[str, Path] = NO_PLACES) -> Book:
        """Return the same as `made`; blocks."""
        state = self.state
        wishes = Wishes(way=state.way, questions=state.questions, wordings=self.wordings, front=state.front)
        chapters = chapter_titles(self.scripts.speak(self.session.language))
        return gather_book(self.whole, chapters=chapters, wishes=wishes, there=there, events=self.circle.events)


async def load_book_at_hand(runtime: Runtime, session_id: str, *, state: BookState | None = None) -> BookAtHand | None:
    """Return the book, decided as in `state` or as stored; None where none was begun. Raises NotFound."""
    return await runtime.store.read(lambda c: stored_book(c, session_id, state))


def stored_book(c: Connection, session_id: str, state: BookState | None = None) -> BookAtHand | None:
    """Return the same as `load_book_at_hand`, inside a unit."""
    decided = state or book_state(c, session_id)
    if decided is None:
        return None
    whole, scripts = load_record(c, session_id)
    return BookAtHand(
        whole=whole, scripts=scripts, state=decided, wordings=wordings(c, session_id), circle=circle_around(c, whole)
    )
