"""Documents that are too large: nothing of them is lost, and no file is over the limit."""

from __future__ import annotations

import io
import random
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.messages import SendDocument
from core.delivery.fitting import fit_document
from tests.fakes.writing import CLUSTERS

MARKDOWN = "text/markdown"


def _document(body: bytes, *, media_type: str = MARKDOWN, caption: str = "Your transcript.") -> SendDocument:
    return SendDocument(name="life-story-transcript.md", media_type=media_type, body=body, caption=caption)


def _noise(size: int, alphabet: str = "abcdefghijklmnopqrstuvwxyz0123456789") -> bytes:
    """Letters that hardly get smaller when they are packed."""
    return "".join(random.Random(size).choices(alphabet, k=size)).encode()


_lines = st.lists(st.sampled_from([*CLUSTERS, "🏠 дом", "y" * 30]), max_size=120).map(
    lambda words: "".join(words).encode()
)


@given(body=_lines | st.binary(max_size=400), limit=st.integers(4, 60))
def test_parts_put_behind_each_other_are_the_document_and_each_fits(body: bytes, limit: int) -> None:
    files = fit_document(_document(body), limit, "en")
    assert b"".join(file.body for file in files) == body
    assert all(len(file.body) <= limit for file in files)
    assert body == b"" or all(file.body for file in files)


@given(text=st.text(st.characters(exclude_categories=["Cs"]), min_size=40, max_size=300), limit=st.integers(4, 60))
def test_no_part_ends_within_a_character(text: str, limit: int) -> None:
    for file in fit_document(_document(text.encode()), limit, "en"):
        file.body.decode()


def test_a_part_ends_with_a_line_where_one_fits() -> None:
    body = b"one\ntwo\nthree and four\nfive\n"
    assert [file.body for file in fit_document(_document(body), 9, "en")] == [
        b"one\ntwo\n",
        b"three and",
        b" four\n",
        b"five\n",
    ]


def test_what_fits_stays_as_it_is() -> None:
    document = _document(b"12345")
    assert fit_document(document, 5, "en") == (document,)


@pytest.mark.parametrize("media_type", [MARKDOWN, "application/json"])
def test_what_is_too_large_is_packed_where_that_is_enough(media_type: str) -> None:
    body = "слово и слово\n".encode() * 10_000
    [file] = fit_document(_document(body, media_type=media_type), 10_000, "en")
    assert len(file.body) <= 10_000
    assert (file.name, file.media_type) == ("life-story-transcript.zip", "application/zip")
    with zipfile.ZipFile(io.BytesIO(file.body)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {"life-story-transcript.md": body}
    assert file.caption.startswith("Your transcript.\n\n")
    assert "life-story-transcript.md" in file.caption


@pytest.mark.parametrize(("language", "first"), [("en", "Part 1 of 3"), ("ru", "Часть 1 из 3")])
def test_parts_are_numbered_in_their_names_and_in_words(language: str, first: str) -> None:
    files = fit_document(_document(_noise(25_000), caption=""), 10_000, language)
    assert [file.name for file in files] == [f"life-story-transcript-{number}-of-3.md" for number in (1, 2, 3)]
    assert files[0].caption.startswith(first)
    assert len({file.caption for file in files}) == 3
    assert {file.media_type for file in files} == {MARKDOWN}


def test_the_same_document_becomes_the_same_files() -> None:
    for body in (_noise(25_000), b"word\n" * 9_000):
        document = _document(body)
        assert fit_document(document, 10_000, "en") == fit_document(document, 10_000, "en")


@pytest.mark.parametrize("limit", [10_000, 3, 0])
def test_where_nothing_helps_there_is_nothing(limit: int) -> None:
    media_type = "application/zip" if limit > 3 else MARKDOWN
    assert fit_document(_document(_noise(25_000), media_type=media_type), limit, "en") == ()
