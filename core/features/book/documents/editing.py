"""Makes a passage easy to read, by a model or by rules; a paragraph that is not faithful stays as told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files

from pydantic import BaseModel

from core.contracts.ports import LanguageModel, Prompt, Tier
from core.features.book.documents.display import split_paragraphs
from core.features.book.documents.faithful import Token, droppable_tokens, is_faithful, tokenize
from core.languages.lexicon import entries
from core.text.quoting import quote_in_tag

PURPOSE = "book"
_AT_ONCE = 6_000
"""Characters that one call edits."""
_LONGEST = 12_000
"""Characters of a paragraph; a longer one stands as it was told."""


class EditedParagraph(BaseModel):
    number: int
    text: str


class EditedParagraphs(BaseModel):
    """The model's answer."""

    paragraphs: list[EditedParagraph]


def edit_by_rules(text: str, language: str) -> str:
    """Return the words without what says nothing, as far as rules find it; each paragraph is a line."""
    return "\n".join(_ruled(each, language) for each in split_paragraphs(text))


async def edit_by_model(text: str, model: LanguageModel, *, language: str, session_id: str) -> str:
    """Do the same as `edit_by_rules` with a model, and check each paragraph. Raises ModelError."""
    told = split_paragraphs(text)
    made: dict[int, str] = {}
    instructions = files(__package__).joinpath("prompts/read.md").read_text(encoding="utf-8")
    for piece in _pieces(told, language):
        prompt = Prompt(
            purpose=PURPOSE,
            system=instructions,
            user="\n".join(quote_in_tag("paragraph", words, number=number) for number, words in piece.items()),
            tier=Tier.FAST,
            max_tokens=600 + sum(map(len, piece.values())),
            session_id=session_id,
        )
        answer = await model.ask(prompt, EditedParagraphs)
        made |= {each.number: " ".join(each.text.split()) for each in answer.paragraphs if each.number in piece}
    return "\n".join(
        edited if (edited := made.get(number, "")) and is_faithful(words, edited, language) else _ruled(words, language)
        for number, words in enumerate(told, 1)
    )


def _pieces(told: Sequence[str], language: str) -> Iterator[dict[int, str]]:
    """Yield as many paragraphs as a call takes, by their numbers; those without anything to leave out are skipped."""
    piece: dict[int, str] = {}
    for number, words in enumerate(told, 1):
        if len(words) > _LONGEST or not droppable_tokens(tokenize(words), language):
            continue
        if piece and sum(map(len, piece.values())) + len(words) > _AT_ONCE:
            yield piece
            piece = {}
        piece[number] = words
    if piece:
        yield piece


def _ruled(told: str, language: str) -> str:
    """Return a paragraph without its sounds and the words that somebody stumbled over."""
    left = told
    while (shorter := _without_one(left, language)) is not None:
        left = shorter
    return left if is_faithful(told, left, language) else told


def _without_one(text: str, language: str) -> str | None:
    """Return the text without the first thing that certainly says nothing; None where there is nothing such left."""
    words = tokenize(text)
    surely = entries("documents", "fillers")
    for first, ends in sorted(droppable_tokens(words, language).items()):
        for behind in sorted(ends):
            stumbled = words[first].word == words[behind].word if behind < len(words) else False
            if (words[first].word in surely and behind == first + 1) or words[first].broken or stumbled:
                shorter = _cut(text, words, first, behind)
                if shorter and is_faithful(text, shorter, language):
                    return shorter
    return None


def _cut(text: str, words: Sequence[Token], first: int, behind: int) -> str:
    before = text[words[first - 1].end : words[first].start] if first else ""
    after = text[words[behind - 1].end : words[behind].start] if behind < len(words) else text[words[behind - 1].end :]
    head = text[: words[first - 1].end] if first else ""
    tail = text[words[behind].start :] if behind < len(words) else ""
    if words[behind - 1].broken:
        return head + before + tail
    if not tail:
        return head + (after if any(c in after for c in ".!?…") else before.rstrip(" ,;:–—-") + after.lstrip(" ,"))
    if not head or words[first].opens:
        return head + before + tail[0].upper() + tail[1:]
    if any(c in after for c in ".!?…"):
        return head + after + tail
    return head + (" " if "," in before and "," in after else max(before, after, key=len)) + tail
