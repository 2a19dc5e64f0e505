"""Two conversations about an episode with a bit of everything, and what a model might have made of the first."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from core.contracts.script import Chapter, Script, ScriptQuestion, ScriptSet
from core.contracts.session import Counters, Record, Status
from core.interviews.podcast.note_document import (
    FoundSentence,
    Insights,
    Narrative,
    NarrativeSentence,
    NotesStyle,
    Others,
    Theme,
    notes_markdown,
)
from core.interviews.podcast.sources.material import ContextOrigin, Episode, Source
from tests.fakes.records import Conversation, record_of


def scripts() -> ScriptSet:
    titles = {"en": ("Reflective", "Creative"), "ru": ("Размышление", "Творчество")}
    return ScriptSet(
        kind="podcast",
        scripts={
            language: Script(
                kind="podcast",
                language=language,
                version=1,
                title="Episode",
                chapters=tuple(
                    Chapter(
                        id=id_,
                        title=title,
                        questions=(ScriptQuestion(id=f"{id_}-opening", text="?", objective="o"),),
                    )
                    for id_, title in zip(("reflective", "creative"), names, strict=True)
                ),
            )
            for language, names in titles.items()
        },
    )


def podcast_record(talk: Conversation, *, language: str = "en", status: Status = Status.COMPLETED) -> Record:
    counters = Counters(questions=9, follow_ups=9, answers=9, words=9999, active_seconds=1_510)
    record = record_of(talk, language=language, status=status, counters=counters)
    return record.model_copy(
        update={"session": record.session.model_copy(update={"kind": "podcast", "title": "An episode"})}
    )


def source(title: str = "The quiet harbour", **more: object) -> Source:
    episode = Episode(
        title=title,
        show="Slow Talk",
        link="https://slowtalk.example/14",
        published=datetime(2026, 2, 27, 6, 0, tzinfo=UTC),
    )
    return Source.model_validate({"episode": episode, "origin": ContextOrigin.TRANSCRIPT, **more})


def rendered_notes(
    record: Record,
    style: NotesStyle,
    *,
    about: Source | None = None,
    insights: Insights | None = None,
    narrative: Narrative | None = None,
    others: Others = (),
) -> str:
    return notes_markdown(
        record,
        about or source(),
        style=style,
        insights=insights,
        narrative=narrative,
        scripts=scripts(),
        language=record.session.language,
        others=others,
    )


def english() -> Record:
    """An edit, an answer taken back, follow-ups, one spoken, a burst, a question passed over, one asked again."""
    talk = Conversation()
    talk.remark("Let's talk a little about the episode, one question at a time.")
    moment = talk.ask("Tell me about the moment of the episode that stayed with you.", "reflective-opening")
    first = talk.answer("The nets.", moment)
    talk.edit(
        first,
        "The part about mending nets. “Nobody mends a net in a hurry,” the old man says. "
        "I realised that I have not done slow work with my hands since Ruth was born.",
    )
    caught = talk.ask("What was it about that moment that caught you?", "reflective-opening", follow_up=True)
    talk.speak("The silence after it. My uncle Jon mended nets too, in Whitby, and he never said a word.", caught)
    talk.answer("- [ ] 20 knots a minute, he said\n---\n# and not one more %%ever%%", caught)
    taken = talk.ask("Where were you while you listened?", "reflective-where")
    talk.withdraw(talk.answer("In bed, secretly.", taken))
    talk.ask("How did you come to this episode?", "reflective-how-come")
    before = talk.ask("What did you think about it before?", "reflective-before")
    talk.answer(
        "I used to think that quick people are clever people. My son said I should slow down. "
        "If I had a garden, I would like to try it there. Isn't it odd?",
        before,
    )
    now = talk.ask("What will you do with it?", "reflective-conclusion")
    talk.answer("I want to call my uncle on Sunday. And I'll take out the old loom: slow work for my own hands.", now)
    talk.remark("Thank you for this conversation.")
    return _with_pause(podcast_record(talk), now, hours=9)


def russian() -> Record:
    talk = Conversation()
    moment = talk.ask("Расскажите о том месте выпуска, которое осталось с вами.", "reflective-opening")
    talk.answer(
        "Там, где он чинит сети. «Сеть в спешке не чинят», — говорит старик. "
        "Я вдруг поняла, что сама всю жизнь спешила.",
        moment,
    )
    caught = talk.ask("Чем вас зацепило это место?", "reflective-opening", follow_up=True)
    spoken = talk.speak("Тишиной. Дядя Павел в Керчи тоже чинил рыбацкие сети. Он сказал, что я буду учиться.", caught)
    talk.edit(spoken, "Тишиной. Дядя Павел в Керчи тоже чинил рыбацкие сети.\nИ пел:\n\n— Ой, море,\n— ой, синее…")
    where = talk.ask("Где вы были, когда слушали?", "reflective-where")
    talk.withdraw(talk.answer("Не скажу, где я была.", where))
    before = talk.ask("Что вы думали об этом раньше?", "reflective-before")
    talk.answer("Раньше я думала, что медленный человек — ленивый. Надо ли было так думать?", before)
    last = talk.ask("Что вы с этим сделаете?", "reflective-conclusion")
    talk.answer(
        "Позвоню дяде Павлу в воскресенье. Хочу попросить у него рыбацкую сеть на память. Торопиться не буду.", last
    )
    waiting = talk.ask("О чём ещё спросить?", "reflective-conclusion")
    record = podcast_record(talk, language="ru", status=Status.PAUSED)
    return record.model_copy(update={"session": record.session.model_copy(update={"open_question": waiting})})


def found_by_model() -> Insights:
    """Of the English conversation. Half of it is wrong in one way or another."""
    return Insights(
        insights=[
            FoundSentence(quote="i have not done slow work with my hands", entry=3),
            FoundSentence(quote="he never said a word", entry=5),
            FoundSentence(quote="silence says more than words", entry=5),
            FoundSentence(quote="In bed, secretly", entry=8),
        ],
        actions=[
            FoundSentence(quote="call my uncle on Sunday", entry=99),
            FoundSentence(quote="I should slow down", entry=11),
        ],
        themes=[
            Theme(name="slow work", entries=[3, 13], quotes=["done slow work with my hands", "slow work for my own"]),
            Theme(name="patience", entries=[3], quotes=["The nets."]),
        ],
    )


def told_by_model() -> Narrative:
    """Of the English conversation: names, numbers and quotations that stand, and some that do not."""
    lines: list[tuple[str, list[int]]] = [
        ("What stayed with me is the part about mending nets.", [3]),
        ("“nobody mends a net in a hurry”, the old man says there.", [3]),
        ("Since Anna was born I have not done slow work with my hands.", [3]),
        ("My uncle Jon mended nets in Whitby, and he never said a word.", [5]),
        ("He mended nets for 40 years.", [5]),
        ("Before that I thought that quick people are clever people.", [11]),
        ("I was in bed, secretly.", [8]),
        ("Now I want to call my uncle on Sunday and take out the old loom.", [13]),
    ]
    return Narrative(sentences=[NarrativeSentence(text=text, entries=entries) for text, entries in lines])


def _with_pause(record: Record, question: int, *, hours: int) -> Record:
    """Everything after a question came that much later: somebody slept over it."""
    later = tuple(
        e.model_copy(update={"at": e.at + timedelta(hours=hours)}) if e.seq > question else e for e in record.entries
    )
    return record.model_copy(update={"entries": later})
