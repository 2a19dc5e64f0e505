"""The way in: greeting, name, language, and the choice of an interview."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from datetime import timedelta

from core.change import Change
from core.commands.course import resume
from core.draft import Draft, spoken
from core.house import Context
from core.messages import Choice, Say
from core.presenting import Page, command_button
from core.session import Person, Session, Stage, Status
from core.turn import Interview, Situation
from core.words import LANGUAGES, known, say

LONGEST_NAME = 60
MOST_WORDS = 6
_HELLO = re.compile(
    r"^(?:hello|hi|hey|good (?:morning|day|afternoon|evening)|"
    r"привет|здравствуй(?:те)?|доброе утро|добрый (?:день|вечер))[\s,.!–—-]+",
    re.IGNORECASE,
)
_CALL_ME = re.compile(
    r"^(?:(?:please |you (?:can|may) )?call me|my name(?: is|['’]s)|i am|i['’]m|it['’]s|just|"
    r"(?:пожалуйста,? )?(?:зовите|называйте) меня|(?:можете |можно )?(?:звать|называть) меня|"
    r"меня зовут|мо[её] имя|я|просто)[\s:,–—-]+",
    re.IGNORECASE,
)
_THANKS = re.compile(r"[\s,.!–—-]+(?:please|thank you|thanks|пожалуйста|спасибо)[\s.!]*$", re.IGNORECASE)
IMPATIENCE = timedelta(minutes=1)
"""So long after the first press a second one is no wish to be asked again."""
KEEP = "=keep"
NONE = "=none"


async def start(ctx: Context) -> Change:
    """Greet somebody new; offer somebody known to go on, or to begin."""
    if ctx.person.stage is Stage.NEW:
        return ctx.reply(greeting(ctx))
    session = ctx.view.session
    if session is None:
        return ctx.reply(choice_of_interviews(ctx, greet=False))
    return ctx.reply(await _open_session(ctx, session))


def greeting(ctx: Context) -> Say:
    """Who this is, what happens to what one says, and what to call them."""
    language = ctx.language
    page = Page().add(say(language, "greeting", model="no" if ctx.house.offline else "yes"))
    page.add(say(language, "ask-name"))
    name = clean_name(ctx.incoming.sender.name)
    choices = [command_button(language, "name", KEEP, label=name)] if name else []
    choices.append(command_button(language, "name", NONE, label=say(language, "button-no-name")))
    return page.say(tuple(choices))


async def name(ctx: Context) -> Change:
    """Keep what the person wants to be called."""
    wanted = ctx.argument
    if ctx.pressed:
        wanted = ctx.incoming.sender.name if wanted == KEEP else ""
    elif not wanted:
        return ctx.plainly(say(ctx.language, "how-to-name"))
    cleaned = clean_name(wanted)
    new = ctx.person.stage is Stage.NEW
    if wanted and not cleaned:
        return ctx.plainly(say(ctx.language, "ask-name-again" if new else "how-to-name"))
    person = ctx.person.model_copy(update={"name": cleaned, "stage": Stage.KNOWN})
    if new:
        return ctx.reply(choice_of_interviews(ctx, greet=True, person=person), person=person)
    key = "name-kept" if cleaned else "name-none"
    return ctx.reply(Say(text=say(ctx.language, key, name=cleaned)), person=person)


def clean_name(text: str) -> str:
    """The name in "Hello, my name is Anna": one line, no control characters; empty for what can be no name."""
    flat = " ".join("".join(" " if unicodedata.category(ch)[0] == "C" else ch for ch in text).split())
    if len(flat) > 2 * LONGEST_NAME or "?" in flat:
        return ""
    found = _THANKS.sub("", _CALL_ME.sub("", _HELLO.sub("", flat))).strip(" .,!;:\"'«»“”")
    if len(found) > LONGEST_NAME or len(found.split()) > MOST_WORDS or not any(ch.isalpha() for ch in found):
        return ""
    return found


def choice_of_interviews(ctx: Context, *, greet: bool, person: Person | None = None) -> Say:
    """One button for each interview that is enabled."""
    language = ctx.language
    called = (person or ctx.person).name
    text = say(language, "choose-interview", name=called if greet and called else "none")
    return Say(text=text, choices=interview_buttons(ctx))


def interview_buttons(ctx: Context) -> tuple[Choice, ...]:
    return tuple(
        command_button(ctx.language, "interview", kind, label=interview.scripts.speak(ctx.language).title)
        for kind, interview in ctx.house.interviews.items()
    )


async def _open_session(ctx: Context, session: Session) -> Say:
    """Where their interview stands, with the ways to go on."""
    language = ctx.language
    interview = ctx.interview(session)
    if interview is None:
        return choice_of_interviews(ctx, greet=False)
    key = {Status.ACTIVE: "in-the-middle", Status.PAUSED: "was-paused"}.get(session.status, "was-completed")
    progress = interview.progress(session, await ctx.house.scripts(session.script_digest))
    text = say(language, key, title=session.title, done=progress.done, total=progress.total)
    ways = [command_button(language, "resume", session.id)]
    if session.status is Status.ACTIVE:
        ways.append(command_button(language, "done"))
    else:
        ways.append(command_button(language, "interview", label=say(language, "button-anew")))
    return Say(text=text, choices=tuple(ways), progress=progress)


async def interview(ctx: Context) -> Change:
    """Begin an interview of the kind that is named, or show those that there are."""
    kind = ctx.argument.strip().lower()
    if not kind and len(ctx.house.interviews) == 1 and ctx.pressed:
        kind = next(iter(ctx.house.interviews))
    if not kind:
        return ctx.reply(choice_of_interviews(ctx, greet=False))
    chosen = ctx.house.interviews.get(kind)
    if chosen is None:
        text = say(ctx.language, "unknown-interview", kind=kind[:40])
        return ctx.reply(Say(text=text, choices=interview_buttons(ctx)))
    if ctx.before and ctx.view.session is not None:
        # What was being said belongs to the interview that is left; the command is handled next, by itself.
        kept = tuple(item.id for item in ctx.before)
        return ctx.draft(ctx.view.session, ctx.view.scene).change(done=kept)
    session = ctx.view.session
    if session is not None and ctx.pressed and _just_begun(session, kind):
        if ctx.incoming.sent_at - session.created_at < IMPATIENCE:
            return Change(person_id=ctx.person.id, done=ctx.done)
        return await resume(replace(ctx, argument=session.id))
    return await begin(ctx, chosen)


def _just_begun(session: Session, kind: str) -> bool:
    """An impatient second press of the same button must not begin a second interview."""
    return session.kind == kind and session.status is Status.ACTIVE and session.counters.answers == 0


async def begin(ctx: Context, chosen: Interview, *, told: bool = False) -> Change:
    """A new session with its first question; what else was under way is paused.

    `told`: they have begun to tell before they were asked; those words are kept as the beginning of the first answer.
    """
    language = known(ctx.person.language)
    script = chosen.scripts.speak(language)
    session = Session(
        id=ctx.house.new_id(),
        person_id=ctx.person.id,
        kind=chosen.kind,
        title=script.title,
        language=script.language,
        script_digest=chosen.scripts.digest,
        address=ctx.incoming.address,
        created_at=ctx.now,
        touched_at=ctx.now,
    )
    situation = Situation(person=ctx.person, session=session, scripts=chosen.scripts, now=ctx.now)
    draft = Draft(session, ctx.now, new=chosen.scripts)
    turn = chosen.begin(situation, offline=ctx.house.offline)
    if told:
        turn = replace(turn, notice="\n\n".join(filter(None, (say(language, "kept-as-beginning"), turn.notice))))
    draft.apply(turn, key=ctx.key("turn"), language=language)
    if told and turn.question is not None:
        draft.hear(spoken([ctx.incoming]), to=draft.session.open_question or 0, question_id=turn.question.id)
    known_now = ctx.person.model_copy(update={"stage": Stage.KNOWN})
    person = None if ctx.person.stage is Stage.KNOWN else known_now
    return draft.change(done=ctx.done, pause_others=True, person=person)


async def language(ctx: Context) -> Change:
    """Speak another language from now on."""
    wanted = ctx.argument.strip().lower()
    names = {code: say(code, "language-name") for code in LANGUAGES}
    code = next((c for c, own in names.items() if wanted in {c, own.lower()}), None)
    if code is None:
        text = (
            say(ctx.language, "choose-language")
            if not wanted
            else say(ctx.language, "language-unknown", languages=", ".join(names.values()), example=LANGUAGES[0])
        )
        return ctx.reply(
            Say(
                text=text, choices=tuple(command_button(ctx.language, "language", c, label=n) for c, n in names.items())
            )
        )
    person = ctx.person.model_copy(update={"language": code})
    session = ctx.view.session
    if session is None or session.status not in {Status.ACTIVE, Status.PAUSED}:
        return ctx.reply(Say(text=say(code, "language-now")), person=person)
    draft = ctx.draft(session, ctx.view.scene)
    draft.set(language=code)
    draft.tell(Say(text=say(code, "language-now")), key=ctx.key("0"), language=code)
    return draft.change(done=ctx.done, person=person)
