"""Handles a message that a person changed or deleted: whatever it has become follows. Nothing is asked again."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.commits import BlankMail, Commit, KeepFinding, OutboxMessage, Revise
from core.contracts.fences import fenced_passages
from core.contracts.messages import Edit, Removal, Say
from core.contracts.session import Awaited, Entry, EntryKind, Person, Reason, Revision, Stage, Status, add_caption
from core.conversation import voices
from core.conversation.context import ConversationContext
from core.conversation.draft import Draft, heard_message
from core.conversation.feature_hooks import buttons_about_answer
from core.conversation.phases import consent, intake, new
from core.conversation.phases.intake_moves import follow_intake_message
from core.store.consents import was_handled_before
from core.store.mailbox_rows import entry_at, entry_by_ref, session_by_id
from core.store.message_removal import MessageTraces, message_traces


async def handle_edit(ctx: ConversationContext) -> Commit:
    if (mended := await voices.edit_correction(ctx)) is not None:
        return mended
    content = ctx.incoming.content
    nothing = ctx.reply()
    if not isinstance(content, Edit) or not content.ref or not content.text.strip():
        return nothing
    found = await _changed(ctx, content)
    if found is None and content.heard:
        return nothing
    if found is None:
        # It is no part of an answer.
        return (
            await consent.edit_waiting_message(ctx, content)
            or await intake.edit_intake_message(ctx, content)
            or await follow_intake_message(ctx, content.ref, content.text)
            or nothing
        )
    session_id, entry = found
    text = add_caption(content.text) if entry.photo else content.text
    if entry.text == text or entry.newest.reason is Reason.DELETED:
        return nothing
    revision = Revision(number=0, text=text, reason=Reason.EDIT, withdrawn=entry.withdrawn, at=ctx.incoming.sent_at)
    told_before = entry.kind is EntryKind.ANSWER and entry.answers is None
    about = await follow_intake_message(ctx, content.ref, content.text, session_id=session_id) if told_before else None
    change = (about or nothing).having(Revise(session_id, entry.seq, revision))
    if entry.withdrawn:
        return replace(change, letters=ctx.respond("edited-taken-back").letters)
    if _code_changed(ctx, session_id, entry.text, content.text):
        return replace(change, letters=ctx.respond("edited-code").letters)
    if entry.kind is EntryKind.ANSWER and ctx.model.offline:
        # Nobody but its person can tell whether the new words may go where the old ones may.
        its = await ctx.runtime.store.read(lambda c: session_by_id(c, session_id))
        ways = () if its is None else await buttons_about_answer(ctx, its, entry)
        if ways:
            return replace(change, letters=ctx.reply(Say(text=ctx.say("edited"), choices=ways)).letters)
    # A typing error mended a moment after sending is not worth a word; a change of an older answer is.
    session, scene = ctx.view.session, ctx.view.scene
    said = [] if scene is None else [e for e in (*scene.tail, *scene.answers) if e.answers is not None]
    last = max(said, key=lambda e: e.seq).answers if said else None
    if session is not None and session.id == session_id and entry.answers == last:
        return change
    return replace(change, letters=ctx.respond("edited").letters)


async def _changed(ctx: ConversationContext, edit: Edit) -> tuple[str, Entry] | None:
    """Return the session and the entry that the message has become."""
    where, ref = ctx.incoming.address, edit.ref
    if not edit.heard:
        return await ctx.runtime.store.read(lambda c: entry_by_ref(c, where, ref))
    # What was heard late is known by another id than its message.
    traces = await ctx.runtime.store.read(lambda c: message_traces(c, ctx.person.id, where, ref))
    spoken = [(session_id, e) for session_id, found in traces.answers.items() for e in found if e.spoken_seconds]
    return spoken[-1] if spoken else None


def _code_changed(ctx: ConversationContext, session_id: str, before: str, after: str) -> bool:
    """Return whether code was changed in an interview under way that works on it: it is worked on as it came."""
    session = ctx.view.session
    interview = None if session is None or session.status is Status.COMPLETED else ctx.interview(session)
    if session is None or session.id != session_id or interview is None or not interview.takes.code:
        return False
    was, now = ([each for each in fenced_passages(text) if each.is_code] for text in (before, after))
    return bool(now) and was != now


async def handle_removal(ctx: ConversationContext) -> Commit:
    """Strike what the message has become, which stays as a revision, and keep the rest of it from becoming anything."""
    content = ctx.incoming.content
    plain = ctx.reply()
    if not isinstance(content, Removal) or not content.ref:
        return plain
    ref, where = content.ref, ctx.incoming.address
    found = await ctx.runtime.store.read(lambda c: message_traces(c, ctx.person.id, where, ref))
    person = _without(ctx, found, ref)
    base = replace(
        plain.having(BlankMail(found.unused)),
        done=(*ctx.done, *found.waiting),
        person=None if person == ctx.person else person,
        # What comes meanwhile may be what was heard in it.
        expect_quiet=found.newest,
    )
    about = await intake.remove_intake_message(ctx, content)
    if (
        about is None
        and not found.answers
        and (about := await follow_intake_message(ctx, ref, items=found.unused)) is not None
    ):
        about = replace(about, letters=_line(ctx, "removed-unused"))
    if about is not None:
        more = replace(about, done=base.done, person=base.person, expect_quiet=base.expect_quiet)
        return more.having(*base.effects)
    if found.answers:
        session_id, entries = next(iter(found.answers.items()))
        session = await ctx.runtime.store.read(lambda c: session_by_id(c, session_id))
        if session is None:
            return base
        # It may have been what the episode is called, too.
        about = await follow_intake_message(ctx, ref, session_id=session_id)
        draft = Draft(session if about is None or about.session is None else about.session, ctx.now)
        for entry in entries:
            draft.withdraw(entry, Reason.DELETED)
        struck = draft.change(*(() if about is None else about.of(KeepFinding)))
        several = len(found.answers) > 1
        return replace(
            base,
            done=tuple(item for item in base.done if not (several and item == ctx.item.id)),
            session=struck.session,
            effects=(*base.effects, *struck.of(Revise), *struck.of(KeepFinding)),
            letters=_line(ctx, "removed"),
        )
    if (mended := await _mended(ctx, found, ref)) is not None:
        # The answer says again what it said before the words that took its place.
        session_id, entry = mended
        before = (r.text for r in reversed(entry.revisions) if found.moments and r.at not in found.moments)
        text = next(before, entry.revisions[0].text)
        revision = Revision(number=0, text=text, reason=Reason.DELETED, at=ctx.now)
        lead = ctx.say("removed-correction")
        shown = ctx.reply(heard_message(ctx.language, session_id, entry.seq, text, lead=lead, ref=entry.ref))
        return replace(base, letters=shown.letters).having(Revise(session_id, entry.seq, revision))
    is_new = ctx.person.stage is Stage.NEW
    if found.waiting and is_new and not await ctx.runtime.store.read(lambda c: was_handled_before(c, ctx.person.id)):
        # The bot has not introduced itself to them yet.
        return replace(base, letters=(await new.handle_start(ctx)).letters)
    # Of these they were told that they are kept.
    kept = found.unheard or person.awaits != ctx.person.awaits
    return replace(base, letters=_line(ctx, "removed-unused")) if kept else base


def _without(ctx: ConversationContext, found: MessageTraces, ref: str) -> Person:
    """Return the person without what waits from the message, and without what is asked about it."""
    person = ctx.person
    awaits, mending = person.awaits, person.mending
    if awaits is not None and not set(awaits.mail).isdisjoint(found.unused):
        mail = tuple(item for item in awaits.mail if item not in found.unused)
        awaits = Awaited(kind=awaits.kind, mail=mail) if awaits.kind or mail else None
    if mending is not None:
        answers = found.answers.get(mending.session_id, ())
        by_it = mending.is_by(ref, ctx.incoming.address)
        mending = None if by_it or any(entry.seq == mending.seq for entry in answers) else mending
    return person.model_copy(update={"awaits": awaits, "mending": mending})


async def _mended(ctx: ConversationContext, found: MessageTraces, ref: str) -> tuple[str, Entry] | None:
    """Return the session and the spoken answer that the words of the message have replaced; None if none."""
    mending = ctx.person.mending
    if found.mended is not None or mending is None or not mending.is_by(ref, ctx.incoming.address):
        return found.mended
    # When it was sent is not known any more.
    entry = await ctx.runtime.store.read(lambda c: entry_at(c, mending.session_id, mending.seq))
    return None if found.moments or entry is None or entry.withdrawn else (mending.session_id, entry)


def _line(ctx: ConversationContext, key: str) -> tuple[OutboxMessage, ...]:
    return ctx.respond(key).letters
