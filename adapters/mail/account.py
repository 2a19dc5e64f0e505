"""Ask the mail servers about the mailbox, for the doctor, and say how somebody is invited. Nothing is sent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from urllib.parse import quote

from adapters.mail import MailSection
from adapters.mail.platform import check_mail_section
from core.contracts.errors import ConfigurationError
from core.contracts.findings import Finding, finding_note, finding_ok, finding_wrong
from core.contracts.platform_spec import DOCTOR_PATIENCE, NoAnswer, NotAccepted
from core.languages.messages import say


async def examine(section: MailSection) -> AsyncIterator[Finding]:
    """Sign in at both servers and out again."""
    from adapters.mail import imap, smtp

    try:
        check_mail_section(section)
    except ConfigurationError as error:
        yield finding_wrong("E-mail", str(error), "write the missing keys into [mail]; docs/mail.md goes through them")
        return
    what = "E-mail, receiving"
    where = f"{section.imap_host}:{section.imap_port}"
    try:
        announces = await imap.check_login(section, DOCTOR_PATIENCE)
    except NotAccepted:
        yield finding_wrong(what, f"{where} does not accept the password", _PASSWORD)
    except NoAnswer as error:
        yield finding_wrong(what, f"{where} does not answer: {error}", "look at the network, and at mail.imap_host")
    else:
        yield finding_ok(what, f"{where} lets the mailbox be read")
        if not announces:
            looked = f"the server doesn't announce new mail; it is looked for every {section.poll_seconds} seconds"
            yield finding_note(what, looked, "nothing to do; mail.poll_seconds sets how often")
    what = "E-mail, sending"
    where = f"{section.smtp_host}:{section.smtp_port}"
    try:
        await smtp.check_login(section, DOCTOR_PATIENCE)
    except NotAccepted:
        yield finding_wrong(what, f"{where} does not accept the password", _PASSWORD)
    except NoAnswer as error:
        yield finding_wrong(what, f"{where} does not answer: {error}", "look at the network, and at mail.smtp_host")
    else:
        yield finding_ok(what, f"{where} takes mail")


_PASSWORD = "set mail.token to the mailbox's password; some providers want an app password"  # noqa: S105 - says how


def invitation(section: MailSection, code: str, language: str) -> list[str]:
    """Return a link that writes the first mail, and what it says for whoever types it."""
    check_mail_section(section)
    link = f"mailto:{section.address}?subject={quote(f'start {code}')}"
    return [link, say(language, "invite-mail", address=section.address, code=code)]
