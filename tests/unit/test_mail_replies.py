"""What is kept of a reply is its writer's, in the shapes that mail programs give replies, in four languages."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.mail.replies import split_reply, unquoted_rest, unwrap

OURS = "Where did you live as a child?\n\nTake your time; a few sentences are enough."
QUOTED = "\n".join(f"> {line}" for line in OURS.split("\n"))
US = "Raconteur <tell+17xabcdefghijklmnop@example.org>"
SAID = {
    "en": "We lived over the bakery.\n\nMy father said: never again!\n- Why? I asked.\n- Because.",
    "de": "Wir wohnten über der Bäckerei.\n\nAm Morgen schrieb er mir: steh auf!\n– Warum?, fragte ich.",
    "es": "Vivíamos encima de la panadería.\n\nEl abuelo me escribió: vuelve pronto.\n—¿Por qué? —pregunté.",
    "ru": "Мы жили над булочной.\n\nОтец писал мне: приезжай.\n— Зачем? — спросила я.",
}
CLOSING = {"en": "Best regards,\nAnna", "de": "Liebe Grüße\nAnna", "es": "Un abrazo,\nAna", "ru": "С любовью,\nАнна"}
WROTE = {
    "en": (
        f"On Mon, Mar 2, 2026 at 10:00 AM {US} wrote:",
        "On 2 Mar 2026, at 10:00, Raconteur\n<tell+17xabcdefghijklmnop@example.org> wrote:",
        "Raconteur wrote on 02/03/2026 10:00:",
    ),
    "de": (
        f"Am Mo., 2. März 2026 um 10:00 Uhr schrieb {US}:",
        "Am Mo., 2. März 2026 um 10:00 Uhr schrieb Raconteur <\ntell+17xabcdefghijklmnop@example.org>:",
        "Am 02.03.26 um 10:00 schrieb Raconteur:",
    ),
    "es": (
        "El lun, 2 mar 2026 a las 10:00, Raconteur (<tell+17xabcdefghijklmnop@example.org>)\nescribió:",
        "El 2/3/26 a las 10:00, Raconteur escribió:",
    ),
    "ru": (
        f"пн, 2 мар. 2026 г. в 10:00, {US}:",
        f"Понедельник, 2 марта 2026, 10:00 +03:00 от {US} написал:",
        "02.03.2026 10:00, Raconteur пишет:",
        "2 марта 2026 г., в 10:00, Raconteur <tell@example.org> написал(а):",
    ),
}
HEADS = {
    "en": f"From: {US}\nSent: Monday, March 2, 2026 10:00\nTo: Anna\nSubject: Where did you live",
    "de": f"Von: {US}\nGesendet: Montag, 2. März 2026 10:00\nAn: Anna\nBetreff: Where did you live",
    "es": f"De: {US}\nEnviado: lunes, 2 de marzo de 2026 10:00\nPara: Ana\nAsunto: Where did you live",
    "ru": f"От: {US}\nОтправлено: 2 марта 2026 г. 10:00\nКому: Анна\nТема: Where did you live",
}
BARS = {
    "en": "-----Original Message-----",
    "de": "-----Ursprüngliche Nachricht-----",
    "es": "-----Mensaje original-----",
    "ru": "-------- Исходное сообщение --------",
}
SENT_FROM = {
    "en": ("Sent from my iPhone", "Get Outlook for Android"),
    "de": ("Von meinem iPhone gesendet", "Gesendet mit der GMX Mail App"),
    "es": ("Enviado desde mi iPhone",),
    "ru": ("Отправлено с iPhone", "Отправлено из мобильной Яндекс Почты"),
}


def shapes() -> list[tuple[str, str, str]]:
    """A name, a mail, and what its writer says in it."""
    found = []
    for tag, said in SAID.items():
        text = f"{said}\n\n{CLOSING[tag]}"
        for number, wrote in enumerate(WROTE[tag]):
            found += [
                (f"{tag} above {number}", f"{text}\n\n{wrote}\n\n{QUOTED}\n", text),
                (f"{tag} close above {number}", f"{text}\n{wrote}\n{QUOTED}\n", text),
                (f"{tag} below {number}", f"{wrote}\n{QUOTED}\n\n{text}\n", text),
                (f"{tag} signed {number}", f"{text}\n\n-- \nAnna\nLindenweg 3\n\n{wrote}\n\n{QUOTED}\n", text),
            ]
        found += [
            (f"{tag} heads", f"{text}\n\n{HEADS[tag]}\n\n{OURS}\n", text),
            (f"{tag} bar", f"{text}\n\n{BARS[tag]}\n{HEADS[tag]}\n\n{OURS}\n", text),
            (f"{tag} line", f"{text}\n\n________________________________\n{HEADS[tag]}\n\n{OURS}\n", text),
            (f"{tag} alone", f"{text}\n", text),
        ]
        found += [(f"{tag} {line}", f"{text}\n\n{line}\n\n{QUOTED}\n", text) for line in SENT_FROM[tag]]
    return found


CASES = shapes()


@pytest.mark.parametrize(("name", "mail", "said"), CASES, ids=[case[0] for case in CASES])
@pytest.mark.parametrize("answered", ["", OURS], ids=["unknown", "known"])
def test_a_reply_is_what_its_writer_says(name: str, mail: str, said: str, answered: str) -> None:
    assert split_reply(mail, answered=answered).kept == said


@pytest.mark.parametrize(("name", "mail", "said"), CASES, ids=[case[0] for case in CASES])
def test_shown_is_only_what_is_not_ours(name: str, mail: str, said: str) -> None:
    shown = unquoted_rest(split_reply(mail, answered=OURS).cut, answered=OURS, names=("tell@example.org", "Raconteur"))
    telephones = [line for lines in SENT_FROM.values() for line in lines]
    expected = "Anna\nLindenweg 3" if "signed" in name else next((line for line in telephones if line in mail), "")
    assert shown == expected


def test_answers_between_quoted_lines_are_kept_together() -> None:
    mail = f"{WROTE['en'][0]}\n> Where did you live as a child?\n\nOver the bakery.\n\n> Take your time.\n\nI will.\n"
    assert split_reply(mail, answered=OURS).kept == "Over the bakery.\n\nI will."


def test_what_somebody_quotes_of_others_is_theirs() -> None:
    mail = f"He had a poem:\n\n> The sea, the sea,\n> it waits for me.\n\n{WROTE['en'][0]}\n{QUOTED}\n"
    assert "it waits for me" in split_reply(mail, answered=OURS).kept


def test_words_under_a_quotation_without_marks_are_kept() -> None:
    mail = f"{HEADS['en']}\n\n{OURS}\n\nWe lived over the bakery.\n"
    assert split_reply(mail, answered=OURS).kept == "We lived over the bakery."


@pytest.mark.parametrize(
    "text",
    [
        "On Sunday my mother wrote:\nCome home.",
        "From: the first day on I hated it.",
        "--\nThat line I drew myself, and what comes below is long.\n" + "One more line.\n" * 12,
        "Sent from my village at six, I walked.\nAnd walked.",
        "Am Abend schrieb ich: genug.",
        "Он пишет: приезжай.",
    ],
)
def test_sentences_that_look_alike_are_kept(text: str) -> None:
    assert split_reply(text).kept == text.strip()


LINES = st.sampled_from(
    [
        *("", "Hello", "-- ", "--", "> quoted", ">> more", "> On 2 Mar 2026 X <a@b.org> wrote:", "Sent from my iPhone"),
        *(wrote for each in WROTE.values() for wrote in each),
        *(line for heads in HEADS.values() for line in heads.split("\n")),
        *BARS.values(),
        *(line for said in SAID.values() for line in said.split("\n")),
        *OURS.split("\n"),
    ]
)


@given(
    lines=st.lists(LINES | st.text(max_size=30), max_size=25),
    ending=st.sampled_from(["\n", "\r\n"]),
    answered=st.sampled_from(["", OURS]),
)
def test_no_word_is_ever_lost(lines: list[str], ending: str, answered: str) -> None:
    mail = ending.join(lines)
    reply = split_reply(mail, answered=answered)
    assert not Counter(mail.replace("\0", "").split()) - Counter(reply.kept.split()) - Counter(reply.cut.split())
    assert unwrap(reply.kept).split() == reply.kept.split()
    shown = unquoted_rest(reply.cut, answered=OURS, names=("Raconteur",))
    assert not Counter(shown.split()) - Counter(reply.cut.split())


def test_lines_that_a_program_broke_are_joined() -> None:
    words = "We lived over the bakery, and in the morning the whole house smelled of bread, even the cellar did."
    broken = "We lived over the bakery, and in the morning the whole house smelled of\nbread, even the cellar did."
    assert unwrap(broken) == words
    poem = "The sea, the sea,\nit waits for me."
    assert unwrap(poem) == poem
