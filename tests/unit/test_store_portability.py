"""The store's statements suit SQLite and PostgreSQL alike. The contract suite looks at those made in functions."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlalchemy.sql.elements import ClauseElement

import core.store
from core.store.schema import metadata, persons
from tests.fakes.portability import POSTGRESQL, SQLITE, on_conflict, problems


def _elements(name: str, value: object) -> Iterator[tuple[str, ClauseElement]]:
    if isinstance(value, ClauseElement) and not isinstance(value, sa.Table):
        yield name, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _elements(f"{name}[{key}]", inner)


def _statements() -> dict[str, ClauseElement]:
    """Everything made of SQL at the level of the store's modules, by its name."""
    found: dict[str, ClauseElement] = {}
    for info in pkgutil.iter_modules(core.store.__path__):
        module = importlib.import_module(f"core.store.{info.name}")
        for name, value in vars(module).items():
            found.update(_elements(f"{info.name}.{name}", value))
    return found


STATEMENTS = _statements()
UPSERTS = {name: s for name, s in STATEMENTS.items() if isinstance(s, postgresql.Insert)}


def test_the_statements_are_found() -> None:
    modules = {name.partition(".")[0] for name in STATEMENTS}
    assert {"arrivals", "changes", "chore_rows", "mailbox_rows", "call_rows", "outbox"} <= modules
    assert len(STATEMENTS) > 30
    assert len(UPSERTS) >= 6


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_suits_postgresql(name: str) -> None:
    assert problems(STATEMENTS[name]) == []


@pytest.mark.parametrize("name", UPSERTS)
def test_an_upsert_is_the_same_on_both(name: str) -> None:
    ours = on_conflict(UPSERTS[name], SQLITE)
    assert ours
    assert ours == on_conflict(UPSERTS[name], POSTGRESQL)


@pytest.mark.parametrize("table", metadata.sorted_tables, ids=str)
def test_a_table_can_be_made_on_postgresql(table: sa.Table) -> None:
    made = str(CreateTable(table).compile(dialect=POSTGRESQL))
    assert "AUTOINCREMENT" not in made
    if table.primary_key.columns.keys() == ["id"] and not isinstance(table.c.id.type, sa.Text):
        assert "id BIGSERIAL" in made


def _indexes() -> dict[str, sa.Index]:
    return {str(index.name): index for table in metadata.sorted_tables for index in table.indexes}


@pytest.mark.parametrize("name", sorted(_indexes()))
def test_an_index_is_the_same_on_both(name: str) -> None:
    index = _indexes()[name]
    made = {d.name: str(CreateIndex(index).compile(dialect=d)) for d in (SQLITE, POSTGRESQL)}
    assert made["sqlite"] == made["postgresql"]


def test_what_does_not_suit_postgresql_is_noticed() -> None:
    assert problems(sa.select(sa.func.julianday("now"))) == ["the function julianday"]
    assert problems(sa.text("SELECT rowid FROM sessions")) == ["written-out SQL: SELECT rowid FROM sessions"]
    assert problems(sa.select(sa.literal_column("rowid")))
    [problem] = problems(sa.select(persons.c.id).where(persons.c.name < "b"))
    assert "persons.name is compared" in problem
