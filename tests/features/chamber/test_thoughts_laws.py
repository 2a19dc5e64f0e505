"""What holds of thoughts in any text: nothing is lost, nothing leaks, and hostile texts cost what others cost."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections import Counter
from itertools import groupby, pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from core.features.chamber.thought_patterns import (
    Aside,
    Belongs,
    Dimming,
    PatternConfig,
    Patterns,
    RegexConfig,
    TagConfig,
)
from core.features.chamber.thoughts import Extraction, extract_thoughts
from tests.fakes.effort import tries

FRAGMENTS = (
    "<think>", "</think>", "<THINK a='1'>", "<think", "</think", "<think/>", "<thi", "nk>", "<", "</", ">", "think",
    "[reasoning]", "[/reasoning]", "[", "]", "reasoning", ":::thinking", ":::", "::::", ":::note", "\n:::\n", ":",
    "`", "``", "```", "\n```\n", "~~~", '"', "“", "”", "\n> ", "- ", "\\", "NOTE", "NO", "TE", "END",
    "a", "b.", "Ж", " ", "  ", "\n", "\n\n\n", "\r\n", "\t", "\u00a0",
    "\u200b", "\ufe0f", "＜think＞", "＜", "／", "<th\u200bink>", "［reasoning］", "：：：", "…",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(FRAGMENTS), max_size=24).map("".join)
MARKDOWN = (
    "`", "``", "```", "\n```\n", "\n  ```\n", "    ```\n", "> ```\n", "- ```\n", "```\r\n", "~~~", "\n", "\n\n", "\r",
    "\n- ", "\n1. ", "\n> ", "\n    ", "\n   ", "\t", "\n---\n", "\n===\n", "# ", "***", "[", "](", "\\", "<", "a", " ",
    "<think>a</think>", "<think>a</think>", "<think>", "</think>",
)  # fmt: skip
"""Of what code is made in Markdown, and what it may stand in."""
REGEXES = (
    RegexConfig(regex="NOTE(.*?)(?:END|$)", flags="i"),
    RegexConfig(regex="^a.*?\n", flags="s"),
    RegexConfig(regex="(?<=b)[^b]+(?=b)"),
    RegexConfig(regex="NOTE.", not_in=(Aside.CODE, Aside.QUOTES)),
)
TAGS = tuple(
    TagConfig(tag=tag, not_in=not_in)
    for tag in ("<think>", "[reasoning]", ":::thinking")
    for not_in in ((), (Aside.CODE,), (Aside.CODE, Aside.QUOTES))
)
PLAIN = ("<think>", "[reasoning]", ":::thinking")
LISTS = st.lists(st.sampled_from((*TAGS, *PLAIN, *REGEXES)), min_size=1, max_size=5)
IN_PLAIN = re.compile(r"<\s*/?\s*think(?![\w.:-])|\[\s*/?\s*reasoning\s*\]|:::[ \t]*thinking(?![\w-])", re.IGNORECASE)


def dense(text: str) -> str:
    return "".join(text.split())


def of(taken: Extraction, belongs: Belongs) -> str:
    return "".join(piece.text for piece in taken.pieces if piece.belongs is belongs)


@given(TEXTS, LISTS)
@example("<think>a[reasoning]b</think>c[/reasoning]", ["[reasoning]", "<think>"])
@example("<thi<think>a</think>nk>b</think>c", ["<think>"])
@example("aNOb\nNO<think>\n</think>TE c", ["<think>", *REGEXES])
def test_every_character_is_there_once_and_where_it_belongs(text: str, patterns: list[PatternConfig]) -> None:
    taken = extract_thoughts(text, Patterns.of(patterns))
    assert "".join(piece.text for piece in taken.pieces) == text
    assert all(one.belongs is not other.belongs for one, other in pairwise(taken.pieces))
    assert dense(of(taken, Belongs.PUBLIC)) == dense(taken.public.text)
    assert Counter(dense(of(taken, Belongs.THOUGHT))) == Counter(dense(taken.thoughts))


@given(TEXTS, LISTS)
@example("<think>\n```\n</think>\n`<think>a</think>\n```", [TAGS[1]])
def test_in_what_is_public_nothing_more_is_found(text: str, patterns: list[PatternConfig]) -> None:
    ready = Patterns.of(patterns)
    public = extract_thoughts(text, ready).public
    again = extract_thoughts(public.text, ready)
    assert (again.public, again.thoughts, again.warnings, again.failed) == (public, "", (), False)


@given(TEXTS)
def test_no_tag_is_in_what_is_public(text: str) -> None:
    public = unicodedata.normalize("NFKC", extract_thoughts(text, Patterns.of(PLAIN)).public.text)
    assert not IN_PLAIN.search(re.sub("[\u200b\ufe0f]", "", public))


@given(st.lists(st.sampled_from(MARKDOWN), max_size=16).map("".join))
@example("- a ` b\n- c ` d ` e <think>a</think> ` f")
@example("- \n  ```\n<think>- ```\n\n1. \n  ```\n")
@example("- ```\n  a\n  ```\n  <think>a</think>\n  ```\n  a\n  ```")
@example("`\r\r<think>`")
@example("```\n    ```\n<think>a</think>\n    ```")
def test_a_tag_that_is_spared_is_in_what_markdown_calls_code(text: str) -> None:
    public = extract_thoughts(text, Patterns.of([TagConfig(tag="<think>", not_in=(Aside.CODE,))])).public.text
    for block in MarkdownIt("commonmark", {"html": False}).parse(public):
        parts = (part.content if part.type == "text" else "|" for part in block.children or ())
        assert not re.search(r"</?think(?![\w.:-])", "".join(parts), re.IGNORECASE)


# --- texts made by a grammar --------------------------------------------------------------------------------------

WORDS = st.text("xyz", min_size=1, max_size=3)
THOUGHTS = st.text("αβγ", min_size=1, max_size=3)
WRAPPED = st.sampled_from(
    (
        "<think>{}</think>",
        "<Think a='1'> {} </THINK>",
        "[reasoning]{}[/reasoning]",
        "\n:::thinking\n{}\n:::\n",
        "(({}))",
    )
)
GRAMMAR = (*PLAIN, RegexConfig(regex=r"\(\(([^()]*)\)\)"))
thinking = st.recursive(
    THOUGHTS, lambda inner: st.builds(str.format, WRAPPED, st.lists(inner, max_size=3).map(" ".join)), max_leaves=6
)
wrapped = st.builds(str.format, WRAPPED, st.lists(thinking, max_size=3).map(" ".join))
documents = st.lists(WORDS | wrapped | st.sampled_from((" ", "\n", "\n\n")), max_size=8).map("".join)


def leaks(taken: Extraction) -> str:
    return "".join(re.findall("[αβγ]", taken.public.text))


@given(documents)
def test_what_is_thought_is_private_and_what_is_said_is_public(text: str) -> None:
    taken = extract_thoughts(text, Patterns.of(GRAMMAR))
    assert dense(taken.public.text) == "".join(re.findall("[xyz]", text))
    assert Counter(re.findall("[αβγ]", taken.thoughts)) == Counter(re.findall("[αβγ]", text))
    assert (taken.warnings, taken.failed) == ((), False)


@given(documents, st.data())
def test_a_text_that_lost_its_beginning_or_its_end_leaks_nothing(text: str, data: st.DataObject) -> None:
    text = text.replace("((", "<think>").replace("))", "</think>")  # a regex knows of no end that is missing
    place = data.draw(st.integers(0, len(text)))
    assert leaks(extract_thoughts(text[:place], Patterns.of(PLAIN))) == ""
    assert leaks(extract_thoughts(text[place:], Patterns.of(PLAIN))) == ""


@given(documents, st.sampled_from(PLAIN), thinking, documents)
def test_all_behind_an_opening_and_before_a_closing_is_private(before: str, tag: str, secret: str, after: str) -> None:
    opening = f"\n{tag}\n"
    closing = {"<": "</think>", "[": "[/reasoning]", ":": "\n:::\n"}[tag[0]]
    ready = Patterns.of(GRAMMAR)
    unclosed = extract_thoughts(f"{before}{opening}{secret}{after}", ready)
    assert dense(unclosed.public.text) == dense(extract_thoughts(before, ready).public.text)
    unopened = extract_thoughts(f"{before}{secret}{closing}{after}", ready)
    assert dense(unopened.public.text) == dense(extract_thoughts(after, ready).public.text)
    assert len(unclosed.warnings) == len(unopened.warnings) == 1


# --- the screen ---------------------------------------------------------------------------------------------------


@given(TEXTS, st.lists(st.integers(1, 9), min_size=1, max_size=8))
def test_what_is_dimmed_does_not_hang_on_how_it_came_in(text: str, sizes: list[int]) -> None:
    def dimmed(pieces: list[str]) -> list[tuple[str, bool]]:
        screen = Dimming(Patterns.of(PLAIN))
        shades = [shade for piece in pieces for shade in screen.heard(piece)] + screen.ended()
        runs = groupby(shades, key=lambda shade: shade.is_thought)
        return [("".join(shade.text for shade in run), is_thought) for is_thought, run in runs]

    pieces, at = [], 0
    while at < len(text):
        size = sizes[len(pieces) % len(sizes)]
        pieces.append(text[at : at + size])
        at += size
    whole = dimmed([text])
    assert dimmed(pieces) == whole
    assert "".join(words for words, _ in whole) == text


# --- hostile texts ------------------------------------------------------------------------------------------------

HOSTILE = {
    "opened": "<think>",
    "closed": "</think>",
    "one within another": "<thi<think>x</think>nk>",
    "crossing": "<think>[reasoning]</think>[/reasoning]",
    "backticks": "`",
    "backticks by one and two": "` ``",
    "fences": "```\n~~~\n",
    "brackets": "[",
    "brackets with a name": "[ reasoning",
    "angles": "<",
    "an opening that never ends": "<think ",
    "colons": ":",
    "containers": ":::thinking\n",
    "ends of containers": ":::\n",
    "containers of others": ":::note\n",
    "spaces": " ",
    "spaces before line ends": " \n",
    "marks": '"',
    "quotations": "“«„",
    "backslashes": "\\",
    "words": 'a <think>b</think> `c` "d"\n',
    "characters without a width": "\u200b",
    "full-width tags": "＜think＞＜／think＞",
}
EVERY = Patterns.of([TagConfig(tag=tag, not_in=(Aside.CODE, Aside.QUOTES)) for tag in PLAIN])


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_text_is_taken_apart_in_steps_that_grow_with_its_length(text: str) -> None:
    def steps(length: int) -> int:
        """Calls of functions, of Python's own too."""
        calls = 0

        def count(_: object, event: str, __: object) -> None:
            nonlocal calls
            calls += event.endswith("call")

        before = sys.getprofile()
        sys.setprofile(count)
        try:
            extract_thoughts(text * (length // len(text)), EVERY)
        finally:
            sys.setprofile(before)
        return calls

    assert steps(20_000) < 2.5 * steps(10_000)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_long_hostile_text_is_taken_apart(text: str) -> None:
    """What is no call is a search in C: were one of those quadratic, this would not end in the time that a test has."""
    hardly_any_tags = not re.search("<think|think>|:::", text)
    length = tries(200_000 if hardly_any_tags else 30_000, soak=1_000_000)
    assert not extract_thoughts(text * (length // len(text)), EVERY).failed


def test_halves_around_a_hundred_thousand_thoughts_stay_apart() -> None:
    size = tries(2_000, soak=100_000)
    taken = extract_thoughts("<think>" * size + "x" + "</think>" * size + "y", EVERY)
    assert (taken.public.text, taken.thoughts, taken.warnings) == ("y", "x", ())
