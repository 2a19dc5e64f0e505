"""Answers the browser about a book: whose it is, what is on its page, and what its forms change."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from core.contracts.messages import Button, Press, encode_button
from core.contracts.page_feature import PageAnswer, PageCall, PageFile, PageMove, PageView
from core.contracts.session import Session
from core.conversation.context import Runtime
from core.documents.exchanges import answers_of
from core.features.book.at_hand import BookAtHand, session_mark, stored_book
from core.features.book.book_rows import take_book_step
from core.features.book.decisions import BookState, BookStep, BookWording
from core.features.book.documents.book import Book
from core.features.book.documents.display import on_one_line
from core.features.book.documents.gathering import usual_title
from core.features.book.proof import changes
from core.features.book.proof.changes import Change, TooLate, passage_number
from core.features.book.proof.view import NOTICES, ProofPage, nothing_page, proof_page, start_page
from core.files.keeping import PICTURE_TYPES
from core.languages.messages import locale_or_default, say
from core.store.mailbox_rows import person_at, sessions_of
from core.store.store import Connection

ADDRESS: Final = "/book"
PHOTOS: Final = "photos/"
UNDONE: Final = 20
"""Changes of one book that can be undone, the last one first."""
REMEMBERED: Final = 200
"""Books whose changes can be undone, in this process; after a restart there is nothing to undo."""
LOOKS: Final = 30
PAUSE: Final = 0.1
"""Seconds between two looks at whether the interviewer has kept a passage back."""
_PRESSES: Final = frozenset({"read", "hide", "mine", "ours", "send"})
"""What only the interviewer can do, as if its button had been pressed in the chat."""
_Make = Callable[[BookAtHand, changes.Fields], Change]


class BookProof:
    """`PageFeature` for books."""

    name = "book"
    assets = Path(__file__).parent / "static"

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._done: OrderedDict[str, list[Change]] = OrderedDict()

    def link(self, language: str) -> str:
        return say(language, "proof-link")

    async def get(self, call: PageCall) -> PageAnswer | None:
        if call.place.startswith(PHOTOS):
            return await self._photo(call, call.place.removeprefix(PHOTOS))
        if call.place:
            return None
        session, others = await self._runtime.store.read(partial(_own_sessions, call=call))
        if session is None:
            return _view(call.language, nothing_page(call.language))
        language = locale_or_default(session.language, call.language)
        found, made = await self._at_hand(session.id, call)
        if found is None or made is None:
            mark = session_mark(session.id)
            return _view(language, start_page(language, call.token, mark, offline=self._runtime.offline))
        page = ProofPage(
            language=language,
            token=call.token,
            mark=session_mark(session.id),
            found=found,
            book=made,
            usual_title=usual_title(session),
            editing=call.query.get("edit", ""),
            notice=call.query.get("notice", ""),
            undoable=bool(self._done.get(session.id)),
            others=tuple((session_mark(each.id), on_one_line(each.title) or each.kind) for each in others),
        )
        return _view(language, proof_page(page))

    async def post(self, call: PageCall) -> PageMove | None:
        session, _ = await self._runtime.store.read(partial(_own_sessions, call=call))
        if session is None:
            return None
        deed = call.fields.get("deed", "")
        if deed == "told":
            return await self._begin(session)
        if deed in _PRESSES:
            return _pressed(call, session, deed)
        if deed == "undo":
            return await self._undo(session)
        make = _DEEDS.get(deed)
        if make is None and deed != "front":
            return None
        if make is None:
            make = partial(changes.change_front, usual_title=usual_title(session))
        return await self._change(session, call, make)

    async def _at_hand(self, session_id: str, call: PageCall) -> tuple[BookAtHand | None, Book | None]:
        """Return the book as it is now; after a passage was kept back, wait a moment for the interviewer to do it."""
        gone = call.query.get("gone", "")
        for _ in range(LOOKS if gone else 1):
            found = await self._runtime.store.read(lambda c: stored_book(c, session_id))
            if found is None:
                return None, None
            photos = {each.photo: Path(f"{ADDRESS}/{PHOTOS}{each.seq}") for each in found.whole.entries if each.photo}
            made = await found.made(photos)
            if not gone or all(str(passage.seq) != gone for passage in made.passages):
                break
            await self._runtime.clock.sleep(PAUSE)
        return found, made

    async def _begin(self, session: Session) -> PageMove:
        """Begin a book in which every word stands as it was told; one that was begun stays."""
        now = self._runtime.clock.now()

        def unit(c: Connection) -> None:
            if stored_book(c, session.id) is None:
                state = BookState(session_id=session.id, way=BookWording.TOLD, made_at=now)
                take_book_step(c, BookStep(session_id=session.id, state=state))

        await self._runtime.store.write(unit)
        return _move(session)

    async def _change(self, session: Session, call: PageCall, make: _Make) -> PageMove:
        def unit(c: Connection) -> Change:
            found = stored_book(c, session.id)
            if found is None:
                raise TooLate("changed")
            change = make(found, call.fields)
            take_book_step(c, change.after)
            return change

        try:
            change = await self._runtime.store.write(unit)
        except TooLate as late:
            return _move(session, notice=str(late), at=f"p{passage_number(call.fields)}")
        done = self._done.setdefault(session.id, [])
        done.append(change)
        del done[:-UNDONE]
        self._done.move_to_end(session.id)
        while len(self._done) > REMEMBERED:
            self._done.popitem(last=False)
        return _move(session, notice="saved", at=change.at)

    async def _undo(self, session: Session) -> PageMove:
        done = self._done.get(session.id)
        if not done:
            return _move(session)
        change = done.pop()

        def unit(c: Connection) -> None:
            found = stored_book(c, session.id)
            if found is None:
                raise TooLate("changed")
            take_book_step(c, changes.undo(found, change))

        try:
            await self._runtime.store.write(unit)
        except TooLate as late:
            return _move(session, notice=str(late), at=change.at)
        return _move(session, notice="undone", at=change.at)

    async def _photo(self, call: PageCall, number: str) -> PageFile | None:
        """Return a photograph of a person's own book."""
        session, _ = await self._runtime.store.read(partial(_own_sessions, call=call))
        photos = self._runtime.photos
        if session is None or photos is None or not (number.isascii() and number.isdecimal()):
            return None
        found = await self._runtime.store.read(lambda c: stored_book(c, session.id))
        answer = None if found is None else answers_of(found.whole).get(int(number))
        body = None if answer is None or not answer.photo else await photos.read(answer.photo)
        if answer is None or body is None:
            return None
        return PageFile(body=body, media_type=PICTURE_TYPES.get(answer.photo.rpartition(".")[2], ""))


def _own_sessions(c: Connection, *, call: PageCall) -> tuple[Session | None, tuple[Session, ...]]:
    """Return the interview that a request is about, of those in which the person has told something, and the others."""
    person = person_at(c, call.address)
    found = () if person is None else sessions_of(c, person.id)
    told = sorted((each for each in found if each.counters.answers), key=lambda each: each.touched_at, reverse=True)
    mark = call.fields.get("of") or call.query.get("of", "")
    chosen = next((each for each in told if not mark or session_mark(each.id) == mark), None)
    return chosen, tuple(each for each in told if each is not chosen)


def _pressed(call: PageCall, session: Session, deed: str) -> PageMove | None:
    """Have the interviewer do what its button does in the chat; None where no button says so."""
    seq = passage_number(call.fields)
    at = {"hide": str(seq), "mine": call.fields.get("print", ""), "ours": call.fields.get("print", "")}.get(deed, "")
    argument = "-".join(filter(None, (deed, at, session_mark(session.id))))
    try:
        event = Press(data=encode_button(Button(command="book", argument=argument)))
    except ValueError:
        return None
    if deed == "hide":
        query = urlencode({"of": session_mark(session.id), "notice": "hidden", "gone": seq})
        return PageMove(to=f"{ADDRESS}?{query}", event=event)
    return PageMove(to="/", event=event)


def _move(session: Session, *, notice: str = "", at: str = "") -> PageMove:
    known = {"notice": notice} if notice in NOTICES else {}
    query = urlencode({"of": session_mark(session.id), **known})
    return PageMove(to=f"{ADDRESS}?{query}#{at}" if at else f"{ADDRESS}?{query}")


def _view(language: str, body: str) -> PageView:
    return PageView(
        title=say(language, "proof-link"), body=body, language=language, style="proof.css", script="proof.js"
    )


_DEEDS: Final[dict[str, _Make]] = {
    "word": changes.change_words,
    "as-told": changes.restore_words,
    "drop": changes.leave_out,
    "back": partial(changes.leave_out, withheld=False),
    "cover": changes.choose_cover,
    "asks": changes.toggle_questions,
}
