"""`raconteur study export`: the tables of a study, and its file for programs of analysis."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import command_settings
from bot.features.research.cli_kit import Force, Name, Out, check_writable, write_private_file
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.features.research.codes import Tables
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
    form: Annotated[
        Table, typer.Option("--format", help="The tables' format. qdpx: a project for analysis software.")
    ] = Table.CSV,
    pseudonymised: Annotated[
        bool, typer.Option("--pseudonymised", help="Replace names, places and numbers, as the reviewer decided.")
    ] = False,
    unreviewed: Annotated[
        bool, typer.Option("--unreviewed", help="Export even if a reviewer hasn't decided on everything yet.")
    ] = False,
    codebook: Annotated[
        Path | None, typer.Option(metavar="FILE", help="For qdpx: the study's codes, with the answers they apply to.")
    ] = None,
    force: Force = False,
) -> None:
    """Write the tables: one row an answer, a participant, a question, and a code that was given."""
    from bot.database import check_database
    from bot.features.research.codes import build_study_tables
    from bot.features.research.names import check_reviewed, load_names_review
    from core.features.research.coding import CodeRow, code_rows, read_codebook
    from core.features.research.qdpx import to_qdpx
    from core.features.research.tables import FORMATS, ParticipantRow, QuestionRow, TableRow
    from core.store.reports import read_snapshot

    settings = command_settings(context)
    book = None if codebook is None else read_codebook(codebook)
    if book is not None and form is not Table.QDPX:
        raise ConfigurationError("--codebook is for --format qdpx; the other tables have the codes by their names.")
    check_database(settings.storage.database)

    def look(c: Connection) -> Tables:
        if not pseudonymised:
            return build_study_tables(c, name)
        here = load_names_review(c, name)
        if not unreviewed:
            check_reviewed(here, name)
        return build_study_tables(c, name).with_pseudonyms(here.pseudonyms)

    made = read_snapshot(settings.storage.database, look)
    if form is Table.QDPX:
        coded = [each for each in made.coded if book is not None and each.code in book.names]
        now = datetime.now(UTC)
        whole = to_qdpx(name, made.participants, made.answers, codebook=book, coded=coded, made_at=now)
        files = {f"{name}.qdpx": whole}
    else:
        make = FORMATS[form.value]
        files = {
            f"{name}-answers.{form.value}": make(TableRow, made.answers),
            f"{name}-participants.{form.value}": make(ParticipantRow, made.participants),
            f"{name}-questions.{form.value}": make(QuestionRow, made.questions),
            f"{name}-codes.{form.value}": make(CodeRow, code_rows(made.coded, made.seen)),
        }
    for path in (out / file for file in files):
        check_writable(path, force=force)
    out.mkdir(parents=True, exist_ok=True)
    for file, body in files.items():
        write_private_file(out / file, body)
    typer.echo("\n".join(f"{out / file}" for file in files))
