"""`/chamber`, for those who run the bot: runs in which one model interviews another are begun, watched and stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from core.chamber import chamber_rows as rows
from core.chamber.export import documents_of
from core.chamber.run_endings import SHORT, figures_line, run_button, run_label, run_reason_line
from core.chamber.run_reads import ListedRun, newest_runs, run_figures, runs_by_prefix
from core.chamber.runs import ChamberRun, RunStatus
from core.chamber.setup import SetupBook
from core.contracts.buttons import KEEP, fits_button
from core.contracts.commits import Commit, RunDeed, RunStep
from core.contracts.errors import ConfigurationError
from core.contracts.messages import Choice, Say
from core.contracts.page import StyledMessage
from core.conversation.context import ConversationContext
from core.conversation.rendering import command_button, format_money
from core.languages.messages import say
from core.timing.time_formatting import format_ago

SHOWN = 6
"""Runs on the overview."""
LOOKED_AT = 50
"""Runs among which the one that is meant is looked for."""
MOST_SETUPS = 8
"""Setups with a button each."""
ERASE = "erase"
"""The verb of the button that confirms a deletion."""


async def handle_chamber(ctx: ConversationContext) -> Commit:
    """Handle all verbs of the command; without one show an overview."""
    if ctx.pressed and ctx.argument == KEEP:
        return ctx.plainly(say(ctx.language, "chamber-kept"))
    if ctx.pressed:
        verb, _, which = ctx.argument.partition("-")
    else:
        verb, _, which = ctx.argument.partition(" ")
    verb, which = verb.lower(), which.strip()
    if not verb:
        return await _overview(ctx)
    if verb == ERASE and ctx.pressed:
        run = await ctx.runtime.store.read(lambda c: rows.run_by_id(c, which))
        if run is None or not _owns(ctx, run):
            return ctx.plainly(say(ctx.language, "stale-button"))
        text = say(ctx.language, "chamber-deleted", name=run_label(run))
        return ctx.plainly(text).having(_step(ctx, run.id, RunDeed.DELETE))
    deed = _DEEDS.get(verb)
    return ctx.plainly(say(ctx.language, "chamber-how")) if deed is None else await deed(ctx, which)


# --- what there is ----------------------------------------------------------------------------------------------------


async def _overview(ctx: ConversationContext) -> Commit:
    page, choices = StyledMessage(), list[Choice]()
    try:
        book: SetupBook | None = ctx.runtime.services.get(SetupBook)
        names = () if book is None else await asyncio.to_thread(book.names)
    except ConfigurationError as error:
        names = ()
        page.add(str(error))
    else:
        page.add(_about_setups(ctx, names))
    choices += _start_buttons(ctx, names)
    found = await ctx.runtime.report(lambda c: newest_runs(c, limit=SHOWN, now=ctx.runtime.now()))
    page.add("\n".join(_line(ctx, each) for each in found) or say(ctx.language, "chamber-no-runs"))
    for each in found:
        choices += _buttons(ctx, each)
    return ctx.reply(page.say(tuple(choices)))


def _about_setups(ctx: ConversationContext, names: Sequence[str]) -> str:
    if SetupBook not in ctx.runtime.services:
        return say(ctx.language, "chamber-no-folder")
    if not names:
        return say(ctx.language, "chamber-no-setups")
    return say(ctx.language, "chamber-setups", names=", ".join(names))


def _start_buttons(ctx: ConversationContext, names: Sequence[str]) -> tuple[Choice, ...]:
    """Return buttons for as many as there is room for, of those whose name a button can carry."""
    return tuple(
        command_button(
            ctx.language, "chamber", f"start-{name}", label=say(ctx.language, "chamber-button-start", name=name)
        )
        for name in names[:MOST_SETUPS]
        if fits_button(f"start-{name}")
    )


def _line(ctx: ConversationContext, each: ListedRun) -> str:
    return say(
        ctx.language,
        "chamber-line",
        name=run_label(each.run),
        state=say(ctx.language, "chamber-state", state=_state(each)),
        turn=each.figures.turns,
        most=each.run.setup.rules.max_turns,
        cost=format_money(each.figures.cost_micros),
        when=format_ago(ctx.language, each.run.touched_at, ctx.now),
    )


def _state(each: ListedRun) -> str:
    run = each.run
    if run.status is not RunStatus.RUNNING:
        return run.status.value
    if run.stop_wanted:
        return "stopping"
    if not each.held:
        return "left" if run.address is None else "waiting"
    return "running"


def _buttons(ctx: ConversationContext, each: ListedRun) -> tuple[Choice, ...]:
    run, language = each.run, ctx.language
    if run.status is RunStatus.RUNNING and _state(each) != "left":
        return (*run_button(language, "watch", run.id, "watch"), *run_button(language, "stop", run.id, "stop"))
    if _may_go_on(ctx, each):
        return run_button(language, "resume", run.id, "resume")
    return ()


# --- beginning --------------------------------------------------------------------------------------------------------


async def _start(ctx: ConversationContext, which: str) -> Commit:
    book: SetupBook | None = ctx.runtime.services.get(SetupBook)
    if book is None:
        return ctx.plainly(say(ctx.language, "chamber-no-folder"))
    try:
        names = await asyncio.to_thread(book.names)
        if not names:
            return ctx.plainly(say(ctx.language, "chamber-no-setups"))
        name = next((each for each in names if each.casefold() == which.casefold()), None)
        if name is None:
            text = say(ctx.language, "chamber-which-setup", name=names[0])
            return ctx.reply(Say(text=text, choices=_start_buttons(ctx, names)))
        setup = await asyncio.to_thread(book.load, name)
    except ConfigurationError as error:
        return ctx.plainly(str(error))
    run_id = ctx.runtime.new_id()
    begins = _step(ctx, run_id, RunDeed.BEGIN)
    begins = replace(begins, name=setup.rules.name or name, setup=setup.model_dump_json())
    shown = f"{begins.name} ({run_id[:SHORT]})"
    text = say(ctx.language, "chamber-begun", name=shown)
    return ctx.reply(Say(text=text, choices=_running_buttons(ctx, run_id))).having(begins)


def _running_buttons(ctx: ConversationContext, run_id: str) -> tuple[Choice, ...]:
    return (*run_button(ctx.language, "watch", run_id, "watch"), *run_button(ctx.language, "stop", run_id, "stop"))


# --- which run is meant -----------------------------------------------------------------------------------------------

_Suits = Callable[[ConversationContext, ListedRun], bool]


async def _meant(ctx: ConversationContext, which: str, suits: _Suits, verb: str, none: str) -> ListedRun | Commit:
    """The run that is meant: by the beginning of its id, or as the only one that suits; else what to say instead."""
    now = ctx.runtime.now()
    if which:
        found = await ctx.runtime.report(lambda c: runs_by_prefix(c, which.lower(), limit=2, now=now))
        if len(found) == 1:
            return found[0]
        key = "chamber-many" if found else "chamber-no-run"
        return ctx.plainly(say(ctx.language, key, run=which[:40]))
    listed = await ctx.runtime.report(lambda c: newest_runs(c, limit=LOOKED_AT, now=now))
    suiting = [each for each in listed if suits(ctx, each)]
    if len(suiting) == 1:
        return suiting[0]
    if not suiting:
        return ctx.plainly(say(ctx.language, none))
    choices = [button for each in suiting[:SHOWN] for button in run_button(ctx.language, verb, each.run.id, verb)]
    lines = "\n".join(_line(ctx, each) for each in suiting[:SHOWN])
    page = StyledMessage().add(say(ctx.language, "chamber-which")).add(lines)
    return ctx.reply(page.say(tuple(choices)))


def _runs(_ctx: ConversationContext, each: ListedRun) -> bool:
    return each.run.status is RunStatus.RUNNING


def _may_go_on(ctx: ConversationContext, each: ListedRun) -> bool:
    run = each.run
    return _owns(ctx, run) and (run.status is RunStatus.PAUSED or _state(each) == "left")


def _owns(ctx: ConversationContext, run: ChamberRun) -> bool:
    """Let everybody who runs the bot own the runs of the command line."""
    return run.person_id in {None, ctx.person.id}


# --- what is done with it ---------------------------------------------------------------------------------------------


async def _watch(ctx: ConversationContext, which: str) -> Commit:
    meant = await _meant(ctx, which, _runs, "watch", "chamber-none-running")
    if isinstance(meant, Commit):
        return meant
    run = meant.run
    if run.status is not RunStatus.RUNNING:
        return await _so_far(ctx, run)
    text = say(ctx.language, "chamber-watch", name=run_label(run))
    buttons = (*run_button(ctx.language, "leave", run.id, "leave"), *run_button(ctx.language, "stop", run.id, "stop"))
    return ctx.reply(Say(text=text, choices=buttons)).having(_step(ctx, run.id, RunDeed.WATCH))


async def _leave(ctx: ConversationContext, which: str) -> Commit:
    meant = await _meant(ctx, which, _runs, "leave", "chamber-none-running")
    if isinstance(meant, Commit):
        return meant
    run, here = meant.run, ctx.incoming.address
    watchers = await ctx.runtime.store.read(lambda c: rows.watchers_of(c, run.id))
    if here not in watchers:
        return ctx.plainly(say(ctx.language, "chamber-not-watched", name=run_label(run)))
    text = say(ctx.language, "chamber-left", name=run_label(run))
    return ctx.plainly(text).having(_step(ctx, run.id, RunDeed.LEAVE))


async def _stop(ctx: ConversationContext, which: str) -> Commit:
    meant = await _meant(
        ctx, which, lambda c, each: _runs(c, each) and not each.run.stop_wanted, "stop", "chamber-none-running"
    )
    if isinstance(meant, Commit):
        return meant
    run = meant.run
    if run.status is not RunStatus.RUNNING:
        return ctx.plainly(say(ctx.language, "chamber-not-running", name=run_label(run)))
    text = say(ctx.language, "chamber-stopping", name=run_label(run))
    return ctx.plainly(text).having(_step(ctx, run.id, RunDeed.STOP))


async def _resume(ctx: ConversationContext, which: str) -> Commit:
    meant = await _meant(ctx, which, _may_go_on, "resume", "chamber-none-paused")
    if isinstance(meant, Commit):
        return meant
    run = meant.run
    if not _owns(ctx, run):
        return ctx.plainly(say(ctx.language, "chamber-not-yours", name=run_label(run)))
    if not _may_go_on(ctx, meant):
        key = "chamber-is-over" if run.status is RunStatus.ENDED else "chamber-running-already"
        return ctx.plainly(say(ctx.language, key, name=run_label(run)))
    text = say(ctx.language, "chamber-goes-on", name=run_label(run))
    change = ctx.reply(Say(text=text, choices=_running_buttons(ctx, run.id)))
    return change.having(_step(ctx, run.id, RunDeed.GO_ON))


async def _transcript(ctx: ConversationContext, which: str) -> Commit:
    meant = await _meant(ctx, which, lambda _, each: each.figures.said > 0, "transcript", "chamber-no-runs")
    return meant if isinstance(meant, Commit) else await _so_far(ctx, meant.run)


async def _so_far(ctx: ConversationContext, run: ChamberRun) -> Commit:
    """Show the state of a run, with the public words as a file."""
    whole, figures = await ctx.runtime.report(lambda c: (rows.load_whole_run(c, run), run_figures(c, [run.id])[run.id]))
    if not whole.said:
        return ctx.plainly(say(ctx.language, "chamber-nothing-said", name=run_label(run)))
    public, *_ = await asyncio.to_thread(documents_of, whole)
    page = StyledMessage().add(run_reason_line(ctx.language, run)).add(figures_line(ctx.language, run, figures))
    # The letters go when the run is deleted.
    change = ctx.reply(page.say(), public)
    letters = tuple(replace(each, key=rows.run_message_key(run.id, each.key)) for each in change.letters)
    return replace(change, letters=letters)


async def _delete(ctx: ConversationContext, which: str) -> Commit:
    """Ask; the question's button deletes."""
    if not which:
        listed = await ctx.runtime.report(lambda c: newest_runs(c, limit=LOOKED_AT, now=ctx.runtime.now()))
        mine = [each for each in listed if _owns(ctx, each.run)]
        if not mine:
            return ctx.plainly(say(ctx.language, "chamber-no-runs"))
        page = StyledMessage().add(say(ctx.language, "chamber-which-to-delete", run=mine[0].run.id[:SHORT]))
        return ctx.reply(page.add("\n".join(_line(ctx, each) for each in mine[:SHOWN])).say())
    meant = await _meant(ctx, which, _runs, "delete", "chamber-no-runs")
    if isinstance(meant, Commit):
        return meant
    run = meant.run
    if not _owns(ctx, run):
        return ctx.plainly(say(ctx.language, "chamber-not-yours", name=run_label(run)))
    keep = command_button(ctx.language, "chamber", KEEP, label=say(ctx.language, "chamber-button-keep"))
    text = say(ctx.language, "chamber-delete-question", name=run_label(run))
    return ctx.reply(Say(text=text, choices=(*run_button(ctx.language, ERASE, run.id, "delete"), keep)))


def _step(ctx: ConversationContext, run_id: str, deed: RunDeed) -> RunStep:
    return RunStep(run_id=run_id, deed=deed, address=ctx.incoming.address, language=ctx.language)


_DEEDS: Mapping[str, Callable[[ConversationContext, str], Awaitable[Commit]]] = {
    "start": _start,
    "watch": _watch,
    "leave": _leave,
    "stop": _stop,
    "resume": _resume,
    "transcript": _transcript,
    "delete": _delete,
}
