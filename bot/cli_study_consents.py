"""`raconteur study consents`: what each participant has agreed to, as they got it themselves, and a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from bot.cli_settings import settings_of
from bot.cli_study_kit import Force, Name, Out, writable, write

if TYPE_CHECKING:
    from core.store.store import Connection
    from core.store.study_rows import Part
    from core.timing.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """One consent."""

    file: str
    body: str
    row: tuple[str, str, str, str]
    """Code, time, language and digest."""


def consents(
    context: typer.Context,
    name: Name,
    out: Out,
    force: Force = False,
) -> None:
    """Write what participants agreed to: a file each, and a list. Their names stand in the files."""
    import csv
    import io

    from bot.database import check
    from core.store.reports import read_beside

    settings = settings_of(context)
    check(settings.storage.database)
    rules = settings.timers.rules()
    found = read_beside(settings.storage.database, lambda c: [*given(c, name, rules)])
    made = io.StringIO()
    writer = csv.writer(made)
    writer.writerow(["participant", "agreed_at", "language", "digest"])
    writer.writerows(each.row for each in found)
    files = {f"{name}-consents.csv": made.getvalue()} | {each.file: each.body for each in found}
    for file in files:
        writable(out / file, force=force)
    out.mkdir(parents=True, exist_ok=True)
    for file, body in files.items():
        write(out / file, body.encode())
    typer.echo(f"{len(found)} written to {out}. Names stand in them: keep them apart from the tables.")


def given(c: Connection, name: str, rules: Rules) -> Iterator[Given]:
    """Of everybody who has begun and not withdrawn; a further one where they agreed to another text in a later wave."""
    from bot.studies import named_study
    from core.store.study_rows import parts

    named_study(c, name)
    seen: set[tuple[str, str]] = set()
    for part in parts(c, name):
        one = _given(c, part, rules)
        if one is not None and (part.code, one.row[1]) not in seen:
            seen.add((part.code, one.row[1]))
            yield one


def _given(c: Connection, part: Part, rules: Rules) -> Given | None:
    from bot.studies import agreement_of
    from core.documents.signed_copy import Signed, digest_of_text, signed_copy
    from core.store.desk_reads import person_by_id
    from core.store.records import record

    held = None if part.session_id is None else record(c, part.session_id)
    person = None if part.person_id is None else person_by_id(c, part.person_id)
    agreed = None if held is None else agreement_of(c, part, held[1])
    if held is None or person is None or agreed is None:
        return None
    signed = Signed(
        title=held[1].speak(agreed.language).title,
        name=person.name,
        codes=[part.code],
        at=agreed.at.astimezone(rules.zone_of(person)),
        language=agreed.language,
        text=agreed.text,
    )
    wave = f"-wave-{part.wave}" if part.wave > 1 else ""
    return Given(
        file=f"{part.code}{wave}.md",
        body=signed_copy(signed),
        row=(part.code, agreed.at.isoformat(timespec="seconds"), agreed.language, digest_of_text(agreed.text)),
    )
