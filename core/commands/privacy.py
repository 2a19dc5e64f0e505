"""Lets people know, have, delete and hold back what is kept: `/privacy`, `/export`, `/delete`, `/private`."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

from core.contracts.commands import command_spec
from core.contracts.commits import Commit, ErasePerson, OutboxMessage
from core.contracts.messages import KEEP, LISTED, Say, StyledMessage, fits_button
from core.contracts.session import ENDED, Entry, EntryKind
from core.conversation.asking import TRANSCRIPT
from core.conversation.context import ConversationContext
from core.conversation.draft import Draft, command_button
from core.conversation.feature_hooks import has_gone_out, privacy_notes
from core.conversation.phases import consent, new
from core.documents.readable import excerpt
from core.documents.readings_file import ready_readings
from core.documents.visibility import kept_passages
from core.jobs.person_export import EXPORT, export_without_interviews
from core.jobs.readings import READINGS
from core.languages.messages import say
from core.privacy.facts import NoteCopies, note_copies, privacy_text
from core.store.erasing import chats_of, person_holdings
from core.store.mailbox_rows import answers_sent_as, entry_at, kept_back_of, session_by_id
from core.store.records import earlier_interviews, load_record

FORGET = "=forget"
"""The argument of the button that has forgotten what earlier interviews show."""
GOOD_FOR = timedelta(days=1)
"""How long the button that deletes is valid; it carries the second in which it was shown."""
OUT = "="
"""The end of the argument of a button that leaves an answer out."""
MOST = 8
"""Answers with a button each; who has more of them kept back sees the others after releasing some."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _LastAnswer:
    entry: Entry
    command: str
    argument: str


async def show_privacy(ctx: ConversationContext) -> Commit:
    """Show what becomes of their words, and what the next interview is told of earlier ones, with a way to forget that.

    It also handles the buttons with which they agree to what becomes of their words, or don't.
    """
    if ctx.pressed and ctx.argument in {consent.AGREE, consent.DECLINE}:
        change = await consent.handle_consent_button(ctx)
        if change is not None:
            return change
        if ctx.view.session is None and ctx.argument == consent.AGREE:
            return await new.handle_start(ctx)  # they have changed their mind
        return ctx.respond("stale-button")
    if ctx.pressed and ctx.argument == FORGET:
        person = ctx.person.model_copy(update={"forgotten_before": ctx.now})
        return ctx.reply(Say(text=ctx.say("earlier-forgotten")), person=person)
    facts = ctx.runtime.privacy
    page = StyledMessage().add(privacy_text(facts, facts.carrier(ctx.incoming.address.platform), ctx.language))
    for note in await privacy_notes(ctx):
        page.add(note)
    lines: list[str] = []
    for kind, interview in ctx.runtime.interviews.items():
        if not interview.learns:
            continue
        earlier = await ctx.runtime.store.read(partial(earlier_interviews, person=ctx.person, kind=kind))
        found = interview.lessons(earlier, ctx.language)
        lines += [ctx.say("earlier-wish", wish=wish) for wish in found.wishes]
        for each in found.questions:
            values = {"length": each.at_length, "unanswered": each.unanswered}
            lines.append(ctx.say("earlier-questions", chapter=each.chapter or "none", **values))
    if not lines:
        return ctx.reply(page.say())
    page.add(ctx.say("earlier-shown", used="no" if ctx.model.offline else "yes")).add("\n".join(lines))
    way = ctx.button("privacy", FORGET, label=ctx.say("button-forget-earlier"))
    return ctx.reply(page.say((way,)))


async def send_export(ctx: ConversationContext) -> Commit:
    """Send all their data as one file, which comes when it is made."""
    session = ctx.view.session
    if session is None:
        zips = await export_without_interviews(ctx.runtime, ctx.person, ctx.incoming.address)
        if zips is None:
            return ctx.respond("export-nothing")
        documents = [await asyncio.to_thread(zips.document, number) for number in range(len(zips.parts))]
        return ctx.reply(*documents)
    draft = Draft(session, ctx.now)
    draft.ask_for(EXPORT)
    draft.tell(Say(text=ctx.say("export-coming")), key=ctx.key("0"), language=ctx.language)
    return draft.change(done=(ctx.item.id,))


async def delete_data(ctx: ConversationContext) -> Commit:
    """Ask, and delete when the question's button says so. Nothing that is typed behind the command is enough."""
    if ctx.pressed and ctx.argument == KEEP:
        return ctx.respond("delete-kept")
    if ctx.pressed and ctx.argument.isdecimal():
        shown, now = int(ctx.argument), int(ctx.now.timestamp())
        # Not before they began anew, or their chats were joined: they were asked about less than would be deleted.
        since = ctx.person.joined_at or ctx.person.created_at
        if int(since.timestamp()) <= shown and 0 <= now - shown <= GOOD_FOR.total_seconds():
            return await _everything(ctx)
    language = ctx.language
    held = await ctx.runtime.store.read(lambda c: person_holdings(c, ctx.person.id))
    page = StyledMessage().add(say(language, "delete-question", interviews=held.interviews, answers=held.answers))
    for message, count in held.more:
        page.add(say(language, message, count=count))
    if held.interviews:
        facts = ctx.runtime.privacy
        copies = note_copies(facts, facts.carrier(ctx.incoming.address.platform))
        page.add("" if copies is NoteCopies.NONE else ctx.say("delete-copies-stay", which=copies))
    if held.interviews or held.more:
        page.add(say(language, "delete-export-first"))
    page.add(say(language, "delete-sure"))
    asked_at = str(int(ctx.now.timestamp()))
    choices = (
        command_button(language, "delete", asked_at, label=say(language, "button-delete-all")),
        command_button(language, "delete", KEEP, label=say(language, "button-delete-nothing")),
    )
    return ctx.reply(page.say(choices))


async def _everything(ctx: ConversationContext) -> Commit:
    """Delete all, with a word of goodbye in each of their chats."""
    here = ctx.incoming.address
    chats = await ctx.runtime.store.read(lambda c: chats_of(c, ctx.person.id))
    others = (each for each in chats if each != here)
    goodbyes = tuple(
        OutboxMessage(
            key=ctx.key("deleted" if each == here else f"deleted-{number}"),
            address=each,
            saying=Say(text=ctx.say("deleted", platform=each.platform)),
            language=ctx.language,
            forget=True,
        )
        for number, each in enumerate((here, *others))
    )
    return Commit(person_id=ctx.person.id, done=(ctx.item.id,), effects=(ErasePerson(),), letters=goodbyes)


async def show_kept_back(ctx: ConversationContext) -> Commit:
    """List what is in no file, with a button for each answer that lets all of it into the file again, and one for the
    last answer that leaves it out."""
    if ctx.pressed and ctx.argument == KEEP:
        return ctx.plainly(say(ctx.language, "private-stays"))
    if ctx.pressed and not ctx.argument:
        # Buttons of earlier versions.
        keeps = command_spec("between")
        change: Commit = ctx.respond("stale-button") if keeps is None else await keeps.handle(ctx)
        return change
    if ctx.pressed and ctx.argument.endswith(OUT):
        return await _leave_out(ctx)
    if ctx.pressed and ctx.argument != LISTED:
        kept = await ctx.runtime.store.read(lambda c: kept_back_of(c, ctx.person.id))
        found = next(((s, entry) for s, entry in kept if _argument(s, entry) == ctx.argument), None)
        session = None if found is None else await ctx.runtime.store.read(lambda c: session_by_id(c, found[0]))
        if found is None or session is None:
            return ctx.plainly(say(ctx.language, "stale-button"))
        draft = Draft(session, ctx.now)
        draft.keep_back((found[1].seq,), kept=False)
        return _released(ctx, draft)
    kept = await ctx.runtime.store.read(lambda c: kept_back_of(c, ctx.person.id))
    shown = [(session_id, entry) for session_id, entry in kept if fits_button(_argument(session_id, entry))]
    last = _last_answer(ctx)
    if shown:
        page = StyledMessage().add(say(ctx.language, "private-list", answers=len(shown)))
    else:
        page = StyledMessage().add(ctx.say("private-nothing", model="no" if ctx.model.offline else "yes"))
    choices = []
    for number, (session_id, entry) in enumerate(shown[:MOST], start=1):
        meant = kept_passages(entry) or (entry.text,)
        page.add(f"{number}. " + "\n".join(map(excerpt, meant)))
        label = say(ctx.language, "button-release", number=number)
        choices.append(command_button(ctx.language, "private", _argument(session_id, entry), label=label))
    if last is not None:
        page.add(ctx.say("private-last", answer=excerpt(last.entry.text)))
        choices.append(command_button(ctx.language, last.command, last.argument, label=ctx.say("button-leave-out")))
    if shown:
        choices.append(command_button(ctx.language, "private", KEEP, label=say(ctx.language, "button-stays-private")))
    return ctx.reply(page.say(tuple(choices)))


def _last_answer(ctx: ConversationContext) -> _LastAnswer | None:
    """Return the newest message of theirs that is in the file, with the button's command that leaves it out."""
    session, scene = ctx.view.session, ctx.view.scene
    told = () if scene is None else scene.tail
    entry = next(
        (e for e in reversed(told) if e.kind is EntryKind.ANSWER and not e.kept_back and not e.withdrawn), None
    )
    if session is None or entry is None:
        return None
    argument = _argument(session.id, entry)
    if session.family_id is not None and command_spec("between") is not None:
        return _LastAnswer(entry=entry, command="between", argument=argument)
    return _LastAnswer(entry=entry, command="private", argument=argument + OUT)


async def _leave_out(ctx: ConversationContext) -> Commit:
    session_id, _, seq = ctx.argument.removesuffix(OUT).rpartition("-")
    number = int(seq) if seq.isdecimal() else 0
    session, entry = await ctx.runtime.store.read(
        lambda c: (session_by_id(c, session_id), entry_at(c, session_id, number))
    )
    if session is None or entry is None or session.person_id != ctx.person.id or entry.kind is not EntryKind.ANSWER:
        return ctx.respond("stale-button")
    draft = Draft(session, ctx.now)
    draft.keep_back((entry.seq,))
    if session.status in ENDED:
        draft.ask_for(TRANSCRIPT)
    return ctx.reply_with(draft, Say(text=ctx.say("private-left-out")))


async def leave_out_of_page(ctx: ConversationContext) -> Commit:
    """Leave out of every file what a line of the page became; the line itself shows that, so little is said."""
    draft, seqs = await _draft_of_line(ctx, kept_back=False)
    if draft is None:
        return ctx.respond("private-not-there")
    draft.keep_back(seqs)
    if draft.session.status in ENDED:
        draft.ask_for(TRANSCRIPT)
    if await has_gone_out(ctx, draft.session, seqs):
        return ctx.reply_with(draft, Say(text=ctx.say("private-gone")))
    return draft.change(done=(ctx.item.id,))


async def put_back_from_page(ctx: ConversationContext) -> Commit:
    """Put back into the files what was left out of them on the page."""
    draft, seqs = await _draft_of_line(ctx, kept_back=True)
    if draft is None:
        return ctx.respond("private-not-there")
    draft.keep_back(seqs, kept=False)
    if draft.session.family_id is not None:
        return _released(ctx, draft)
    if draft.session.status in ENDED:
        draft.ask_for(TRANSCRIPT)
    return draft.change(done=(ctx.item.id,))


async def _draft_of_line(ctx: ConversationContext, *, kept_back: bool) -> tuple[Draft | None, tuple[int, ...]]:
    """Return a draft for the session that a line of the page belongs to, and its answers there that may be changed."""
    found = await ctx.runtime.store.read(lambda c: answers_sent_as(c, ctx.person.id, ctx.argument))
    whole = [(s, entry) for s, entry in found if (entry.kept_back and not entry.kept_passages) is kept_back]
    session_id = whole[-1][0] if whole else ""
    session = await ctx.runtime.store.read(lambda c: session_by_id(c, session_id)) if whole else None
    seqs = tuple(entry.seq for s, entry in whole if s == session_id)
    return (None, ()) if session is None else (Draft(session, ctx.now), seqs)


def _argument(session_id: str, entry: Entry) -> str:
    return f"{session_id}-{entry.seq}"


async def restore_kept_back(ctx: ConversationContext) -> Commit:
    """Let what was kept back with the button's message into the file again; messages of earlier versions have it."""
    session_id, _, numbers = ctx.argument.partition("-")
    kept = await ctx.runtime.store.read(lambda c: kept_back_of(c, ctx.person.id))
    meant = [entry.seq for s, entry in kept if s == session_id and str(entry.seq) in numbers.split("-")]
    session = await ctx.runtime.store.read(lambda c: session_by_id(c, session_id)) if meant else None
    if session is None:
        return ctx.plainly(say(ctx.language, "stale-button"))
    draft = Draft(session, ctx.now)
    draft.keep_back(meant, kept=False)
    return _released(ctx, draft)


def _released(ctx: ConversationContext, draft: Draft) -> Commit:
    ended = draft.session.status in ENDED
    if ended:
        draft.ask_for(TRANSCRIPT)
    family = "no" if draft.session.family_id is None else "yes"
    told = ctx.plainly(say(ctx.language, "private-released", file="yes" if ended else "no", family=family))
    return replace(draft.change(done=(ctx.item.id,)), letters=told.letters)


async def send_readings(ctx: ConversationContext) -> Commit:
    """Send what was read in the interview, as far as it is there."""
    session = ctx.view.session
    interview = None if session is None else ctx.interview(session)
    names = () if interview is None else interview.findings()
    if session is None or not names:
        return ctx.respond("readings-none")
    whole, _ = await ctx.runtime.store.read(lambda c: load_record(c, session.id))
    if not ready_readings(whole, names):
        return ctx.respond("readings-none")
    draft = Draft(session, ctx.now)
    draft.ask_for(READINGS)
    return draft.change(done=(ctx.item.id,))
