"""`raconteur study consents`: the consent of each participant, as they got it themselves, and a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from bot.cli_settings import database_settings
from bot.features.research.cli_kit import Force, Name, Out, check_writable, write_private_file

if TYPE_CHECKING:
    from core.store.store import Connection
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
    typer.echo(f"{len(found)} written to {out}. They contain names: keep them apart from the tables.")


def given_consents(c: Connection, name: str, rules: TimerRules) -> Iterator[Given]:
    """Yield the consents of everybody who has begun and not withdrawn: a further one for each later text."""
    from bot.features.research.studies import consent_given, find_study
    from core.documents.signed_copy import Signed, digest_of_text, signed_copy
    from core.features.research.rows import wave_participants
    from core.store.mailbox_rows import person_by_id
    from core.store.records import load_record

    find_study(c, name)
    seen: set[tuple[str, str]] = set()
    for part in wave_participants(c, name):
        if part.session_id is None or part.person_id is None:
            continue
        _, scripts = load_record(c, part.session_id)
        person, agreed = person_by_id(c, part.person_id), consent_given(c, part, scripts)
        if person is None or agreed is None:
            continue
        at = agreed.at.isoformat(timespec="seconds")
        if (part.code, at) in seen:
            continue
        seen.add((part.code, at))
        signed = Signed(
            title=scripts.speak(agreed.language).title,
            name=person.name,
            codes=[part.code],
            at=agreed.at.astimezone(rules.zone_of(person)),
            language=agreed.language,
            text=agreed.text,
        )
        wave = f"-wave-{part.wave}" if part.wave > 1 else ""
        yield Given(
            file=f"{part.code}{wave}.md",
            body=signed_copy(signed),
            row=(part.code, at, agreed.language, digest_of_text(agreed.text)),
        )
