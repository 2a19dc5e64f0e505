"""The books of an interview: what the newest words change, noted by the fast model and kept by code.

The model says only what has changed; what it leaves out stays as it is, so that nothing is forgotten by an oversight.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from core.contracts.chore import ChoreKind
from core.contracts.family import LONGEST_QUESTION
from core.contracts.ports import Prompt, Tier
from core.contracts.script import primary_language
from core.contracts.session import Digest, Entry, KeptPart, Role, joined_passages
from core.contracts.turn import OthersQuestion
from core.documents.visibility import find_passage
from core.interviews.scripted_base.base_state import Refusal, SpokenState
from core.interviews.scripted_base.notes import NoteFound, select_notes
from core.interviews.scripted_base.prompting import parts_that_fit, quote_to_fit
from core.text.quoting import quote_in_tag, said_by_another, shorten_middle
from core.text.stems import stems

BOOKS = "books"
"""The purpose of the call, and the name of the chore that catches up when a call was late or failed."""
READING = ChoreKind(wakes=True, insists=True)
"""The way that chore is done: nothing goes to a family before it, so it is never given up."""
SYSTEM = (Path(__file__).parent / "prompts" / "books.md").read_text(encoding="utf-8").strip()

Wants = Literal["go_on", "pause", "stop"]
MOST_THREADS = 20
LONGEST_THREAD = 110
MOST_CLOSED = 24
LONGEST_SUBJECT = 80
MOST_WISHES = 6
LONGEST_WISH = 120
LONGEST_NEXT_TIME = 300
_BEFORE_ROOM = 5_000
_ENTRY_ROOM = 4_000
_LEAVING_ROOM = 40_000
_SUMMARY_ROOM = 3_000


def _numbers(value: object) -> object:
    """Read a list of numbers; a model that writes "3" or one bare number means the list of it."""
    numbers: list[int] = []
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, str):
            numbers += [int(each)] if each.strip().isdecimal() and len(each) <= 9 else []
        elif isinstance(each, int) and not isinstance(each, bool):
            numbers.append(each)
    return numbers


def _texts(value: object) -> object:
    """Read a list of texts; one bare text is the list of it."""
    found: Iterable[object] = value if isinstance(value, list) else [value]
    return [each for each in found if isinstance(each, str) and each.strip()]


def _objects(value: object) -> object:
    """Read a list of objects, and pass over everything else in it."""
    found: Iterable[object] = value if isinstance(value, list) else [value]
    return [each for each in found if isinstance(each, dict)]


def word_validator(words: Iterable[str], usual: str) -> Callable[[object], object]:
    """Read a word of a list, however it is written; `usual` where it is none of them, so that the rest still counts."""
    known = frozenset(words)

    def read(value: object) -> object:
        # "Go-on" and "GO_ON" are the same word to us.
        word = re.sub(r"[\s-]+", "_", value.strip().lower()) if isinstance(value, str) else ""
        return word if word in known else usual

    return read


def _plain_text(value: object) -> object:
    return value if isinstance(value, str) else ""


def _is_true(value: object) -> bool:
    """Read a yes; anything but a plain one is no."""
    return value is True or (isinstance(value, str) and value.strip().lower() in {"true", "yes"})


Text = Annotated[str, BeforeValidator(_plain_text)]
Numbers = Annotated[list[int], BeforeValidator(_numbers)]
Texts = Annotated[list[str], BeforeValidator(_texts)]


class FilledIn(BaseModel):
    """Filled in by a model: every field has a value that changes nothing, and unknown fields are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _left_out(cls, data: object) -> object:
        """Leave out fields that are null."""
        return {name: value for name, value in data.items() if value is not None} if isinstance(data, dict) else data


class KeptBack(FilledIn):
    """A request to keep something out of the file."""

    n: Numbers = []
    """Numbers of the messages that it is about."""
    passages: Texts = []
    """The sentences in them that tell it, as they stand there; empty where the whole messages are meant."""
    words: Text = ""
    """The words that ask for it, as they stand in the newest messages."""


class Books(FilledIn):
    """The changes that the newest words make. Each field is explained to the model in `prompts/books.md`."""

    may_be_empty: ClassVar[bool] = True

    wants: Annotated[Wants, BeforeValidator(word_validator(get_args(Wants), "go_on"))] = "go_on"
    next_time: Text = ""
    danger: Annotated[bool, BeforeValidator(_is_true)] = False
    closed: Texts = []
    reopened: Numbers = []
    keep_back: Annotated[list[KeptBack], BeforeValidator(_objects)] = []
    to_me: Texts = []
    about: Text = ""
    told: Texts = []
    threads: Texts = []
    settled: Numbers = []
    wishes: Texts = []
    asked_for: Numbers = []
    notes: Annotated[list[NoteFound], BeforeValidator(_objects)] = []
    dropped: Texts = []
    summary: Text = ""
    language: Text = ""

    @property
    def language_tag(self) -> str:
        """The primary tag of the newest words' language; empty where the model gave no possible tag."""
        tag = primary_language(self.language)
        return tag if re.fullmatch(r"[a-z]{2,3}", tag) else ""


def books_prompt(
    *,
    session_id: str,
    language: str,
    agenda: str,
    state: SpokenState,
    digest: Digest,
    before: Sequence[Entry],
    new: Sequence[Entry],
    leaving: Sequence[Entry] = (),
    others: Sequence[OthersQuestion] = (),
) -> Prompt:
    """Ask what the entries `new` change. `before`: entries that help to understand them, oldest first.

    `agenda`: the subjects of this interview with their ids. `leaving`: entries that the interviewer will not see any
    more, which the summary has to speak for from now on.
    """
    told = " ".join(entry.text for entry in new if entry.role is Role.PERSON)
    lines = [_line(entry) for entry in before if not entry.withdrawn]
    parts = [
        *(quote_in_tag("closed", each.subject, number=n) for n, each in enumerate(state.refused, 1)),
        *(quote_in_tag("thread", each, number=n) for n, each in enumerate(state.threads, 1)),
        *(
            said_by_another("family_asks", each.text, each.asker, LONGEST_QUESTION, number=n)
            for n, each in enumerate(others, 1)
        ),
        *select_notes(digest.notes, told),
        *reversed(parts_that_fit(reversed(lines), _BEFORE_ROOM)),
        *(_line(entry, is_new=True) for entry in new),
    ]
    if leaving:
        gone = "\n".join(parts_that_fit((_line(entry) for entry in leaving if not entry.withdrawn), _LEAVING_ROOM))
        parts += [
            quote_to_fit("summary_so_far", digest.summary, _SUMMARY_ROOM),
            f"<now_summarise>\n{gone}\n</now_summarise>",
            f"Write `summary` anew, in {language}, so that it also covers what stands in now_summarise.",
        ]
    return Prompt(
        purpose=BOOKS,
        system=Template(SYSTEM).safe_substitute(agenda=agenda),
        user="\n".join(part for part in parts if part),
        tier=Tier.FAST,
        max_tokens=1_500 if leaving else 1_000,
        session_id=session_id,
        timeout=45.0,
    )


def _line(entry: Entry, *, is_new: bool = False) -> str:
    new = {"new": "yes"} if is_new else {}
    kept = {"kept_back": "in part" if entry.kept_passages else "yes"} if entry.kept_back else {}
    if entry.withdrawn:
        return quote_in_tag("taken_back", "", n=entry.seq)
    if entry.asker:
        return said_by_another("family_asks", entry.text, entry.asker, LONGEST_QUESTION, n=entry.seq)
    tag = "interviewer" if entry.role is Role.INTERVIEWER else "person"
    return quote_in_tag(tag, shorten_middle(entry.text, _ENTRY_ROOM), n=entry.seq, **new, **kept)


# --- what they change -------------------------------------------------------------------------------------------------


def threads_after(threads: Sequence[str], books: Books) -> tuple[str, ...]:
    """Return the open threads, the newest answer's first; of too many the oldest go."""
    left = [each for number, each in enumerate(threads, 1) if number not in set(books.settled)]
    found = {normalize_quote(each): each for raw in books.threads if (each := " ".join(raw.split())[:LONGEST_THREAD])}
    return tuple([*found.values(), *(each for each in left if normalize_quote(each) not in found)][:MOST_THREADS])


def refused_after(refused: Sequence[Refusal], books: Books, *, seq: int) -> tuple[Refusal, ...]:
    """Return the closed subjects; `seq`: of the question that the newest words answer."""
    reopened = set(books.reopened)
    kept = [each for number, each in enumerate(refused, 1) if number not in reopened]
    for raw in books.closed:
        subject = " ".join(raw.split())[:LONGEST_SUBJECT]
        if subject:
            # Two names are of one subject in whatever form of their words.
            name = stems(subject) or normalize_quote(subject)
            kept = [each for each in kept if (stems(each.subject) or normalize_quote(each.subject)) != name]
            kept.append(Refusal(subject=subject, seq=seq))
    return tuple(kept[-MOST_CLOSED:])


def wishes_after(known: Sequence[str], books: Books) -> tuple[str, ...]:
    """Return how the person wants to be interviewed, oldest first; of too many the oldest go."""
    kept = list(known)
    for raw in books.wishes:
        wish = " ".join(raw.split())[:LONGEST_WISH]
        kept = [each for each in kept if normalize_quote(each) != normalize_quote(wish)] + [wish]
    return tuple(kept[-MOST_WISHES:])


def initial_wishes(text: str) -> tuple[str, ...]:
    """Return what was said with the wish for an interview, as the first of the person's wishes."""
    wish = " ".join(text.split())[:LONGEST_WISH]
    return (wish,) if wish else ()


def kept_back_in(books: Books, new: Sequence[Entry], talk: Iterable[Entry]) -> tuple[KeptPart, ...]:
    """Return what to keep out of the file; only where the newest words ask for it, to the letter.

    Where the books do not say what it is about, it is what was told in the same breath: asking is never in vain.
    """
    told = {entry.seq: entry for entry in (*talk, *new) if entry.role is Role.PERSON and not entry.withdrawn}
    found: dict[int, tuple[str, ...]] = {}
    for each in books.keep_back:
        asking = _asking(each.words, new)
        if asking is None:
            continue
        for seq, passages in _meant_by(each, asking, told).items():
            found[seq] = joined_passages(seq in found, found.get(seq, ()), passages)
    return tuple(part for seq, passages in found.items() if (part := _new_part(told[seq], passages)) is not None)


def _meant_by(request: KeptBack, asking: Entry, told: Mapping[int, Entry]) -> dict[int, tuple[str, ...]]:
    """Return which passages of which messages a request means, by `seq`; none of a message is all of it."""
    places: dict[int, list[str]] = {}
    lost = False
    named = [n for n in request.n if n in told]
    for quote in request.passages:
        # A quotation may stand in another message than the one that is named.
        there = [n for n in named if find_passage(quote, told[n].text)] or [
            n for n in told if find_passage(quote, told[n].text)
        ]
        lost = lost or not there
        for n in there:
            places.setdefault(n, []).append(find_passage(quote, told[n].text))
    whole = [n for n in named if n not in places]
    if not named and (lost or not places):
        # Nobody knows what is meant: then it is that message, and whatever answers the same question.
        whole = [
            e.seq
            for e in told.values()
            if e.seq == asking.seq or (e.answers is not None and e.answers == asking.answers)
        ]
    elif lost and not whole:
        whole = named
    # A photograph shows what its words tell.
    whole += [n for n in places if told[n].photo]
    return {n: () if n in whole else tuple(places[n]) for n in dict.fromkeys((*places, *whole))}


def _new_part(entry: Entry, passages: tuple[str, ...]) -> KeptPart | None:
    """Return what of it is not kept back yet; None where all of it is."""
    if entry.kept_back and not entry.kept_passages:
        return None
    new = tuple(each for each in passages if each not in entry.kept_passages)
    return KeptPart(seq=entry.seq, passages=new) if new or not passages else None


def _asking(words: str, new: Iterable[Entry]) -> Entry | None:
    """Return the message that contains the words; of several messages that contain them together, the last one."""
    theirs = [entry for entry in new if entry.role is Role.PERSON]
    if not words.strip() or normalize_quote(words) not in normalize_quote("\n".join(entry.text for entry in theirs)):
        return None
    return next((entry for entry in theirs if normalize_quote(words) in normalize_quote(entry.text)), theirs[-1])


def normalize_quote(text: str) -> str:
    """Return the words in small letters with a space between."""
    return " ".join(text.casefold().split())
