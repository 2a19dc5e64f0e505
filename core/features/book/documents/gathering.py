"""Makes the book of an interview and of what its person has decided about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from core.contracts.events import Event
from core.contracts.session import Entry, Record, Session, Status, caption_of
from core.documents.exchanges import Exchange, answered_exchanges
from core.documents.readable import plain_date, plain_length
from core.documents.visibility import answer_text, own_titles
from core.documents.zips import recording_names
from core.features.book.decisions import (
    COLOURS,
    BookFront,
    BookWording,
    PassageOrigin,
    PassageWording,
    PhotoPlace,
    fingerprint,
)
from core.features.book.documents.book import Book, BookChapter, BookCover, BookPassage, BookPhoto, BookSound, Labels
from core.features.book.documents.display import on_one_line, split_paragraphs
from core.languages.messages import say

NO_PLACES: Mapping[str, Path] = MappingProxyType({})
_TITLES: Mapping[str, str] = MappingProxyType({"life-story": "book-title-life-story"})
"""Kinds whose book is called the same whatever the interview is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """The person's decisions about a book."""

    way: BookWording = BookWording.TOLD
    questions: bool = True
    wordings: Mapping[int, PassageWording] = field(default_factory=dict)
    """By the `seq` of the message."""
    front: BookFront = field(default_factory=BookFront)


AS_TOLD = Wishes()


@dataclass(slots=True)
class _Making:
    """The counts and choices while a book is put together."""

    record: Record
    wishes: Wishes
    there: Mapping[str, Path]
    names: Mapping[int, str] = field(default_factory=dict)
    events: Mapping[int, Event] = field(default_factory=dict)
    """By their questions."""
    others: bool = False
    by_another: bool = False
    """Whether the words before these are somebody else's."""
    sounds: int = 0
    edited: bool = False
    """Whether a passage stands in other words than it was told."""


def gather_book(
    record: Record,
    *,
    chapters: Mapping[str, str],
    wishes: Wishes = AS_TOLD,
    there: Mapping[str, Path] = NO_PLACES,
    events: Sequence[Event] = (),
) -> Book:
    """Return the book of an interview, in its language, with nothing in it that its documents may not show.

    `chapters`: the title for the id of each question, in the order of the life. `there`: where the recordings and
    photographs are that can be had, by their names in the interview. `events`: what others have told of the same.
    """
    # What is not to be in the book is kept back in it: so no question of ours gives it away either.
    record = record.keeping_back({seq for seq, wording in wishes.wordings.items() if wording.withheld})
    making = _Making(record, wishes, there)
    making.names = recording_names(record, there)
    making.events = {event.seq: event for event in events}
    titles = {**chapters, **own_titles(record.entries)}
    # The chapters are in the order of the life, each in the order of the telling.
    exchanges: dict[str, list[Exchange]] = {title: [] for title in titles.values()}
    here = next(iter(exchanges), "")  # what was told before any question opens the book
    for each in answered_exchanges(record):
        of = each.question or each.answers[0]
        here = titles.get(of.question_id, here)
        exchanges.setdefault(here, []).append(each)
    told = []
    for title, its in exchanges.items():
        passages = _arranged(making, [tuple(_passages(making, each)) for each in its])
        if passages:
            told.append(BookChapter(title=on_one_line(title), passages=passages))
    session, language = record.session, record.session.language
    last = session.ended_at if session.status is Status.COMPLETED and session.ended_at else session.touched_at
    first, end = session.created_at.year, last.year
    years = str(first) if first >= end else f"{first}–{end}"
    way = "read" if wishes.way is BookWording.READ else "mended" if making.edited else "told"
    begun, ended = (
        plain_date(language, at.date()) for at in (session.created_at, session.ended_at or session.touched_at)
    )
    days = say(language, "book-colophon-days", first="same" if begun == ended else begun, last=ended)
    others = (say(language, "book-colophon-others"),) if making.others else ()
    colophon = (say(language, f"book-colophon-{way}"), *others, days)
    front = wishes.front
    return Book(
        title=front.title or usual_title(session),
        name=on_one_line(front.name or record.person.name),
        years=years,
        life=on_one_line(front.years),
        dedication=split_paragraphs(front.dedication),
        cover=_cover(front, told),
        language=language,
        chapters=tuple(told),
        colophon=colophon,
        labels=book_labels(language),
    )


def usual_title(session: Session) -> str:
    """Return what the book of an interview is called unless its person calls it otherwise."""
    key = _TITLES.get(session.kind)
    return on_one_line(say(session.language, key) if key else session.title or session.kind)


def _cover(front: BookFront, told: Sequence[BookChapter]) -> BookCover | None:
    """Return the cover, with its photograph as long as that is in the book."""
    photos = {each.seq: each.photo for chapter in told for each in chapter.passages if each.photo is not None}
    photo = photos.get(front.photo)
    colour = front.colour if front.colour in COLOURS else ""
    if photo is None:
        return BookCover(colour=colour) if colour else None
    return BookCover(colour=colour or next(iter(COLOURS)), seq=front.photo, file=photo.file)


def _arranged(making: _Making, exchanges: Sequence[tuple[BookPassage, ...]]) -> tuple[BookPassage, ...]:
    """Return the passages of a chapter with each photograph where its person wants it."""
    before: list[BookPassage] = []
    ending: list[BookPassage] = []
    for told in exchanges:
        here = list(told)
        for passage in told:
            wording = making.wishes.wordings.get(passage.seq)
            place = "" if passage.photo is None or wording is None else wording.place
            if place == PhotoPlace.END:
                at = here.index(passage)
                ending.append(passage.model_copy(update={"question": "", "by": ""}))
                del here[at]
                if at == 0 and here and not here[0].is_anothers:
                    here[0] = here[0].model_copy(update={"question": passage.question, "by": passage.by})
            elif place == PhotoPlace.BESIDE and passage.photo is not None:
                small = passage.model_copy(update={"photo": passage.photo.model_copy(update={"beside": True})})
                _put_beside(here, here.index(passage), small)
        before += here
    return (*before, *ending)


def _put_beside(here: list[BookPassage], at: int, small: BookPassage) -> None:
    """Put a small photograph before the words that stand beside it: those after it, or else those before it."""
    here[at] = small
    behind = here[at + 1] if at + 1 < len(here) else None
    words = here[at - 1] if at > 0 else None
    if words is None or words.photo is not None or (behind is not None and behind.photo is None):
        return
    here[at - 1] = small.model_copy(update={"question": words.question, "by": words.by})
    here[at] = words.model_copy(update={"question": "", "by": ""})


def book_labels(language: str) -> Labels:
    names = ("contents", "listen", "listen-how", "recording", "boxes")
    own = {name.replace("-", "_"): say(language, f"book-{name}") for name in names}
    return Labels(**own, photo=say(language, "documents-photo"), photo_absent=say(language, "documents-photo-absent"))


def editable_words(answer: Entry) -> str:
    """Return the words of a message that a book may word differently; a photograph's are its caption."""
    return caption_of(answer.text) if answer.photo else answer.text


def _passages(making: _Making, told: Exchange) -> Iterator[BookPassage]:
    question = on_one_line(told.asked) if making.wishes.questions else ""
    own = [passage for answer in told.answers if (passage := _passage(making, answer)) is not None]
    others = tuple(_of_others(making, told)) if own else ()
    teller = on_one_line(making.record.person.name) or say(making.record.session.language, "book-teller")
    for place, passage in enumerate(own):
        # Nobody's words are to be taken for those of another: where the voice changes, a name is given.
        by = teller if place == 0 and (making.by_another or others) else ""
        yield passage.model_copy(update={"question": question if place == 0 else "", "by": by})
    yield from others
    if own:
        making.by_another = bool(others)
        making.others = making.others or making.by_another


def _of_others(making: _Making, told: Exchange) -> Iterator[BookPassage]:
    """Yield what others told of the same: in their own words, whatever way the book is made, and under their names."""
    event = None if told.question is None else making.events.get(told.question.seq)
    language = making.record.session.language
    for voice in () if event is None else event.voices:
        by = on_one_line(voice.teller) or say(language, "family-somebody")
        for number, text in zip(voice.numbers, voice.passages, strict=False):
            wording, words = making.wishes.wordings.get(-number), split_paragraphs(text)
            if words and not (wording is not None and wording.withheld):
                yield BookPassage(seq=-number, by=by, paragraphs=words)


def _passage(making: _Making, answer: Entry) -> BookPassage | None:
    """Return the passage of a message, or None where nothing of it would be seen."""
    wording = making.wishes.wordings.get(answer.seq)
    words = editable_words(answer)
    text = words
    # A wording made of other words, or for the other way of making the book, does not count.
    if wording is not None and wording.text and wording.of == fingerprint(words):
        own = wording.origin is PassageOrigin.OWN
        text = wording.text if own or making.wishes.way is BookWording.READ else words
    making.edited = making.edited or text != words
    photo, lines = None, split_paragraphs(text)
    if answer.photo:
        place = making.there.get(answer.photo)
        photo, lines = BookPhoto(file="" if place is None else str(place), caption=lines), ()
    if not lines and photo is None:
        return None
    sound = None
    if (name := making.names.get(answer.seq)) is not None and not answer.photo:
        making.sounds += 1
        length = plain_length(answer.spoken_seconds)
        sound = BookSound(number=making.sounds, file=str(making.there[answer.audio]), name=name, length=length)
    aside = text == words and not answer_text(answer)
    return BookPassage(seq=answer.seq, paragraphs=lines, photo=photo, sound=sound, aside=aside)
