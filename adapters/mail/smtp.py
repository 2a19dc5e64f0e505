"""Hand mails to the SMTP server, one connection for each: an interviewer writes a few a day."""

from __future__ import annotations

import ssl
from contextlib import suppress
from email.message import EmailMessage
from typing import Final

import aiosmtplib

from adapters.mail import MailSection
from core.contracts.errors import DeliveryError, Rejected, TooLarge, TryLater, Unreachable
from core.contracts.platform_spec import NoAnswer, NotAccepted

SECONDS: Final = 60.0
"""For each step of handing over a mail."""
_NO_SUCH_MAILBOX: Final = frozenset({550, 551, 553})
_SIGN_IN: Final = frozenset({530, 534, 535, 538})
"""Refusals of us rather than of the mail."""
_TOO_LARGE: Final = 552
_LATER: Final = 300.0
"""Seconds until a server that refuses the login is asked again."""


async def deliver(section: MailSection, mail: EmailMessage, to: str) -> None:
    """Hand over a mail. Raises a DeliveryError, whose text never holds an address or a word of the mail."""
    client = _client(section)
    try:
        await client.connect()
        await _sign_in(client, section)
        await client.send_message(mail, sender=section.address, recipients=[to])
    except aiosmtplib.SMTPException as error:
        raise delivery_error(error) from None
    except (OSError, ValueError) as error:
        raise TryLater(f"The mail server could not be reached ({type(error).__name__}).") from None
    finally:
        with suppress(aiosmtplib.SMTPException, OSError):
            await client.quit()
        client.close()


async def check_login(section: MailSection, patience: float) -> None:
    """Sign in and out. Raises NotAccepted and NoAnswer."""
    client = _client(section, patience)
    try:
        await client.connect()
        await _sign_in(client, section)
    except aiosmtplib.SMTPAuthenticationError:
        raise NotAccepted from None
    except (aiosmtplib.SMTPException, OSError, ValueError) as error:
        raise NoAnswer(type(error).__name__) from None
    finally:
        with suppress(aiosmtplib.SMTPException, OSError):
            await client.quit()
        client.close()


def delivery_error(error: aiosmtplib.SMTPException) -> DeliveryError:
    """Return what a failure means for the outbox."""
    if isinstance(error, aiosmtplib.SMTPAuthenticationError):
        return TryLater("The mail server does not accept the password.", after=_LATER)
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused):
        refused = [each.code for each in error.recipients]
        if refused and all(code in _NO_SUCH_MAILBOX for code in refused):
            return Unreachable(f"The mail server knows no such mailbox ({refused[0]}).")
        return _by_code(refused[0] if refused else 0)
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return _by_code(error.code)
    lost = isinstance(error, aiosmtplib.SMTPServerDisconnected | aiosmtplib.SMTPTimeoutError)
    return TryLater(f"The mail server is in trouble ({type(error).__name__}).", maybe_delivered=lost)


def _by_code(code: int) -> DeliveryError:
    if code == _TOO_LARGE:
        return TooLarge(f"The mail server finds it too large ({code}).")
    if 500 <= code < 600 and code not in _SIGN_IN:
        return Rejected(f"The mail server refuses it ({code}).")
    return TryLater(f"The mail server asks to try later ({code}).")


def _client(section: MailSection, patience: float = SECONDS) -> aiosmtplib.SMTP:
    context = None if section.smtp_security == "none" else ssl.create_default_context()
    return aiosmtplib.SMTP(
        hostname=section.smtp_host,
        port=section.smtp_port,
        timeout=patience,
        use_tls=section.smtp_security == "tls",
        start_tls=section.smtp_security == "starttls",
        tls_context=context,
        local_hostname="localhost" if section.smtp_security == "none" else None,
    )


async def _sign_in(client: aiosmtplib.SMTP, section: MailSection) -> None:
    if section.smtp_security == "none":
        await client.ehlo()
        if not client.supports_extension("auth"):
            return
    await client.login(section.user or section.address, section.secret)
