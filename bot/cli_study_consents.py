"""`raconteur study consents`: what each participant has agreed to, as they got it themselves, and a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from bot.cli_settings import database_settings
from bot.cli_study_kit import Force, Name, Out, check_writable, write_private_file

if TYPE_CHECKING:
    from core.store.store import Connection
    from core.store.study_rows import WaveParticipant
    from core.timing.rules import TimerRules


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
    from core.documents.csv_table import csv_text
    from core.store.reports import read_snapshot

    settings = database_settings(context)
    rules = settings.timers.rules()
    found = read_snapshot(settings.storage.database, lambda c: [*given_consents(c, name, rules)])
    table = csv_text([("participant", "agreed_at", "language", "digest"), *(each.row for each in found)])
    files = {f"{name}-consents.csv": table} | {each.file: each.body for each in found}
    for file in files:
        check_writable(out / file, force=force)
    out.mkdir(parents=True, exist_ok=True)
    for file, body in files.items():
        write_private_file(out / file, body.encode())
    typer.echo(f"{len(found)} written to {out}. Names stand in them: keep them apart from the tables.")


def given_consents(c: Connection, name: str, rules: TimerRules) -> Iterator[Given]:
    """Of everybody who has begun and not withdrawn; a further one where they agreed to another text in a later wave."""
    from bot.studies import find_study
    from core.store.study_rows import wave_participants

    find_study(c, name)
    seen: set[tuple[str, str]] = set()
    for part in wave_participants(c, name):
        one = _given(c, part, rules)
        if one is not None and (part.code, one.row[1]) not in seen:
            seen.add((part.code, one.row[1]))
            yield one


def _given(c: Connection, part: WaveParticipant, rules: TimerRules) -> Given | None:
    from bot.studies import consent_given
    from core.documents.signed_copy import Signed, digest_of_text, signed_copy
    from core.store.desk_reads import person_by_id
    from core.store.records import load_record

    held = None if part.session_id is None else load_record(c, part.session_id)
    person = None if part.person_id is None else person_by_id(c, part.person_id)
    agreed = None if held is None else consent_given(c, part, held[1])
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
