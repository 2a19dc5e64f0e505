"""What stands in a book: what was told, in the order of the life, in the wording that counts."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given

from core.contracts.session import Record
from core.documents.exchanges import answered_exchanges
from core.features.book.decisions import BookWording, PassageOrigin, PassageWording, fingerprint
from core.features.book.documents.book import Book
from core.features.book.documents.display import printable_text
from core.features.book.documents.gathering import Wishes
from core.languages.messages import say
from tests.fakes.records import AUDIO, Conversation, record_of, records
from tests.features.book.books import HOSTILE, LIVES, PHOTO, book_of, life, told_by

OWN = "Her kitchen smelled of apples."


def words(book: Book) -> list[str]:
    return [line for passage in book.passages for line in passage.paragraphs]


def wished(
    seq: int, text: str, *, of: str, origin: PassageOrigin = PassageOrigin.OWN, way: BookWording = BookWording.TOLD
) -> Wishes:
    return Wishes(way=way, wordings={seq: PassageWording(seq=seq, of=fingerprint(of), text=text, origin=origin)})


def test_chapters_go_through_the_life_whatever_was_told_first() -> None:
    talk = Conversation()
    talk.answer("Mischa walked with me.", talk.ask("Who walked with you?", "first-day"))
    talk.answer("A blue door.", talk.ask("What do you remember?", "first-memory"))
    book = book_of(record_of(talk))
    assert [chapter.title for chapter in book.chapters] == ["Childhood", "School"]
    assert words(book) == ["A blue door.", "Mischa walked with me."]


def test_a_life_has_its_title_its_photo_and_every_word() -> None:
    book = book_of(life())
    assert (book.name, book.title, book.years) == ("Maria", "The story of a life", "2026")
    (photo,) = [passage.photo for passage in book.passages if passage.photo is not None]
    assert (photo.file, photo.caption) == ("", ("Our house, with the blue door",))
    assert f"{LIVES['en'][2][1]} Are you writing this down?" in words(book)
    assert not any(passage.aside for passage in book.passages)


def test_an_answer_only_said_to_the_interviewer_is_marked_until_changed() -> None:
    talk = Conversation()
    asked = talk.ask("What do you remember?")
    talk.answer("A blue door.", asked)
    talk.mark(talk.answer("Who reads this?", asked), asides=("Who reads this?",))
    record = record_of(talk)
    book = book_of(record)
    assert [(passage.paragraphs, passage.aside) for passage in book.passages] == [
        (("A blue door.",), False),
        (("Who reads this?",), True),
    ]
    assert not any(each.aside for each in book_of(record, wished(3, OWN, of="Who reads this?")).passages)
    talk.mark(3, asides=())
    assert book_of(record_of(talk)).fingerprint() == book.fingerprint(), "not a word of it has changed"


def test_sounds_and_photos_are_named_where_they_are_there() -> None:
    there = {PHOTO: Path("/photos/a.png"), AUDIO[0]: Path("/audio/a.ogg")}
    book = book_of(life(voice=True), there=there)
    assert book.photos == ("/photos/a.png",)
    assert [sound.number for sound in book.sounds] == [1, 2, 3, 4]
    assert book.sounds[0].name == "audio/001-first-memory.ogg"


def test_what_is_kept_back_or_withheld_is_not_in_it() -> None:
    talk = Conversation()
    asked = talk.ask("What do you remember?")
    secret, dull = talk.answer("My secret.", asked), talk.answer("Something dull.", asked)
    talk.answer("A blue door.", asked)
    talk.mark(secret, kept_back=True)
    book = book_of(record_of(talk), Wishes(wordings={dull: PassageWording(seq=dull, withheld=True)}))
    assert words(book) == ["A blue door."]


def test_a_passage_that_is_kept_back_is_a_gap() -> None:
    talk = Conversation()
    asked = talk.ask("What do you remember?")
    talk.mark(talk.speak("A blue door. My secret.", asked), kept_back=True, kept_passages=("My secret.",))
    record = record_of(talk)
    assert words(book_of(record)) == ["A blue door. […]"]
    assert book_of(record).sounds == ()
    out = Wishes(wordings={2: PassageWording(seq=2, withheld=True)})
    assert words(book_of(record, out)) == []


def test_no_question_gives_away_what_is_left_out() -> None:
    talk = Conversation()
    secret = talk.answer("I burnt the letters in the dairy.", talk.ask("What do you remember?"))
    talk.answer("Nobody.", talk.ask("Who knew that you burnt the letters in the dairy?", follow_up=True))
    assert (
        "dairy"
        not in book_of(
            record_of(talk), Wishes(wordings={secret: PassageWording(seq=secret, withheld=True)})
        ).model_dump_json()
    )


def test_a_wording_counts_as_long_as_the_words_that_it_was_made_of() -> None:
    record = life()
    (first, *_), told = answered_exchanges(record)[0].answers, LIVES["en"][0][1]
    assert words(book_of(record, wished(first.seq, OWN, of=told)))[0] == OWN
    assert words(book_of(record, wished(first.seq, OWN, of="Other words.")))[0] == told.splitlines()[0]


def test_what_a_model_left_out_is_left_out_only_where_that_was_wished() -> None:
    record, told = life(), LIVES["en"][0][1]
    (first, *_) = answered_exchanges(record)[0].answers
    for way, shown in ((BookWording.READ, OWN), (BookWording.TOLD, told.splitlines()[0])):
        wishes = wished(first.seq, OWN, of=told, origin=PassageOrigin.EDITED, way=way)
        assert words(book_of(record, wishes))[0] == shown


def test_questions_can_be_left_out() -> None:
    book = book_of(life(), Wishes(questions=False))
    assert {passage.question for passage in book.passages} == {""}


def test_every_change_of_a_word_changes_the_fingerprint_and_no_file_does() -> None:
    record = life(voice=True)
    whole = book_of(record).fingerprint()
    assert book_of(record, Wishes(questions=False)).fingerprint() != whole
    (first, *_) = answered_exchanges(record)[0].answers
    assert book_of(record, wished(first.seq, OWN, of=LIVES["en"][0][1])).fingerprint() != whole
    assert book_of(record, there={AUDIO[0]: Path("/audio/a.ogg")}).fingerprint() == whole


def test_what_another_has_told_stands_behind_it_and_each_under_their_name() -> None:
    record = life()
    book = book_of(record, events=told_by(record, "Masha", "Um, it was pears.", "And a dog."))
    said = [(passage.by, passage.is_anothers) for passage in book.passages[:4]]
    assert said == [("Maria", False), ("Masha", True), ("Masha", True), ("Maria", False)]
    assert {passage.by for passage in book.passages[4:]} == {""}
    assert [passage.paragraphs for passage in book.passages[1:3]] == [("Um, it was pears.",), ("And a dog.",)]
    assert len(book.colophon) == len(book_of(record).colophon) + 1


def test_a_yes_is_to_these_voices() -> None:
    record = life()
    voices = [(), told_by(record, "Masha", "Pears."), told_by(record, "Petya", "Pears.")]
    voices += [told_by(record, "Masha", "Plums."), told_by(record, "Masha", "Pears.", place=1)]
    assert len({book_of(record, events=each).fingerprint() for each in voices}) == len(voices)


def test_another_can_be_left_out_and_goes_with_what_they_tell_of() -> None:
    record = life()
    events = told_by(record, "Masha", "Pears.", "A dog.")
    out = Wishes(wordings={-1: PassageWording(seq=-1, withheld=True)})
    assert [each.paragraphs for each in book_of(record, out, events=events).passages if each.is_anothers] == [
        ("A dog.",)
    ]
    whole = Wishes(
        wordings={a.seq: PassageWording(seq=a.seq, withheld=True) for a in answered_exchanges(record)[0].answers}
    )
    assert "Pears." not in book_of(record, whole, events=events).model_dump_json()


def test_who_has_no_name_is_not_taken_for_another() -> None:
    record = life()
    nameless = record.model_copy(update={"person": record.person.model_copy(update={"name": ""})})
    names = [passage.by for passage in book_of(nameless, events=told_by(nameless, "", "Pears.")).passages[:3]]
    assert names == [say("en", "book-teller"), say("en", "family-somebody"), say("en", "book-teller")]


def test_nothing_in_it_turns_the_line_or_cannot_be_printed() -> None:
    everything = book_of(life(more=HOSTILE)).model_dump_json()
    for sign in "\u202e\u2066\u2069\u200e\u061c\x00\x07\x1b\ud83d\udc00\uffff\ufdd0":
        assert sign not in everything
    assert "safe gnirts inside out end" in everything


@given(record=records(marks=True))
def test_a_book_has_every_word_that_documents_show_and_no_other(record: Record) -> None:
    book = book_of(record)
    told = "".join(answer.text for each in answered_exchanges(record) for answer in each.answers).split()
    assert sorted("".join("".join(words(book)).split())) == sorted(_printable("".join(told)))


def _printable(text: str) -> str:
    return "".join(printable_text(text).split())
