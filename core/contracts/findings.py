"""Findings of the doctor."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    WELL = "✓"
    NOTE = "!"
    """Worth knowing, and nothing that must be mended."""
    WRONG = "✗"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One check: what was looked at, how it is, and what to do where something is to be done."""

    mark: Verdict
    what: str
    how: str
    mend: str = ""


def finding_ok(what: str, how: str) -> Finding:
    return Finding(mark=Verdict.WELL, what=what, how=how)


def finding_note(what: str, how: str, mend: str) -> Finding:
    return Finding(mark=Verdict.NOTE, what=what, how=how, mend=mend)


def finding_wrong(what: str, how: str, mend: str) -> Finding:
    return Finding(mark=Verdict.WRONG, what=what, how=how, mend=mend)
