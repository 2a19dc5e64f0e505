"""Asks for consent: people hear what becomes of their words before their first interview, and again when it changes.

Nothing begins without a yes. What they tell before is kept where it arrived: it becomes the beginning of their story,
or is taken out when they say no.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from core.access.gate import code_digest
from core.contracts.commits import BeginSession, BlankMail, Commit, Consent, OutboxMessage, PauseOthers
from core.contracts.messages import Attachment, Choice, Edit, Say, SendDocument, Style, StyledMessage
from core.contracts.session import Awaited, Person, Session, Stage, Status
from core.contracts.turn import Interview, TurnContext
from core.contracts.welcome import ConsentOffer, OfferedInterview, PlainInvitation
from core.conversation.asking import operator_notice, reject_file
from core.conversation.context import ConversationContext, Runtime
from core.conversation.draft import Draft, command_button, counted_words, group_messages, text_of_content
from core.conversation.feature_hooks import InterviewOpening, codes_of_person, find_opening
from core.conversation.phases.intake_moves import open_intake
from core.conversation.plan import awaits_consent, is_spoken, is_words
from core.documents.signed_copy import MARKDOWN, Signed, copy_name, signed_copy
from core.languages.messages import match_locale, say
from core.languages.phrases import Phrase, find_phrase
from core.privacy.facts import Facts, consent_digest, consent_lines, consent_text
from core.store.access import invited_kind, is_open_invite
from core.store.consents import has_agreed, kept_mail, was_message_queued, was_written_before
from core.store.feature_hooks import is_shut

LONGEST_ABOUT = 60_000
"""Characters of what somebody says with their wish for an interview."""
TELLING = 5
"""Words from which on somebody is telling already, and not choosing."""
IMPATIENCE = timedelta(minutes=1)
"""How long after the first press a second one is no wish to be asked again."""
_ANY_LANGUAGE = ""
"""A yes is one in every language: of somebody who has hardly written yet the language is only a guess."""
COMMAND = "privacy"
"""The command that the two buttons carry, with one of these arguments."""
AGREE = "=agree"
DECLINE = "=decline"


# --- the way into an interview ------------------------------------------------------------------------------------


async def begin_or_ask(
    ctx: ConversationContext,
    chosen: Interview,
    *,
    person: Person | None = None,
    greet: bool = False,
    told: tuple[int, ...] = (),
    about: str = "",
    opening: InterviewOpening | None = None,
) -> Commit:
    """The one way into an interview: begin it, or ask for consent first where it is not given yet.

    `person`: with new values. `greet`: they have just said what to call them. `told`: mailbox items with what they have
    begun to tell, the beginning of the first answer. `about`: what they said that it is to be about. `opening`: which
    somebody has given them just now.
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
    return await _agreed_to(ctx, chosen, person, mail, opening=opening)


async def _agreed_to(
    ctx: ConversationContext,
    chosen: Interview,
    person: Person,
    mail: tuple[int, ...],
    consent: Consent | None = None,
    *,
    opening: InterviewOpening | None = None,
    answer: bool | None = None,
) -> Commit:
    """Begin, since they have agreed; where its opening has a question that has no `answer` yet, ask that first."""
    opening = opening or await find_opening(ctx, chosen, person)
    if opening is None or not opening.question_key or answer is not None:
        return await _begin(ctx, chosen, person, mail, consent, opening=opening, answer=answer)
    if consent is not None:
        person = person.model_copy(update={"agreed": consent.digest})
    asked = opening.question(ctx, person)
    person = awaiting_interview(person, chosen.kind, mail)
    change = Commit(person_id=person.id, done=ctx.done, person=person, letters=(asked,))
    return change if consent is None else change.having(consent)


async def _asked_opening(ctx: ConversationContext, chosen: Interview) -> InterviewOpening | None:
    """Return the opening whose question they are asked now: they have agreed, and have not answered it."""
    opening = await find_opening(ctx, chosen, ctx.person)
    if opening is None or not opening.question_key or not await _agreed(ctx, chosen, ctx.person):
        return None
    return opening


async def answer_opening_question(ctx: ConversationContext, answer: bool) -> Commit | None:
    """Take a yes or a no to the question of an opening, by a button or in words; None where nobody is asked."""
    chosen = _chosen(ctx)
    if chosen is None or not awaits_consent(ctx.view):
        return None
    opening = await _asked_opening(ctx, chosen)
    if opening is None:
        return None
    return await _begin(ctx, chosen, ctx.person, _mail(ctx.person), opening=opening, answer=answer)


async def _words_about_opening(ctx: ConversationContext, chosen: Interview, text: str) -> Commit | None:
    """Take words of somebody who is asked such a question: a yes, a no, or the beginning of their story."""
    opening = await _asked_opening(ctx, chosen)
    if opening is None:
        return None
    if await ctx.runtime.store.read(lambda c: was_written_before(c, opening.question_key, ctx.incoming)):
        return ctx.reply(person=awaiting_interview(ctx.person, chosen.kind, (*_mail(ctx.person), ctx.item.id)))
    if (said_so := find_phrase(text, _ANY_LANGUAGE)) in {Phrase.YES, Phrase.NO}:
        return await answer_opening_question(ctx, said_so is Phrase.YES)
    return await _begin(ctx, chosen, ctx.person, (*_mail(ctx.person), ctx.item.id), opening=opening)


async def _agreed(ctx: ConversationContext, chosen: Interview, person: Person) -> bool:
    """Return whether they have agreed to what they would be told now, or to the same and more."""
    facts = ctx.runtime.privacy
    carrier = facts.carrier(ctx.incoming.address.platform)
    whole = facts.with_terms(script_terms(chosen))
    enough = {consent_digest(said, carrier) for said in (_concerning(chosen, facts), whole)}
    if person.agreed == "" or person.agreed in enough:
        return person.agreed != ""
    return await ctx.runtime.store.read(lambda c: any(has_agreed(c, person.id, digest) for digest in enough))


def _concerning(chosen: Interview, facts: Facts) -> Facts:
    """Return the facts that concern an interview: with its own terms, and links only where it is about them."""
    facts = facts.with_terms(script_terms(chosen))
    return facts if chosen.takes.links else facts.without_links()


async def keep_until_chosen(ctx: ConversationContext, choices: tuple[Choice, ...]) -> Commit:
    """Keep the words of somebody who begins to tell where there are several interviews, until they choose one."""
    person = ctx.person.model_copy(update={"awaits": Awaited(mail=(*_mail(ctx.person), ctx.item.id))})
    page = StyledMessage().add(ctx.say("kept-for-later")).add(ctx.say("no-session"))
    return ctx.reply(page.say(choices), person=person)


def drop_awaited_interview(ctx: ConversationContext, change: Commit) -> Commit:
    """Return the change; where it makes another interview go on, nothing is about to begin any more."""
    session, goes_on = change.session, not change.has(BeginSession) and change.person is None
    if session is None or session.status is not Status.ACTIVE or not goes_on or not awaits_consent(ctx.view):
        return change
    return replace(change, person=awaiting_interview(ctx.person, ""))


async def _begin(
    ctx: ConversationContext,
    chosen: Interview,
    person: Person,
    mail: tuple[int, ...],
    consent: Consent | None = None,
    *,
    opening: InterviewOpening | None = None,
    answer: bool | None = None,
) -> Commit:
    """Begin a session with its first question; whatever else was under way is paused."""
    language = match_locale(person.language)
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
        **({} if opening is None else opening.fields),
    )
    kept = await ctx.runtime.store.read(lambda c: kept_mail(c, person.id, mail)) if mail else ()
    told = group_messages(kept)
    about = "" if person.awaits is None else person.awaits.about
    situation = TurnContext(person=person, session=session, scripts=chosen.scripts, now=ctx.now, wish=about)
    draft = Draft(session, ctx.now, new=chosen.scripts)
    if opening is not None:
        draft.add_effects(*opening.begun(session.id, answer))
    agreed_to = () if consent is None else (consent,)
    agreed = person.agreed if consent is None else consent.digest
    person = person.model_copy(update={"stage": Stage.KNOWN, "awaits": None, "agreed": agreed})
    if chosen.intake is not None:
        change = await open_intake(ctx, draft, chosen, chosen.intake, about, kept)
        return replace(change, person=person).having(PauseOthers(), *agreed_to, BlankMail(mail))
    turn = chosen.begin(situation, offline=ctx.runtime.offline)
    turn = replace(turn, notice=operator_notice(ctx, turn.notice))
    if told:
        turn = replace(turn, notice="\n\n".join(filter(None, (say(language, "kept-as-beginning"), turn.notice))))
    draft.apply(turn, key=ctx.key("turn"), language=language)
    if told and turn.question is not None:
        draft.hear(told, to=draft.session.open_question or 0, question_id=turn.question.id)
        draft.show_heard(key=ctx.key("heard"), language=language)
    return draft.change(PauseOthers(), *agreed_to, done=ctx.done, person=None if person == ctx.person else person)


async def begin_as_agreed(
    ctx: ConversationContext,
    chosen: Interview,
    person: Person,
    digest: str,
    *,
    opening: InterviewOpening | None = None,
    answer: bool | None = None,
) -> Commit:
    """Begin for somebody who has pressed the button of a page, which showed the text of this digest.

    Where that is not what they would be told now, they are asked in the chat. `answer`: to the question of the
    `opening`, which the page has asked.
    """
    shown = _shown(ctx, chosen)
    if await _agreed(ctx, chosen, person):
        return await _agreed_to(ctx, chosen, person, _mail(person), opening=opening, answer=answer)
    if shown.digest != digest:
        return await begin_or_ask(ctx, chosen, person=person, greet=True, opening=opening)
    consent = Consent(digest=shown.digest, language=shown.language, text=shown.text)
    change = await _agreed_to(ctx, chosen, person, _mail(person), consent, opening=opening, answer=answer)
    copies = await copies_of_consent(ctx, chosen, person, consent, change)
    return replace(change, letters=(*copies, *change.letters))


@dataclass(frozen=True, slots=True, kw_only=True)
class WelcomeToInterviews:
    """`Welcome` to the interviews that can be begun here."""

    runtime: Runtime

    @property
    def has_model(self) -> bool:
        return not self.runtime.offline

    def offered(self, language: str) -> tuple[OfferedInterview, ...]:
        scripts = {kind: each.scripts.speak(language) for kind, each in self.runtime.offered.items()}
        return tuple(
            OfferedInterview(kind=kind, title=script.title, about=script.about)
            for kind, script in scripts.items()
            if script.listed
        )

    def consent(self, kind: str, platform: str, language: str) -> ConsentOffer | None:
        chosen = self.runtime.offered.get(kind)
        if chosen is None:
            return None
        return consent_offer(self.runtime, chosen, platform, language)

    async def invited(self, code: str, language: str) -> PlainInvitation | None:
        digest, now = code_digest(code), self.runtime.now()
        is_open, kind = await self.runtime.store.read(
            lambda c: (is_open_invite(c, digest, now=now) and not is_shut(c, digest, now=now), invited_kind(c, digest))
        )
        if not is_open:
            return None
        listed = self.offered(language)
        if not kind:
            return PlainInvitation(chosen=listed[0] if len(listed) == 1 else None)
        chosen = self.runtime.offered.get(kind)
        if chosen is None:
            return PlainInvitation(chosen=None)
        script = chosen.scripts.speak(language)
        return PlainInvitation(chosen=OfferedInterview(kind=kind, title=script.title, about=script.about))


def consent_offer(runtime: Runtime, chosen: Interview, platform: str, language: str) -> ConsentOffer:
    """Return what somebody agrees to who begins an interview on a page."""
    facts = _concerning(chosen, runtime.privacy)
    carrier = facts.carrier(platform)
    return ConsentOffer(
        digest=consent_digest(facts, carrier),
        lines=consent_lines(facts, language),
        text=consent_text(facts, carrier, language),
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


def _shown(ctx: ConversationContext, chosen: Interview) -> _Shown:
    facts, language = _concerning(chosen, ctx.runtime.privacy), ctx.language
    carrier = facts.carrier(ctx.incoming.address.platform)
    digest = consent_digest(facts, carrier)
    return _Shown(
        digest=digest,
        language=language,
        text=consent_text(facts, carrier, language),
        key=f"consent/{ctx.person.id}/{digest[:16]}/{language}",
    )


async def _knows(ctx: ConversationContext, shown: _Shown) -> bool:
    return await ctx.runtime.store.read(lambda c: was_message_queued(c, shown.key))


async def _ask(
    ctx: ConversationContext,
    chosen: Interview,
    person: Person,
    mail: tuple[int, ...],
    *,
    greet: bool = False,
    kept: bool = False,
) -> Commit:
    """Ask for consent, whole; `kept`: and say that what was told is kept."""
    letter = await _whole_question(ctx, chosen, called=person.name if greet else "", kept=kept)
    person = awaiting_interview(person.model_copy(update={"stage": Stage.KNOWN}), chosen.kind, mail)
    session = ctx.view.session
    if session is None or session.status is not Status.ACTIVE:
        return Commit(person_id=person.id, done=ctx.done, letters=(letter,), person=person)
    # They have left the other one; otherwise their yes would be an answer in it.
    draft = ctx.draft(session, ctx.view.scene)
    draft.set(status=Status.PAUSED, touched_at=ctx.now)
    change = draft.change(done=ctx.done, person=person)
    return replace(change, letters=(*change.letters, letter))


async def _whole_question(
    ctx: ConversationContext, chosen: Interview, *, called: str = "", kept: bool = False
) -> OutboxMessage:
    shown = _shown(ctx, chosen)
    language = shown.language
    page = StyledMessage().add(say(language, "kept-for-later") if kept else "", Style.ITALIC)
    page.add(say(language, "consent-before", name=called or "none", title=chosen.scripts.speak(language).title))
    page.add(shown.text).add(say(language, "consent-question"))
    key = ctx.key("consent") if await _knows(ctx, shown) else shown.key
    return OutboxMessage(key=key, address=ctx.incoming.address, saying=page.say(_buttons(language)), language=language)


async def repeat_consent_question(ctx: ConversationContext) -> tuple[OutboxMessage, ...]:
    """Return the question in another language, for somebody who is being asked and has just changed it."""
    chosen = _chosen(ctx)
    if chosen is None or not awaits_consent(ctx.view):
        return ()
    if (opening := await _asked_opening(ctx, chosen)) is not None:
        return (opening.question(ctx, ctx.person, again=True),)
    return (await _whole_question(ctx, chosen),)


def _buttons(language: str) -> tuple[Choice, ...]:
    return (
        command_button(language, COMMAND, AGREE, label=say(language, "button-agree")),
        command_button(language, COMMAND, DECLINE, label=say(language, "button-decline")),
    )


# --- the answer ---------------------------------------------------------------------------------------------------


async def handle_consent_button(ctx: ConversationContext) -> Commit | None:
    """Handle one of the two buttons; None where it answers nothing any more."""
    if awaits_consent(ctx.view):
        chosen = _chosen(ctx)
        if chosen is not None and ctx.argument == AGREE and await _agreed(ctx, chosen, ctx.person):
            return ctx.reply()  # pressed twice: they are asked the question of its opening now
        return await (_agree(ctx) if ctx.argument == AGREE else _decline(ctx))
    session = ctx.view.session
    if session is not None and ctx.argument == AGREE and ctx.incoming.sent_at - session.created_at < IMPATIENCE:
        return ctx.reply()
    return None


async def handle_consent_text(ctx: ConversationContext) -> Commit:
    """Take words of somebody who was asked for consent: a yes, a no, or what they have to tell, which is kept."""
    text = text_of_content(ctx.incoming.content) or ""
    chosen = _chosen(ctx)
    if chosen is None:
        return _not_there(ctx)
    if (answered := await _words_about_opening(ctx, chosen, text)) is not None:
        return answered
    shown = _shown(ctx, chosen)
    if not await ctx.runtime.store.read(lambda c: was_written_before(c, shown.key, ctx.incoming)):
        said_so = find_phrase(text, _ANY_LANGUAGE)
        if said_so is Phrase.YES:
            return await _agree(ctx)
        if said_so in {Phrase.NO, Phrase.STOP}:
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


def _asked_again(ctx: ConversationContext, chosen: Interview, mail: tuple[int, ...], *, kept: bool = True) -> Commit:
    """Ask in short somebody who knows the text; `kept`: and say that what they sent just now is kept."""
    word = "kept-too" if _mail(ctx.person) else "kept-for-later"
    page = StyledMessage().add(ctx.say(word) if kept else "", Style.ITALIC)
    page.add(ctx.say("consent-again", title=chosen.scripts.speak(ctx.language).title))
    return ctx.reply(page.say(_buttons(ctx.language)), person=awaiting_interview(ctx.person, chosen.kind, mail))


async def handle_consent_file(ctx: ConversationContext) -> Commit:
    """Keep a file if they were asked for their consent to an interview that takes it."""
    chosen = _chosen(ctx)
    content = ctx.incoming.content
    if chosen is None or not isinstance(content, Attachment) or not chosen.takes.takes_file(content):
        return await reject_file(ctx)
    return _asked_again(ctx, chosen, (*_mail(ctx.person), ctx.item.id))


async def edit_waiting_message(ctx: ConversationContext, edit: Edit) -> Commit | None:
    """Keep the change of a message that is kept until an interview begins; None for any other message."""
    mail = _mail(ctx.person)
    if not mail:
        return None
    kept = await ctx.runtime.store.read(lambda c: kept_mail(c, ctx.person.id, mail))
    if not any((item.address, item.ref) == (ctx.incoming.address, edit.ref) for item in kept):
        return None
    kind = ctx.person.awaits.kind if ctx.person.awaits is not None else ""
    return ctx.reply(person=awaiting_interview(ctx.person, kind, (*mail, ctx.item.id)))


async def _agree(ctx: ConversationContext) -> Commit:
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
    return replace(
        change, letters=(*await copies_of_consent(ctx, chosen, ctx.person, consent, change), *change.letters)
    )


async def _decline(ctx: ConversationContext) -> Commit:
    """Begin nothing, and take what they told out of the mailbox."""
    session = ctx.view.session
    unfinished = session is not None and session.status is not Status.COMPLETED
    ways = (ctx.button("resume", session.id),) if session is not None and unfinished else ()
    change = ctx.reply(
        Say(text=ctx.say("consent-declined"), choices=ways),
        person=ctx.person.model_copy(update={"awaits": None}),
    )
    # What they told since and is still being heard would have them asked again.
    since = (i for i in ctx.view.items if i.id < ctx.item.id and not i.overtaken)
    told = tuple(i.id for i in since if is_spoken(i) or is_words(i))
    return replace(change, done=(*change.done, *told)).having(BlankMail((*_mail(ctx.person), *told)))


def _chosen(ctx: ConversationContext) -> Interview | None:
    """Return the interview that begins when they agree; None where it is not enabled any more."""
    awaits = ctx.person.awaits
    return None if awaits is None else ctx.runtime.offered.get(awaits.kind)


def _not_there(ctx: ConversationContext) -> Commit:
    """Say that the interview is not enabled any more: they choose another, and what they told waits for that."""
    kind = ctx.person.awaits.kind if ctx.person.awaits is not None else ""
    person = awaiting_interview(ctx.person, "")
    return ctx.reply(Say(text=ctx.say("unknown-interview", kind=kind)), person=person)


def _mail(person: Person) -> tuple[int, ...]:
    return () if person.awaits is None else person.awaits.mail


def awaiting_interview(person: Person, kind: str, mail: tuple[int, ...] | None = None) -> Person:
    """Return the person with an interview of that kind waiting; nothing waits if there is neither a kind nor mail.

    `mail`: what they have told for it; None: what they have told already.
    """
    mail = _mail(person) if mail is None else mail
    about = "" if person.awaits is None or kind != person.awaits.kind else person.awaits.about
    return person.model_copy(update={"awaits": Awaited(kind=kind, mail=mail, about=about) if kind or mail else None})


# --- the copy of what was agreed to, where an interview has terms of its own --------------------------------------


def script_terms(chosen: Interview) -> dict[str, str]:
    return {language: script.consent for language, script in chosen.scripts.scripts.items() if script.consent}


async def copies_of_consent(
    ctx: ConversationContext, chosen: Interview, person: Person, consent: Consent, change: Commit
) -> tuple[OutboxMessage, ...]:
    """Return the copy to send before the first question; it is deleted with the session that `change` begins."""
    if not script_terms(chosen):
        return ()
    signed = Signed(
        title=chosen.scripts.speak(consent.language).title,
        name=person.name,
        codes=await codes_of_person(ctx, person, chosen.kind),
        at=ctx.now.astimezone(ctx.runtime.rules.zone_of(person)),
        language=consent.language,
        text=consent.text,
    )
    document = SendDocument(
        name=copy_name(chosen.kind),
        media_type=MARKDOWN,
        body=signed_copy(signed).encode(),
        caption=say(consent.language, "study-copy-caption"),
    )
    letter = OutboxMessage(
        key=ctx.key("signed"),
        address=ctx.incoming.address,
        saying=document,
        language=consent.language,
        session_id=None if change.session is None else change.session.id,
    )
    return (letter,)
