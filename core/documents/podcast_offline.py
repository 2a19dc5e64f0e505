"""Insights, intentions and themes by rule, for English and Russian: sentences of the person, never words of ours.

Careful rather than complete: what a rule finds is printed under a heading that says what it is, so a sentence that is
none of it would put a meaning into somebody's mouth.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from core.documents.exchanges import Exchange, exchanges
from core.documents.phrases import mentions, recurring
from core.documents.podcast_findings import Action, Insight, Insights, Theme
from core.documents.rules import any_of, one_form
from core.guard.text import count_words, sentences
from core.session import Record

MOST = 7
"""Of each."""
QUOTES = 3
"""For one theme."""
LONGEST = 60
"""Words of a sentence that is quoted."""
_SHORTEST_INSIGHT, _SHORTEST_ACTION = 5, 2
"""Words of a sentence that says something by itself."""

_INSIGHT = any_of("insights")
_ACTION = any_of("actions")
_DOUBTED = any_of("doubts")
_GOVERNED = any_of("governors")
_QUOTED = re.compile(r"[«“„\"][^«»“”„\"]*[»”“\"]")
_MARK = re.compile(r"[«»“”„\"]")
_SPEECH = re.compile(r"\s*(?:[—–]|-(?=\s*[А-ЯЁ]))")
"""How somebody's words begin where dialogue is written with dashes."""


def found(record: Record) -> Insights:
    """What can be found without a model; every quote is a whole sentence of an answer that stands."""
    told = exchanges(record)
    answers = [answer for exchange in told for answer in exchange.answers]
    said = list(_once((answer.seq, sentence) for answer in answers for sentence in own(answer.text)))
    actions = [Action(quote=sentence, entry=seq) for seq, sentence in said if is_action(sentence)]
    meant = {action.quote for action in actions}
    insights = [
        Insight(quote=sentence, entry=seq) for seq, sentence in said if sentence not in meant and is_insight(sentence)
    ]
    return Insights(insights=insights[:MOST], actions=actions[:MOST], themes=list(_themes(told)))


def is_insight(sentence: str) -> bool:
    """Whether the person says in it that they have come to see something."""
    return _matches(_INSIGHT, sentence, _SHORTEST_INSIGHT)


def is_action(sentence: str) -> bool:
    """Whether the person says in it that they mean to do something."""
    return _matches(_ACTION, sentence, _SHORTEST_ACTION)


def own(text: str) -> Iterator[str]:
    """The sentences of an answer on one line each, without those that stand inside quoted speech."""
    for line in text.splitlines():
        if _SPEECH.match(line):
            continue
        quoted = False
        for sentence in sentences(line):
            begins_quoted = quoted
            quoted = quoted != bool(_MARK.search(_QUOTED.sub("", sentence)))
            if not begins_quoted and not quoted:
                yield " ".join(sentence.split())


def _matches(pattern: re.Pattern[str], sentence: str, shortest: int) -> bool:
    if not shortest <= count_words(sentence) <= LONGEST or _DOUBTED.search(one_form(sentence)):
        return False
    # What is quoted was said by somebody else, or at another time; as many characters, so that words stay apart.
    flat = _QUOTED.sub(lambda match: "·" * len(match.group()), one_form(sentence))
    return any(_GOVERNED.search(flat[: match.start()]) is None for match in pattern.finditer(flat))


def _once(said: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    seen: set[str] = set()
    for seq, sentence in said:
        if sentence.casefold() not in seen:
            seen.add(sentence.casefold())
            yield seq, sentence


def _themes(told: tuple[Exchange, ...]) -> Iterator[Theme]:
    """Phrases that come up in the answers to several questions, with sentences in which they stand."""
    shown: set[str] = set()
    for phrase in recurring({number: exchange.text for number, exchange in enumerate(told)}):
        where: dict[int, str] = {}
        for number in phrase.places:
            for answer in told[number].answers:
                for sentence in mentions(phrase, _lines(answer.text))[:1]:
                    where.setdefault(answer.seq, sentence)
        quotes = [each for each in dict.fromkeys(where.values()) if count_words(each) <= LONGEST]
        if quotes and not shown.issuperset(quotes):
            shown.update(quotes)
            yield Theme(name=phrase.words, entries=list(where), quotes=quotes[:QUOTES])


def _lines(text: str) -> list[str]:
    return [" ".join(sentence.split()) for sentence in sentences(text)]
