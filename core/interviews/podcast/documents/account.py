"""The narrative: the answers as a running text in the person's own words, in the order in which they were told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.documents import markdown
from core.documents.exchanges import Exchange
from core.documents.quotations import quoted
from core.interviews.substance import substantive
from core.words import say


def account(told: Sequence[Exchange], kept: Mapping[int, str], language: str) -> Iterator[str]:
    """The paragraphs in Markdown. `kept`: what is told of an answer without its question, by the answer's `seq`.

    An answer that is not there, or too short to be understood by itself, stands whole below its question.
    """
    for exchange in told:
        if substantive(exchange.text) and all(answer.seq in kept for answer in exchange.answers):
            yield from (markdown.block(kept[answer.seq]) for answer in exchange.answers)
        else:
            yield from _with_its_question(exchange, language)


def _with_its_question(exchange: Exchange, language: str) -> Iterator[str]:
    """A plain frame of ours, and what they said."""
    key = "notes-before" if exchange.opens else "notes-said"
    if exchange.asked:
        key = "notes-asked-then" if exchange.follows_up else "notes-asked"
    question = quoted(" ".join(exchange.asked.split()), language)
    yield markdown.line(say(language, key, question=question))
    words = "\n\n".join(markdown.block(answer.text) for answer in exchange.answers)
    yield "\n".join(f"> {line}" if line else ">" for line in words.split("\n"))
