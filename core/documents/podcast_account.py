"""The narrative: sentences that rest on the answers, and in their own words the answers that none of them rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from core.documents import markdown
from core.documents.exchanges import Exchange
from core.documents.podcast_checks import Sentence
from core.session import Entry
from core.words import FALLBACK, say

_PARAGRAPH: Final = 4
"""Sentences in a paragraph."""
_MARKS: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {"en": (("“", "”"), ("‘", "’"), ("«", "»")), "ru": (("«", "»"), ("„", "“"), ("“", "”"))}
)


def quoted(text: str, language: str) -> str:
    """Words in quotation marks of a kind that does not stand in them, where there is one. Plain text, no Markdown."""
    pairs = _MARKS.get(language, _MARKS[FALLBACK])
    opening, closing = next((pair for pair in pairs if not set(pair) & set(text)), pairs[0])
    return f"{opening}{text}{closing}"


def account(told: Sequence[Exchange], sentences: Sequence[Sentence], language: str) -> Iterator[str]:
    """The paragraphs in Markdown: every answer is told by a sentence, or stands there whole."""
    place = {answer.seq: number for number, exchange in enumerate(told) for answer in exchange.answers}
    spoken_for = {seq for sentence in sentences if not sentence.own for seq in sentence.entries}
    whole: dict[int, list[str]] = {}
    for number, exchange in enumerate(told):
        left = [answer for answer in exchange.answers if answer.seq not in spoken_for]
        if left:
            earlier = [i for i, each in enumerate(sentences) if max(place[seq] for seq in each.entries) <= number]
            whole.setdefault(max(earlier, default=-1), []).extend(_in_their_words(exchange, left, language))
    yield from whole.get(-1, ())
    running: list[str] = []
    for index, sentence in enumerate(sentences):
        running.append(_shown(sentence, language))
        after = whole.get(index, ())
        if after or len(running) >= _PARAGRAPH or index == len(sentences) - 1:
            yield markdown.line(" ".join(running))
            running.clear()
        yield from after


def _shown(sentence: Sentence, language: str) -> str:
    if not sentence.own:
        return sentence.words
    return say(language, "notes-own-words", quote=quoted(sentence.words, language))


def _in_their_words(exchange: Exchange, answers: Sequence[Entry], language: str) -> Iterator[str]:
    """A plain frame of ours, and what they said."""
    if not exchange.asked:
        key = "notes-said"
    elif len(answers) < len(exchange.answers):
        key = "notes-added"
    else:
        key = "notes-asked-then" if exchange.follows_up else "notes-asked"
    question = quoted(" ".join(exchange.asked.split()), language)
    yield markdown.line(say(language, key, question=question))
    words = "\n\n".join(markdown.block(answer.text) for answer in answers)
    yield "\n".join(f"> {line}" if line else ">" for line in words.split("\n"))
