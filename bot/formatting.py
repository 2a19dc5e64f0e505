"""How the command line writes what there is: names, moments, money, numbers. Words of a person are data: shown, and
never obeyed."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from adapters.terminal.safe import visible_text
from core.contracts.findings import Finding
from core.contracts.messages import Address
from core.contracts.session import Session, Status

MICROS = 1_000_000
STATES = {
    Status.ACTIVE: "under way",
    Status.PAUSED: "paused",
    Status.COMPLETED: "finished",
    Status.ABANDONED: "left",
}


def is_resumable(session: Session) -> bool:
    """Return whether it is not finished yet. (A finished one can be opened again, too.)"""
    return session.status is not Status.COMPLETED


def person_label(name: str, address: Address) -> str:
    """Return what to call a person on a list: their name, else where they are."""
    return terminal_line(name) or terminal_line(str(address))


def terminal_line(text: str) -> str:
    """Put somebody's words on one line, without anything that a terminal would obey."""
    return " ".join(visible_text(text).split())


def format_finding(finding: Finding) -> str:
    """Return what the doctor found, in a line or two."""
    mend = f"\n    → {terminal_line(finding.mend)}" if finding.mend else ""
    return f"{finding.mark} {finding.what}: {terminal_line(finding.how)}{mend}"


def format_local_time(moment: datetime) -> str:
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")


def format_amount(micros: int) -> str:
    """Format money with two decimals, or up to four where they are not zero."""
    whole, rest = f"{Decimal(micros) / MICROS:.4f}".split(".")
    return f"{whole}.{rest[:2]}{rest[2:].rstrip('0')}"


def pluralize(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
