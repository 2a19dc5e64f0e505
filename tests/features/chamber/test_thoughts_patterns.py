"""What a configuration says of thoughts is understood as it is meant, or refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from markdown_it import MarkdownIt
from pydantic import TypeAdapter

from core.contracts.errors import ConfigurationError
from core.features.chamber.thought_patterns import Aside, PatternConfig, Patterns, RegexConfig, TagConfig
from core.features.chamber.thoughts import extract_thoughts

PAGE = Path(__file__).parents[3] / "docs" / "chamber.md"


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("<thinking>", "<thinking>x</thinking>"),
        (" < Thinking > ", "<thinking>x</thinking>"),
        ("<thinking>...</thinking>", "<thinking>x</thinking>"),
        ("<a-b.c:d>…</A-b.c:d>", "<a-b.c:d>x</a-b.c:d>"),
        ("<думаю>", "<Думаю>x</думаю>"),
        ("[reasoning]", "[reasoning]x[/reasoning]"),
        ("[ inner  thoughts ]", "[inner thoughts]x[/inner thoughts]"),
        ("[reasoning] ... [/reasoning]", "[reasoning]x[/reasoning]"),
        (":::thinking", ":::thinking\nx\n:::"),
        ("::: thinking", ":::thinking\nx\n:::"),
        (":::thinking ... :::", ":::thinking\nx\n:::"),
        (RegexConfig(regex=r"\{(.*?)\}"), "{x}"),
        (RegexConfig(regex="A(.)B", flags="i"), "axb"),
        (RegexConfig(regex="A(.)B", flags="re.IGNORECASE | re.DOTALL"), "axb"),
        (RegexConfig(regex="a ( . ) b", flags="VERBOSE, s"), "axb"),
        (RegexConfig(regex="^a$(.*)", flags="MS"), "a\nx"),
    ],
)
def test_each_form_is_understood(pattern: PatternConfig, text: str) -> None:
    taken = extract_thoughts(f"Hi {text}" if not text.startswith("a\n") else text, Patterns.of([pattern]))
    assert taken.public.text in {"Hi", ""}
    assert taken.thoughts == "x"


@pytest.mark.parametrize(
    ("pattern", "named"),
    [
        ("thinking", "'thinking' is not a thought pattern"),
        ("", "'' is not a thought pattern"),
        ("<think", "'<think'"),
        ("</think>", "'</think>'"),
        ("<think>...</thinking>", "'<think>...</thinking>'"),
        ("<think>(.*?)</think>", "'<think>(.*?)</think>'"),
        ("<a><b>", "'<a><b>'"),
        ("[]", r"'\[\]'"),
        ("[/reasoning]", r"'\[/reasoning\]'"),
        ("[a][b]", r"'\[a\]\[b\]'"),
        ("::thinking", "'::thinking'"),
        (":::", "':::'"),
        (TagConfig(tag="think"), "'think'"),
        (RegexConfig(regex="(a"), r"the regex '\(a' cannot be used: missing \)"),
        (RegexConfig(regex="a", flags="iq"), "the regex 'a' has the flags 'iq'; known are I, M"),
        (RegexConfig(regex="a", flags="REVERSE"), "the flags 'REVERSE'"),
        (RegexConfig(regex=""), "'' matches where nothing stands"),
        (RegexConfig(regex="a*"), r"'a\*' matches where nothing stands"),
        (RegexConfig(regex=r"\b"), "matches where nothing stands"),
        (RegexConfig(regex="a" * 5_000), "more than 4000 characters"),
    ],
)
def test_what_has_no_form_is_refused_by_name(pattern: PatternConfig, named: str) -> None:
    with pytest.raises(ConfigurationError, match=named):
        Patterns.of(["<fine>", pattern])


def test_brackets_and_angles_are_not_the_same() -> None:
    text = "[x]a[/x]<x>b</x>"
    assert extract_thoughts(text, Patterns.of(["[x]"])).public.text == "<x>b</x>"
    assert extract_thoughts(text, Patterns.of(["<x>"])).public.text == "[x]a[/x]"


def test_a_tag_that_stands_twice_is_spared_where_both_say_so() -> None:
    twice = [TagConfig(tag="<x>", not_in=(Aside.CODE, Aside.QUOTES)), TagConfig(tag="<X>", not_in=(Aside.CODE,))]
    assert extract_thoughts('`<x>a</x>` "<x>b</x>"', Patterns.of(twice)).public.text == '`<x>a</x>` " "'


def test_no_patterns_take_nothing() -> None:
    assert not Patterns.of([])
    assert extract_thoughts("<think>a</think>", Patterns()).public.text == "<think>a</think>"


def test_the_patterns_that_the_page_shows_take_what_it_says() -> None:
    blocks = [token.content for token in MarkdownIt().parse(PAGE.read_text(encoding="utf-8")) if token.info == "yaml"]
    [shown] = [block for block in blocks if block.startswith("thought_patterns:")]
    configs = TypeAdapter(tuple[PatternConfig, ...]).validate_python(yaml.safe_load(shown)["thought_patterns"])
    text = '<think time="3">a</think>[reasoning]b[/reasoning](aside: c\n)`<plan>`\n:::thinking\nd\n:::\n'
    taken = extract_thoughts(text, Patterns.of(configs))
    assert (taken.public.text, taken.thoughts) == ("`<plan>`", "a\n\nb\n\nc\n\nd")
