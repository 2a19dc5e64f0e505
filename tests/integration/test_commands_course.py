"""Pausing, going on, skipping, taking back, finishing: what each command does to the interview, and what it says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.config import InterviewsSection
from core.contracts.about import About, SessionName
from core.contracts.messages import Press, Say, Text
from core.contracts.session import Status
from core.interviews.podcast.sources.material import ContextOrigin, Episode, Source
from core.interviews.podcast.state import podcast_session_name
from core.languages.messages import say
from core.store.finding_rows import put_finding
from tests.fakes.app import OPEN, Running, running
from tests.fakes.effort import tries
from tests.fakes.interview import PlainInterview
from tests.fakes.model import ScriptedModel
from tests.fakes.platform import FakePerson


class OtherInterview(PlainInterview):
    kind = "other"

    def called(self, about: About) -> SessionName:
        return podcast_session_name(about)


async def _answered(r: Running, *answers: str) -> FakePerson:
    """Somebody who has given these answers and read the next question."""
    person = await r.beginning()
    for answer in answers:
        await person.says(answer)
    return person


async def _status(r: Running, number: int = 0) -> Status:
    return (await r.sessions())[number].status


# --- pause and resume ---------------------------------------------------------------------------------------------


async def test_pause_says_how_to_go_on(r: Running) -> None:
    person = await _answered(r, "One.")
    assert await person.says("/pause") == say("en", "paused")
    assert person.labels == ["Continue", "Finish"]
    assert await _status(r) is Status.PAUSED
    assert await person.says("/pause") == say("en", "already-paused")


async def test_resume_while_it_is_under_way_asks_again_and_changes_nothing(r: Running) -> None:
    person = await _answered(r, "One.")
    assert (await person.says("/resume please")).endswith("Question 2 in en?")
    await person.says("Two.")
    assert await r.told() == [("q1", ["One."]), ("q2", ["Two."]), ("q3", [])]


async def test_words_into_a_pause_go_on_and_are_an_answer(r: Running) -> None:
    person = await _answered(r, "One.")
    assert await person.says("/pause", "I have thought of something.") == "I see.\n\nQuestion 3 in en?"
    assert await _status(r) is Status.ACTIVE
    assert (await r.told())[1] == ("q2", ["I have thought of something."])


@pytest.mark.parametrize("hello", ["Hello", "Good morning.", "Здравствуйте"])
async def test_a_mere_hello_into_a_pause_is_for_the_model_to_understand(hello: str, r: Running) -> None:
    person = await _answered(r, "One.")
    assert (await person.says("/pause", hello)) == "I see.\n\nQuestion 3 in en?"
    assert (await r.told())[1] == ("q2", [hello])


async def test_several_paused_ones_give_a_choice() -> None:
    async with running(kinds={"plain": PlainInterview(), "other": OtherInterview()}) as r:
        person = await _answered(r, "One.")
        await person.says("/interview other", "Two.", "/pause")
        assert [s.status for s in await r.sessions()] == [Status.PAUSED, Status.PAUSED]
        lines = (await person.says("/resume")).splitlines()
        assert lines[0] == say("en", "choose-resume")
        assert lines[2] == "1. Plain en: Question 2 of about 5"
        assert lines[3].startswith("Last message ")
        assert person.labels[0] == "1. Plain en – Question 2 of about 5"
        saying = person.received[-1].saying
        assert isinstance(saying, Say)
        first = (await r.sessions())[0].id
        await person.tell(Press(data=next(c.data for c in saying.choices if first in c.data)))
        assert (await person.next()).endswith("Question 2 in en?")
        assert [s.status for s in await r.sessions()] == [Status.ACTIVE, Status.PAUSED]
        await person.says("To the first.")
        assert (await r.told(0))[1] == ("q2", ["To the first."])
        assert (await r.told(1)) == [("q1", ["Two."]), ("q2", [])]


# --- after the end ------------------------------------------------------------------------------------------------


async def _finished(r: Running, *answers: str) -> FakePerson:
    person = await _answered(r, *answers)
    await r.says(person, "/done")
    await person.hears(len(person.received) - person.read)
    return person


async def test_done_thanks_sums_up_and_sends_the_transcript_first(r: Running) -> None:
    person = await _finished(r, "One.", "Two words.")
    outro, summary, transcript, *readings = person.said[-5:]
    assert outro == "Thank you."
    assert "3" in summary
    assert transcript.endswith("transcript.md")
    assert sorted(name.split("-")[-1] for name in readings) == ["economist.md", "psychologist.md"]
    body = person.documents[0].body.decode()
    assert body.index("Question 1") < body.index("One.") < body.index("Question 2") < body.index("Two words.")


async def test_a_completed_interview_opens_again_and_sends_a_new_transcript(r: Running) -> None:
    person = await _finished(r, "One.")
    assert await person.says("/resume") == say("en", "reopened") + "\n\nQuestion 2 in en?"
    assert await _status(r) is Status.ACTIVE
    await person.says("Two, after all.")
    await r.says(person, "/done")
    transcripts = [d.body.decode() for d in person.documents if "transcript" in d.name]
    assert len(transcripts) == 2
    assert "Two, after all." in transcripts[1]
    assert "Two, after all." not in transcripts[0]


async def test_words_to_a_finished_interview_are_met_with_a_way_on(r: Running) -> None:
    person = await _finished(r, "One.")
    assert await person.says("One more thing.") == say("en", "finished-session")
    assert person.labels == ["Add this to my story", "Continue", "Start a new one"]
    await person.presses("Continue")
    assert await person.says("One more thing.") == "I see.\n\nQuestion 3 in en?"
    assert await r.told() == [("q1", ["One."]), ("q2", ["One more thing."]), ("q3", [])]


async def test_words_after_the_end_become_a_part_of_the_story_by_one_press(r: Running) -> None:
    person = await _finished(r, "One.")
    await person.says("One more thing.")
    assert await person.presses("Add this to my story") == say("en", "postscript-added")
    await person.hears(1)
    body = person.documents[-1].body.decode()
    assert body.index("One.") < body.index("Added on") < body.index("One more thing.")
    assert body.count("One more thing.") == 1
    assert await _status(r) is Status.COMPLETED


async def test_the_same_words_are_added_once(r: Running) -> None:
    person = await _finished(r, "One.")
    await person.says("One more thing.")
    await person.presses("Add this to my story")
    await person.hears(1)
    assert await person.presses("Add this to my story") == say("en", "stale-button")


async def test_an_interview_that_is_opened_again_goes_on_where_its_agenda_was_left(r: Running) -> None:
    person = await _finished(r, "One.", "Two.")
    await person.says("/resume")
    await person.says("Three.")
    assert (await r.told())[2] == ("q3", ["Three."])


async def test_an_interview_whose_script_ended_opens_again_for_more() -> None:
    async with running(kinds={"plain": PlainInterview(questions=1)}) as r:
        person = await r.beginning()
        await r.says(person, "One.")
        assert await _status(r) is Status.COMPLETED
        await person.hears(len(person.received) - person.read)
        assert (await person.says("/resume")).startswith(say("en", "reopened"))
        await r.says(person, "And more.")
        assert await r.told() == [("q1", ["One.", "And more."])]
        assert await _status(r) is Status.COMPLETED
        assert "And more." in person.documents[-1].body.decode()


@pytest.mark.parametrize("command", ["/done", "/undo", "/back", "/skip"])
async def test_a_finished_interview_says_how_it_is_opened_again(command: str, r: Running) -> None:
    person = await _finished(r, "One.")
    assert await person.says(command) == say("en", "already-done")


async def test_conversations_about_episodes_are_offered_with_their_podcast() -> None:
    async with running(kinds={"plain": PlainInterview(), "other": OtherInterview()}) as r:
        person = await _answered(r, "One.")
        await person.says("/interview other", "Two.", "/pause")
        about = (await r.sessions())[1].id
        source = Source(episode=Episode(title="Better sleep", show="The Long Night"), origin=ContextOrigin.TITLE)
        await r.store.write(lambda c: put_finding(c, about, "source", source.model_dump_json(), now=1.0))
        shown = await person.says("/resume")
        assert "Plain en · The Long Night: Question 2 of about 5" in shown
        assert shown.count(" · The") == 1


async def test_a_paused_one_and_a_finished_one_give_a_choice() -> None:
    async with running(kinds={"plain": PlainInterview(), "other": OtherInterview()}) as r:
        person = await _answered(r, "One.")
        await person.says("/interview other")
        await r.says(person, "/done")
        await person.hears(len(person.received) - person.read)
        assert (await person.says("/resume")).startswith(say("en", "choose-resume"))
        assert person.labels == ["1. Plain en – finished", "2. Plain en – Question 2 of about 5"]


@pytest.mark.parametrize("shown", [True, False])
async def test_what_an_interview_has_cost_is_told_where_the_operator_wants_it(shown: bool) -> None:
    settings = OPEN.model_copy(update={"interviews": InterviewsSection(show_cost=shown)})
    kinds = {"plain": PlainInterview(), "other": OtherInterview()}
    async with running(kinds=kinds, settings=settings) as r:
        person = await _answered(r, "One.")
        assert ("cost so far 0.00" in await person.says("/interview other", "/pause", "/resume")) is shown


@pytest.mark.parametrize(
    ("command", "key"),
    [
        ("/resume", "nothing-to-resume"),
        ("/pause", "nothing-to-pause"),
        ("/done", "nothing-to-finish"),
        ("/skip", "nothing-to-skip"),
        ("/undo", "nothing-to-undo"),
        ("/back", "nothing-to-skip"),
        ("/status", "no-status"),
        ("/transcript", "transcript-empty"),
    ],
)
async def test_without_an_interview_every_command_says_what_to_do(command: str, key: str, r: Running) -> None:
    assert await r.platform.person().says(command) == say("en", key)


# --- skip, status, transcript, help -------------------------------------------------------------------------------


async def test_skip_goes_on_to_the_end() -> None:
    async with running(kinds={"plain": PlainInterview(questions=3)}) as r:
        person = await r.beginning()
        assert await person.says("/skip") == "Question 2 in en?"
        assert await person.presses("Skip") == "Question 3 in en?"
        assert await person.presses("Skip") == "Thank you."
        assert await _status(r) is Status.COMPLETED


async def test_status_shows_how_far(r: Running) -> None:
    person = await _answered(r, "One.", "Two.")
    text = await person.says("/status")
    assert text.splitlines()[0] == "“Plain en” (in progress)"
    assert text.splitlines()[1] == "▓" * 12 + "░" * 8 + " Question 3 of about 5"
    assert "(paused)" in await person.says("/pause", "/status")


async def test_the_transcript_so_far(r: Running, person: FakePerson) -> None:
    assert await person.says("/transcript") == say("en", "transcript-empty")
    assert (await person.says("One.", "/transcript")).endswith("transcript.md")
    assert (await person.says("Two.", "/transcript")).endswith("transcript.md")
    first, second = (d.body.decode() for d in person.documents)
    assert "Two." not in first
    assert "Two." in second
    assert await _status(r) is Status.ACTIVE


# --- taking back --------------------------------------------------------------------------------------------------


async def test_undo_takes_all_messages_of_an_answer_back(r: Running, person: FakePerson) -> None:
    early = r.platform.position()
    await person.says("One.")
    await r.handled(person.tell(Text(text="And more."), position=early))
    assert (await r.told())[0] == ("q1", ["One.", "And more."])
    await person.says("/undo")
    assert await r.told() == [("q1", [])]


async def test_undo_down_to_the_first_question_and_up_again() -> None:
    count = 16  # more entries than a turn looks at
    async with running(model=ScriptedModel(offline=True), kinds={"plain": PlainInterview(questions=count + 1)}) as r:
        answers = [f"Answer {n}." for n in range(1, count + 1)]
        person = await _answered(r, *answers)
        for n in range(count, 0, -1):
            assert await person.says("/undo") == say("en", "undone") + f"\n\nQuestion {n} in en?"
        assert await person.says("/undo") == say("en", "nothing-to-undo")
        assert await r.told() == [("q1", [])]
        counters = (await r.sessions())[0].counters
        assert (counters.answers, counters.words, counters.questions) == (0, 0, 1)
        await person.says("Anew.")
        assert await r.told() == [("q1", ["Anew."]), ("q2", [])]


async def test_back_down_to_the_first_question_loses_nothing() -> None:
    count = 16  # more entries than a turn looks at
    async with running(model=ScriptedModel(offline=True), kinds={"plain": PlainInterview(questions=count + 1)}) as r:
        answers = [f"Answer {n}." for n in range(1, count + 1)]
        person = await _answered(r, *answers)
        for n in range(count, 0, -1):
            assert await person.says("/back") == say("en", "back-to") + f"\n\nQuestion {n} in en?"
        assert await person.says("/back") == say("en", "nothing-before")
        assert await r.told() == [(f"q{n}", [f"Answer {n}."]) for n in range(1, count + 1)]
        await person.says("And this.")
        assert (await r.told())[0] == ("q1", ["Answer 1.", "And this."])


# --- a law over all of it -----------------------------------------------------------------------------------------


class Model:
    """What the transcript must show after any course of an interview, told without any of the machinery.

    Each asked question has a place in the script, a number of its own and what was said to it.
    """

    def __init__(self, questions: int) -> None:
        self.total = questions
        self.asked: list[tuple[int, list[int]]] = [(0, [])]
        """(place in the script, numbers of what was said to it) of each question, in the order of the asking."""
        self.open = 0
        """Which of `asked` is open."""
        self.paused = False

    def _ask(self, place: int) -> bool:
        if place >= self.total:
            return False
        self.asked.append((place, []))
        self.open = len(self.asked) - 1
        self.paused = False
        return True

    def answer(self, word: int) -> None:
        """Soon after a pause, what follows an answer is more of it."""
        place, said = self.asked[self.open]
        more = self.paused and bool(said)
        said.append(word)
        assert more or self._ask(place + 1)

    def skip(self) -> None:
        assert self._ask(self.asked[self.open][0] + 1)

    def undo(self) -> None:
        words = [word for _, said in self.asked for word in said]
        if words:
            which = next(n for n, (_, said) in enumerate(self.asked) if max(words) in said)
            self.asked[which][1].remove(max(words))
            self._return_to(which)

    def back(self) -> None:
        if self.open:
            self._return_to(self.open - 1)

    def resume(self) -> None:
        self.paused = False
        place, said = self.asked[self.open]
        if said:
            assert self._ask(place + 1)

    def _return_to(self, which: int) -> None:
        """Unanswered questions behind it are taken back."""
        self.asked = [q for n, q in enumerate(self.asked) if n <= which or q[1]]
        self.open = which
        self.paused = False


STEPS = st.lists(
    st.sampled_from(["answer", "answer", "answer", "skip", "undo", "back", "pause", "words-in-pause", "skip-in-pause"]),
    max_size=14,
)


@settings(max_examples=tries(10, soak=300))
@given(STEPS)
async def test_any_course_leaves_exactly_the_words_that_were_not_taken_back(steps: list[str]) -> None:
    expected = Model(questions=40)
    async with running(model=ScriptedModel(offline=True), kinds={"plain": PlainInterview(questions=40)}) as r:
        person = await r.beginning()
        for word, step in enumerate(steps, 1):
            if step.endswith("pause"):
                await r.says(person, "/pause")
                expected.paused = True
            match step:
                case "answer" | "words-in-pause":
                    expected.answer(word)
                    await person.write(f"word-{word}")
                case "skip" | "skip-in-pause":
                    expected.skip()
                    await person.write("/skip")
                case "undo":
                    expected.undo()
                    await person.write("/undo")
                case "back":
                    expected.back()
                    await person.write("/back")
                case "pause":
                    expected.resume()
                    await person.write("/resume")
            await r.settled()
        told = await r.told()
        assert told == [(f"q{place + 1}", [f"word-{w}" for w in said]) for place, said in expected.asked]
        whole = await r.record()
        assert whole.session.counters.answers == sum(len(said) for _, said in expected.asked)
        assert whole.session.counters.questions == len(expected.asked)
        kept = {e.revisions[0].text for e in whole.entries if e.answers is not None}
        assert kept == {f"word-{n}" for n, step in enumerate(steps, 1) if step in {"answer", "words-in-pause"}}
