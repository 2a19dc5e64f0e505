"""`raconteur invite --gift`: an interview for somebody, with the link to send them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.config import Settings


def create_gift(
    settings: Settings,
    name: str,
    *,
    giver: str,
    language: str,
    rhythm: str,
    kind: str,
    lasts: timedelta | None,
    now: datetime,
) -> list[str]:
    """Create a gift, and return how its person comes in. Blocks. Raises ConfigurationError."""
    import asyncio
    import secrets

    from bot.cli_access import CODE_BYTES, entry_instructions
    from bot.database import prepare_database_direct
    from core.access.gate import code_digest
    from core.conversation.phases.new import clean_name
    from core.features.gift.family import Family, InviteRole, NewGift, NewInvitation, SharingConsent
    from core.features.gift.giving import RHYTHMS
    from core.features.gift.steps import put_family_invite, put_gift
    from core.languages import LANGUAGES
    from core.languages.messages import say
    from core.store.reports import write_direct
    from core.store.store import Connection

    called, rhythms = clean_name(name), dict(RHYTHMS.values())
    if not called:
        raise ConfigurationError(f"--gift {name!r}: that is no name to greet somebody by.")
    if language not in LANGUAGES:
        raise ConfigurationError(f"--language {language}: there are {', '.join(LANGUAGES)}.")
    if rhythm not in rhythms:
        raise ConfigurationError(f"--rhythm {rhythm}: there are {', '.join(rhythms)}.")
    code = secrets.token_urlsafe(CODE_BYTES)
    ways = asyncio.run(entry_instructions(settings, code, language))
    if not ways:
        raise ConfigurationError(say(language, "invite-page-closed"))
    family = Family(
        id=secrets.token_hex(8),
        person_id=None,
        session_id=None,
        name=called,
        language=language,
        kind=gift_kind(settings, kind),
        rhythm=str(rhythms[rhythm] or ""),
        giver=giver,
        leave=SharingConsent.NOT_SAID,
        leave_at=None,
    )
    expires_at = None if lasts is None else (now + lasts).timestamp()
    opens = NewInvitation(family_id=family.id, part=InviteRole.TELLER, digest=code_digest(code), expires_at=expires_at)

    def unit(c: Connection) -> None:
        put_gift(c, NewGift(family=family), None, now=now.timestamp())
        put_family_invite(c, opens, None, now=now.timestamp())

    prepare_database_direct(settings.storage.database)
    write_direct(settings.storage.database, unit)
    return [say(language, "gift-forward", name=called, giver=giver or "none"), "", *ways]


def gift_kind(settings: Settings, kind: str) -> str:
    """Return the kind that is named, else the first that needs no subject. Raises ConfigurationError."""
    from bot.kinds import build_kinds

    fitting = [name for name, interview in build_kinds(settings, facts=None).items() if interview.intake is None]
    if kind and kind not in fitting:
        raise ConfigurationError(f"--interview {kind}: it is about something that is found out first; give another.")
    if not fitting:
        raise ConfigurationError("None of interviews.enabled can be given: each is about something.")
    return kind or fitting[0]
