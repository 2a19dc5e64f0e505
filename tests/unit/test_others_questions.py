"""What the family asks, in an interview of any kind: where it comes, what goes before it, and what is not asked."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.session import EntryKind
from core.contracts.turn import OthersQuestion, Situation
from core.interviews.life_story.interview import LifeStory
from tests.unit.life_story_kit import Talk, deciding, scripts

STORY = "We had a long wooden house by the river, and my aunt baked there on Saturdays before it was light."
THEIRS = OthersQuestion(id="q", text="Was the tree yours?", words="Masha asks: Was the tree yours?")


class Given(Talk):
    """One of somebody whose family asks something."""

    others: tuple[OthersQuestion, ...] = (THEIRS,)

    def situation(self, answer: str = "", *newest: object) -> Situation:
        return replace(super().situation(answer, *newest), others=self.others)  # type: ignore[arg-type]  # entries


async def test_it_comes_where_a_subject_ends_behind_what_is_said_to_the_answer() -> None:
    talk = Given(
        LifeStory(scripts()),
        model=deciding(move="turn", about="q-7", message="Before it was light. Who wrote the letters in that house?"),
    )
    talk.others = ()
    talk.begin()
    talk.others = (THEIRS,)
    turn = await talk.say(STORY)
    assert turn.question is not None
    assert (turn.question.text, turn.question.others) == (THEIRS.words, "q")
    assert turn.question.kind is EntryKind.FOLLOW_UP
    assert "letters" not in turn.remark
    talk.others = ()
    after = await talk.say("It was ours, and my aunt's before.")
    assert after.question is not None
    assert after.question.id == "q-7"  # the script goes on where it would have


async def test_the_talk_stays_with_a_story_as_long_as_it_gives() -> None:
    talk = Given(LifeStory(scripts()), model=deciding(move="stay", message="What did your aunt sing?"))
    talk.others = ()
    talk.begin()
    talk.others = (THEIRS,)
    turn = await talk.say(STORY)
    assert turn.question is not None
    assert turn.question.others == ""


async def test_what_was_refused_since_is_not_asked_and_the_next_one_is() -> None:
    talk = Given(LifeStory(scripts()))
    talk.others = ()
    talk.begin()
    brother = OthersQuestion(id="b", text="What became of your brother?", words="Masha asks: your brother?")
    talk.others = (brother, THEIRS)
    turn = await talk.say("I don't want to talk about my brother.")
    assert turn.question is not None
    assert turn.question.others == "q"
    assert talk.interview.closed(talk.session) != ()
