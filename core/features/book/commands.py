"""Make the book of an interview with `/book` and its buttons, up to the yes, which is to exactly the words seen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial

from core.contracts.commits import Commit
from core.contracts.messages import Say, StyledMessage
from core.contracts.script import primary_language
from core.conversation.context import ConversationContext
from core.features.book import review as reading
from core.features.book.at_hand import load_book_at_hand, session_mark
from core.features.book.decisions import EDITED, FAMILY, FILES, PREVIEW, BookFront, BookState, BookStep, BookWording
from core.features.book.documents.faithful import LANGUAGES
from core.features.book.review import BookRequest
from core.languages.messages import say
from core.store.mailbox_rows import session_by_id
from core.store.records import session_ids


async def handle_book(ctx: ConversationContext) -> Commit:
    """Begin a book, or go on with it; or do what one of its buttons wants."""
    session = ctx.view.session
    if not ctx.pressed or not ctx.argument:
        if session is None or session.counters.answers == 0:
            return ctx.respond("book-nothing")
        return await _entrance(BookRequest(ctx, session))
    deed, *at, mark = ctx.argument.split("-") if "-" in ctx.argument else ("", "")
    ids = await ctx.runtime.store.read(lambda c: session_ids(c, ctx.person.id))
    found = next((one for one in ids if session_mark(one) == mark), None)
    session = None if found is None else await ctx.runtime.store.read(lambda c: session_by_id(c, found))
    todo = _DEEDS.get(deed)
    if session is None or todo is None:
        return ctx.respond("stale-button")
    return await todo(BookRequest(ctx, session, "-".join(at)))


async def _entrance(asked: BookRequest) -> Commit:
    """Explain the book and the ways to have it; for one that was begun also show the way back into it."""
    found = await asked.at_hand()
    page, choices = StyledMessage().add(asked.say("offer")), []
    if found is not None:
        approved = found[0].state.approved == found[1].fingerprint()
        page.add(asked.say("begun", approved="yes" if approved else "no"))
        choices += [asked.button("send")] if approved else []
        choices.append(asked.button("stay", 0))
    if asked.session.address.platform in asked.ctx.runtime.in_browser:
        page.add(say(asked.ctx.language, "proof-hint"))
    choices.append(asked.button("told"))
    if primary_language(asked.session.language) in LANGUAGES:
        page.add(asked.say("ways", offline="yes" if asked.ctx.runtime.offline else "no"))
        choices.append(asked.button("read"))
    return asked.ctx.reply(page.say(tuple(choices)))


async def _told(asked: BookRequest) -> Commit:
    """Take every word as it was told, at once."""
    state = await _anew(asked, BookWording.TOLD)
    found = await load_book_at_hand(asked.ctx.runtime, asked.session.id, state=state)
    if found is None:
        return asked.too_late()
    step = BookStep(session_id=asked.session.id, state=state)
    return asked.decided(step, reading.sheet_message(replace(asked, at="0"), await found.made()))


async def _read(asked: BookRequest) -> Commit:
    """Have the book made easy to read, which takes a while."""
    step = BookStep(session_id=asked.session.id, state=await _anew(asked, BookWording.READ))
    return asked.decided(step, Say(text=asked.say("coming")), chores=(EDITED,))


async def _anew(asked: BookRequest, way: BookWording) -> BookState:
    """Begin a book that nobody has approved."""
    before = await load_book_at_hand(asked.ctx.runtime, asked.session.id)
    questions = before is None or before.state.questions
    front = BookFront() if before is None else before.state.front
    return BookState(session_id=asked.session.id, way=way, questions=questions, made_at=asked.ctx.now, front=front)


async def _toggled(asked: BookRequest) -> Commit:
    found = await load_book_at_hand(asked.ctx.runtime, asked.session.id)
    if found is None:
        return asked.too_late()
    state = replace(found.state, questions=not found.state.questions)
    words = reading.approval_page(asked, found, await replace(found, state=state).made(), state)
    return asked.decided(BookStep(session_id=asked.session.id, state=state), words)


async def _send(asked: BookRequest, *, chore: str, key: str) -> Commit:
    """Send the files of the book, or all of it as one file to be read elsewhere than in the chat."""
    return asked.decided(None, Say(text=asked.say(key)), chores=(chore,))


async def _approved(asked: BookRequest, *, shared: bool) -> Commit:
    """Approve the book with this fingerprint; where it is another one by now, say that."""
    found = await asked.at_hand()
    if found is None:
        return asked.too_late()
    whole, made = found
    if made.fingerprint() != asked.at:
        return asked.ctx.reply(Say(text=asked.say("other-by-now"), choices=(asked.button("stay", 0),)))
    state = replace(whole.state, approved=asked.at, shared=shared)
    words = Say(text=asked.say("approved", shared="yes" if shared else "no", **asked.receivers(whole)))
    chores = (FILES, FAMILY) if shared and whole.circle.receivers else (FILES,)
    return asked.decided(BookStep(session_id=asked.session.id, state=state), words, chores=chores)


_DEEDS: Mapping[str, Callable[[BookRequest], Awaitable[Commit]]] = {
    "begin": _entrance,
    "told": _told,
    "read": _read,
    "asks": _toggled,
    "go": reading.show_sheet,
    "stay": reading.show_sheet,
    "seen": partial(_send, chore=PREVIEW, key="preview-coming"),
    "fix": partial(reading.choose_passage, deed="word"),
    "word": reading.ask_for_wording,
    "keep": reading.keep_passage,
    "out": partial(reading.choose_passage, deed="cut"),
    "cut": reading.ask_what_to_cut,
    "drop": partial(reading.withhold_passage, withheld=True),
    "back": partial(reading.withhold_passage, withheld=False),
    "hide": reading.hide_passage,
    "left": reading.show_left_out,
    "mine": partial(_approved, shared=False),
    "ours": partial(_approved, shared=True),
    "send": partial(_send, chore=FILES, key="coming"),
}
