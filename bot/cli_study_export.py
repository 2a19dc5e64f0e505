"""`raconteur study export`: the tables of a study, and its file for programs of analysis."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import settings_of
from bot.cli_study_kit import Force, Name, Out, writable, write

if TYPE_CHECKING:
    from bot.study_tables import Tables
    from core.store.store import Connection


class Table(StrEnum):
    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"
    QDPX = "qdpx"


def export(
    context: typer.Context,
    name: Name,
    out: Out,
    form: Annotated[Table, typer.Option("--format", help="Of the tables; qdpx: a project for analysis.")] = Table.CSV,
    pseudonymised: Annotated[
        bool, typer.Option("--pseudonymised", help="With names, places and numbers replaced, as a reviewer ruled.")
    ] = False,
    unreviewed: Annotated[
        bool, typer.Option("--unreviewed", help="Also where no reviewer has ruled on everything yet.")
    ] = False,
    force: Force = False,
) -> None:
    """Write the tables: one row an answer, one row a participant, one row a question."""
    from bot.database import check
    from bot.study_names import check_reviewed, known
    from bot.study_tables import tables
    from core.store.reports import read_beside

    settings = settings_of(context)
    check(settings.storage.database)

    def look(c: Connection) -> Tables:
        if not pseudonymised:
            return tables(c, name)
        here = known(c, name)
        if not unreviewed:
            check_reviewed(here, name)
        return tables(c, name).with_pseudonyms(here.pseudonyms)

    made = read_beside(settings.storage.database, look)
    files = _files(name, made, form)
    for path in (out / file for file in files):
        writable(path, force=force)
    out.mkdir(parents=True, exist_ok=True)
    for file, body in files.items():
        write(out / file, body)
    typer.echo("\n".join(f"{out / file}" for file in files))


def _files(name: str, made: Tables, form: Table) -> dict[str, bytes]:
    from core.research.qdpx import to_qdpx
    from core.research.table_files import FORMATS
    from core.research.tables import AnswerRow, ParticipantRow, QuestionRow

    if form is Table.QDPX:
        return {f"{name}.qdpx": to_qdpx(name, made.participants, made.answers, made_at=datetime.now(UTC))}
    make = FORMATS[form.value]
    return {
        f"{name}-answers.{form.value}": make(AnswerRow, made.answers),
        f"{name}-participants.{form.value}": make(ParticipantRow, made.participants),
        f"{name}-questions.{form.value}": make(QuestionRow, made.questions),
    }
