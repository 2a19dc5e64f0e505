"""Consent: before their first interview people are told what becomes of their words, and nothing begins without a yes.

They are asked again where that has changed. What they tell before they have agreed is kept where it arrived: it becomes
the beginning of their story, or is taken out when they say no.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from core.contracts.change import Change, Consent, Letter
from core.contracts.family import Begun, Family, Leave, Leaving
from core.contracts.messages import Attachment, Choice, Edit, Say, Style
from core.contracts.page import Page
from core.contracts.session import Awaited, Person, Session, Stage, Status, Timing
from core.contracts.turn import Interview, Situation
from core.conversation.asking import for_operator, unusable
from core.conversation.context import Context
from core.conversation.draft import Draft, counted_words, said, spoken
from core.conversation.mailbox import is_spoken, is_words
from core.conversation.phases import giving
from core.conversation.phases.intake_moves import opened
from core.conversation.phases.signing import copies, own_terms
from core.conversation.plan import awaits_consent
from core.conversation.rendering import command_button
from core.interviews.signals.courtesy import agrees, refuses
from core.privacy.facts import Facts, consent_digest, consent_text
from core.store.consents import has_agreed, kept_mail, was_ahead_of, was_said
from core.words import known, say

LONGEST_ABOUT = 60_000
"""Characters of what somebody says with their wish for an interview."""
TELLING = 5
"""Words from which on somebody is telling already, and not choosing."""
IMPATIENCE = timedelta(minutes=1)
"""So long after the first press a second one is no wish to be asked again."""
COMMAND = "privacy"
"""The command that the two buttons carry, with one of these arguments."""
AGREE = "=agree"
DECLINE = "=decline"


# --- the way into an interview ------------------------------------------------------------------------------------


async def begin_or_ask(
    ctx: Context,
    chosen: Interview,
    *,
    person: Person | None = None,
    greet: bool = False,
    told: tuple[int, ...] = (),
    about: str = "",
    gift: Family | None = None,
) -> Change:
    """The one way into an interview: begin it, or ask for consent first where it is not given yet.

    `person`: with new values. `greet`: they have just said what to call them. `told`: mailbox items with what they have
    begun to tell, the beginning of the first answer. `about`: what they said that it is to be about. `gift`: which was
    given to them just now.
    """
    person = person or ctx.person
    if about:
        awaits = person.awaits or Awaited()
        person = person.model_copy(
            update={"awaits": awaits.model_copy(update={"kind": chosen.kind, "about": about[:LONGEST_ABOUT]})}
        )
    mail = (*_mail(person), *told)
    if not await _agreed(ctx, chosen, person):
        return await _ask(ctx, chosen, person, mail, greet=greet, kept=bool(told))
    return await _agreed_to(ctx, chosen, person, mail, gift=gift)


async def _agreed_to(
    ctx: Context,
    chosen: Interview,
    person: Person,
    mail: tuple[int, ...],
    consent: Consent | None = None,
    *,
    gift: Family | None = None,
) -> Change:
    """They have agreed: it begins, where they were given it after they have said what may go to the family."""
    gift = gift or await giving.gift_for(ctx, chosen, person)
    if gift is None or giving.answered(gift):
        return await _begin(ctx, chosen, person, mail, consent, gift=gift)
    if consent is not None:
        person = person.model_copy(update={"agreed": consent.digest})
    asked = giving.leave_question(ctx, gift, person)
    person = waiting(person, chosen.kind, mail)
    return Change(person_id=person.id, done=ctx.done, person=person, consent=consent, letters=(asked,))


async def said_of_leave(ctx: Context, leave: Leave) -> Change | None:
    """Somebody who is asked about the family has answered, by a button or in words; None where nobody is asked."""
    chosen = _chosen(ctx)
    gift = None if chosen is None or not awaits_consent(ctx.view) else await giving.gift_for(ctx, chosen, ctx.person)
    if chosen is None or giving.answered(gift) or not await _agreed(ctx, chosen, ctx.person):
        return None
    return await _begin(ctx, chosen, ctx.person, _mail(ctx.person), gift=gift, leave=leave)


async def _words_about_leave(ctx: Context, chosen: Interview, text: str) -> Change | None:
    """Words of somebody who is asked about the family: a yes, a no, or the beginning of their story."""
    gift = await giving.gift_for(ctx, chosen, ctx.person)
    if gift is None or giving.answered(gift) or not await _agreed(ctx, chosen, ctx.person):
        return None
    if await ctx.runtime.store.read(lambda c: was_ahead_of(c, giving.leave_key(gift), ctx.incoming)):
        return ctx.reply(person=waiting(ctx.person, chosen.kind, (*_mail(ctx.person), ctx.item.id)))
    if agrees(text) or refuses(text):
        return await said_of_leave(ctx, Leave.YES if agrees(text) else Leave.NO)
    return await _begin(ctx, chosen, ctx.person, (*_mail(ctx.person), ctx.item.id), gift=gift)


async def _agreed(ctx: Context, chosen: Interview, person: Person) -> bool:
    """Whether they have agreed to what they would be told now, or to the same and more."""
    facts = ctx.runtime.privacy
    carrier = facts.carrier(ctx.incoming.address.platform)
    whole = facts.with_terms(own_terms(chosen))
    enough = {consent_digest(said, carrier) for said in (_concerning(chosen, facts), whole)}
    if person.agreed == "" or person.agreed in enough:
        return person.agreed != ""
    return await ctx.runtime.store.read(lambda c: any(has_agreed(c, person.id, digest) for digest in enough))


def _concerning(chosen: Interview, facts: Facts) -> Facts:
    """What of the facts concerns an interview: links only one that is about what they lead to, and its own terms."""
    facts = facts.with_terms(own_terms(chosen))
    return facts if chosen.takes.links else facts.without_links()


async def kept_until_chosen(ctx: Context, choices: tuple[Choice, ...]) -> Change:
    """To somebody who begins to tell where there are several interviews: their words wait for the one they choose."""
    person = ctx.person.model_copy(update={"awaits": Awaited(mail=(*_mail(ctx.person), ctx.item.id))})
    page = Page().add(say(ctx.language, "kept-for-later")).add(say(ctx.language, "no-session"))
    return ctx.reply(page.say(choices), person=person)


def no_longer_awaited(ctx: Context, change: Change) -> Change:
    """The change as it is, but that nothing is about to begin any more where it makes another interview go on."""
    session, goes_on = change.session, change.scripts is None and change.person is None
    if session is None or session.status is not Status.ACTIVE or not goes_on or not awaits_consent(ctx.view):
        return change
    return replace(change, person=waiting(ctx.person, ""))


async def _begin(
    ctx: Context,
    chosen: Interview,
    person: Person,
    mail: tuple[int, ...],
    consent: Consent | None = None,
    *,
    gift: Family | None = None,
    leave: Leave = Leave.NOT_SAID,
) -> Change:
    """A new session with its first question; what else was under way is paused."""
    language = known(person.language)
    script = chosen.scripts.speak(language)
    session = Session(
        id=ctx.runtime.new_id(),
        person_id=person.id,
        kind=chosen.kind,
        title=script.title,
        language=script.language,
        script_digest=chosen.scripts.digest,
        address=ctx.incoming.address,
        created_at=ctx.now,
        touched_at=ctx.now,
        **({} if gift is None else {"family_id": gift.id, "timing": Timing(cadence=gift.rhythm)}),
    )
    kept = await ctx.runtime.store.read(lambda c: kept_mail(c, person.id, mail)) if mail else ()
    told = spoken(kept)
    about = "" if person.awaits is None else person.awaits.about
    situation = Situation(person=person, session=session, scripts=chosen.scripts, now=ctx.now, wish=about)
    draft = Draft(session, ctx.now, new=chosen.scripts)
    if gift is not None:
        draft.of_family(Begun(family_id=gift.id, session_id=session.id))
    if gift is not None and leave is not Leave.NOT_SAID:
        draft.of_family(Leaving(family_id=gift.id, leave=leave))
    agreed = person.agreed if consent is None else consent.digest
    person = person.model_copy(update={"stage": Stage.KNOWN, "awaits": None, "agreed": agreed})
    if chosen.intake is not None:
        change = await opened(ctx, draft, chosen, chosen.intake, about, kept)
        return replace(change, pause_others=True, person=person, consent=consent, blanked=mail)
    turn = chosen.begin(situation, offline=ctx.runtime.offline)
    turn = replace(turn, notice=for_operator(ctx, turn.notice))
    if told:
        turn = replace(turn, notice="\n\n".join(filter(None, (say(language, "kept-as-beginning"), turn.notice))))
    draft.apply(turn, key=ctx.key("turn"), language=language)
    if told and turn.question is not None:
        draft.hear(told, to=draft.session.open_question or 0, question_id=turn.question.id)
        draft.show_heard(key=ctx.key("heard"), language=language)
    return draft.change(
        done=ctx.done, pause_others=True, person=None if person == ctx.person else person, consent=consent
    )


# --- asking -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """The text that somebody would be asked to agree to now."""

    digest: str
    language: str
    text: str
    key: str
    """Of the letter that first shows them just this text: whether it is there tells whether they know it."""


def _shown(ctx: Context, chosen: Interview) -> _Shown:
    facts, language = _concerning(chosen, ctx.runtime.privacy), ctx.language
    carrier = facts.carrier(ctx.incoming.address.platform)
    digest = consent_digest(facts, carrier)
    return _Shown(
        digest=digest,
        language=language,
        text=consent_text(facts, carrier, language),
        key=f"consent/{ctx.person.id}/{digest[:16]}/{language}",
    )


async def _knows(ctx: Context, shown: _Shown) -> bool:
    return await ctx.runtime.store.read(lambda c: was_said(c, shown.key))


async def _ask(
    ctx: Context, chosen: Interview, person: Person, mail: tuple[int, ...], *, greet: bool = False, kept: bool = False
) -> Change:
    """Ask for consent, whole; `kept`: and say that what was told is kept."""
    letter = await _whole_question(ctx, chosen, called=person.name if greet else "", kept=kept)
    person = waiting(person.model_copy(update={"stage": Stage.KNOWN}), chosen.kind, mail)
    session = ctx.view.session
    if session is None or session.status is not Status.ACTIVE:
        return Change(person_id=person.id, done=ctx.done, letters=(letter,), person=person)
    # They have left the other one; otherwise their yes would be an answer in it.
    draft = ctx.draft(session, ctx.view.scene)
    draft.set(status=Status.PAUSED, touched_at=ctx.now)
    change = draft.change(done=ctx.done, person=person)
    return replace(change, letters=(*change.letters, letter))


async def _whole_question(ctx: Context, chosen: Interview, *, called: str = "", kept: bool = False) -> Letter:
    shown = _shown(ctx, chosen)
    language = shown.language
    page = Page().add(say(language, "kept-for-later") if kept else "", Style.ITALIC)
    page.add(say(language, "consent-before", name=called or "none", title=chosen.scripts.speak(language).title))
    page.add(shown.text).add(say(language, "consent-question"))
    key = ctx.key("consent") if await _knows(ctx, shown) else shown.key
    return Letter(key=key, address=ctx.incoming.address, saying=page.say(_buttons(language)), language=language)


async def asked_anew(ctx: Context) -> tuple[Letter, ...]:
    """The question in another language, for somebody who is being asked and has just changed it."""
    chosen = _chosen(ctx)
    if chosen is None or not awaits_consent(ctx.view):
        return ()
    gift = await giving.gift_for(ctx, chosen, ctx.person)
    if gift is not None and not giving.answered(gift) and await _agreed(ctx, chosen, ctx.person):
        return (giving.leave_question(ctx, gift, ctx.person, again=True),)
    return (await _whole_question(ctx, chosen),)


def _buttons(language: str) -> tuple[Choice, ...]:
    return (
        command_button(language, COMMAND, AGREE, label=say(language, "button-agree")),
        command_button(language, COMMAND, DECLINE, label=say(language, "button-decline")),
    )


# --- the answer ---------------------------------------------------------------------------------------------------


async def pressed(ctx: Context) -> Change | None:
    """One of the two buttons; None where it answers nothing any more."""
    if awaits_consent(ctx.view):
        chosen = _chosen(ctx)
        if chosen is not None and ctx.argument == AGREE and await _agreed(ctx, chosen, ctx.person):
            return ctx.reply()  # pressed twice: they are asked about the family now
        return await (_agree(ctx) if ctx.argument == AGREE else _decline(ctx))
    session = ctx.view.session
    if session is not None and ctx.argument == AGREE and ctx.incoming.sent_at - session.created_at < IMPATIENCE:
        return ctx.reply()
    return None


async def words(ctx: Context) -> Change:
    """Words of somebody who was asked for their consent: a yes, a no, or what they have to tell, which is kept."""
    text = said(ctx.incoming.content) or ""
    chosen = _chosen(ctx)
    if chosen is None:
        return _not_there(ctx)
    if (about_leave := await _words_about_leave(ctx, chosen, text)) is not None:
        return about_leave
    shown = _shown(ctx, chosen)
    if not await ctx.runtime.store.read(lambda c: was_ahead_of(c, shown.key, ctx.incoming)):
        if agrees(text):
            return await _agree(ctx)
        if refuses(text) or chosen.listen(text).declined:
            return await _decline(ctx)
    mail = _mail(ctx.person)
    # In few words, too, they may say what the interview is to be about.
    names_it = chosen.intake is not None and chosen.intake.invited_by(text)
    kept = bool(mail) or counted_words(text) >= TELLING or names_it
    if kept:
        mail = (*mail, ctx.item.id)
    if not await _knows(ctx, shown):
        return await _ask(ctx, chosen, ctx.person, mail, kept=kept)
    return _asked_again(ctx, chosen, mail, kept=kept)


def _asked_again(ctx: Context, chosen: Interview, mail: tuple[int, ...], *, kept: bool = True) -> Change:
    """The question in short, for somebody who knows the text; `kept`: and that what they sent just now is kept."""
    word = "kept-too" if _mail(ctx.person) else "kept-for-later"
    page = Page().add(say(ctx.language, word) if kept else "", Style.ITALIC)
    page.add(say(ctx.language, "consent-again", title=chosen.scripts.speak(ctx.language).title))
    return ctx.reply(page.say(_buttons(ctx.language)), person=waiting(ctx.person, chosen.kind, mail))


async def file(ctx: Context) -> Change:
    """A file: it is kept where they were asked for their consent to an interview that is about something."""
    chosen = _chosen(ctx)
    content = ctx.incoming.content
    if chosen is None or not isinstance(content, Attachment) or not chosen.takes.takes_file(content):
        return await unusable(ctx)
    return _asked_again(ctx, chosen, (*_mail(ctx.person), ctx.item.id))


async def edited(ctx: Context, edit: Edit) -> Change | None:
    """The change of a message that is kept until an interview begins; None for any other message."""
    mail = _mail(ctx.person)
    if not mail:
        return None
    kept = await ctx.runtime.store.read(lambda c: kept_mail(c, ctx.person.id, mail))
    if not any((item.address, item.ref) == (ctx.incoming.address, edit.ref) for item in kept):
        return None
    kind = ctx.person.awaits.kind if ctx.person.awaits is not None else ""
    return ctx.reply(person=waiting(ctx.person, kind, (*mail, ctx.item.id)))


async def _agree(ctx: Context) -> Change:
    chosen = _chosen(ctx)
    if chosen is None:
        return _not_there(ctx)
    shown = _shown(ctx, chosen)
    mail = _mail(ctx.person)
    if not await _knows(ctx, shown):
        # What is so by now is not what they were told.
        return await _ask(ctx, chosen, ctx.person, mail)
    consent = Consent(digest=shown.digest, language=shown.language, text=shown.text)
    change = await _agreed_to(ctx, chosen, ctx.person, mail, consent)
    return replace(change, letters=(*await copies(ctx, chosen, ctx.person, consent, change), *change.letters))


async def _decline(ctx: Context) -> Change:
    """Nothing begins, and what they told is taken out of the mailbox."""
    session = ctx.view.session
    unfinished = session is not None and session.status is not Status.COMPLETED
    ways = (command_button(ctx.language, "resume", session.id),) if session is not None and unfinished else ()
    change = ctx.reply(
        Say(text=say(ctx.language, "consent-declined"), choices=ways),
        person=ctx.person.model_copy(update={"awaits": None}),
    )
    # What they told since and is still being heard would have them asked again.
    since = (i for i in ctx.view.items if i.id < ctx.item.id and not i.overtaken)
    told = tuple(i.id for i in since if is_spoken(i) or is_words(i))
    return replace(change, done=(*change.done, *told), blanked=(*_mail(ctx.person), *told))


def _chosen(ctx: Context) -> Interview | None:
    """The interview that begins when they agree; None where it is not enabled any more."""
    awaits = ctx.person.awaits
    return None if awaits is None else ctx.runtime.offered.get(awaits.kind)


def _not_there(ctx: Context) -> Change:
    """The interview that was to begin is not enabled any more: they choose anew, and what they told waits for that."""
    kind = ctx.person.awaits.kind if ctx.person.awaits is not None else ""
    person = waiting(ctx.person, "")
    return ctx.reply(Say(text=say(ctx.language, "unknown-interview", kind=kind)), person=person)


def _mail(person: Person) -> tuple[int, ...]:
    return () if person.awaits is None else person.awaits.mail


def waiting(person: Person, kind: str, mail: tuple[int, ...] | None = None) -> Person:
    """The person, for whom an interview of that kind waits; nothing does where there is neither a kind nor mail.

    `mail`: what they have told for it; None: what they have told already.
    """
    mail = _mail(person) if mail is None else mail
    about = "" if person.awaits is None or kind != person.awaits.kind else person.awaits.about
    return person.model_copy(update={"awaits": Awaited(kind=kind, mail=mail, about=about) if kind or mail else None})
