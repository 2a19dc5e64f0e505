"""`/chamber`: runs are begun, watched, stopped and delivered in a chat, for those who run the bot."""

from __future__ import annotations

from core.contracts.errors import ModelRefused
from core.contracts.messages import Press
from core.features.chamber import chamber_rows as rows
from core.features.chamber.runs import RunStatus, Why
from core.languages.messages import say
from core.store.schema import documents
from core.store.store import MemoryStore
from tests.fakes.app import running
from tests.fakes.chamber import every_run, new_run, setup
from tests.fakes.chamber_app import DictBook, FakeCasting
from tests.fakes.stores import failing
from tests.fakes.waiting import until
from tests.features.chamber.chamber_kit import OTHER, admin, asks, chamber, engine_of, over, settings, speaking, the_run

# --- for whom -----------------------------------------------------------------------------------------------------


async def test_for_anybody_else_it_does_not_exist() -> None:
    async with chamber(FakeCasting()) as r:
        person = await r.beginning("1")
        assert await asks(person, "/chamber start riga") == say("en", "unknown-command", command="/chamber")
        await person.tell(Press(data="chamber~start-riga"))
        assert await person.next() == say("en", "stale-button")
        assert await r.store.read(every_run) == []


# --- from the beginning to the end ----------------------------------------------------------------------------------


async def test_a_run_is_begun_and_comes_back_as_files() -> None:
    async with chamber(FakeCasting()) as r:
        olga = admin(r)
        begun = await asks(olga, "/chamber start riga")
        run = await over(r)
        assert begun == f"The run riga ({run.id[:8]}) is starting."
        told = await olga.next()
        assert told.startswith(f"The run riga ({run.id[:8]}) is over: it used all its turns.")
        assert "Turns: 3 of 3. Tokens: 600 sent, 120 received." in told
        await r.settled()
        assert olga.documents[0].body.decode().count("In Riga.") == 1
        assert b"SECRET" not in olga.documents[0].body
        assert len(olga.documents) > 1
        assert (run.name, run.why, run.person_id is not None) == ("riga", Why.TURNS, True)


async def test_the_overview_shows_setups_and_runs_with_what_can_be_done() -> None:
    casting = FakeCasting(gated=True, book=DictBook({"riga": setup(), "Its name is too long for any button": setup()}))
    async with chamber(casting) as r:
        olga = admin(r)
        told = await asks(olga, "/chamber")
        assert told.startswith("Setups: riga, Its name is too long for any button.")
        assert say("en", "chamber-no-runs") in told
        assert olga.labels == ["Start riga"]
        await olga.presses("Start riga")
        await until(lambda: len(casting.candidates) == 1)
        await casting.candidates[0].begun(1)
        short = (await the_run(r.store)).id[:8]
        told = await asks(olga, "/chamber")
        assert f"riga ({short}): running, turn 1 of 3, cost 0.00, less than a minute ago" in told or short in told
        assert olga.labels == ["Start riga", f"Watch {short}", f"Stop {short}"]
        assert "Настройки: riga" in await asks(admin(r, OTHER, language="ru"), "/chamber")


async def test_without_a_folder_it_says_so() -> None:
    store = MemoryStore()
    await store.write(lambda c: rows.put_run(c, new_run(setup(), "abcdef0123456789")))
    async with running(settings=settings(), store=store) as r:
        told = await asks(admin(r), "/chamber")
        assert told.startswith(say("en", "chamber-no-folder"))
        assert "a talk (abcdef01): interrupted, turn 0 of 3" in told
        assert (await the_run(store)).status is RunStatus.RUNNING
        assert await asks(admin(r), "/chamber start riga") == say("en", "chamber-no-folder")


async def test_mistakes_in_a_setup_are_told_as_they_are() -> None:
    casting = FakeCasting()
    casting.book.broken = "/srv/chamber/riga.toml, line 3: prime.temperature: it has to be a number."
    async with chamber(casting) as r:
        assert await asks(admin(r), "/chamber start RIGA") == casting.book.broken
        assert await r.store.read(every_run) == []
        assert await asks(admin(r), "/chamber start oslo") == say("en", "chamber-which-setup", name="riga")
        assert (await asks(admin(r), "/chamber dance")).startswith("You can use these")


async def test_a_run_without_its_keys_is_paused_until_they_are_back() -> None:
    casting = FakeCasting(gated=True)
    store = MemoryStore()
    async with chamber(casting, store=store) as r:
        olga = admin(r)
        await speaking(olga, casting)
        await asks(olga, "/chamber stop")
        casting.candidates[0].gate.set()
        await over(r, status=RunStatus.PAUSED)
        await r.settled()
        casting.book.broken = "riga.toml, line 2: prime.api_key: the variable OPENAI_API_KEY is not set."
        casting.gated = False
        await asks(olga, "/chamber resume")
        told = await olga.next_where("paused")
        assert "one side didn’t answer" in told
        assert casting.book.broken in told
        casting.book.broken = ""
        await r.settled()
        await olga.press(f"Resume {(await the_run(store)).id[:8]}")
        assert (await over(r)).why is Why.TURNS


# --- stopping and going on ------------------------------------------------------------------------------------------


async def test_it_stops_after_the_turn_and_goes_on_where_it_was() -> None:
    casting = FakeCasting(gated=True)
    async with chamber(casting) as r:
        olga = admin(r)
        await speaking(olga, casting)
        assert (await asks(olga, "/chamber stop")).endswith("will stop after this turn.")
        assert "stopping after this turn" in await asks(olga, "/chamber")
        casting.candidates[0].gate.set()
        paused = await over(r, status=RunStatus.PAUSED)
        told = await olga.next_where("paused")
        assert told.startswith(f"The run riga ({paused.id[:8]}) is paused: somebody stopped it.")
        assert paused.why is Why.STOPPED
        assert len(await r.store.read(lambda c: rows.utterances_of(c, paused.id))) == 2
        casting.gated = False
        assert (await asks(olga, f"/chamber resume {paused.id[:4]}")).endswith("continues.")
        await over(r)
        assert [len(chat.requests) for chat in casting.primes] == [1, 2]


async def test_a_side_that_cannot_speak_pauses_it_and_the_owner_is_told_why() -> None:
    busy = ModelRefused("The model declined.")

    def refuses(_request: object) -> Exception:
        return busy

    async with chamber(FakeCasting(candidate=refuses)) as r:
        olga = admin(r)
        await asks(olga, "/chamber start riga")
        paused = await over(r, status=RunStatus.PAUSED)
        assert paused.why is Why.FAILED
        assert "The model declined" in await olga.next_where("paused")


async def test_others_may_watch_and_stop_but_not_go_on_with_it_or_delete_it() -> None:
    casting = FakeCasting(gated=True)
    async with chamber(casting) as r:
        olga, other = admin(r), admin(r, OTHER)
        await speaking(olga, casting)
        assert (await asks(other, "/chamber watch")).startswith("You can watch riga")
        await asks(other, "/chamber stop")
        casting.candidates[0].gate.set()
        run = await over(r, status=RunStatus.PAUSED)
        await other.next_where("paused")
        assert await asks(other, "/chamber resume") == say("en", "chamber-none-paused")
        name = f"riga ({run.id[:8]})"
        assert await asks(other, f"/chamber resume {run.id}") == say("en", "chamber-not-yours", name=name)
        assert await asks(other, f"/chamber delete {run.id}") == say("en", "chamber-not-yours", name=name)


async def test_which_run_is_meant_is_asked_where_it_is_not_plain() -> None:
    casting = FakeCasting(gated=True)
    async with chamber(casting) as r:
        olga = admin(r)
        assert await asks(olga, "/chamber stop") == say("en", "chamber-none-running")
        for _ in range(2):
            await asks(olga, "/chamber start riga")
        await until(lambda: len(casting.candidates) == 2)
        assert (await asks(olga, "/chamber watch")).startswith(say("en", "chamber-which"))
        shorts = {run.id[:8] for run in await r.store.read(every_run)}
        assert set(olga.labels) == {f"Watch {short}" for short in shorts}
        assert await asks(olga, "/chamber stop xyz") == say("en", "chamber-no-run", run="xyz")
        assert (await asks(olga, "/chamber delete")).startswith("Add the number of the run after the command")


async def test_only_so_many_are_held_at_a_time_and_the_next_one_waits() -> None:
    casting = FakeCasting(gated=True)
    async with chamber(casting, parallel=1) as r:
        olga = admin(r)
        await asks(olga, "/chamber start riga")
        await until(lambda: len(casting.candidates) == 1)
        await asks(olga, "/chamber start riga")
        assert "waiting its turn" in await asks(olga, "/chamber")
        assert len(casting.candidates) == 1
        casting.gated = False
        casting.candidates[0].gate.set()
        await until(lambda: len(casting.candidates) == 2)
        await until(lambda: engine_of(r.app).idle)
        assert [run.status for run in await r.store.read(every_run)] == [RunStatus.ENDED] * 2


async def test_a_run_that_waits_its_turn_stops_at_once() -> None:
    casting = FakeCasting(gated=True)
    async with chamber(casting, parallel=1) as r:
        olga = admin(r)
        await asks(olga, "/chamber start riga")
        await until(lambda: len(casting.candidates) == 1)
        first = (await the_run(r.store)).id
        await asks(olga, "/chamber start riga")
        second = next(run.id for run in await r.store.read(every_run) if run.id != first)
        await asks(olga, f"/chamber stop {second}")
        assert "is paused: somebody stopped it" in await olga.next_where(second[:8])
        assert casting.primes[1].requests == []


async def test_where_the_end_cannot_be_written_it_is_written_later() -> None:
    store = MemoryStore()
    failing(store, documents, 1)
    async with chamber(FakeCasting(), store=store) as r:
        olga = admin(r)
        await asks(olga, "/chamber start riga")
        await over(r)
        await r.settled()
        assert sum("is over" in text for text in olga.said) == 1
        assert len({each.name for each in olga.documents}) == len(olga.documents) == 2


# --- deleting -------------------------------------------------------------------------------------------------------


async def test_a_run_is_deleted_with_its_files_even_while_it_speaks() -> None:
    casting = FakeCasting(gated=True)
    async with chamber(casting) as r:
        olga = admin(r)
        await speaking(olga, casting)
        run = await the_run(r.store)
        assert "Delete the run" in await asks(olga, f"/chamber delete {run.id[:8]}")
        assert await olga.presses("Keep it") == say("en", "chamber-kept")
        await asks(olga, f"/chamber delete {run.id[:8]}")
        assert (await olga.presses(f"Delete {run.id[:8]}")).startswith("I’ve deleted the run")
        await until(lambda: casting.candidates[0].cancelled == 1 and casting.candidates[0].closed)
        assert await r.store.read(every_run) == []


async def test_it_ends_with_its_owner_who_has_everything_deleted() -> None:
    casting = FakeCasting(gated=True)
    async with chamber(casting) as r:
        olga = admin(r)
        await speaking(olga, casting)
        await asks(olga, "/delete")
        await olga.presses(say("en", "button-delete-all"))
        await r.app.tick()
        await until(lambda: casting.candidates[0].closed)
        assert await r.store.read(every_run) == []
