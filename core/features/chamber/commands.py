"""`/chamber`: those who run the bot begin, watch and stop runs in which one model interviews another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from core.contracts.commits import Commit
from core.contracts.errors import ConfigurationError
from core.contracts.messages import KEEP, Choice, Say, StyledMessage, fits_button
from core.conversation.context import ConversationContext
from core.conversation.draft import format_money
from core.features.chamber import chamber_rows as rows
from core.features.chamber.chamber_rows import ListedRun, RunDeed, RunStep, newest_runs, run_figures, runs_by_prefix
from core.features.chamber.driver import SHORT, figures_line, run_button, run_label, run_reason_line
from core.features.chamber.export import documents_of
from core.features.chamber.runs import ChamberRun, RunStatus
from core.features.chamber.setup import SetupBook
from core.timing.time_formatting import format_ago

SHOWN = 6
LOOKED_AT = 50
"""Runs among which the one that is meant is looked for."""
MOST_SETUPS = 8
ERASE = "erase"


async def handle_chamber(ctx: ConversationContext) -> Commit:
    """Handle all verbs of the command; without one show an overview."""
    if ctx.pressed and ctx.argument == KEEP:
        return ctx.respond("chamber-kept")
    verb, _, which = ctx.argument.partition("-" if ctx.pressed else " ")
    verb, which = verb.lower(), which.strip()
    if not verb:
        return await _overview(ctx)
    if verb == ERASE and ctx.pressed:
        run = await ctx.runtime.store.read(lambda c: rows.run_by_id(c, which))
        if run is None or not _owns(ctx, run):
            return ctx.respond("stale-button")
        return ctx.respond("chamber-deleted", name=run_label(run)).having(_step(ctx, run.id, RunDeed.DELETE))
    if verb == "start":
        return await _start(ctx, which)
    if verb == "delete" and not which:
        # What is deleted has to be named.
        listed = await ctx.runtime.report(lambda c: newest_runs(c, limit=LOOKED_AT, now=ctx.runtime.now()))
        mine = [each for each in listed if _owns(ctx, each.run)]
        if not mine:
            return ctx.respond("chamber-no-runs")
        page = StyledMessage().add(ctx.say("chamber-which-to-delete", run=mine[0].run.id[:SHORT]))
        return ctx.reply(page.add("\n".join(_line(ctx, each) for each in mine[:SHOWN])).say())
    if verb not in _DEEDS:
        return ctx.respond("chamber-how")
    suits, none, deed = _DEEDS[verb]
    meant = await _meant(ctx, which, suits, verb, none)
    return meant if isinstance(meant, Commit) else await deed(ctx, meant)


async def _overview(ctx: ConversationContext) -> Commit:
    page, choices = StyledMessage(), list[Choice]()
    try:
        book: SetupBook | None = ctx.runtime.services.get(SetupBook)
        names = () if book is None else await asyncio.to_thread(book.names)
    except ConfigurationError as error:
        names = ()
        page.add(str(error))
    else:
        if book is None:
            page.add(ctx.say("chamber-no-folder"))
        else:
            page.add(ctx.say("chamber-setups" if names else "chamber-no-setups", names=", ".join(names)))
    choices += _start_buttons(ctx, names)
    found = await ctx.runtime.report(lambda c: newest_runs(c, limit=SHOWN, now=ctx.runtime.now()))
    page.add("\n".join(_line(ctx, each) for each in found) or ctx.say("chamber-no-runs"))
    for each in found:
        if each.run.status is RunStatus.RUNNING and _state(each) != "left":
            choices += _running_buttons(ctx, each.run.id)
        elif _may_go_on(ctx, each):
            choices += run_button(ctx.language, "resume", each.run.id, "resume")
    return ctx.reply(page.say(tuple(choices)))


def _start_buttons(ctx: ConversationContext, names: Sequence[str]) -> tuple[Choice, ...]:
    """Return buttons for as many as there is room for, of those whose name a button can carry."""
    return tuple(
        ctx.button("chamber", f"start-{name}", label=ctx.say("chamber-button-start", name=name))
        for name in names[:MOST_SETUPS]
        if fits_button(f"start-{name}")
    )


def _line(ctx: ConversationContext, each: ListedRun) -> str:
    return ctx.say(
        "chamber-line",
        name=run_label(each.run),
        state=ctx.say("chamber-state", state=_state(each)),
        turn=each.figures.turns,
        most=each.run.setup.rules.max_turns,
        cost=format_money(each.figures.cost_micros, ctx.language),
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


async def _start(ctx: ConversationContext, which: str) -> Commit:
    book: SetupBook | None = ctx.runtime.services.get(SetupBook)
    if book is None:
        return ctx.respond("chamber-no-folder")
    try:
        names = await asyncio.to_thread(book.names)
        if not names:
            return ctx.respond("chamber-no-setups")
        name = next((each for each in names if each.casefold() == which.casefold()), None)
        if name is None:
            text = ctx.say("chamber-which-setup", name=names[0])
            return ctx.reply(Say(text=text, choices=_start_buttons(ctx, names)))
        setup = await asyncio.to_thread(book.load, name)
    except ConfigurationError as error:
        return ctx.plainly(str(error))
    run_id = ctx.runtime.new_id()
    begins = _step(ctx, run_id, RunDeed.BEGIN)
    begins = replace(begins, name=setup.rules.name or name, setup=setup.model_dump_json())
    shown = f"{begins.name} ({run_id[:SHORT]})"
    text = ctx.say("chamber-begun", name=shown)
    return ctx.reply(Say(text=text, choices=_running_buttons(ctx, run_id))).having(begins)


def _running_buttons(ctx: ConversationContext, run_id: str) -> tuple[Choice, ...]:
    return (*run_button(ctx.language, "watch", run_id, "watch"), *run_button(ctx.language, "stop", run_id, "stop"))


_Suits = Callable[[ConversationContext, ListedRun], bool]


async def _meant(ctx: ConversationContext, which: str, suits: _Suits, verb: str, none: str) -> ListedRun | Commit:
    """Return the run that is meant, by the beginning of its id or as the only one that suits; else what to say."""
    now = ctx.runtime.now()
    if which:
        found = await ctx.runtime.report(lambda c: runs_by_prefix(c, which.lower(), limit=2, now=now))
        if len(found) == 1:
            return found[0]
        key = "chamber-many" if found else "chamber-no-run"
        return ctx.respond(key, run=which[:40])
    listed = await ctx.runtime.report(lambda c: newest_runs(c, limit=LOOKED_AT, now=now))
    suiting = [each for each in listed if suits(ctx, each)]
    if len(suiting) == 1:
        return suiting[0]
    if not suiting:
        return ctx.respond(none)
    choices = [button for each in suiting[:SHOWN] for button in run_button(ctx.language, verb, each.run.id, verb)]
    lines = "\n".join(_line(ctx, each) for each in suiting[:SHOWN])
    page = StyledMessage().add(ctx.say("chamber-which")).add(lines)
    return ctx.reply(page.say(tuple(choices)))


def _runs(_ctx: ConversationContext, each: ListedRun) -> bool:
    return each.run.status is RunStatus.RUNNING


def _may_go_on(ctx: ConversationContext, each: ListedRun) -> bool:
    run = each.run
    return _owns(ctx, run) and (run.status is RunStatus.PAUSED or _state(each) == "left")


def _owns(ctx: ConversationContext, run: ChamberRun) -> bool:
    """Return whether a run is theirs: those of the command line belong to everybody who runs the bot."""
    return run.person_id in {None, ctx.person.id}


async def _watch(ctx: ConversationContext, meant: ListedRun) -> Commit:
    run = meant.run
    if run.status is not RunStatus.RUNNING:
        return await _show_transcript(ctx, meant)
    text = ctx.say("chamber-watch", name=run_label(run))
    buttons = (*run_button(ctx.language, "leave", run.id, "leave"), *run_button(ctx.language, "stop", run.id, "stop"))
    return ctx.reply(Say(text=text, choices=buttons)).having(_step(ctx, run.id, RunDeed.WATCH))


async def _leave(ctx: ConversationContext, meant: ListedRun) -> Commit:
    run, here = meant.run, ctx.incoming.address
    watchers = await ctx.runtime.store.read(lambda c: rows.watchers_of(c, run.id))
    if here not in watchers:
        return ctx.respond("chamber-not-watched", name=run_label(run))
    return ctx.respond("chamber-left", name=run_label(run)).having(_step(ctx, run.id, RunDeed.LEAVE))


async def _stop(ctx: ConversationContext, meant: ListedRun) -> Commit:
    run = meant.run
    if run.status is not RunStatus.RUNNING:
        return ctx.respond("chamber-not-running", name=run_label(run))
    return ctx.respond("chamber-stopping", name=run_label(run)).having(_step(ctx, run.id, RunDeed.STOP))


async def _resume(ctx: ConversationContext, meant: ListedRun) -> Commit:
    run = meant.run
    if not _owns(ctx, run):
        return ctx.respond("chamber-not-yours", name=run_label(run))
    if not _may_go_on(ctx, meant):
        key = "chamber-is-over" if run.status is RunStatus.ENDED else "chamber-running-already"
        return ctx.respond(key, name=run_label(run))
    text = ctx.say("chamber-goes-on", name=run_label(run))
    change = ctx.reply(Say(text=text, choices=_running_buttons(ctx, run.id)))
    return change.having(_step(ctx, run.id, RunDeed.GO_ON))


async def _show_transcript(ctx: ConversationContext, meant: ListedRun) -> Commit:
    """Show the state of a run, with the public words as a file."""
    run = meant.run
    whole, figures = await ctx.runtime.report(lambda c: (rows.load_whole_run(c, run), run_figures(c, [run.id])[run.id]))
    if not whole.said:
        return ctx.respond("chamber-nothing-said", name=run_label(run))
    public, *_ = await asyncio.to_thread(documents_of, whole)
    page = StyledMessage().add(run_reason_line(ctx.language, run)).add(figures_line(ctx.language, run, figures))
    # The letters go when the run is deleted.
    change = ctx.reply(page.say(), public)
    letters = tuple(replace(each, key=rows.run_message_key(run.id, each.key)) for each in change.letters)
    return replace(change, letters=letters)


async def _delete(ctx: ConversationContext, meant: ListedRun) -> Commit:
    """Ask; the question's button deletes."""
    run = meant.run
    if not _owns(ctx, run):
        return ctx.respond("chamber-not-yours", name=run_label(run))
    keep = ctx.button("chamber", KEEP, label=ctx.say("chamber-button-keep"))
    text = ctx.say("chamber-delete-question", name=run_label(run))
    return ctx.reply(Say(text=text, choices=(*run_button(ctx.language, ERASE, run.id, "delete"), keep)))


def _step(ctx: ConversationContext, run_id: str, deed: RunDeed) -> RunStep:
    return RunStep(run_id=run_id, deed=deed, address=ctx.incoming.address, language=ctx.language)


_DEEDS: Mapping[str, tuple[_Suits, str, Callable[[ConversationContext, ListedRun], Awaitable[Commit]]]] = {
    "watch": (_runs, "chamber-none-running", _watch),
    "leave": (_runs, "chamber-none-running", _leave),
    "stop": (lambda c, each: _runs(c, each) and not each.run.stop_wanted, "chamber-none-running", _stop),
    "resume": (_may_go_on, "chamber-none-paused", _resume),
    "transcript": (lambda _, each: each.figures.said > 0, "chamber-no-runs", _show_transcript),
    "delete": (_runs, "chamber-no-runs", _delete),
}
"""For each verb: the runs that it suits, what is said where there are none, and what it does to one."""
