"""What the family asks, where no model asks it: behind a subject that has ended, and nothing that is closed."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.session import EntryKind
from core.contracts.turn import OthersQuestion, TurnContext
from core.interviews.life_story.interview import LifeStory
from tests.unit.life_story_kit import Talk, saying, scripts

THEIRS = OthersQuestion(id="t", text="Was the tree yours?", words="Masha asks: Was the tree yours?")
BROTHER = OthersQuestion(id="b", text="What became of your brother?", words="Masha asks: your brother?")


class Given(Talk):
    """One of somebody whose family asks something."""

    others: tuple[OthersQuestion, ...] = ()

    def situation(self, answer: str = "", *newest: object) -> TurnContext:
        return replace(super().situation(answer, *newest), others=self.others)  # type: ignore[arg-type]  # entries


async def test_it_comes_where_a_subject_ends_and_then_the_script_goes_on() -> None:
    talk = Given(LifeStory(scripts()))
    talk.begin()
    talk.others = (THEIRS,)
    own = await talk.say("White, always.")
    assert own.question is not None
    assert own.question.others == "", "what is told goes first"
    theirs = await talk.say("Of smoke.")
    assert theirs.question is not None
    assert (theirs.question.text, theirs.question.others) == (THEIRS.words, "t")
    assert theirs.question.kind is EntryKind.FOLLOW_UP
    talk.others = ()
    after = await talk.say("It was ours.")
    assert after.question is not None
    assert after.question.id == "q-1"


async def test_what_was_closed_since_is_not_asked_and_the_next_one_is() -> None:
    talk = Given(LifeStory(scripts()), model=saying("I see.", closed=["my brother"]))
    talk.begin()
    await talk.say("I don't want to talk about my brother.")
    talk.others = (BROTHER, THEIRS)
    turn = talk.skip()
    assert turn.question is not None
    assert turn.question.others == "t"
