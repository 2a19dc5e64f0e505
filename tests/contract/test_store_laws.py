"""Whatever is heard, asked, taken back and edited, in whatever order: the session's figures stay true."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from core.contracts.commits import Commit, Revise
from core.contracts.errors import Stale
from core.contracts.session import QUESTIONS, Entry, EntryKind, Reason, Record, Session
from core.contracts.turn import NewQuestion, Turn
from core.conversation.draft import Draft, UserMessage
from core.documents.archive import bind_to_scripts, export_json, import_json
from core.store.changes import commit
from core.store.records import load_record, put_record
from core.store.store import MemoryStore, Result, Unit
from tests.fakes.effort import tries
from tests.fakes.records import QUESTION_IDS
from tests.fakes.stores import AT, NOW, SCRIPTS, arrive, edit, event, new_session, stored, unnumbered

WORDS = st.text(max_size=12) | st.sampled_from(["one", "two words", "", "три слова тут", "a\nb\tc", "\x00"])
MESSAGES = st.lists(st.lists(WORDS, min_size=1, max_size=3), min_size=1, max_size=3)
PICKS = st.integers(0, 10**6)


class Interviewing(RuleBasedStateMachine):
    """One session in a store, and beside it what it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.store = MemoryStore()
        self.commits = 0
        self.steps = 0
        self.edited = False
        self.told: dict[int, list[str]] = {}
        """All wordings of each entry, by `seq`."""
        self.taken_back: set[int] = set()

    def teardown(self) -> None:
        if self.commits:
            self._goes_out_and_comes_in()
        self.runner.run(self.store.close())
        self.runner.close()

    # --- steps ----------------------------------------------------------------------------------------------------

    @initialize()
    def begin(self) -> None:
        self._run(lambda c: arrive(c, event("hello")))
        draft = Draft(new_session(), AT, new=SCRIPTS)
        self._apply(draft, EntryKind.QUESTION, "Where did it begin?", "We begin.")
        self._commit(draft)

    @rule(messages=MESSAGES, pick=PICKS)
    def hear(self, messages: list[list[str]], pick: int) -> None:
        draft = self._draft()
        self._hear(draft, messages, pick)
        self._commit(draft)

    @rule(kind=st.sampled_from(sorted(QUESTIONS)), text=WORDS, remark=WORDS)
    def ask(self, kind: EntryKind, text: str, remark: str) -> None:
        draft = self._draft()
        self._apply(draft, kind, text, remark)
        self._commit(draft)

    @rule(messages=MESSAGES, pick=PICKS, text=WORDS, remark=WORDS)
    def take_a_turn(self, messages: list[list[str]], pick: int, text: str, remark: str) -> None:
        draft = self._draft()
        self._hear(draft, messages, pick)
        self._apply(draft, EntryKind.QUESTION, text, remark)
        self._commit(draft)

    @precondition(lambda self: len(self.taken_back) < len(self.told))
    @rule(picks=st.lists(PICKS, min_size=1, max_size=3), reason=st.sampled_from([Reason.UNDO, Reason.DELETED]))
    def take_back(self, picks: list[int], reason: Reason) -> None:
        entries = [e for e in self._record().entries if not e.withdrawn]
        draft = self._draft()
        for entry in {entries[pick % len(entries)].seq: entries[pick % len(entries)] for pick in picks}.values():
            draft.withdraw(entry, reason)
            self.told[entry.seq].append(entry.text)
            self.taken_back.add(entry.seq)
        self._commit(draft)

    @rule(messages=MESSAGES)
    def take_back_what_was_just_said(self, messages: list[list[str]]) -> None:
        draft = self._draft()
        self._hear(draft, messages, 0)
        for entry in draft.added:
            draft.withdraw(entry)
            self.told[entry.seq].append(entry.text)
            self.taken_back.add(entry.seq)
        self._commit(draft)

    @rule(pick=PICKS, text=WORDS)
    def edit(self, pick: int, text: str) -> None:
        seq = 1 + pick % len(self.told)
        revision = edit(text).model_copy(update={"withdrawn": seq in self.taken_back})
        self._run(partial(commit, change=Commit(person_id="p1", effects=(Revise("s1", seq, revision),)), now=NOW))
        self.told[seq].append(text)
        self.edited = True

    @rule(messages=MESSAGES)
    def be_late(self, messages: list[list[str]]) -> None:
        before = self._record()
        draft = Draft(before.session.model_copy(update={"revision": before.session.revision - 1}), AT)
        draft.hear(tuple(UserMessage(tuple(texts), "", AT) for texts in messages), to=1, question_id="first-memory")
        with pytest.raises(Stale):
            self._run(partial(commit, change=draft.change(), now=NOW))
        assert self._record() == before

    # --- laws -----------------------------------------------------------------------------------------------------

    @invariant()
    def entries_are_dense_and_whole(self) -> None:
        whole = self._record()
        assert [e.seq for e in whole.entries] == list(range(1, whole.session.last_seq + 1))
        assert {e.seq: [r.text for r in e.revisions] for e in whole.entries} == self.told
        assert {e.seq for e in whole.entries if e.withdrawn} == self.taken_back
        for entry in whole.entries:
            assert all(a.number < b.number for a, b in pairwise(entry.revisions))

    @invariant()
    def the_revision_counts_the_commits(self) -> None:
        assert self._record().session.revision == self.commits

    @invariant()
    def the_counters_are_what_could_be_counted(self) -> None:
        whole = self._record()
        counters = whole.session.counters
        left = [e for e in whole.entries if not e.withdrawn]
        answers = [e for e in left if e.kind is EntryKind.ANSWER]
        assert counters.answers == len(answers)
        assert counters.questions == sum(e.kind is EntryKind.QUESTION for e in left)
        assert counters.follow_ups == sum(e.kind is EntryKind.FOLLOW_UP for e in left)
        if not self.edited:
            assert counters.words == sum(len(e.text.split()) for e in answers)

    def _goes_out_and_comes_in(self) -> None:
        whole, scripts = self._run(lambda c: load_record(c, "s1"))
        found = import_json(export_json(whole, scripts, saved_at=AT))
        read, read_scripts = bind_to_scripts(found.record, found.scripts), found.scripts
        assert found.record == whole
        other = MemoryStore()
        self.runner.run(other.write(lambda c: put_record(c, read, read_scripts)))
        again, again_scripts = self.runner.run(other.read(lambda c: load_record(c, "s1")))
        self.runner.run(other.close())
        assert (unnumbered(again), again_scripts) == (unnumbered(read), read_scripts)

    # --- helpers --------------------------------------------------------------------------------------------------

    def _run(self, unit: Unit[Result]) -> Result:
        return self.runner.run(self.store.write(unit))

    def _record(self) -> Record:
        return self._run(lambda c: load_record(c, "s1"))[0]

    def _draft(self) -> Draft:
        self.steps += 1
        session: Session = self._run(stored)
        return Draft(session, AT + timedelta(seconds=30 * self.steps))

    def _hear(self, draft: Draft, messages: list[list[str]], pick: int) -> None:
        asked = [e for e in self._record().entries if e.kind in QUESTIONS]
        to: Entry = asked[pick % len(asked)]
        at = AT + timedelta(seconds=30 * self.steps)
        draft.hear(
            tuple(UserMessage(tuple(texts), "", at) for texts in messages), to=to.seq, question_id=to.question_id
        )
        for entry, texts in zip(draft.added[-len(messages) :], messages, strict=True):
            self.told[entry.seq] = list(texts)

    def _apply(self, draft: Draft, kind: EntryKind, text: str, remark: str) -> None:
        before = len(draft.added)
        asked = NewQuestion(id=QUESTION_IDS[self.steps % len(QUESTION_IDS)], text=text, kind=kind)
        turn = Turn(state={"step": self.steps}, remark=remark, question=asked)
        draft.apply(turn, key=f"turn-{self.steps}", language="en")
        for entry in draft.added[before:]:
            self.told[entry.seq] = [entry.text]

    def _commit(self, draft: Draft) -> None:
        self._run(partial(commit, change=draft.change(), now=NOW))
        self.commits += 1


TestInterviewing = Interviewing.TestCase
TestInterviewing.settings = settings(max_examples=tries(10, soak=250), stateful_step_count=12, deadline=None)
