"""Insights, intentions and themes by rule, for English and Russian: sentences of the person, never words of ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from core.contracts.session import Record
from core.documents.exchanges import Exchange, exchanges
from core.documents.recurring import mentions, recurring
from core.documents.rules import any_of
from core.documents.stance import LONGEST, own, stated
from core.interviews.guard.text import count_words
from core.interviews.podcast.documents.found import Insights, Point, Theme

MOST = 7
"""Of each."""
QUOTES = 3
"""For one theme."""
_SHORTEST_INSIGHT, _SHORTEST_ACTION = 5, 2
"""Words of a sentence that says something by itself."""


def found(record: Record, heard: Sequence[str] = ()) -> Insights:
    """What can be found without a model; every quote is a whole sentence of an answer that stands.

    `heard`: words of the episode, which are nobody's own.
    """
    told = exchanges(record)
    answers = [answer for exchange in told for answer in exchange.answers]
    said = list(_once((answer.seq, sentence) for answer in answers for sentence in own(answer.text, heard)))
    insights = [Point(quote=sentence, entry=seq) for seq, sentence in said if is_insight(sentence)]
    actions = [Point(quote=sentence, entry=seq) for seq, sentence in said if is_action(sentence)]
    return Insights(insights=insights[:MOST], actions=actions[:MOST], themes=list(_themes(told, heard)))


def is_insight(sentence: str) -> bool:
    """Whether the person says in it that they have come to see something."""
    return stated(any_of("insights"), sentence, fewest=_SHORTEST_INSIGHT)


def is_reflection(sentence: str) -> bool:
    """Whether the person says in it what they think, feel or have come to see: enough where a reader points at it."""
    return is_insight(sentence) or stated(any_of("reflections"), sentence, fewest=_SHORTEST_INSIGHT)


def is_action(sentence: str) -> bool:
    """Whether the person says in it that they mean to do something."""
    return stated(any_of("actions"), sentence, fewest=_SHORTEST_ACTION, unless=any_of("conditions"))


def _once(said: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    seen: set[str] = set()
    for seq, sentence in said:
        if sentence.casefold() not in seen:
            seen.add(sentence.casefold())
            yield seq, sentence


def _themes(told: tuple[Exchange, ...], heard: Sequence[str]) -> Iterator[Theme]:
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
