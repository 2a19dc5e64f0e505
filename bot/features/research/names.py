"""Finds what identifies people in a study, takes a reviewer's rulings on it, and checks that all is ruled on."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.features.research.studies import find_study, load_participations
from core.contracts.errors import ConfigurationError
from core.features.research.asking import NamesFound, batch_by_size, naming_prompt, raise_mistakes, read_csv
from core.features.research.findings import NameRow, RulingRow, names_of_study, put_names, put_rulings, rulings_of_study
from core.features.research.pseudonyms import (
    IdentifierKind,
    NameRuling,
    Pseudonym,
    Pseudonyms,
    add_found_names,
    forms_in,
    gather_pseudonyms,
    texts_of,
    unreviewed_pseudonyms,
)
from core.features.research.tables import study_answer_rows
from core.store.reports import read_snapshot, write_direct
from core.store.store import Connection
from core.timing.gazetteer import Gazetteer, normalize_town

if TYPE_CHECKING:
    from core.contracts.ports import LanguageModel
    from core.store.database_url import Database

_AROUND = 60
"""Characters before and behind a name in its excerpt."""
_BY_RULES, _BY_MODEL = 0, 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The words of a study, and what is known of who is told in them."""

    texts: Mapping[str, Sequence[str]]
    """By session; without those in which nothing was said."""
    pseudonyms: Pseudonyms
    looks: Mapping[str, tuple[int, str]]
    """By session: how it was looked through last, and the digest of its words then."""

    def seen(self, session_id: str, how: int) -> bool:
        """Return whether it was looked through like that, and has not changed since."""
        by, digest = self.looks.get(session_id, (_BY_RULES, ""))
        return digest == _digest(self.texts[session_id]) and by >= how

    @property
    def unseen(self) -> int:
        """Count the interviews in which something was said or changed since they were looked through."""
        return sum(not self.seen(each, _BY_RULES) for each in self.texts)


def load_names_review(c: Connection, name: str) -> Known:
    """Raises ConfigurationError where there is no such study."""
    find_study(c, name)
    texts: dict[str, list[str]] = {}
    for each in load_participations(c, name):
        said = [text for row in study_answer_rows([each]) for text in texts_of(row)]
        if each.record is not None and said:
            texts[each.record.session.id] = said
    found = names_of_study(c, name)
    forms: dict[tuple[str, int], dict[str, None]] = {}
    for row in found:
        forms.setdefault((row.kind, row.number), {})[row.form] = None
    ruled = tuple(
        Pseudonym(
            number=each.number,
            kind=IdentifierKind(each.kind),
            forms=tuple(forms.get((each.kind, each.number), ())),
            ruling=NameRuling(each.ruling),
            replacement=each.replacement,
        )
        for each in rulings_of_study(c, name)
    )
    looks = {row.session_id: (row.number, row.form) for row in found if not row.kind}
    return Known(texts=texts, pseudonyms=ruled, looks=looks)


def _digest(texts: Sequence[str]) -> str:
    return hashlib.sha256("\x1f".join(texts).encode("utf-8", "replace")).hexdigest()


# --- finding ----------------------------------------------------------------------------------------------------------


def find_names_by_rules(database: Database, name: str) -> None:
    """Look through everything by rules, and keep what is found."""
    here = read_snapshot(database, lambda c: load_names_review(c, name))
    found = gather_pseudonyms(
        [text for texts in here.texts.values() for text in texts], here.pseudonyms, towns=known_towns
    )
    looks = {each: int(here.seen(each, _BY_MODEL)) for each in here.texts}
    _keep(database, name, here.texts, found, looks)


def known_towns(told: Sequence[str]) -> Iterable[str]:
    """Return those of these names by which a town is known."""
    if not told:
        return ()
    called = Gazetteer().called([normalize_town(each) for each in told])
    return [each for each in told if normalize_town(each) in called and called[normalize_town(each)].known]


async def find_names_by_model(
    database: Database, name: str, model: LanguageModel, tell: Callable[[int, int], None]
) -> int:
    """Let a model look through what it has not seen yet, after the rules; how many finds did not stand in the text.

    What was looked through is kept interview by interview, so that nothing is paid for twice. `tell`: how many
    interviews are looked through, of how many. Raises ModelError.
    """
    here = await asyncio.to_thread(read_snapshot, database, lambda c: load_names_review(c, name))
    found, dropped = here.pseudonyms, 0
    waiting = [each for each in here.texts if not here.seen(each, _BY_MODEL)]
    for number, session_id in enumerate(waiting, start=1):
        texts = here.texts[session_id]
        for chunk in batch_by_size(texts, [len(text) for text in texts]):
            answered = await model.ask(naming_prompt(chunk, session_id), NamesFound)
            found, wrong = add_found_names(found, answered.all(), "\n".join(chunk))
            dropped += wrong
        await asyncio.to_thread(_keep, database, name, {session_id: texts}, found, {session_id: _BY_MODEL})
        tell(number, len(waiting))
    # A name that the model has found in one interview stands in others too.
    looks = dict.fromkeys(here.texts, _BY_MODEL)
    await asyncio.to_thread(_keep, database, name, here.texts, found, looks)
    return dropped


def _keep(
    database: Database,
    name: str,
    texts: Mapping[str, Sequence[str]],
    found: Pseudonyms,
    looks: Mapping[str, int],
) -> None:
    rows = [*_rows(texts, found, looks)]

    def put(c: Connection) -> None:
        ruled = {(each.kind, each.number) for each in rulings_of_study(c, name)}
        new = [each for each in found if (each.kind.value, each.number) not in ruled]
        put_rulings(
            c,
            name,
            [
                RulingRow(
                    kind=each.kind.value,
                    number=each.number,
                    ruling=each.ruling.value,
                    replacement=each.replacement,
                )
                for each in new
            ],
        )
        put_names(c, name, texts, rows)

    write_direct(database, put)


def _rows(texts: Mapping[str, Sequence[str]], found: Pseudonyms, looks: Mapping[str, int]) -> Iterator[NameRow]:
    whole = {form: each for each in found for form in each.forms}
    for session_id, said in texts.items():
        yield NameRow(session_id=session_id, kind="", number=looks[session_id], form=_digest(said))
        for form in dict.fromkeys(form for form, _ in forms_in("\n".join(said), whole)):
            of = whole[form]
            yield NameRow(session_id=session_id, kind=of.kind.value, number=of.number, form=form)


# --- reviewing --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRow:
    """A line of what a reviewer fills in; `ruling` and `replacement` are theirs."""

    kind: str
    number: int
    forms: str
    count: int
    """How often it stands in the study."""
    excerpt: str
    """Where it stands first."""
    ruling: str
    replacement: str


def review_rows(here: Known) -> list[ReviewRow]:
    """Return what is open first, then the rest, each by kind and number; without what stands nowhere any more."""
    whole = [text for texts in here.texts.values() for text in texts]
    by_form = {form: (each.kind, each.number) for each in here.pseudonyms for form in each.forms}
    counted: Counter[tuple[IdentifierKind, int]] = Counter()
    excerpts: dict[tuple[IdentifierKind, int], str] = {}
    for text in whole:
        for form, start in forms_in(text, by_form):
            counted[by_form[form]] += 1
            excerpts.setdefault(
                by_form[form], " ".join(text[max(0, start - _AROUND) : (start + len(form)) + _AROUND].split())
            )
    rows = [
        ReviewRow(
            kind=each.kind.value,
            number=each.number,
            forms=" | ".join(each.forms),
            count=counted[each.kind, each.number],
            excerpt=excerpts.get((each.kind, each.number), ""),
            ruling=each.ruling.value,
            replacement=each.replacement,
        )
        for each in here.pseudonyms
        if each.forms
    ]
    return sorted(rows, key=lambda row: (row.ruling != NameRuling.OPEN.value, row.kind, row.number))


def read_rulings(path: Path, pseudonyms: Pseudonyms) -> list[RulingRow]:
    """Read a reviewer's file, all of it or nothing. Raises ConfigurationError, which names every line that is wrong."""
    there = {(each.kind.value, str(each.number)) for each in pseudonyms}
    made: dict[tuple[str, str], RulingRow] = {}
    mistakes: list[tuple[int, str]] = []
    for line, cells in read_csv(path, ("kind", "number", "ruling", "replacement")):
        key, ruling = (cells["kind"].strip(), cells["number"].strip()), cells["ruling"].strip().casefold()
        replacement = " ".join(cells["replacement"].split())
        if key not in there:
            mistakes.append((line, f"there is no {key[0] or 'kind'} {key[1]} in this study"))
        elif key in made:
            mistakes.append((line, f"{key[0]} {key[1]} stands in an earlier line too"))
        elif ruling not in {each.value for each in NameRuling}:
            mistakes.append((line, f"{cells['ruling']!r}: a ruling is open, replaced or stays"))
        elif replacement and ruling != NameRuling.REPLACED.value:
            mistakes.append((line, f"there is a replacement, but the ruling is {ruling}, not replaced"))
        else:
            made[key] = RulingRow(kind=key[0], number=int(key[1]), ruling=ruling, replacement=replacement)
    raise_mistakes(path, mistakes)
    return [*made.values()]


# --- letting out ------------------------------------------------------------------------------------------------------


def check_reviewed(here: Known, name: str) -> None:
    """Raises ConfigurationError while somebody could be recognised by what nobody has looked at."""
    if here.unseen:
        raise ConfigurationError(
            f"{here.unseen} interviews have words that were not looked through: raconteur study pseudonyms find {name};"
            " --unreviewed replaces only what was found so far."
        )
    waiting = len(unreviewed_pseudonyms(here.pseudonyms))
    if waiting:
        raise ConfigurationError(
            f"{waiting} finds wait for a ruling: raconteur study pseudonyms review {name} --out FILE.csv;"
            " --unreviewed replaces them all."
        )
