"""Interviews whose books are made in tests: a short life in both languages, and what a hostile one tells."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from core.contracts.events import Event, EventVoice
from core.contracts.session import Record
from core.documents.exchanges import answered_exchanges
from core.documents.transcript import chapter_titles
from core.features.book.documents.book import Book
from core.features.book.documents.gathering import AS_TOLD, NO_PLACES, Wishes, gather_book
from tests.fakes.records import AUDIO, BEGAN, Conversation, record_of, small_scripts

PHOTO = f"{'3d' * 32}.png"
LIVES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "en": (
        (
            "What is the very first thing you remember?",
            "My grandmother’s kitchen in Kazan. She was peeling apples.\nShe never looked at the knife – she looked at "
            "me, and the peel came down in one long ribbon.",
        ),
        (
            "Tell me about the house you grew up in.",
            "It had a blue door. My father painted it every spring, in 1951 for the last time.",
        ),
        (
            "Who walked with you on your first day of school?",
            "My brother Mischa. He was nine, and he carried my bag.",
        ),
        (
            "Which teacher do you remember best?",
            "Anna Petrovna. She was not strict. She read to us, and we forgot the cold.",
        ),
    ),
    "ru": (
        (
            "Что вы помните самое первое?",
            "Бабушкину кухню в Казани. Она чистила яблоки.\nНа нож она не смотрела – смотрела на меня, и кожура сходила"
            " одной длинной лентой.",
        ),
        (
            "Расскажите о доме, в котором вы росли.",
            "Дверь была синяя. Отец красил её каждую весну, в последний раз – в 1951 году.",
        ),
        ("Кто шёл с вами в школу в первый день?", "Брат Миша. Ему было девять лет, и он нёс мой портфель."),
        (
            "Какого учителя вы помните лучше всех?",
            "Анну Петровну. Она не была строгой. Она читала нам вслух, и мы забывали про холод.",
        ),
    ),
}
ALPHABETS = (
    "Щёлкнул замок, и мы вышли.",
    "我的祖母住在成都，她每天早上都唱歌。",
    "كانت جدتي تسكن في بيروت، وكانت تغني كل صباح.",
    "סבתא שלי גרה בחיפה.",
    "Γιαγιά μου, and ein süßes Törtchen 🎂❤️ – 👨‍👩‍👧.",
)
HOSTILE = (
    '#import "@preview/x:1.0.0" #panic("typst") $ x $ *bold* _it_ \\ #eval("1") `raw` <label> @ref = Heading',
    '<script>alert(1)</script> <img src=x onerror="alert(2)"> &lt; &amp;amp; ]]> <!-- <?xml -->',
    "safe \u202egnirts \u2066inside\u2069 out \u200e\u200f\u061c end",
    "w" * 10_000,
    "NUL \x00 bell \x07 escape \x1b[31m half \ud83d \udc00 none \ufffe\uffff\ufdd0 tag",
    "# Heading\n- list\n\n\n> quote\n| a | b |",
)


def life(language: str = "en", *, more: tuple[str, ...] = (), times: int = 1, voice: bool = False) -> Record:
    """A short life, with a photograph and an aside; `times` as long; `more` is told at its end."""
    talk = Conversation()
    for _ in range(times):
        for (question, answer), about in zip(LIVES[language], _IDS, strict=True):
            asked = talk.ask(question, about)
            seq = talk.speak(answer, asked, audio=AUDIO[0]) if voice else talk.answer(answer, asked)
            if about == "the-house":
                talk.mark(talk.answer("[photo]\n" + _CAPTION[language], asked), photo=PHOTO)
            if about == "first-day":
                talk.edit(seq, f"{answer} {_ASIDE[language]}")
                talk.mark(seq, asides=(_ASIDE[language],))
    for text in more:
        talk.answer(text, talk.ask(LIVES[language][-1][0], "a-teacher", follow_up=True))
    record = record_of(talk, name={"en": "Maria", "ru": "Мария"}[language], language=language)
    session = record.session.model_copy(update={"ended_at": BEGAN + timedelta(days=40)})
    return record.model_copy(update={"session": session})


_IDS = ("first-memory", "the-house", "first-day", "a-teacher")
_CAPTION = {"en": "Our house, with the blue door", "ru": "Наш дом с синей дверью"}
_ASIDE = {"en": "Are you writing this down?", "ru": "Вы это записываете?"}


def book_of(
    record: Record,
    wishes: Wishes = AS_TOLD,
    there: Mapping[str, Path] = NO_PLACES,
    events: tuple[Event, ...] = (),
) -> Book:
    chapters = chapter_titles(small_scripts().speak(record.session.language))
    return gather_book(record, chapters=chapters, wishes=wishes, there=there, events=events)


def told_by(record: Record, name: str, *words: str, place: int = 0) -> tuple[Event, ...]:
    """What somebody else has told of the same; `place`: of the question among those that were answered."""
    exchange = answered_exchanges(record)[place]
    assert exchange.question is not None
    own = EventVoice(teller=record.person.name, passages=tuple(answer.text for answer in exchange.answers))
    voice = EventVoice(teller=name, passages=words, numbers=tuple(range(1, len(words) + 1)))
    seq, asked = exchange.question.seq, exchange.asked
    return (Event(session_id=record.session.id, seq=seq, question=asked, voices=(own, voice)),)
