"""A study in a database, with interviews that were held in it, for the commands that work on what was said."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.contracts.commits import Commit
from core.contracts.errors import ConfigurationError
from core.contracts.messages import Address
from core.contracts.session import Entry
from core.features.research.rows import add_participant, assign_to_studies, put_batch, study
from core.llm import build
from core.store.changes import commit
from core.store.erasing import erase_person
from core.store.reports import write_direct
from core.store.store import Connection
from tests.fakes.model import ScriptedModel
from tests.fakes.stores import NOW, answer, begin, new_session, question, revise, stored
from tests.integration.cli_kit import run

DATABASE = Path("data/raconteur.db")


def set_up(folder: Path) -> None:
    """A study `voices` of four people who are invited; the working directory has to be the folder."""
    (folder / "config.toml").write_text('[storage]\ndata_dir = "data"\n', encoding="utf-8")
    assert run("study", "new", "voices", "--interview", "life-story").exit_code == 0

    def invite(c: Connection) -> None:
        of = study(c, "voices")
        assert of is not None
        put_batch(c, of, [_code(number) for number in range(1, 5)], batch="", closes_at=None, now=NOW)

    write_direct(DATABASE, invite)


def _code(number: int) -> str:
    return f"digest {number}"


def tells(number: int, *answers: str) -> None:
    """The participant of that number is interviewed, and answers as many questions."""
    session_id, person = f"s{number}", f"p-{number}"

    def put(c: Connection) -> None:
        made = new_session(session_id, person_id=person, address=Address(platform="here", chat=str(number)))
        session = begin(c, made, event_id=f"hello-{number}")
        add_participant(c, _code(number), person, now=NOW)
        assign_to_studies(c, session, now=NOW)
        lines = tuple(line for n, text in enumerate(answers, 1) for line in _lines(n, text))
        commit(c, Commit(person_id=person, session=stored(c, session_id), entries=lines), now=NOW)

    write_direct(DATABASE, put)


def changes(number: int, which: int, after: str) -> None:
    """They change their answer of that number."""
    wording = (2 * which, answer(2 * which, 2 * which - 1, "", after).newest)
    write_direct(
        DATABASE,
        lambda c: commit(c, Commit(person_id=f"p-{number}", effects=revise(f"s{number}", wording)), now=NOW),
    )


def adds(number: int, which: int, text: str) -> None:
    """They answer one question more."""

    def put(c: Connection) -> None:
        session = stored(c, f"s{number}")
        commit(c, Commit(person_id=f"p-{number}", session=session, entries=_lines(which, text)), now=NOW)

    write_direct(DATABASE, put)


def _lines(which: int, text: str) -> tuple[Entry, Entry]:
    return question(2 * which - 1, "and what was it like?"), answer(2 * which, 2 * which - 1, text)


def is_erased(number: int) -> None:
    write_direct(DATABASE, lambda c: erase_person(c, f"p-{number}"))


@contextmanager
def asking(monkeypatch: pytest.MonkeyPatch, model: ScriptedModel) -> Iterator[ScriptedModel]:
    """The commands ask this model."""
    with monkeypatch.context() as patched:
        patched.setattr(build, "build_model", lambda *_: model)
        yield model


def refused(*arguments: str) -> str:
    """What a command says that does nothing."""
    found = run(*arguments)
    assert isinstance(found.exception, ConfigurationError)
    return str(found.exception)
