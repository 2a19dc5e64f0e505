"""`raconteur book`: the files for the operator, once others may have them."""

from __future__ import annotations

from pathlib import Path

import pypdf
import pytest

from bot.features.book.cli import NoBook
from core.features.book.book_rows import take_book_step
from core.features.book.decisions import BookState, BookStep
from core.store.reports import write_direct
from tests.fakes.command_line import keep
from tests.fakes.records import BEGAN, small_scripts
from tests.features.book.books import book_of, life
from tests.integration.cli_kit import run

TOLD = life("ru")
LIFE = TOLD.model_copy(
    update={
        "session": TOLD.session.model_copy(update={"id": "book0001", "person_id": "p-book"}),
        "person": TOLD.person.model_copy(update={"id": "p-book"}),
    }
)
pytestmark = pytest.mark.usefixtures("command_line")


def decide(database: Path, *, approved: str, shared: bool) -> None:
    state = BookState(session_id=LIFE.session.id, made_at=BEGAN, approved=approved, shared=shared)
    step = BookStep(session_id=LIFE.session.id, state=state)
    write_direct(database, lambda c: take_book_step(c, step))


@pytest.mark.parametrize(
    ("approved", "shared", "said"),
    [("", True, "not approved"), ("0badbad0", True, "not approved"), ("it", False, "only for themselves")],
)
def test_it_is_theirs_until_they_say_so(database: Path, approved: str, shared: bool, said: str) -> None:
    keep(database, (LIFE, small_scripts()))
    decide(database, approved=book_of(LIFE).fingerprint() if approved == "it" else approved, shared=shared)
    refused = run("book", LIFE.session.id).exception
    assert isinstance(refused, NoBook)
    assert said in str(refused)


def test_then_there_are_three_files(database: Path, tmp_path: Path) -> None:
    keep(database, (LIFE, small_scripts()))
    assert "starts one with /book" in str(run("book", LIFE.session.id).exception)
    decide(database, approved=book_of(LIFE).fingerprint(), shared=True)
    ended = run("book", LIFE.session.id[:6], "--out", str(tmp_path))
    assert ended.exit_code == 0
    pdf, epub, html = map(Path, ended.output.split())
    assert "Мария" in pypdf.PdfReader(pdf).pages[0].extract_text()
    assert epub.read_bytes().startswith(b"PK")
    assert "Бабушкину кухню" in html.read_text(encoding="utf-8")
