"""The copy that somebody gets of what they have agreed to, where an interview has terms of its own."""

from __future__ import annotations

from core.contracts.commits import Commit, Consent, OutboxMessage
from core.contracts.messages import SendDocument
from core.contracts.session import Person
from core.contracts.turn import Interview
from core.conversation.context import ConversationContext
from core.documents.signed_copy import MARKDOWN, Signed, copy_name, signed_copy
from core.languages.messages import say
from core.store.study_rows import participant_codes


def script_terms(chosen: Interview) -> dict[str, str]:
    return {language: script.consent for language, script in chosen.scripts.scripts.items() if script.consent}


async def copies_of_consent(
    ctx: ConversationContext, chosen: Interview, person: Person, consent: Consent, change: Commit
) -> tuple[OutboxMessage, ...]:
    """What is sent before the first question. `change`: with which it begins; the copy is deleted with its session."""
    if not script_terms(chosen):
        return ()
    signed = Signed(
        title=chosen.scripts.speak(consent.language).title,
        name=person.name,
        codes=await ctx.runtime.store.read(lambda c: participant_codes(c, person.id, chosen.kind)),
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
