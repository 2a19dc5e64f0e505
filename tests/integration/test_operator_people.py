"""The operator's page begins with people: who told what last, what is new, and a few sentences instead of plots."""

from __future__ import annotations

from pathlib import Path

from adapters.web.operator.frame import GIVE, HOME
from bot.looked_at import FILE
from core.contracts.messages import Address
from core.contracts.session import Counters
from core.languages.messages import say
from core.store.operator_rows import PEOPLE
from core.store.schema import sessions
from core.store.store import Connection
from tests.fakes.operator_page import ONE, Operator, talk, words
from tests.fakes.stores import begin, new_session


async def test_with_nobody_there_one_big_button_invites_the_first(o: Operator) -> None:
    page = await o.see(HOME)
    assert say("en", "operator-nobody-yet") in words(page)
    assert f'href="{HOME}/doors" class="button big"' in page


async def test_the_owner_gets_the_form_of_a_gift(stranger: Operator) -> None:
    async with stranger.http.get(stranger.home_link, headers=stranger.headers, allow_redirects=False) as answer:
        assert answer.status == 200
    assert f'href="{GIVE}" class="button big"' in await stranger.see(HOME)


async def test_people_stand_there_with_their_last_words_until_they_were_looked_at(o: Operator, tmp_path: Path) -> None:
    await talk(o)
    page = words(await o.see(HOME))
    for expected in ("Maria", "A blue door.", say("en", "operator-new", number=1)):
        assert expected in page, page
    await o.see(ONE)
    page = words(await o.see(HOME))
    assert "A blue door." in page
    assert say("en", "operator-new", number=1) not in page
    assert "blue" not in (tmp_path / FILE).read_text()


async def test_what_is_kept_back_is_not_the_last_word(o: Operator) -> None:
    await talk(o, told="A secret.")
    await o.store.write(lambda c: c.exec_driver_sql("UPDATE entries SET kept_back = 1 WHERE seq = 2") and None)
    page = words(await o.see(HOME))
    assert "Maria" in page
    assert "A secret." not in page
    assert say("en", "operator-nothing-told") in page
    assert say("en", "operator-new", number=1) not in page


async def test_figures_are_sentences(o: Operator) -> None:
    await talk(o)
    page = words(await o.see(HOME))
    assert say("en", "operator-week-answers", number=1) in page
    assert say("en", "operator-people-wait", number=1) in page
    figures = words(await o.see(f"{HOME}/figures"))
    assert figures.index(say("en", "operator-week-answers", number=1)) < figures.index(
        say("en", "operator-more-figures")
    )


async def test_of_many_people_the_newest_are_there_each_once(o: Operator) -> None:
    def unit(c: Connection) -> None:
        for n in range(PEOPLE + 1):
            where = Address(platform="here", chat=str(n))
            begin(c, new_session(f"s{n}", person_id=f"p{n}", address=where), event_id=f"hello {n}")

    await o.store.write(unit)
    page = await o.see(HOME)
    assert page.count(f"{HOME}/sessions/") == PEOPLE
    assert say("en", "operator-everybody-else") in words(page)


async def test_a_browser_is_signed_out_from_there(o: Operator) -> None:
    page = await o.see(HOME)
    assert say("en", "operator-devices") in words(page)
    assert f'action="{HOME}/devices/sign-out"' in page


async def test_the_figures_count_what_stands_above_them(o: Operator) -> None:
    await o.see(HOME)
    await talk(o)
    assert say("en", "operator-week-answers", number=1) in words(await o.see(HOME))


async def test_rare_views_are_folded_away_but_for_the_one_that_is_open(o: Operator) -> None:
    page = await o.see(HOME)
    folded = page[page.index("<details") : page.index("</details>")]
    for path in ("interviews", "figures", "devices"):
        assert f'href="{HOME}/{path}"' in folded
    assert f'href="{HOME}/setup"' not in folded
    assert "<details open" not in page
    assert "<details open" in await o.see(f"{HOME}/figures")


async def test_of_a_gift_only_the_number_of_answers_is_shown_and_who_decides(o: Operator) -> None:
    await talk(o)
    counters = Counters(answers=3).model_dump_json()
    await o.store.write(lambda c: c.execute(sessions.update().values(family_id="f", counters=counters)) and None)
    page = words(await o.see(HOME))
    assert say("en", "operator-given-answers", answers=3) in page
    assert "A blue door." not in page
    sheet = words(await o.see(ONE))
    assert say("en", "operator-given", name="Maria") in sheet
    assert "A blue door." in sheet
