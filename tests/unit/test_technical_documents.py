"""Résumés and jobs as text; and files that look like one and are made to do harm."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import pytest
from structlog.testing import capture_logs

from core.interviews.technical.reading import READINGS
from core.languages.messages import say
from core.readers.pool import ReaderPool
from core.readers.source_errors import SourceError, Unfetchable
from tests.fakes import documents as made
from tests.fakes.manual_clock import ManualClock

MODULE = "core.interviews.technical.reading"
POSITION = {
    "@context": "https://schema.org",
    "@type": "JobPosting",
    "title": "Senior Go Developer",
    "description": "<p>We are looking for <b>you</b>.</p><ul><li>Go</li><li>Kafka</li></ul>",
}
PAGE = (
    f'<html><head><script type="application/ld+json">{json.dumps(POSITION)}</script></head>'
    f"<body>{'<script>var a = 1;</script>' * 9_000}<nav>Home</nav><p>Cookies?</p></body></html>"
)
ARTICLE = f"<!DOCTYPE html><body><nav>Menu</nav><article>{'<p>We need Kafka and some Go.</p>' * 9}</article></body>"


def read(body: bytes, asked: Mapping[str, str] | None = None) -> str:
    """The text, or the code of the error."""
    try:
        found, _ = READINGS["document-text"](body, dict(asked or {}))
    except SourceError as error:
        return error.code
    text = found.model_dump()["text"]
    assert isinstance(text, str)
    return text


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


@pytest.mark.parametrize("text", [made.RESUME, made.RESUME_RU], ids=["en", "ru"])
@pytest.mark.parametrize("make", [made.pdf, made.docx], ids=["pdf", "docx"])
def test_a_resume_is_read_as_it_was_written(make: Callable[[str], bytes], text: str) -> None:
    assert _lines(read(make(text))) == _lines(text)


def test_words_in_tables_boxes_and_fields_of_a_form_are_read_once() -> None:
    assert _lines(read(made.docx("Skills", table=[["Kafka", "5 years"], ["Redis", "2 years"]]))) == [
        "Skills",
        "Kafka",
        "5 years",
        "Redis",
        "2 years",
    ]
    box = "<w:p><w:r><w:t>In a box</w:t></w:r></w:p>"
    both = f"<mc:AlternateContent><mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback></mc:AlternateContent>"
    filled = "<w:r><w:t>Filled</w:t><w:tab/><w:t>in</w:t></w:r>"
    form = f"<w:sdt><w:sdtContent><w:p><w:ins>{filled}</w:ins></w:p></w:sdtContent></w:sdt>"
    body = f"<w:p><w:r><w:t>Outside</w:t></w:r><w:r>{both}</w:r></w:p>{form}"
    assert _lines(read(made.docx_of(body))) == ["Outside", "In a box", "Filled in"]


def test_a_pdf_that_only_forbids_printing_is_read() -> None:
    assert _lines(read(made.locked_pdf(made.RESUME, ""))) == _lines(made.RESUME)


@pytest.mark.parametrize(
    ("body", "asked", "words"),
    [
        (PAGE.encode(), {"media_type": "text/html"}, "Senior Go Developer\n\nWe are looking for you.\n– Go\n– Kafka"),
        (ARTICLE.encode(), {}, "We need Kafka and some Go."),
        ("Опыт работы: шесть лет, пишу на Python".encode("cp1251"), {}, "Опыт работы: шесть лет, пишу на Python"),
        ("\ufeffRésumé".encode("utf-16"), {}, "Résumé"),
        (b"# Anna\n\n- Kafka\n", {"name": "cv.md"}, "# Anna\n\n- Kafka"),
    ],
    ids=["posting", "article", "windows", "utf-16", "markdown"],
)
def test_pages_and_plain_texts_are_read(body: bytes, asked: Mapping[str, str], words: str) -> None:
    assert read(body, asked).startswith(words)


HOSTILE: Mapping[Callable[[], bytes], str] = {
    made.many_pages: "source-heavy",
    made.one_page_many_times: "source-heavy",
    made.pages_in_a_ring: "source-unreadable",
    made.stream_of_zeros: "source-heavy",
    made.stream_in_streams: "source-heavy",
    made.stream_of_words: "source-heavy",
    made.form_in_itself: "source-empty",
    made.deep_pdf: "source-unreadable",
    made.broken_pdf: "source-unreadable",
    made.docx_of_zeros: "source-heavy",
    made.docx_of_laughs: "source-unreadable",
    made.docx_of_a_file: "Words.",
    made.deep_docx: "source-unreadable",
    made.archive_of_many: "source-heavy",
    made.other_archive: "source-unreadable",
    lambda: made.locked_pdf("Words", "secret"): "source-unreadable",
    lambda: made.pdf(" "): "source-empty",
    lambda: b"\xd0\xcf\x11\xe0" + b"\x00" * 99: "source-unreadable",
    lambda: b"": "source-unreadable",
}


async def test_whatever_is_sent_is_read_or_refused_before_it_costs_anything() -> None:
    """In a reader process, which can open no file any more. Nobody turns this clock: none needs its limits."""
    pool = ReaderPool(ManualClock(), reads=(MODULE,))
    try:
        with capture_logs() as logged:
            outcomes = [await _outcome(pool, make()) for make in HOSTILE]
            whole = [await _outcome(pool, make(made.RESUME_RU)) for make in (made.pdf, made.docx)]
            article = await _outcome(pool, ARTICLE.encode(), name="")
    finally:
        await pool.close()
    assert outcomes == list(HOSTILE.values())
    assert [_lines(text) for text in whole] == [_lines(made.RESUME_RU)] * 2
    assert article.startswith("We need Kafka")
    assert logged == []


async def _outcome(pool: ReaderPool, body: bytes, *, name: str = "cv.pdf") -> str:
    try:
        found, _ = await pool.read("document-text", body, {"name": name}, person="anna")
    except SourceError as error:
        return error.code
    assert isinstance(found, dict)
    return str(found["text"])


@pytest.mark.parametrize("trouble", [*SourceError.__subclasses__(), *Unfetchable.__subclasses__()])
def test_of_each_trouble_there_is_a_sentence(trouble: type[SourceError]) -> None:
    assert say("en", f"technical-{trouble.code}") != say("ru", f"technical-{trouble.code}")
