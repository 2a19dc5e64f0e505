"""A run as documents: Markdown for reading, the logs, and everything as JSON."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC
from functools import partial

from core.contracts.messages import SendDocument
from core.conversation.runtime import Runtime
from core.documents import markdown
from core.documents.readable import plain_date, plain_time
from core.documents.transcript import file_slug
from core.documents.zips import LARGEST, File, Item, pack_zips
from core.features.chamber.chamber_rows import run_ids, whole_run_by_id
from core.features.chamber.figures import scores_markdown
from core.features.chamber.logs import LOG_FILES, Thing, candidate_name, merge_in_order, prime_name, run_stamp
from core.features.chamber.messages import SideNote, Speaker, Utterance, turn_of
from core.features.chamber.rubrics import scores_in
from core.features.chamber.runs import ChamberRun, WholeRun, archive_run
from core.jobs.person_export import ExportPart
from core.languages.messages import say

_MICROS = 1_000_000
_MARKDOWN = "text/markdown"


def documents_of(whole: WholeRun, *, limit: int = LARGEST) -> tuple[SendDocument, ...]:
    """Return the public words as Markdown, and then everything, thoughts too, in ZIPs of at most `limit` bytes.

    The same run gives the same bytes. Blocks.
    """
    run, language = whole.run, whole.run.language
    public = SendDocument(
        name=f"shared_transcript_{run_stamp(run)}.md",
        media_type=_MARKDOWN,
        body=public_markdown(run, whole.said).encode(),
        caption=say(language, "chamber-file-caption"),
    )
    zips = pack_zips(
        f"chamber_{run_stamp(run)}.zip",
        run_files(whole),
        readme=(say(language, "chamber-file-readme"),),
        said=("chamber-file-zip", "chamber-file-zip-part"),
        language=language,
        limit=limit,
    )
    return (public, *(zips.document(number) for number in range(len(zips.parts))))


def run_files(whole: WholeRun, *, folder: str = "") -> tuple[File, ...]:
    """Return all files that are made of a run, in a folder of a ZIP."""
    run, named, things = whole.run, run_stamp(whole.run), merge_in_order(whole.said, whole.notes)
    files = {
        f"shared_transcript_{named}.md": public_markdown(run, whole.said).encode(),
        f"private_transcript_{named}.md": private_markdown(whole).encode(),
        f"run_{named}.json": archive_run(whole),
        **{file.name(named): file.whole(run, things) for file in LOG_FILES},
    }
    beginning = f"{folder}/" if folder else ""
    return tuple((f"{beginning}{name}", content) for name, content in files.items())


def public_markdown(run: ChamberRun, said: Sequence[Utterance]) -> str:
    """Return what both could read, for reading."""
    return _whole(run, _turns(run, said, private=False), _facts(run, said))


def private_markdown(whole: WholeRun) -> str:
    """Return the same with the thoughts of both, what happened on each side, and what the judges made of it."""
    run = whole.run
    parts = [*_turns(run, merge_in_order(whole.said, whole.notes), private=True)]
    judged = scores_in(whole.scores)
    if judged and run.setup.rubric is not None:
        parts += [
            markdown.heading(2, say(run.language, "chamber-file-scores")),
            scores_markdown(judged, run.setup.rubric).strip(),
        ]
    taken = [each.taken for each in whole.said]
    sent, received = sum(each.input_tokens for each in taken), sum(each.output_tokens for each in taken)
    tokens = say(run.language, "chamber-file-sent", sent=sent, received=received)
    micros = sum(each.cost_micros for each in taken)
    known = {"tokens": tokens if sent or received else "", "cost": f"{micros / _MICROS:.4f}" if micros else ""}
    return _whole(run, parts, {**_facts(run, whole.said), **{name: value for name, value in known.items() if value}})


def _whole(run: ChamberRun, parts: Iterable[str], facts: Mapping[str, str]) -> str:
    title = markdown.heading(1, run.name or say(run.language, "chamber-file-title"))
    listed = (markdown.fact_line(say(run.language, f"chamber-file-{name}"), value) for name, value in facts.items())
    blocks = (title, "\n".join(listed), "---", *parts)
    return "\n\n".join(block for block in blocks if block) + "\n"


def _facts(run: ChamberRun, said: Sequence[Utterance]) -> dict[str, str]:
    begun = run.created_at.astimezone(UTC)
    why = "none" if run.why is None else run.why.value
    return {
        "run": run.id,
        "prime": prime_name(run.setup),
        "candidate": candidate_name(run.setup),
        "begun": f"{plain_date(run.language, begun.date())}, {begun:%H:%M} UTC",
        "state": say(run.language, "chamber-file-is", status=run.status.value, why=why),
        "turns": f"{turn_of(len(said))} / {run.setup.rules.max_turns}",
        "time": plain_time(run.language, run.spent_seconds),
    }


def _turns(run: ChamberRun, things: Sequence[Thing], *, private: bool) -> Iterator[str]:
    turn, last = 0, max((thing.seq for thing in things if not isinstance(thing, SideNote)), default=0)
    for thing in things:
        # What is noted behind the last words begins no turn.
        its_turn = turn_of(min(thing.seq, last))
        if its_turn != turn:
            turn = its_turn
            yield markdown.heading(2, say(run.language, "chamber-file-turn", number=str(turn)))
        if isinstance(thing, SideNote):
            yield markdown.italic(f"{_name(run, thing.speaker)}: {markdown.plain_line(thing.text)}")
            continue
        if private and thing.private.thoughts:
            yield f"**{say(run.language, 'chamber-file-thoughts', name=_name(run, thing.speaker))}**"
            yield "\n".join(
                f"> {line}".rstrip() for line in markdown.text_with_code(thing.private.thoughts).split("\n")
            )
        yield f"**{_name(run, thing.speaker)}**"
        yield markdown.text_with_code(thing.public.text)


def _name(run: ChamberRun, speaker: Speaker | None) -> str:
    return say(run.language, f"chamber-file-{'note' if speaker is None else speaker.value}")


async def export_runs(runtime: Runtime, person_id: str) -> ExportPart | None:
    """Gather a person's runs, one at a time, so that nobody's turn waits behind them."""
    ids = await runtime.store.read(lambda c: run_ids(c, person_id))
    found = [await runtime.store.read(partial(whole_run_by_id, run_id=one)) for one in ids]
    held = [whole for whole in found if whole is not None]
    if not held:
        return None

    def items() -> Iterator[Item]:
        for whole in held:
            yield from run_files(whole, folder=f"chamber/{run_stamp(whole.run)}-{file_slug(whole.run.id)[:8]}")

    exported = {whole.run.id for whole in held}
    return ExportPart(
        items=tuple(await asyncio.to_thread(lambda: tuple(items()))),
        readme="export-readme-runs",
        stands=lambda c: exported.issubset(run_ids(c, person_id)),
    )
