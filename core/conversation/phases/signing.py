"""The copy that somebody gets of what they have agreed to, where an interview has terms of its own."""

from __future__ import annotations

from core.contracts.change import Change, Consent, Letter
from core.contracts.messages import SendDocument
from core.contracts.session import Person
from core.contracts.turn import Interview
from core.conversation.context import Context
from core.documents.signed_copy import MARKDOWN, Signed, copy_name, signed_copy
from core.store.study_rows import codes_of
from core.words import say


def own_terms(chosen: Interview) -> dict[str, str]:
    """What its script has people agree to, by language."""
    return {language: script.consent for language, script in chosen.scripts.scripts.items() if script.consent}


async def copies(
    ctx: Context, chosen: Interview, person: Person, consent: Consent, change: Change
) -> tuple[Letter, ...]:
    """What is sent before the first question. `change`: with which it begins; the copy is deleted with its session."""
    if not own_terms(chosen):
        return ()
    signed = Signed(
        title=chosen.scripts.speak(consent.language).title,
        name=person.name,
        codes=await ctx.runtime.store.read(lambda c: codes_of(c, person.id, chosen.kind)),
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
    letter = Letter(
        key=ctx.key("signed"),
        address=ctx.incoming.address,
        saying=document,
        language=consent.language,
        session_id=None if change.session is None else change.session.id,
    )
    return (letter,)
