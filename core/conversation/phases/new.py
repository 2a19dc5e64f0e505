"""Greets people, asks for name and language, and offers the interviews."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from pydantic import ValidationError

from core.contracts.commits import Commit
from core.contracts.messages import KEEP, Choice, Say, Style, StyledMessage, Text
from core.contracts.session import ENDED, Awaited, Person, Session, Stage, Status
from core.contracts.turn import Interview
from core.contracts.welcome import BeginRequest
from core.conversation.context import ConversationContext
from core.conversation.draft import command_button, counted_words, text_of_content, visible_progress
from core.conversation.feature_hooks import open_code
from core.conversation.pausing import resume_interview
from core.conversation.phases.consent import (
    IMPATIENCE,
    TELLING,
    awaiting_interview,
    begin_as_agreed,
    begin_or_ask,
    keep_until_chosen,
    repeat_consent_question,
)
from core.conversation.phases.intake_moves import current_intake, intake_scene
from core.conversation.plan import awaits_consent
from core.languages import LANGUAGES
from core.languages.messages import say
from core.languages.phrases import Phrase, is_listed, is_phrase, name_in, without_introduction
from core.store.access import invited_kind
from core.store.consents import was_handled_before

LONGEST_NAME = 60
MOST_WORDS = 6
_WORD = re.compile(r"\w+")
_TELLING_PART = 4
"""Letters of a word by which an interview is known; shorter ones are everywhere."""
NONE = "=none"


async def handle_start(ctx: ConversationContext) -> Commit:
    """Greet somebody new; offer somebody known to go on, or to begin. Nobody amid an interview begins it anew.

    The argument may be an invitation's digest, or an interview.
    """
    named = invited = None
    if (code := ctx.argument) and not ctx.pressed:
        if (opened := await open_code(ctx, code)) is not None:
            return opened
        named = ctx.runtime.offered.get(code)
        invited = named or ctx.runtime.offered.get(await ctx.runtime.store.read(lambda c: invited_kind(c, code)))
    if ctx.person.stage is Stage.NEW:
        person, kept = _kept(ctx)
        person = person if invited is None else awaiting_interview(person, invited.kind)
        return ctx.reply(greeting_message(ctx, kept), person=None if person == ctx.person else person)
    session = ctx.view.session
    if session is None:
        chosen = invited or _only_way(ctx, ctx.person)
        return ctx.reply(choice_of_interviews(ctx)) if chosen is None else await begin_or_ask(ctx, chosen)
    if named is not None and named.kind != session.kind:
        return await begin_or_ask(ctx, named)
    if invited is not None and session.status in ENDED and session.kind != invited.kind:
        title = invited.scripts.speak(ctx.language).title
        button = ctx.button("interview", invited.kind, label=title)
        return ctx.reply(Say(text=ctx.say("invited", title=title), choices=(button,)))
    return ctx.reply(await _open_session(ctx, session))


async def enter(ctx: ConversationContext) -> Commit:
    """Let somebody in without a word: their page shows a welcome, or what was said so far."""
    return ctx.reply()


async def begin_from_form(ctx: ConversationContext) -> Commit:
    """Begin at once with what a page's form says: a kind of interview, a name, and the text that they agreed to."""
    try:
        wanted = BeginRequest.model_validate_json(ctx.argument)
    except ValidationError:
        return await handle_start(replace(ctx, argument=""))
    if wanted.invitation:
        if (opened := await open_code(ctx, wanted.invitation, wanted)) is not None:
            return opened
        if not wanted.kind:
            return ctx.reply()
        if ctx.view.session is not None:
            return await handle_start(replace(ctx, argument=wanted.invitation))
    chosen = ctx.runtime.offered.get(wanted.kind)
    if chosen is None:
        return await handle_start(replace(ctx, argument=""))
    person = ctx.person
    if person.stage is Stage.NEW:
        language = wanted.language if wanted.language in LANGUAGES else person.language
        update = {"name": _as_name(wanted.name), "stage": Stage.KNOWN, "language": language}
        person = person.model_copy(update=update)
    there = replace(ctx, view=replace(ctx.view, person=person))
    return await begin_as_agreed(there, chosen, person, wanted.consent)


def greeting_message(ctx: ConversationContext, kept: str) -> Say:
    """Say who this is, and ask what to call them; `kept`: what is said of words that they have begun with."""
    page = StyledMessage().add(ctx.say("greeting")).add(kept, Style.ITALIC)
    return page.add(ctx.say("ask-name")).say(_names(ctx))


def _names(ctx: ConversationContext) -> tuple[Choice, ...]:
    name = _as_name(ctx.incoming.sender.name)
    choices = [ctx.button("name", KEEP, label=name)] if name else []
    choices.append(ctx.button("name", NONE, label=ctx.say("button-no-name")))
    return tuple(choices)


def _kept(ctx: ConversationContext) -> tuple[Person, str]:
    """Return somebody new with what they tell before they have said a name, and what is said of that, if they tell."""
    content = ctx.incoming.content
    text = content.text.strip() if isinstance(content, Text) else ""
    if counted_words(text) < TELLING or text.endswith("?"):
        return ctx.person, ""
    awaits = ctx.person.awaits or Awaited()
    person = awaiting_interview(ctx.person, awaits.kind, (*awaits.mail, ctx.item.id))
    return person, ctx.say("kept-too" if awaits.mail else "kept-for-later")


async def set_name(ctx: ConversationContext) -> Commit:
    wanted = ctx.argument
    if ctx.pressed:
        wanted = ctx.incoming.sender.name if wanted == KEEP else ""
    elif not wanted:
        return ctx.respond("how-to-name")
    cleaned = _as_name(wanted if ctx.pressed else name_in(wanted, "") or "")
    new = ctx.person.stage is Stage.NEW
    if wanted and not cleaned:
        if new:
            person, kept = _kept(ctx)
            page = StyledMessage().add(kept, Style.ITALIC).add(ctx.say("ask-name-again"))
            return ctx.reply(page.say(_names(ctx)), person=None if person == ctx.person else person)
        return ctx.respond("how-to-name")
    person = ctx.person.model_copy(update={"name": cleaned, "stage": Stage.KNOWN})
    if new and (chosen := _only_way(ctx, person)) is not None:
        return await begin_or_ask(ctx, chosen, person=person, greet=True)
    if new:
        return ctx.reply(choice_of_interviews(ctx, called=cleaned), person=person)
    key = "name-kept" if cleaned else "name-none"
    return ctx.reply(Say(text=ctx.say(key, name=cleaned)), person=person)


def _only_way(ctx: ConversationContext, person: Person) -> Interview | None:
    """Return the interview they were invited to or are asked about, or the only one; None where they choose."""
    if person.awaits is not None and person.awaits.kind in ctx.runtime.offered:
        return ctx.runtime.offered[person.awaits.kind]
    kinds = _listed(ctx)
    return next(iter(kinds.values())) if len(kinds) == 1 else None


def clean_name(text: str) -> str:
    """Return the name in "Hello, my name is Anna", or an empty text when there can be no name in it."""
    return _as_name(without_introduction(text))


def _as_name(text: str) -> str:
    """Return a name on one line, without control characters, or an empty text for something that can be no name."""
    flat = " ".join("".join(" " if unicodedata.category(ch)[0] == "C" else ch for ch in text).split())
    if len(flat) > 2 * LONGEST_NAME or "?" in flat:
        return ""
    found = flat.strip(" .,!;:\"'«»“”")
    if len(found) > LONGEST_NAME or len(found.split()) > MOST_WORDS or not any(ch.isalpha() for ch in found):
        return ""
    return found


def choice_of_interviews(ctx: ConversationContext, *, called: str = "", kept: str = "") -> Say:
    """Say what each interview is about, with buttons; `called`: a name to greet, `kept`: the one under way."""
    page = StyledMessage().add(ctx.say("choose-interview", name=called or "none"))
    if kept:
        page.add(ctx.say("interview-kept", title=kept))
    for interview in _listed(ctx).values():
        script = interview.scripts.speak(ctx.language)
        if script.about:
            page.add(ctx.say("interview-about", title=script.title, about=script.about))
    return page.say(interview_buttons(ctx))


def _listed(ctx: ConversationContext) -> dict[str, Interview]:
    """Return what everybody can choose from; only a link, or their name, leads to the others."""
    return {kind: each for kind, each in ctx.runtime.offered.items() if each.scripts.speak(ctx.language).listed}


def interview_buttons(ctx: ConversationContext) -> tuple[Choice, ...]:
    return tuple(
        ctx.button("interview", kind, label=interview.scripts.speak(ctx.language).title)
        for kind, interview in _listed(ctx).items()
    )


async def _open_session(ctx: ConversationContext, session: Session) -> Say:
    """Return their open interview, with the ways to continue."""
    language = ctx.language
    progress = await ctx.progress(session)
    if progress is None:
        return choice_of_interviews(ctx)
    key = {Status.ACTIVE: "in-the-middle", Status.COMPLETED: "was-completed"}.get(session.status, "was-paused")
    text = say(language, key, title=session.title)
    ways = [command_button(language, "resume", session.id)]
    if session.status is Status.ACTIVE:
        ways.append(command_button(language, "done"))
    else:
        ways.append(command_button(language, "interview", label=say(language, "button-anew")))
    return Say(text=text, choices=tuple(ways), progress=visible_progress(progress))


async def begin_interview(ctx: ConversationContext) -> Commit:
    """Begin an interview of the kind that is named, or show those that there are."""
    kind, *about = ctx.argument.split(None, 1) or [""]
    kind = kind.lower()
    if not kind and len(_listed(ctx)) == 1 and ctx.pressed:
        kind = next(iter(_listed(ctx)))
    session = ctx.view.session
    if not kind:
        kept = session.title if session is not None and session.status not in ENDED else ""
        return ctx.reply(choice_of_interviews(ctx, kept=kept))
    chosen = ctx.runtime.offered.get(kind)
    if chosen is None:
        return ctx.reply(Say(text=ctx.say("unknown-interview", kind=kind[:40]), choices=interview_buttons(ctx)))
    if ctx.before and session is not None:
        # What was being said belongs to the interview that is left; the command is handled next, by itself.
        return ctx.draft(session, ctx.view.scene).change(done=tuple(item.id for item in ctx.before))
    # An impatient second press of the same button must not begin a second interview.
    begun = session is not None and session.counters.questions + session.counters.follow_ups <= 1
    if session is not None and ctx.pressed and begun and session.kind == kind and session.status is Status.ACTIVE:
        if ctx.incoming.sent_at - session.created_at < IMPATIENCE:
            return ctx.reply()
        return await resume_interview(replace(ctx, argument=session.id))
    return await begin_or_ask(ctx, chosen, about=about[0].strip() if about else "")


async def set_language(ctx: ConversationContext) -> Commit:
    wanted = ctx.argument.strip().lower()
    names = {code: say(code, "language-name") for code in LANGUAGES}
    code = next((c for c, own in names.items() if wanted in {c, own.lower()}), None)
    if code is None:
        unknown = {"languages": ", ".join(names.values()), "example": LANGUAGES[0]}
        text = ctx.say("language-unknown", **unknown) if wanted else ctx.say("choose-language")
        buttons = tuple(ctx.button("language", c, label=n) for c, n in names.items())
        return ctx.reply(Say(text=text, choices=buttons))
    person = ctx.person.model_copy(update={"language": code})
    session = ctx.view.session
    now = replace(ctx, view=replace(ctx.view, person=person))
    if awaits_consent(ctx.view):
        asked = await repeat_consent_question(now)
        change = now.reply(Say(text=say(code, "language-now")), person=person)
        return replace(change, letters=(*change.letters, *asked))
    if session is None or session.status not in {Status.ACTIVE, Status.PAUSED}:
        return now.reply(Say(text=say(code, "language-now")), person=person)
    draft = ctx.draft(session, ctx.view.scene)
    draft.set(language=code)
    draft.tell(Say(text=say(code, "language-now")), key=ctx.key("0"), language=code)
    if (intake := current_intake(ctx, session)) is not None:
        page = intake[2].page(await intake_scene(ctx, session.model_copy(update={"language": code})))
        draft.tell(page, key=ctx.key("1"), language=code)
    return draft.change(done=ctx.done, person=person)


# --- words --------------------------------------------------------------------------------------------------------


async def handle_new_text(ctx: ConversationContext) -> Commit:
    """Take words of somebody who has begun no interview: a name, which one they want, or what they have to tell."""
    text = text_of_content(ctx.incoming.content) or ""
    if ctx.person.stage is Stage.NEW:
        # On some platforms a first message is all that there is; and who had everything deleted begins anew.
        asked = await ctx.runtime.store.read(lambda c: was_handled_before(c, ctx.person.id))
        hello = is_phrase(text, ctx.language, Phrase.HELLO)
        return await (set_name(replace(ctx, argument=text)) if asked and not hello else handle_start(ctx))
    if chosen := _chosen(ctx, text):
        return await begin_or_ask(ctx, chosen)
    if (wanted := await begin_from_text(ctx, text)) is not None:
        return wanted
    choices = interview_buttons(ctx)
    if counted_words(text) < TELLING:
        return ctx.reply(Say(text=ctx.say("no-session"), choices=choices))
    if len(choices) != 1:
        return await keep_until_chosen(ctx, choices)
    only = next(iter(_listed(ctx).values()))
    return await begin_or_ask(ctx, only, told=(ctx.item.id,))


def _chosen(ctx: ConversationContext, text: str) -> Interview | None:
    """Return the interview that is named instead of pressing its button: by title, kind, number, or its own word."""
    kinds = list(_listed(ctx).values())
    if len(kinds) == 1 and (is_phrase(text, "", Phrase.YES, Phrase.GO_ON) or is_listed(text, "small_words", "begin")):
        return kinds[0]
    wanted = " ".join(_WORD.findall(text.casefold()))
    if wanted.isdecimal():
        return kinds[int(wanted) - 1] if 1 <= int(wanted) <= len(kinds) else None
    named = [kind for kind in kinds if wanted in _told_of(kind)]
    if not named and len(wanted) >= _TELLING_PART:
        named = [kind for kind in kinds if any(f" {wanted} " in f" {told} " for told in _told_of(kind))]
    return named[0] if len(named) == 1 else None


def _told_of(interview: Interview) -> tuple[str, ...]:
    """Return an interview's names and descriptions in all languages, in small letters with a space between words."""
    scripts = interview.scripts.scripts.values()
    told = (interview.kind, *(script.title for script in scripts), *(script.about for script in scripts))
    return tuple(" ".join(_WORD.findall(each.casefold())) for each in told)


async def begin_from_text(ctx: ConversationContext, text: str) -> Commit | None:
    """Begin an interview if the words name something to talk about, such as a link; None for everything else."""
    kinds = ctx.runtime.offered.values()
    chosen = next((kind for kind in kinds if kind.intake is not None and kind.intake.invited_by(text)), None)
    return None if chosen is None else await begin_or_ask(ctx, chosen, about=text)
