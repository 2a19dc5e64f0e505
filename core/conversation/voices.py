"""Answers voice notes that could not be heard, and has the words of those that were corrected or recorded again."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.commits import BindRecording, BlankMail, Commit, ErasePerson, Revise
from core.contracts.messages import (
    KEEP,
    Button,
    Choice,
    Command,
    Edit,
    Press,
    Say,
    Style,
    StyledMessage,
    Text,
    Voice,
    encode_button,
)
from core.contracts.session import (
    Entry,
    EntryKind,
    InputPurpose,
    Reason,
    Revision,
    Session,
    Status,
)
from core.conversation.answering import keep_late_words
from core.conversation.context import ConversationContext
from core.conversation.draft import Draft, UserMessage, group_messages, heard_message, question_buttons
from core.conversation.plan import KeepLate, edits_of, question_open_then, requested_message
from core.languages.messages import say
from core.store.mailbox_rows import entry_at, last_spoken, session_by_id
from core.store.recording_rows import message_of_recording, recording_of_event
from core.store.rows import to_datetime

SILENT, FAILED = "silent", "failed"
TROUBLES = frozenset(
    {SILENT, FAILED, "unreadable", "truncated", "no-audio", "too-long", "too-large", "absent", "later"}
)
"""Why something could not be heard; each has a sentence of its own."""


# --- what could not be heard --------------------------------------------------------------------------------------


async def handle_unheard(ctx: ConversationContext) -> Commit:
    """Place a voice note that was heard late; else say why it could not be, and remember which question it answers."""
    content = ctx.incoming.content
    if isinstance(content, Voice) and content.late:
        return await place_late_recording(ctx)
    trouble = content.trouble if isinstance(content, Voice) and content.trouble else SILENT
    limits = {
        "minutes": max(1, round(ctx.runtime.voice.max_seconds / 60)),
        "megabytes": ctx.runtime.fetch_limits.get(ctx.incoming.address.platform, 0) >> 20,
    }
    page = StyledMessage().add(ctx.say(f"voice-{trouble if trouble in TROUBLES else FAILED}", **limits))
    session = ctx.view.session
    ways: tuple[Choice, ...] = ()
    if session is not None and session.status is Status.ACTIVE and session.open_question is not None:
        page.add(ctx.say("voice-or-skip"))
        ways = question_buttons(ctx.spoken_in(session), session.id, session.open_question, ("skip",))
    where = question_open_then(ctx.view, ctx.item)
    # No words are wanted any more of somebody who has gone on meanwhile.
    mending, person = ctx.person.mending, None
    if mending is not None and not mending.by and ctx.item.id > mending.after:
        person = ctx.person_at_rest if mending.wanted is InputPurpose.WORDS or ctx.item.overtaken else None
    told = ctx.reply(page.say(ways), person=person)
    return told if where is None else told.having(BindRecording(ctx.incoming.event_id, *where))


async def place_late_recording(ctx: ConversationContext) -> Commit:
    """Put a voice note that was heard only now where it belongs."""
    row = await ctx.runtime.store.read(lambda c: recording_of_event(c, ctx.incoming.ref))
    session, question = None, None
    if row is not None and row.session_id is not None and row.seq is not None:
        # The question that was open when its person was told that it could not be heard.
        session_id, seq = row.session_id, row.seq
        session, question = await ctx.runtime.store.read(
            lambda c: (session_by_id(c, session_id), entry_at(c, session_id, seq))
        )
    if row is None or session is None or question is None or session.person_id != ctx.person.id:
        text = "".join(message.text for message in group_messages((ctx.incoming,)))
        page = StyledMessage().add(ctx.say("voice-heard-now")).add(text, Style.QUOTE)
        return ctx.reply(page.add(ctx.say("voice-heard-loose")).say())
    # It came as an item of its own; its answer is found by the message and the event of the recording, like any other.
    ref = await ctx.runtime.store.read(lambda c: message_of_recording(c, row.event_id))
    sent_at = to_datetime(row.created_at)
    incoming = replace(ctx.incoming, event_id=row.event_id, ref=ref or ctx.incoming.ref, sent_at=sent_at)
    item = replace(ctx.item, incoming=incoming)
    words = KeepLate(items=(item,), session_id=session.id, seq=question.seq)
    language = ctx.spoken_in(session)
    ways: tuple[Choice, ...] = ()
    if session.status is Status.ACTIVE and session.open_question == question.seq and not session.timing.held:
        data = encode_button(Button(command="skip", session_id=session.id, seq=question.seq))
        ways = (Choice(label=say(language, "button-next"), data=data),)
    return await keep_late_words(ctx, words, lead=say(language, "voice-heard-now"), ways=ways)


# --- asking for the right words -----------------------------------------------------------------------------------


async def fix_transcription(ctx: ConversationContext) -> Commit:
    """Put the words of the last spoken answer right, or ask for the right ones."""
    if ctx.pressed:
        if ctx.argument == KEEP:
            if ctx.person.mending is None or ctx.person.mending.by:
                return ctx.respond("voice-left")
            return ctx.reply(Say(text=ctx.say("voice-left")), person=ctx.person_at_rest)
        return await _pressed(ctx, InputPurpose.WORDS)
    session = ctx.view.session
    entry = None if session is None else await ctx.runtime.store.read(lambda c: last_spoken(c, session.id))
    if session is None or entry is None:
        return ctx.respond("voice-nothing-to-fix")
    if not ctx.argument:
        return _ask(ctx, session, entry, InputPurpose.WORDS)
    message = UserMessage((ctx.argument,), "", ctx.incoming.sent_at)
    return _reworded(ctx, session, entry, message).having(BlankMail((ctx.item.id,)))


async def request_new_recording(ctx: ConversationContext) -> Commit:
    """Ask for a new recording in place of one answer. Only a button leads here."""
    return await _pressed(ctx, InputPurpose.AGAIN)


async def _pressed(ctx: ConversationContext, wanted: InputPurpose) -> Commit:
    session_id, _, seq = ctx.argument.rpartition("-")
    number = int(seq) if seq.isdecimal() else 0
    session, entry = await ctx.runtime.store.read(
        lambda c: (session_by_id(c, session_id), entry_at(c, session_id, number))
    )
    if session is None or entry is None or session.person_id != ctx.person.id or not entry.spoken_seconds:
        return ctx.respond("stale-button")
    return _ask(ctx, session, entry, wanted)


def _ask(ctx: ConversationContext, session: Session, entry: Entry, wanted: InputPurpose) -> Commit:
    """Take the next message in the place of an answer from now on; the open question stays as it is."""
    if entry.withdrawn:
        return ctx.respond("edited-taken-back")
    page = StyledMessage().add(ctx.say(f"voice-{wanted.value}-wanted")).add(entry.text, Style.QUOTE)
    way = ctx.button("fix", KEEP, label=ctx.say("button-leave"))
    return ctx.reply(page.say((way,)), person=ctx.awaiting(wanted, session.id, entry.seq))


def drop_pending_input(ctx: ConversationContext, change: Commit) -> Commit:
    """Return the change; once somebody has asked for something else, no words of theirs are wanted any more."""
    content, waiting, mending = ctx.incoming.content, requested_message(ctx.view), ctx.person.mending
    if mending is None or mending.by or not isinstance(content, Command | Press) or change.has(ErasePerson):
        return change
    if change.person is not None and change.person.mending != mending:
        return change  # it is about just that
    if waiting is not None and waiting.id < ctx.item.id:
        return change  # they were sent before it, and are still being heard
    person = change.person or ctx.person
    return replace(change, person=person.model_copy(update={"mending": None}))


# --- putting them right -------------------------------------------------------------------------------------------


async def apply_correction(ctx: ConversationContext) -> Commit:
    """Take the message that was asked for in the place of the earlier words, which stay as a revision."""
    mending = ctx.person.mending
    edits = edits_of(ctx.item, ctx.view.items)
    (message,) = group_messages(item.incoming for item in (ctx.item, *edits))
    done = (ctx.item.id, *(item.id for item in edits))
    session: Session | None = None
    entry: Entry | None = None
    if mending is not None:
        session, entry = await ctx.runtime.store.read(
            lambda c: (session_by_id(c, mending.session_id), entry_at(c, mending.session_id, mending.seq))
        )
    if session is None or entry is None or entry.withdrawn:
        told = ctx.reply(Say(text=ctx.say("edited-taken-back")), person=ctx.person_at_rest)
        return replace(told, done=done)
    if message.audio and entry.kind is EntryKind.ANSWER:
        draft = Draft(session, ctx.now)
        draft.hear((message,), to=entry.answers or 0, question_id=entry.question_id)
        draft.withdraw(entry)
        draft.show_heard(key=ctx.key("heard"), language=ctx.language, lead=ctx.say("voice-mended"))
        change = draft.change(done=ctx.done, person=ctx.person_at_rest)
        # The interview may have been held somewhere else.
        here = ctx.incoming.address
        return replace(change, letters=tuple(replace(letter, address=here) for letter in change.letters))
    # What was written is a revision now; in the mailbox nothing would tell to which interview it belongs.
    blanked = done if isinstance(ctx.incoming.content, Text) else ()
    change = _reworded(ctx, session, entry, message)
    where = {"by": ctx.incoming.ref, "chat": ctx.incoming.address}
    settled = mending.model_copy(update=where) if mending is not None and blanked else None
    person = ctx.person.model_copy(update={"mending": settled})
    return replace(change, done=done, person=person).having(BlankMail(blanked))


async def edit_correction(ctx: ConversationContext) -> Commit | None:
    """Follow the change of a message that took the place of an answer; None for any other message."""
    mending, content = ctx.person.mending, ctx.incoming.content
    if mending is None or not isinstance(content, Edit) or not mending.is_by(content.ref, ctx.incoming.address):
        return None
    entry = await ctx.runtime.store.read(lambda c: entry_at(c, mending.session_id, mending.seq))
    if entry is None or entry.withdrawn or entry.text == content.text or not content.text.strip():
        return None
    revision = Revision(number=0, text=content.text, reason=Reason.EDIT, at=ctx.incoming.sent_at)
    change = Commit(person_id=ctx.person.id, done=(ctx.item.id,))
    return change.having(Revise(mending.session_id, entry.seq, revision), BlankMail((ctx.item.id,)))


def _reworded(ctx: ConversationContext, session: Session, entry: Entry, message: UserMessage) -> Commit:
    """Give an answer other words, and show them."""
    revised = (
        Revise(session.id, entry.seq, Revision(number=0, text=text, reason=Reason.EDIT, at=message.at))
        for text in message.texts
    )
    lead = ctx.say("voice-mended")
    confirmed = heard_message(ctx.language, session.id, entry.seq, message.text, lead=lead, ref=entry.ref)
    change = ctx.reply(confirmed, person=ctx.person_at_rest)
    return change.having(*revised)
