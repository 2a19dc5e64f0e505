"""Inputs that are neither an answer nor a known command: each gets a sentence that says what to do."""

from __future__ import annotations

import re
from dataclasses import replace

from core.commands import course
from core.contracts.change import Change
from core.contracts.messages import Attachment, Command, Edit, Say, Unusable, UnusableKind
from core.contracts.session import Reason, Revision, Session, Stage, Status
from core.contracts.turn import Interview
from core.conversation.context import Context
from core.conversation.draft import counted_words, said
from core.conversation.phases import consent, intake, intake_commands, intake_late, new
from core.conversation.plan import awaits_consent
from core.conversation.rendering import command_button
from core.interviews.signals.courtesy import comes_back, is_courtesy, is_goodbye, is_hello, thanks
from core.store.consents import was_answered
from core.store.desk_reads import entry_by_ref
from core.words import say

_WORD = re.compile(r"\w+")
_ALL = "all"
"""Behind /help: every command."""
_TELLING_PART = 4
"""Letters of a word by which an interview is known; shorter ones are everywhere."""
_YES = re.compile(
    r"\W*(?:1|yes|yes,? please|ok|okay|sure|begin|start|let'?s (?:begin|start|go)|go on|"
    r"да|да,? (?:пожалуйста|давайте)|давай(?:те)?|хорошо|начн[её]м|начинай(?:те)?|начать|поехали|можно)\W*",
    re.IGNORECASE,
)


async def show_help(ctx: Context) -> Change:
    """The commands that people use, and a way to all of them."""
    from core.commands import ADMIN_COMMANDS, COMMANDS, MENU  # the registry names functions of this module

    whole = bool(ctx.argument)
    names = (*(COMMANDS if whole else MENU), *(ADMIN_COMMANDS if ctx.is_admin else ()))
    lines = [f"/{name} – {say(ctx.language, f'command-{name}')}" for name in names]
    text = say(ctx.language, "help") + "\n\n" + "\n".join(lines)
    more = command_button(ctx.language, "help", _ALL, label=say(ctx.language, "button-all-commands"))
    return ctx.reply(Say(text=text, choices=() if whole else (more,)))


async def unknown_command(ctx: Context) -> Change:
    content = ctx.incoming.content
    written = content.name if isinstance(content, Command) else ""
    return ctx.plainly(say(ctx.language, "unknown-command", command=f"/{written[:40]}"))


async def unusable(ctx: Context) -> Change:
    content = ctx.incoming.content
    if isinstance(content, Unusable) and (change := await intake.unusable(ctx, content)) is not None:
        return change
    kind = content.kind.value if isinstance(content, Unusable) else "other"
    if isinstance(content, Attachment):
        kind = UnusableKind.FILE.value
    return ctx.plainly(say(ctx.language, f"unusable-{kind}"))


async def edited(ctx: Context) -> Change:
    """A message was changed: the transcript follows. Nothing is asked anew because of it."""
    content = ctx.incoming.content
    nothing = Change(person_id=ctx.person.id, done=(ctx.item.id,))
    if not isinstance(content, Edit) or not content.ref or not content.text.strip():
        return nothing
    found = await ctx.runtime.store.read(lambda c: entry_by_ref(c, ctx.incoming.address, content.ref))
    if found is None:
        before = await consent.edited(ctx, content) or await intake.edited(ctx, content)
        return before or await intake_late.edited(ctx, content) or nothing
    session_id, entry = found
    if entry.text == content.text or entry.newest.reason is Reason.DELETED:
        return nothing
    revision = Revision(
        number=0, text=content.text, reason=Reason.EDIT, withdrawn=entry.withdrawn, at=ctx.incoming.sent_at
    )
    about = None if entry.answers is not None else await intake_late.edited(ctx, content, session_id)
    change = replace(about or nothing, revised=session_id, revisions=((entry.seq, revision),))
    if entry.withdrawn:
        return replace(change, letters=ctx.plainly(say(ctx.language, "edited-taken-back")).letters)
    # A typing error mended a moment after sending is not worth a word; a change of an older answer is.
    if session_id == (ctx.view.session.id if ctx.view.session else "") and entry.answers == _answered_last(ctx):
        return change
    return replace(change, letters=ctx.plainly(say(ctx.language, "edited")).letters)


def _answered_last(ctx: Context) -> int | None:
    """The `seq` of the question that was answered last."""
    if ctx.view.scene is None:
        return None
    said = [e for e in (*ctx.view.scene.tail, *ctx.view.scene.answers) if e.answers is not None]
    return max(said, key=lambda e: e.seq).answers if said else None


async def words(ctx: Context) -> Change:
    """Words where no question is open: a name that was asked for, or somebody who wants to begin or to go on."""
    text = said(ctx.incoming.content) or ""
    if ctx.person.stage is Stage.NEW:
        return await _first_words(ctx, text)
    if awaits_consent(ctx.view):
        return await consent.words(ctx)
    session = ctx.view.session
    if session is None:
        return await _before_any(ctx, text)
    if (change := await _about_something(ctx, session, text)) is not None:
        return change
    if is_goodbye(text):
        return ctx.plainly(say(ctx.language, "you-are-welcome" if thanks(text) else "farewell"))
    if session.status in {Status.PAUSED, Status.ABANDONED}:
        return await course.resume(replace(ctx, argument=session.id))
    if is_hello(text) or comes_back(text):
        return await new.start(ctx)
    ways = (
        command_button(ctx.language, "resume", session.id),
        command_button(ctx.language, "interview", label=say(ctx.language, "button-anew")),
    )
    return ctx.reply(Say(text=say(ctx.language, "finished-session"), choices=ways))


async def _about_something(ctx: Context, session: Session, text: str) -> Change | None:
    """Words that tell what an interview is to be about; None for all others."""
    if intake.under_way(ctx) is not None and is_hello(text):
        return await intake_commands.command(ctx, "start")
    if intake.under_way(ctx) is not None and not is_courtesy(text):
        return await intake.words(ctx)
    return await intake.link_sent(ctx, text) if session.status is Status.COMPLETED else None


async def _first_words(ctx: Context, text: str) -> Change:
    """Of somebody who has not said what to call them: a name, where they were asked for one."""
    # On some platforms a first message is all that there is; and who had everything deleted begins anew.
    asked = await ctx.runtime.store.read(lambda c: was_answered(c, ctx.person.id))
    return await (new.name(replace(ctx, argument=text)) if asked and not is_hello(text) else new.start(ctx))


async def _before_any(ctx: Context, text: str) -> Change:
    """Words of somebody who has not begun any interview."""
    if chosen := _chosen(ctx, text):
        return await consent.begin_or_ask(ctx, chosen)
    if (wanted := await intake.link_sent(ctx, text)) is not None:
        return wanted
    choices = new.interview_buttons(ctx)
    if counted_words(text) < consent.TELLING:
        return ctx.reply(Say(text=say(ctx.language, "no-session"), choices=choices))
    if len(choices) > 1:
        return await consent.kept_until_chosen(ctx, choices)
    only = next(iter(ctx.runtime.interviews.values()))
    return await consent.begin_or_ask(ctx, only, told=(ctx.item.id,))


def _chosen(ctx: Context, text: str) -> Interview | None:
    """The interview that somebody names in words instead of pressing its button; a yes will do where there is one.

    Its title or its kind will do, its number among the buttons, and a word that only it is described with.
    """
    kinds = list(ctx.runtime.interviews.values())
    if len(kinds) == 1 and _YES.fullmatch(text):
        return kinds[0]
    wanted = " ".join(_WORD.findall(text.casefold()))
    if wanted.isdecimal():
        return kinds[int(wanted) - 1] if 1 <= int(wanted) <= len(kinds) else None
    named = [kind for kind in kinds if wanted in _told_of(kind)]
    if not named and len(wanted) >= _TELLING_PART:
        named = [kind for kind in kinds if any(f" {wanted} " in f" {told} " for told in _told_of(kind))]
    return named[0] if len(named) == 1 else None


def _told_of(interview: Interview) -> tuple[str, ...]:
    """How an interview is called and described, in all languages; words in small letters with a space between."""
    scripts = interview.scripts.scripts.values()
    told = (interview.kind, *(script.title for script in scripts), *(script.about for script in scripts))
    return tuple(" ".join(_WORD.findall(each.casefold())) for each in told)
