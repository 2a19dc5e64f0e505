"""What is found in an interview, by rule or by a model: whole sentences of the person, read as `stance` reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pydantic import Field

from core.contracts.session import Record
from core.documents.exchanges import Exchange, answers_of, exchanges
from core.documents.quotations import standing
from core.documents.recurring import content, mentions, recurring
from core.documents.rules import any_of
from core.documents.stance import LONGEST, own, stated
from core.interviews.guard.text import count_words, sentences, tokens
from core.interviews.scripted_base.decision import FilledIn

MOST = 12
"""Of each kind; a model that finds more finds nothing."""
_MOST_BY_RULE = 7
QUOTES = 3
"""For one theme that a rule finds."""
WHOLE = 120
"""Words of an answer that the narrative tells whole, or not at all."""
GAP = "[…]"
"""Where the narrative leaves something of a longer answer out."""
_SHORTEST_INSIGHT, _SHORTEST_ACTION = 5, 2
"""Words of a sentence that says something by itself."""
_SHORTEST_QUOTE = 2
"""Words; one alone may stand anywhere."""
_LONGEST_NAME = 4
"""Words of a theme's name."""
_SPOKEN_FOR = frozenset(("en", "ru"))
"""Languages that the rules can read."""
_ASKED_OR_QUOTED = frozenset('?？؟«»“”„"「」『』')
_SELF = frozenset(
    ("i", "i'm", "i'll", "i'd", "i've", "me", "not", "no", "never", "я", "мне", "меня", "мной", "не", "ни", "нет")
)
"""What makes a sentence of a name."""


class Point(FilledIn):
    """A sentence of the person in which they came to see something, or mean to do something."""

    quote: str = ""
    entry: int = 0
    """`seq` of the answer that they stand in."""


class Theme(FilledIn):
    """Something that comes back in several answers."""

    name: str = ""
    entries: list[int] = Field(default_factory=list)
    """`seq` of the answers in which it comes up."""
    quotes: list[str] = Field(default_factory=list)


class Insights(FilledIn):
    """The finding "insights"; told to the model in `core/interviews/podcast/prompts/insights.md`."""

    insights: list[Point] = Field(default_factory=list)
    actions: list[Point] = Field(default_factory=list)
    themes: list[Theme] = Field(default_factory=list)


class NarrativeSentence(FilledIn):
    """One sentence of the person, and the answer in which it stands."""

    text: str = ""
    entries: list[int] = Field(default_factory=list)


class Narrative(FilledIn):
    """The finding "narrative"; told to the model in `core/interviews/podcast/prompts/narrative.md`."""

    sentences: list[NarrativeSentence] = Field(default_factory=list)


def by_rule(record: Record, heard: Sequence[str] = ()) -> Insights:
    """What can be found without a model. `heard`: words of the episode, which are nobody's own."""
    told = exchanges(record)
    said: dict[str, Point] = {}
    for answer in (answer for exchange in told for answer in exchange.answers):
        for sentence in own(answer.text, heard):
            said.setdefault(sentence.casefold(), Point(quote=sentence, entry=answer.seq))
    return Insights(
        insights=[each for each in said.values() if is_insight(each.quote)][:_MOST_BY_RULE],
        actions=[each for each in said.values() if is_action(each.quote)][:_MOST_BY_RULE],
        themes=list(_themes_by_rule(told, heard)),
    )


def is_insight(sentence: str) -> bool:
    """Whether the person says in it that they have come to see something."""
    return stated(any_of("insights"), sentence, fewest=_SHORTEST_INSIGHT)


def is_reflection(sentence: str) -> bool:
    """Whether the person says in it what they think, feel or have come to see: enough where a reader points at it."""
    return is_insight(sentence) or stated(any_of("reflections"), sentence, fewest=_SHORTEST_INSIGHT)


def is_action(sentence: str) -> bool:
    """Whether the person says in it that they mean to do something."""
    return stated(any_of("actions"), sentence, fewest=_SHORTEST_ACTION, unless=any_of("conditions"))


def _themes_by_rule(told: tuple[Exchange, ...], heard: Sequence[str]) -> Iterator[Theme]:
    """Words that come up in the answers to several questions, with sentences in which they stand."""
    shown: set[str] = set()
    for phrase in recurring({number: exchange.text for number, exchange in enumerate(told)}):
        where: dict[int, str] = {}
        for number in phrase.places:
            for answer in told[number].answers:
                for sentence in mentions(phrase, own(answer.text, heard))[:1]:
                    where.setdefault(answer.seq, sentence)
        quotes = [each for each in dict.fromkeys(where.values()) if count_words(each) <= LONGEST]
        if len(quotes) > 1 and not shown.issuperset(quotes):
            shown.update(quotes)
            yield Theme(name=phrase.words, entries=list(where), quotes=quotes[:QUOTES])


def checked_insights(insights: Insights | None, record: Record, heard: Sequence[str] = ()) -> Insights:
    """What of a model's findings holds; of a kind of which nothing does, what the rules find.

    Where the model has found something, a kind of which it found nothing stays empty: it has read the whole.
    """
    ruled = by_rule(record, heard)
    if insights is None or not (insights.insights or insights.actions or insights.themes):
        return ruled
    said = {seq: list(own(entry.text, heard)) for seq, entry in answers_of(record).items()}
    # Several messages to a question are one answer.
    questions = {answer.seq: number for number, told in enumerate(exchanges(record)) for answer in told.answers}
    readable = record.session.language.partition("-")[0] in _SPOKEN_FOR
    return Insights(
        insights=_kept(insights.insights, said, is_reflection if readable else _short)
        or (ruled.insights if insights.insights else []),
        actions=_kept(insights.actions, said, is_action if readable else _short)
        or (ruled.actions if insights.actions else []),
        themes=list(_themes_pointed_at(insights.themes, said, questions))[:MOST]
        or (ruled.themes if insights.themes else []),
    )


def checked_narrative(narrative: Narrative | None, record: Record) -> dict[int, str]:
    """What the narrative tells of an answer, by its `seq`: the whole of it, or its own sentences with gaps marked.

    An answer at which the model has not pointed is missing here: the caller shows it with its question.
    """
    answers = {seq: entry.text for seq, entry in answers_of(record).items()}
    pointed: dict[int, set[str]] = {}
    for each in narrative.sentences if narrative is not None else ():
        for seq in filter(answers.__contains__, each.entries if each.text.strip() else ()):
            pointed.setdefault(seq, set()).add(each.text)
    told = {seq: _told(answers[seq], quotes) for seq, quotes in pointed.items()}
    return {seq: text for seq, text in told.items() if text}


# --- findings -----------------------------------------------------------------------------------------------------


def _kept(points: Iterable[Point], said: Mapping[int, Sequence[str]], holds: Callable[[str], bool]) -> list[Point]:
    """Those whose sentence holds, each once."""
    kept: dict[str, Point] = {}
    for point in points:
        for seq, sentence in _places(point.quote, point.entry, said):
            if holds(sentence):
                kept.setdefault(sentence.casefold(), Point(quote=sentence, entry=seq))
                break
    return list(kept.values())[:MOST]


def _short(sentence: str) -> bool:
    """Of a language that the rules cannot read this is all that is known: it is no question, and quotes nobody."""
    return count_words(sentence) <= LONGEST and _ASKED_OR_QUOTED.isdisjoint(sentence)


def _places(quote: str, entry: int, said: Mapping[int, Sequence[str]]) -> Iterator[tuple[int, str]]:
    """The sentences in which a quote stands, those of the answer that is named before others."""
    if count_words(quote) < _SHORTEST_QUOTE:
        return
    for seq in (*filter(said.__contains__, (entry,)), *said):
        for sentence in said[seq]:
            if standing(quote, sentence) is not None:
                yield seq, sentence


def _themes_pointed_at(
    themes: Iterable[Theme], said: Mapping[int, Sequence[str]], questions: Mapping[int, int]
) -> Iterator[Theme]:
    """Themes that are called by words of the person, with sentences from the answers to at least two questions."""
    for theme in themes:
        name, wanted = " ".join(theme.name.split()), content(theme.name)
        words = tokens(name)
        if not wanted or len(words) > _LONGEST_NAME or not _SELF.isdisjoint(words):
            continue
        places: dict[int, str] = {}
        for quote in theme.quotes:
            for seq, sentence in _places(quote, 0, said):
                if wanted <= content(sentence) and count_words(sentence) <= LONGEST:
                    places.setdefault(seq, sentence)
                    break
        if len({questions[seq] for seq in places}) > 1 and any(standing(name, each) for each in places.values()):
            entries = sorted(places)
            yield Theme(name=name, entries=entries, quotes=[places[seq] for seq in entries])


# --- the narrative ------------------------------------------------------------------------------------------------


def _told(answer: str, quotes: Iterable[str]) -> str:
    """A short answer whole; of a long one each sentence that is meant with the one before it and the one behind."""
    if count_words(answer) <= WHOLE:
        return answer
    units = [" ".join(sentence.split()) for sentence in sentences(answer)]
    meant = {place for quote in quotes for place in (_nearest(quote, units),) if place is not None}
    shown = {near for place in meant for near in (place - 1, place, place + 1) if 0 <= near < len(units)}
    if not shown:
        return ""
    pieces = [units[place] if place in shown else GAP for place in range(len(units))]
    kept = (piece for place, piece in enumerate(pieces) if piece != GAP or place == 0 or pieces[place - 1] != GAP)
    return " ".join(kept)


def _nearest(quote: str, units: Sequence[str]) -> int | None:
    """The sentence in which a quote stands, else the one that shares most words with it."""
    for place, unit in enumerate(units):
        if standing(quote, unit) is not None:
            return place
    wanted = content(quote)
    shared = [len(wanted & content(unit)) for unit in units]
    best = max(shared, default=0)
    return shared.index(best) if best >= 2 else None
