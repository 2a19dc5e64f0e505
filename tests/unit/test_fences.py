"""Code in what a person wrote: nothing of it is lost on the way into a submission and into the transcript."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from telegram import Chat, Message, MessageEntity, Update, User

from adapters.telegram.outbound import parts
from adapters.telegram.updates import events_in_update
from core.contracts.fences import FencedPassage, fence_code, fenced_passages
from core.contracts.messages import Edit, Style, StyledMessage, Text
from core.documents.markdown import text_with_code
from tests.fakes.writing import written_texts

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
BOT = User(1, "Bot", is_bot=True, username="bot")


@given(written_texts.map("".join))
def test_what_stands_between_fences_is_found_again_to_the_letter(code: str) -> None:
    [found] = fenced_passages(fence_code(code, "python"))
    assert found == FencedPassage(code if code.endswith("\n") or not code else f"{code}\n", True, "python")


def test_words_stand_apart_from_code_and_an_open_fence_holds_the_rest() -> None:
    text = "First:\n```Python3 title=x\n  a = 1\n\n```\nthen\n````\n```\nb\n"
    assert list(fenced_passages(text)) == [
        FencedPassage("First:"),
        FencedPassage("  a = 1\n\n", True, "python3"),
        FencedPassage("then"),
        FencedPassage("```\nb\n", True),
    ]


@given(st.text("ab `~\n\t#*<>_\\", max_size=80))
def test_code_stays_as_it_is_in_a_document_and_cannot_end_its_block(code: str) -> None:
    document = text_with_code(f"Here *it* is.\n{fence_code(code, 'py')}\nDone.")
    tokens = MarkdownIt("commonmark").parse(document)
    assert [each.type for each in tokens if each.level == 0] == [
        *("paragraph_open", "inline", "paragraph_close")[::2],
        "fence",
        *("paragraph_open", "paragraph_close"),
    ]
    [fence] = [each for each in tokens if each.type == "fence"]
    assert fence.content.rstrip("\n") == code.rstrip("\n")
    assert document.startswith("Here \\*it\\* is.")


@pytest.mark.parametrize(
    ("text", "blocks", "typed"),
    [
        ("x = 1", [("x = 1", "python")], "```python\nx = 1\n```"),
        ("🙂 so:\n  y\nok?", [("  y", None)], "🙂 so:\n```\n  y\n```\nok?"),
        ("a\nb", [("a", "go"), ("b", "go")], "```go\na\n```\n```go\nb\n```"),
    ],
)
def test_telegram_takes_the_fences_away_and_they_are_put_back(
    text: str, blocks: list[tuple[str, str | None]], typed: str
) -> None:
    units = [(len(text[: text.index(code)].encode("utf-16-le")) // 2, code, language) for code, language in blocks]
    entities = [MessageEntity("pre", start, len(code), language=language) for start, code, language in units]
    chat, anna = Chat(7, "private"), User(7, "Anna", is_bot=False)
    message = Message(5, NOW, chat, from_user=anna, text=text, entities=entities, edit_date=NOW)
    [sent] = events_in_update(Update(1, message=message), bot=BOT, now=NOW)
    [edited] = events_in_update(Update(2, edited_message=message), bot=BOT, now=NOW)
    assert sent.content == Text(text=typed)
    assert edited.content == Edit(ref="5", text=typed)


def test_code_in_what_the_interviewer_says_is_shown_as_code() -> None:
    said = StyledMessage().add_told("Mend this:\n```python\n  x = 1\n```\nWhy?").say()
    assert said.text == "Mend this:\n\n  x = 1\n\nWhy?"
    assert [said.text[each.start : each.end] for each in said.spans if each.style is Style.BLOCK] == ["  x = 1"]
    [sent] = parts(said)
    assert [(each.type, each.offset, each.length) for each in sent.entities] == [("pre", 12, 7)]


def test_names_of_code_between_backticks_are_shown_as_code() -> None:
    said = (
        StyledMessage().add("So.").add_told("Each of `beads` is ``one``, a ` alone.\n```\n`x`\n```\nAnd `n + 1`?").say()
    )
    assert said.text == "So.\n\nEach of beads is ``one``, a ` alone.\n\n`x`\n\nAnd n + 1?"
    found = [(each.style, said.text[each.start : each.end]) for each in said.spans]
    assert found == [(Style.CODE, "beads"), (Style.BLOCK, "`x`"), (Style.CODE, "n + 1")]
