"""Whether the house kept its promises, seen from outside: by what people were shown, and `raconteur export`."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from tests.fakes.command_line import raconteur
from tests.soak.faults import Struck
from tests.soak.house import House, Servers
from tests.soak.people import Crowd, Teller
from tests.soak.plan import MAY_REPEAT, Trouble

_MARK = re.compile(r"Mark-(\d{5})-\d{3}e?\b")
_SECRET = re.compile(r"Secret-\d{5}\b")
_AFTERWARDS = 90.0
"""Seconds after a fault in which what it left in doubt is sent again: a claim ends, another process takes it."""


def exported(house: House) -> dict[str, str]:
    """The words of each session in the order in which they were told, by the command line."""
    out = house.folder / "answers.jsonl"
    ended = raconteur("export", "--all", "--format", "jsonl", "--out", str(out), folder=house.folder)
    assert ended.code == 0, f"{ended.code}: {ended.err}"
    assert not (left := _SECRET.findall(out.read_text())), f"what was kept back is in a table: {left}"
    told: defaultdict[str, list[str]] = defaultdict(list)
    for line in out.read_text().splitlines():
        row = json.loads(line)
        told[row["session"]].append(row["answer"])
    return {session: "\n".join(answers) for session, answers in told.items()}


def violations(crowd: Crowd, house: House, at: Servers, struck: Sequence[Struck]) -> list[str]:
    """What was promised and not kept, in sentences."""
    return [
        *_unfinished(crowd),
        *_transcripts(crowd, exported(house), ahead=any(each.fault.trouble is Trouble.CLOCK for each in struck)),
        *(line for teller in crowd.tellers for line in (*_document(teller), *_repeated(teller, struck))),
        *(f"the log holds words of a person: {mark[0]}" for mark in _MARK.finditer(house.said)),
        *(f"the log holds a secret: {secret[0]}" for secret in _SECRET.finditer(house.said)),
        *(f"against Telegram's rules: {line}" for line in at.telegram.violations),
        *(f"against Discord's rules: {line}" for line in at.discord.violations),
        *(f"the model's server complains: {line}" for line in at.model.complaints),
    ]


def _unfinished(crowd: Crowd) -> Iterator[str]:
    return (f"chat {teller.number}: nobody answers any more ({teller.standing})" for teller in crowd.unfinished)


def _transcripts(crowd: Crowd, sessions: Mapping[str, str], *, ahead: bool) -> Iterator[str]:
    """Every answer is in one transcript, once, and in order.

    Not in order where a clock was far `ahead` of the chats', and a question had to be asked once more: words that came
    in between are put to the answer before.
    """
    found: dict[int, list[list[str]]] = defaultdict(list)
    for text in sessions.values():
        marks = [mark[0] for mark in _MARK.finditer(text)]
        owners = {_owner(mark) for mark in marks}
        if len(owners) > 1:
            yield f"one transcript has the words of several people: {sorted(owners)}"
        for owner in owners:
            found[owner].append([mark for mark in marks if _owner(mark) == owner])
    for teller in crowd.tellers:
        here = found.get(teller.number, [])
        if len(here) > 1:
            yield f"chat {teller.number}: its words are in {len(here)} transcripts"
        yield from _difference(
            teller, [mark for marks in here for mark in marks], in_order=not (ahead and teller.repeats)
        )


def _difference(teller: Teller, marks: Sequence[str], *, in_order: bool) -> Iterator[str]:
    told, kept = Counter(teller.told), Counter(marks)
    for mark in told - kept:
        yield f"chat {teller.number}: {mark} is lost"
    for mark in kept - told:
        yield f"chat {teller.number}: {mark} is there {kept[mark]} times, told {told[mark]}"
    if in_order and told == kept and _written(marks, teller) != _written(teller.told, teller):
        yield f"chat {teller.number}: the order is {marks}, told {teller.told}"


def _written(marks: Sequence[str], teller: Teller) -> list[str]:
    return [mark for mark in marks if mark not in teller.voiced]


def _document(teller: Teller) -> Iterator[str]:
    """The file that they were given in the chat has all of it, too."""
    if teller.document is not None:
        marks = Counter(mark[0] for mark in _MARK.finditer(teller.document.decode()))
        if marks != Counter(teller.told):
            yield f"chat {teller.number}: the file has {sorted(marks)}, told {teller.told}"


def _repeated(teller: Teller, struck: Sequence[Struck]) -> Iterator[str]:
    """Where the platform has a key nothing comes twice; elsewhere only what a fault has left in doubt."""
    for moment, text in teller.repeats:
        if teller.platform == "discord":
            yield f"chat {teller.number}: Discord showed a message twice ({text[:60]!r})"
        elif not any(each.fault.trouble in MAY_REPEAT and each.began <= moment <= each.ended + _AFTERWARDS
                     for each in struck):  # fmt: skip
            yield f"chat {teller.number}: a message came twice, and nothing had gone wrong ({text[:60]!r})"


def _owner(mark: str) -> int:
    found = _MARK.fullmatch(mark)
    assert found is not None
    return int(found[1])
