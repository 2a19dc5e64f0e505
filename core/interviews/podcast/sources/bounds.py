"""Bound a context, and write it into a prompt: words of strangers, quoted and never an order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from core.documents.quotations import find_quotations
from core.interviews.podcast.sources.material import CONTEXT_LIMIT, Concept, EpisodeContext, Quote, Source
from core.text.quoting import cut_to_line, one_line, quote_in_tag

LONGEST_GUIDELINES = 500
LONGEST_MEMORY = 1_500  # characters of what a person remembers, as they are written into a prompt
BESIDE = 2_600
_LONGEST_TITLE = 160
_LONGEST_NAME = 80
_LONGEST_MEANING = 240
_LEAST = 30  # characters under which no further item can have room
_SHARES = {"summary": 0.4, "quotes": 0.28, "concepts": 0.16, "names": 0.05}  # three lists of names; the rest is tags
_Item = TypeVar("_Item")


def fit_context(context: EpisodeContext, limit: int = CONTEXT_LIMIT) -> EpisodeContext:
    """Return the context as far as it fits into `limit` characters when it is written; quotes are whole or left out."""
    rooms = {name: int(limit * share) for name, share in _SHARES.items()}
    quotes = (
        quote.model_copy(update={"text": one_line(quote.text)})
        for quote in context.quotes
        if len(quote.text) <= rooms["quotes"]
    )
    concepts = (
        Concept(name=cut_to_line(each.name, _LONGEST_NAME), meaning=cut_to_line(each.meaning, _LONGEST_MEANING))
        for each in context.concepts
    )
    return EpisodeContext(
        summary=_fitting(context.summary, rooms["summary"]),
        quotes=_within((each for each in quotes if each.text), rooms["quotes"], _quote),
        concepts=_within((each for each in concepts if each.name), rooms["concepts"], _concept),
        books=_names(context.books, rooms["names"], "book"),
        tools=_names(context.tools, rooms["names"], "tool"),
        people=_names(context.people, rooms["names"], "person_named"),
    )


def source_prompt(source: Source, limit: int = CONTEXT_LIMIT) -> str:
    """Return what is known about the episode, for a prompt: tags with escaped text, the context in `limit` characters.

    Beside it: title, show, what the person remembers and wishes, in `BESIDE` characters at most.
    """
    context = fit_context(source.context, limit)
    parts = [
        _tagged("title", source.episode.title, _LONGEST_TITLE),
        _tagged("show", source.episode.show, _LONGEST_TITLE),
        quote_in_tag("minutes", str(round(source.episode.seconds / 60))) if source.episode.seconds else "",
        _tagged("summary", context.summary, limit),
        *map(_quote, context.quotes),
        *map(_concept, context.concepts),
        *(quote_in_tag("book", each) for each in context.books),
        *(quote_in_tag("tool", each) for each in context.tools),
        *(quote_in_tag("person_named", each) for each in context.people),
    ]
    about = "\n".join(part for part in parts if part)
    theirs = (
        _tagged("remembered_by_the_person", source.memory, LONGEST_MEMORY),
        _tagged("wished_by_the_person", source.guidelines, LONGEST_GUIDELINES),
    )
    return "\n".join(part for part in (f"<episode>\n{about}\n</episode>" if about else "", *theirs) if part)


def _tagged(tag: str, text: str, limit: int) -> str:
    """Return text in its tag, in at most `limit` characters after escaping, not counting the tag itself."""
    inner = _fitting(text, limit)
    return quote_in_tag(tag, inner) if inner else ""


def _fitting(text: str, room: int) -> str:
    """Cut text until it fits into `room` characters with its escapes."""
    limit = room
    inner = cut_to_line(text, limit)
    while inner and (size := len(quote_in_tag("t", inner)) - len("<t></t>")) > room:
        limit = min(limit - 8, limit * room // size)
        inner = cut_to_line(text, limit) if limit > 0 else ""
    return inner


def _within(items: Iterable[_Item], room: int, form: Callable[[_Item], str]) -> tuple[_Item, ...]:
    """Return the items that fit; one that is too long is passed over, not cut."""
    chosen: list[_Item] = []
    for item in items:
        if room < _LEAST:
            break
        size = len(form(item)) + 1
        if size <= room:
            chosen.append(item)
            room -= size
    return tuple(chosen)


def _names(names: Iterable[str], room: int, tag: str) -> tuple[str, ...]:
    flat = dict.fromkeys(name for each in names if (name := cut_to_line(each, _LONGEST_NAME)))
    return _within(flat, room, lambda name: quote_in_tag(tag, name))


def _quote(quote: Quote) -> str:
    told = {"said_by": cut_to_line(quote.speaker, _LONGEST_NAME)} if quote.speaker else {}
    return quote_in_tag("quote", quote.text, **told)


def _concept(concept: Concept) -> str:
    return quote_in_tag("concept", concept.meaning, name=concept.name)


def quotes_in_text(quotes: Iterable[Quote], text: str) -> tuple[Quote, ...]:
    """Return the quotes that are in `text`, each once and in its words there, on one line."""
    found: dict[str, Quote] = {}
    given = tuple(quotes)
    for quote, words in zip(given, find_quotations((each.text for each in given), text), strict=True):
        if words is not None:
            flat = " ".join(words.split())
            found.setdefault(flat.casefold(), quote.model_copy(update={"text": flat}))
    return tuple(found.values())
