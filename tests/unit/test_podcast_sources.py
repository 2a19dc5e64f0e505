"""Quotes that stand in a source, and contexts of bounded size."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.documents.quotations import find_quotation
from core.interviews.podcast.sources.bounds import BESIDE, fit_context, quotes_in_text, source_prompt
from core.interviews.podcast.sources.material import (
    CONTEXT_LIMIT,
    Concept,
    ContextOrigin,
    Episode,
    EpisodeContext,
    Quote,
    Source,
)
from core.text.quoting import cut_to_line
from tests.fakes.effort import tries

TEXT = "He said: “We don’t hurry — ever.”\n\nParty or art? Москва слезам не верит. 我们不着急，从来不。"


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("We don't hurry - ever", "We don’t hurry — ever"),
        ("«we don’t hurry – ever.»", "We don’t hurry — ever"),
        ("ever. Party or art", None),
        ('ever." Party   or art', "ever.”\n\nParty or art"),
        ("москва слезам не верит!", "Москва слезам не верит"),
        ("We don't Hurry", None),
        ("Part", None),
        ("不着急", "不着急"),
        ("", None),
        ("—", None),
    ],
)
def test_what_stands(quote: str, stands: str | None) -> None:
    assert find_quotation(quote, TEXT) == stands


def test_a_composed_letter_is_the_letter() -> None:
    assert find_quotation("cafe\u0301 noir", "Un café noir.") == "café noir"


def test_what_is_kept_stands_and_stands_once() -> None:
    given_quotes = [Quote(text="party or art", speaker="A"), Quote(text="Party or art?"), Quote(text="never said")]
    assert quotes_in_text(given_quotes, TEXT) == (Quote(text="Party or art", speaker="A"),)


@given(quote=st.text(max_size=60), text=st.text(max_size=200))
def test_whatever_is_kept_are_words_of_the_source(quote: str, text: str) -> None:
    found = find_quotation(quote, text)
    if found is not None:
        assert found in unicodedata.normalize("NFC", text)


@given(words=st.lists(st.from_regex(r"[a-zа-яё]{1,8}", fullmatch=True), min_size=3, max_size=30), data=st.data())
def test_any_run_of_whole_words_stands(words: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    quote = " ".join(words[start:end])
    assume(len(quote) > 1)
    assert find_quotation(quote, "  ".join(words)) == "  ".join(words[start:end])


def test_a_quote_as_long_as_a_book_is_none() -> None:
    assert find_quotation("word " * 1_000_000, "word " * 10_000) is None


# --- bounds -------------------------------------------------------------------------------------------------------

_NASTY = st.text(alphabet=st.sampled_from("<>&\"' a\n\u202e.é中"), max_size=400)
_CONTEXTS = st.builds(
    EpisodeContext,
    summary=st.builds(lambda text, times: text * times, _NASTY, st.integers(1, 60)),
    quotes=st.lists(st.builds(Quote, text=_NASTY, speaker=_NASTY), max_size=12).map(tuple),
    concepts=st.lists(st.builds(Concept, name=_NASTY, meaning=_NASTY), max_size=12).map(tuple),
    books=st.lists(_NASTY, max_size=20).map(tuple),
    tools=st.lists(_NASTY, max_size=20).map(tuple),
    people=st.lists(_NASTY, max_size=20).map(tuple),
)


@settings(max_examples=tries(15, soak=800), deadline=None)
@given(context=_CONTEXTS, title=_NASTY, memory=_NASTY, limit=st.sampled_from([400, 1_500, CONTEXT_LIMIT]))
def test_what_is_written_is_bounded_and_closes_its_own_tags_only(
    context: EpisodeContext, title: str, memory: str, limit: int
) -> None:
    about = Source(
        episode=Episode(title=title, show=title, seconds=5_400),
        origin=ContextOrigin.PAGE,
        context=context,
        memory=memory * 9,
        guidelines=memory * 9,
    )
    text = source_prompt(about, limit)
    assert len(text) <= limit + BESIDE
    assert "<minutes>90</minutes>" in text
    tags = re.findall(r"</?([a-z_]+)", text)
    allowed = {"episode", "title", "show", "summary", "quote", "concept", "book", "tool", "person_named", "minutes"}
    assert set(tags) <= allowed | {"remembered_by_the_person", "wished_by_the_person"}
    assert text.count("<") == 2 * (len(tags) // 2)
    small = fit_context(context, limit)
    assert fit_context(small, limit) == small
    whole = {" ".join("".join(c if c.isprintable() else " " for c in quote.text).split()) for quote in context.quotes}
    assert {quote.text for quote in small.quotes} <= whole, "a quote is whole or not there"


def test_a_cut_ends_with_a_sentence() -> None:
    assert cut_to_line("One thing. Another thing. A third thing that is long.", 30) == "One thing. Another thing."
    assert cut_to_line("no sentence ends anywhere in here", 20) == "no sentence ends …"
    assert cut_to_line("short", 20) == "short"


@pytest.mark.parametrize(
    ("quote", "text"), [("a " * 900 + "zz", "a " * 1_000_000 + "zz"), ("a" * 2_000, "a" * 2_000_000)]
)
def test_a_quotation_that_nearly_stands_everywhere_is_looked_for_once(quote: str, text: str) -> None:
    """By a pattern that is tried at each place this takes hours, and the interpreter's lock with it."""
    assert find_quotation(quote, text) == (quote if "z" in quote else None)
