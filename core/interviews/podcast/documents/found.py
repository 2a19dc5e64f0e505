"""Check that every word of what a model finds in an interview is the person's. Without a model nothing is found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import Field

from core.contracts.session import Record
from core.documents.exchanges import answered_exchanges, answers_of
from core.documents.passages import GAP
from core.documents.quotations import find_quotation
from core.interviews.scripted_base.books import FilledIn
from core.text.text import count_words, sentences, stems

MOST = 12
"""The most of each kind that are kept; a model that finds more finds nothing."""
WHOLE = 120
"""Words of an answer that the narrative tells whole, or not at all."""
_SHORTEST_QUOTE = 2
"""Words; one alone may appear anywhere."""
_LONGEST_NAME = 4
"""Words of a theme's name."""


class FoundSentence(FilledIn):
    """A sentence of the person in which they came to see something, or mean to do something."""

    quote: str = ""
    entry: int = 0
    """`seq` of the answer that it appears in."""


class Theme(FilledIn):
    """Something that comes back in several answers."""

    name: str = ""
    entries: list[int] = Field(default_factory=list)
    """`seq` of the answers in which it comes up."""
    quotes: list[str] = Field(default_factory=list)


class Insights(FilledIn):
    """The finding "insights"; told to the model in `core/interviews/podcast/prompts/insights.md`."""

    insights: list[FoundSentence] = Field(default_factory=list)
    actions: list[FoundSentence] = Field(default_factory=list)
    themes: list[Theme] = Field(default_factory=list)


class NarrativeSentence(FilledIn):
    """One sentence of the person, and the answer in which it appears."""

    text: str = ""
    entries: list[int] = Field(default_factory=list)


class Narrative(FilledIn):
    """The finding "narrative"; told to the model in `core/interviews/podcast/prompts/narrative.md`."""

    sentences: list[NarrativeSentence] = Field(default_factory=list)


def checked_insights(insights: Insights | None, record: Record) -> Insights:
    """Return what a model found, as whole sentences of the answers; what isn't in them is left out."""
    if insights is None:
        return Insights()
    said = {seq: _sentences(entry.text) for seq, entry in answers_of(record).items()}
    # Several messages to a question are one answer.
    questions = {
        answer.seq: number for number, told in enumerate(answered_exchanges(record)) for answer in told.answers
    }
    # Themes with sentences from the answers to at least two questions, named in words of the person.
    themes: list[Theme] = []
    for theme in insights.themes:
        places: dict[int, str] = {}
        for quote in theme.quotes:
            for seq, sentence in _places(quote, 0, said):
                places.setdefault(seq, sentence)
                break
        name = " ".join(theme.name.split())
        is_theirs = any(find_quotation(name, each) is not None for each in places.values())
        if is_theirs and count_words(name) <= _LONGEST_NAME and len({questions[seq] for seq in places}) > 1:
            entries = sorted(places)
            themes.append(Theme(name=name, entries=entries, quotes=[places[seq] for seq in entries]))
    return Insights(
        insights=_kept(insights.insights, said), actions=_kept(insights.actions, said), themes=themes[:MOST]
    )


def same_theme(one: str, other: str) -> bool:
    """Tell whether two names are of one theme, in whatever form of their words."""
    return stems(one) == stems(other) if stems(one) else one.casefold() == other.casefold()


def checked_narrative(narrative: Narrative | None, record: Record) -> dict[int, str]:
    """Return what the narrative tells of an answer, by its `seq`: all of it, or its own sentences with gaps marked.

    An answer at which the model has not pointed is missing here: the caller shows it with its question.
    """
    answers = {seq: entry.text for seq, entry in answers_of(record).items()}
    pointed: dict[int, set[str]] = {}
    for each in narrative.sentences if narrative is not None else ():
        for seq in filter(answers.__contains__, each.entries if each.text.strip() else ()):
            pointed.setdefault(seq, set()).add(each.text)
    told: dict[int, str] = {}
    for seq, quotes in pointed.items():
        answer = answers[seq]
        if count_words(answer) <= WHOLE:
            told[seq] = answer
            continue
        # Of a long answer each sentence that is meant is told, with the ones before and after it.
        units = _sentences(answer)
        meant = {at for quote in quotes for at, unit in enumerate(units) if find_quotation(quote, unit) is not None}
        shown = {near for place in meant for near in (place - 1, place, place + 1)}
        pieces = [unit if place in shown else GAP for place, unit in enumerate(units)]
        kept = [piece for place, piece in enumerate(pieces) if piece != GAP or place == 0 or pieces[place - 1] != GAP]
        if meant:
            told[seq] = " ".join(kept)
    return {seq: text for seq, text in told.items() if text}


def _sentences(text: str) -> list[str]:
    return [" ".join(sentence.split()) for sentence in sentences(text)]


def _kept(points: Iterable[FoundSentence], said: Mapping[int, Sequence[str]]) -> list[FoundSentence]:
    """Return those that the person said, each once."""
    kept: dict[str, FoundSentence] = {}
    for point in points:
        for seq, sentence in _places(point.quote, point.entry, said):
            kept.setdefault(sentence.casefold(), FoundSentence(quote=sentence, entry=seq))
            break
    return list(kept.values())[:MOST]


def _places(quote: str, entry: int, said: Mapping[int, Sequence[str]]) -> Iterator[tuple[int, str]]:
    """Yield the sentences that a quote appears in, those of the answer that is named before others."""
    if count_words(quote) < _SHORTEST_QUOTE:
        return
    for seq in (*filter(said.__contains__, (entry,)), *said):
        for sentence in said[seq]:
            if find_quotation(quote, sentence) is not None:
                yield seq, sentence
