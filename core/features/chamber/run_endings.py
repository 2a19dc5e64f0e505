"""The end of a run, or its pause: the commit that makes it so, in whatever process, also tells whom it concerns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import structlog

from core.contracts.commits import OutboxMessage
from core.contracts.messages import (
    Address,
    Button,
    Choice,
    Say,
    Saying,
    SendDocument,
    StyledMessage,
    encode_button,
    fits_button,
)
from core.documents.readable import excerpt, plain_time
from core.features.chamber import chamber_rows as rows
from core.features.chamber.messages import SideNote
from core.features.chamber.run_archive import WholeRun
from core.features.chamber.run_reads import RunFigures, run_figures
from core.features.chamber.runs import ENDINGS, ChamberRun, RunStatus, Why
from core.languages.messages import say
from core.store.claims import Claim
from core.store.outbox import put_letter
from core.store.rows import to_datetime
from core.store.store import Connection, Queue, Store, Wake

log = structlog.get_logger()
COMMAND = "chamber"
SHORT = 8
"""Characters of an id that are shown; so many tell one run from another."""
NAME = 60
MICROS = 1_000_000
Documents = Callable[[WholeRun], tuple[SendDocument, ...]]
"""Makes the files of a run, that of the public words first."""


def run_button(language: str, verb: str, run_id: str, label: str) -> tuple[Choice, ...]:
    """Return a button that does something with a run; none for an id that no button can carry."""
    argument = f"{verb}-{run_id}"
    if not fits_button(argument):
        return ()
    text = say(language, f"chamber-button-{label}", run=run_id[:SHORT])
    return (Choice(label=text, data=encode_button(Button(command=COMMAND, argument=argument))),)


def run_label(run: ChamberRun) -> str:
    """Return the name of a run and the beginning of its id, as people see it."""
    return f"{excerpt(run.name, NAME)} ({run.id[:SHORT]})" if run.name else run.id[:SHORT]


def figures_line(language: str, run: ChamberRun, figures: RunFigures) -> str:
    return say(
        language,
        "chamber-figures",
        turns=figures.turns,
        most=run.setup.rules.max_turns,
        sent=figures.input_tokens,
        received=figures.output_tokens,
        cost=f"{figures.cost_micros / MICROS:.2f}",
        time=plain_time(language, run.spent_seconds),
    )


def run_reason_line(language: str, run: ChamberRun) -> str:
    """Return how a run stands, in a sentence."""
    why = "none" if run.why is None else run.why.value
    how = say(language, "chamber-file-is", status=run.status.value, why=why)
    return say(language, "chamber-is", name=run_label(run), how=how)


async def end_run(
    store: Store, claim: Claim, run: ChamberRun, why: Why, documents: Documents, *, notes: Sequence[SideNote] = ()
) -> ChamberRun:
    """Pause or end a run that is the claim's owner's, and tell its owner and its watchers; as it is kept then.

    `run`: with the time that it has taken so far. `notes`: what is to be noted of it besides. All is one commit, so
    that nobody is told twice, or never. Raises Stale where the run is another's now, NotFound, and StorageError.
    """
    ended = why in ENDINGS
    now = to_datetime(claim.now)
    over = replace(
        run,
        status=RunStatus.ENDED if ended else RunStatus.PAUSED,
        why=why,
        asking=None,
        stop_wanted=False,
        touched_at=now,
        ended_at=now if ended else None,
    )
    kept, watchers, figures = await store.read(
        lambda c: (rows.load_whole_run(c, over), rows.watchers_of(c, run.id), run_figures(c, [run.id])[run.id])
    )
    whole = replace(kept, notes=(*kept.notes, *notes))
    files: tuple[SendDocument, ...] = ()
    if whole.said and (watchers or over.address is not None):
        try:
            files = await asyncio.to_thread(documents, whole)
        except Exception as error:  # noqa: BLE001 - a mistake in a file must not keep a run from being over
            log.error("run-files-not-made", run=run.id, error=type(error).__name__)
    news = _News(over, figures, whole.notes, files)

    def unit(c: Connection) -> list[OutboxMessage]:
        rows.save_side_notes(c, claim, run.id, notes)
        rows.settle_run(c, claim, run.id, over.status, why, spent=over.spent_seconds)
        letters = news.letters(rows.watchers_of(c, run.id), claim.now)
        rows.stop_all_watching(c, run.id)
        for letter in letters:
            put_letter(c, letter, now=claim.now)
        return letters

    await store.write(unit, wake=lambda letters: {Wake(Queue.DELIVERY, str(letter.address)) for letter in letters})
    return over


@dataclass(frozen=True, slots=True)
class _News:
    """The messages about a run that is paused or over."""

    run: ChamberRun
    figures: RunFigures
    notes: tuple[SideNote, ...]
    files: tuple[SendDocument, ...]

    def letters(self, watchers: Mapping[Address, str], now: float) -> list[OutboxMessage]:
        """Tell the run's own chat everything, and others that watch it why, with the public words."""
        own = self.run.address
        told: list[tuple[Address, str, tuple[Saying, ...]]] = []
        if own is not None:
            told.append((own, self.run.language, self.files))
        told += [(address, watchers[address], self.files[:1]) for address in watchers if address != own]
        return [
            OutboxMessage(
                key=rows.run_message_key(self.run.id, f"{now}/{address}/{number}"),
                address=address,
                saying=saying,
                language=language,
            )
            for address, language, files in told
            for number, saying in enumerate((self._words(language, address == own), *files))
        ]

    def _words(self, language: str, owns: bool) -> Say:
        run = self.run
        page = StyledMessage().add(run_reason_line(language, run))
        if run.why is Why.FAILED:
            page.add("\n".join(note.text for note in self.notes[-1:]))
        page.add(figures_line(language, run, self.figures))
        paused = run.status is RunStatus.PAUSED
        return page.say(run_button(language, "resume", run.id, "resume") if paused and owns else ())
