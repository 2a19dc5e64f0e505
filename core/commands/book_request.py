"""What a button of a book wants, and what is answered to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from core.contracts.book import BookStep
from core.contracts.commits import Commit
from core.contracts.messages import Choice, Saying
from core.contracts.session import Session
from core.conversation.context import ConversationContext
from core.conversation.current_book import BookAtHand, book_button, load_book_at_hand
from core.conversation.draft import Draft
from core.documents.book.book import Book
from core.family.words import join_names
from core.languages.messages import say


@dataclass(frozen=True, slots=True)
class BookRequest:
    ctx: ConversationContext
    session: Session
    at: str = ""

    @property
    def number(self) -> int:
        return int(self.at) if self.at.isdecimal() else 0

    @property
    def passage(self) -> int:
        """The `seq` of one; 0 for none."""
        return int(self.at) if self.at.removeprefix("-").isdecimal() else 0

    def say(self, key: str, **values: str | float) -> str:
        return say(self.ctx.language, f"book-{key}", **values)

    def button(self, deed: str, at: object = "", **values: str | float) -> Choice:
        return book_button(self.ctx.language, self.session.id, deed, at, **values)

    def receivers(self, whole: BookAtHand) -> dict[str, str | float]:
        """The values of words that say whom of the family a yes would reach."""
        names = [each.name or say(self.ctx.language, "family-somebody") for each in whole.receivers]
        return {"names": join_names(names, self.ctx.language), "people": len(names), "family": "yes" if names else "no"}

    async def at_hand(self) -> tuple[BookAtHand, Book] | None:
        """None where no book was begun."""
        found = await load_book_at_hand(self.ctx.runtime, self.session.id)
        return None if found is None else (found, await found.made())

    def decided(self, step: BookStep | None, *sayings: Saying, chores: Sequence[str] = ()) -> Commit:
        """What becomes of the book, and words; with chores, where there is something to do."""
        told = self.ctx.reply(*sayings)
        if chores:
            draft = Draft(self.session, self.ctx.now)
            draft.ask_for(*chores)
            told = replace(draft.change(done=(self.ctx.item.id,)), letters=told.letters)
        return told if step is None else told.having(step)

    def too_late(self) -> Commit:
        """Answer a button whose passage is not there any more."""
        return self.ctx.plainly(say(self.ctx.language, "stale-button"))


Deed = Callable[[BookRequest], Awaitable[Commit]]
