"""What people can know, have, delete and hold back of what is kept: `/privacy`, `/export`, `/delete`, `/private`."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

from core.contracts.buttons import KEEP, fits
from core.contracts.change import Change, Letter
from core.contracts.family import Leave
from core.contracts.messages import Say
from core.contracts.page import Page
from core.contracts.session import Entry, Role, Status
from core.conversation.asking import TRANSCRIPT
from core.conversation.context import Context
from core.conversation.draft import Draft
from core.conversation.phases import consent, new
from core.conversation.rendering import command_button
from core.documents.readable import excerpt
from core.documents.readings_file import ready
from core.jobs.readings import READINGS
from core.privacy.export import runs_alone
from core.privacy.facts import Copies, copies_of, privacy_text
from core.store.desk_reads import kept_back_of, session_by_id
from core.store.erasing import chats_of, holdings
from core.store.family_rows import families_of, was_shared
from core.store.records import record
from core.words import say

EXPORT = "export"
"""The chore that puts everything of a person into one file and sends it."""
GOOD_FOR = timedelta(days=1)
"""The button that deletes carries the second in which it was shown."""
MOST = 8
"""Answers with a button each; who has more of them kept back sees the others after releasing some."""


async def privacy(ctx: Context) -> Change:
    """What becomes of their words. Its buttons are those with which they agree to that, or not."""
    if ctx.pressed and ctx.argument in {consent.AGREE, consent.DECLINE}:
        return await _answered(ctx)
    facts = ctx.runtime.privacy
    page = Page().add(privacy_text(facts, facts.carrier(ctx.incoming.address.platform), ctx.language))
    theirs = await ctx.runtime.store.read(lambda c: families_of(c, ctx.person.id))
    if theirs:
        given = any(each.leave is Leave.YES for each in theirs)
        page.add(say(ctx.language, "family-privacy", leave="yes" if given else "no"))
    return ctx.reply(page.say())


async def _answered(ctx: Context) -> Change:
    change = await consent.pressed(ctx)
    if change is not None:
        return change
    if ctx.view.session is None and ctx.argument == consent.AGREE:
        return await new.start(ctx)  # they have changed their mind
    return ctx.plainly(say(ctx.language, "stale-button"))


async def export(ctx: Context) -> Change:
    """Everything of theirs as one file, which comes when it is made."""
    session = ctx.view.session
    if session is None:
        return await _runs_alone(ctx)
    draft = Draft(session, ctx.now)
    draft.ask_for(EXPORT)
    draft.tell(Say(text=say(ctx.language, "export-coming")), key=ctx.key("0"), language=ctx.language)
    return draft.change(done=(ctx.item.id,))


async def _runs_alone(ctx: Context) -> Change:
    """Runs of the chamber, of somebody who was never interviewed."""
    zips = await runs_alone(ctx.runtime, ctx.person, ctx.incoming.address)
    if zips is None:
        return ctx.plainly(say(ctx.language, "export-nothing"))
    documents = [await asyncio.to_thread(zips.document, number) for number in range(len(zips.parts))]
    return ctx.reply(*documents)


async def delete(ctx: Context) -> Change:
    """Ask, and delete when the question's button says so. Nothing that is typed behind the command is enough."""
    if ctx.pressed and ctx.argument == KEEP:
        return ctx.plainly(say(ctx.language, "delete-kept"))
    if ctx.pressed and _confirms(ctx):
        return await _everything(ctx)
    return ctx.reply(await _question(ctx))


def _confirms(ctx: Context) -> bool:
    """Whether the pressed button was shown not long ago, and to this person: not before they began anew, or grew."""
    if not ctx.argument.isdecimal():
        return False
    shown, now = int(ctx.argument), int(ctx.now.timestamp())
    # Whose chats were joined since was asked about less than would be deleted.
    since = ctx.person.joined_at or ctx.person.created_at
    return int(since.timestamp()) <= shown and 0 <= now - shown <= GOOD_FOR.total_seconds()


async def _question(ctx: Context) -> Say:
    language = ctx.language
    held = await ctx.runtime.store.read(lambda c: holdings(c, ctx.person.id))
    page = Page().add(say(language, "delete-question", interviews=held.interviews, answers=held.answers))
    if held.runs:
        page.add(say(language, "delete-runs", runs=held.runs))
    if held.interviews:
        page.add(_not_reached(ctx))
    if held.interviews or held.runs:
        page.add(say(language, "delete-export-first"))
    page.add(say(language, "delete-sure"))
    shown = str(int(ctx.now.timestamp()))
    choices = (
        command_button(language, "delete", shown, label=say(language, "button-delete-all")),
        command_button(language, "delete", KEEP, label=say(language, "button-delete-nothing")),
    )
    return page.say(choices)


def _not_reached(ctx: Context) -> str:
    """A word about the copies that the operator has made, where there may be any."""
    facts = ctx.runtime.privacy
    copies = copies_of(facts, facts.carrier(ctx.incoming.address.platform))
    return "" if copies is Copies.NONE else say(ctx.language, "delete-copies-stay", which=copies)


async def _everything(ctx: Context) -> Change:
    """With a word of goodbye in each of their chats."""
    here = ctx.incoming.address
    chats = await ctx.runtime.store.read(lambda c: chats_of(c, ctx.person.id))
    others = (each for each in chats if each != here)
    goodbyes = tuple(
        Letter(
            key=ctx.key("deleted" if each == here else f"deleted-{number}"),
            address=each,
            saying=Say(text=say(ctx.language, "deleted", platform=each.platform)),
            language=ctx.language,
            forget=True,
        )
        for number, each in enumerate((here, *others))
    )
    return Change(person_id=ctx.person.id, done=(ctx.item.id,), erase_person=True, letters=goodbyes)


async def private(ctx: Context) -> Change:
    """What is in no file, with a button for each answer that lets it into the file again."""
    if ctx.pressed and ctx.argument == KEEP:
        return ctx.plainly(say(ctx.language, "private-stays"))
    if ctx.pressed and not ctx.argument:
        return await _keep_last(ctx)
    if ctx.pressed:
        return await _release(ctx)
    kept = await ctx.runtime.store.read(lambda c: kept_back_of(c, ctx.person.id))
    shown = [(session_id, entry) for session_id, entry in kept if fits(_argument(session_id, entry))]
    if not shown:
        return ctx.plainly(say(ctx.language, "private-nothing"))
    page = Page().add(say(ctx.language, "private-list", answers=len(shown)))
    choices = []
    for number, (session_id, entry) in enumerate(shown[:MOST], start=1):
        page.add(f"{number}. {excerpt(entry.text)}")
        label = say(ctx.language, "button-release", number=number)
        choices.append(command_button(ctx.language, "private", _argument(session_id, entry), label=label))
    choices.append(command_button(ctx.language, "private", KEEP, label=say(ctx.language, "button-stays-private")))
    return ctx.reply(page.say(tuple(choices)))


async def _keep_last(ctx: Context) -> Change:
    """The answer before the open question stays out of every file, and goes to nobody. Only a button leads here."""
    session, scene = ctx.view.session, ctx.view.scene
    answers = [] if scene is None else [e for e in scene.tail if e.answers is not None and e.role is Role.PERSON]
    if session is None or not answers:
        return ctx.plainly(say(ctx.language, "private-last-none"))
    last = [entry.seq for entry in answers if entry.answers == answers[-1].answers]
    gone = await ctx.runtime.store.read(lambda c: any(was_shared(c, session.id, seq) for seq in last))
    draft = Draft(session, ctx.now)
    draft.keep_back(last)
    told = ctx.plainly(say(ctx.language, "private-last-kept", gone="yes" if gone else "no"))
    return replace(draft.change(done=(ctx.item.id,)), letters=told.letters)


def _argument(session_id: str, entry: Entry) -> str:
    return f"{session_id}-{entry.seq}"


async def _release(ctx: Context) -> Change:
    """Let one answer into the file again; a file that was sent already is sent anew."""
    kept = await ctx.runtime.store.read(lambda c: kept_back_of(c, ctx.person.id))
    found = next(((s, entry) for s, entry in kept if _argument(s, entry) == ctx.argument), None)
    session = None if found is None else await ctx.runtime.store.read(lambda c: session_by_id(c, found[0]))
    if found is None or session is None:
        return ctx.plainly(say(ctx.language, "stale-button"))
    draft = Draft(session, ctx.now)
    draft.keep_back((found[1].seq,), kept=False)
    ended = session.status in {Status.COMPLETED, Status.ABANDONED}
    if ended:
        draft.ask_for(TRANSCRIPT)
    told = ctx.plainly(say(ctx.language, "private-released", file="yes" if ended else "no"))
    return replace(draft.change(done=(ctx.item.id,)), letters=told.letters)


async def readings(ctx: Context) -> Change:
    """Send what was read in the interview, as far as it is there."""
    session = ctx.view.session
    interview = None if session is None else ctx.interview(session)
    names = () if interview is None else interview.findings()
    if session is None or not names:
        return ctx.plainly(say(ctx.language, "readings-none"))
    whole, _ = await ctx.runtime.store.read(lambda c: record(c, session.id))
    if not ready(whole, names):
        return ctx.plainly(say(ctx.language, "readings-none"))
    draft = Draft(session, ctx.now)
    draft.ask_for(READINGS)
    return draft.change(done=(ctx.item.id,))
