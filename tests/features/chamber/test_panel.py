"""Runs on the operator's page: what both sides may read, and nothing for anybody else."""

from __future__ import annotations

from adapters.web.operator.frame import HOME
from core.features.chamber import chamber_rows
from core.features.chamber.messages import Speaker
from core.languages.messages import say
from core.store.claims import Claim
from core.store.store import Connection
from tests.fakes.chamber import hold_run, new_run, setup
from tests.fakes.chamber_runs import said_by
from tests.fakes.operator_page import Operator, words
from tests.fakes.stores import NOW

RUNS = f"{HOME}/runs"
VIEWS = (RUNS, f"{RUNS}/r1")


async def with_run(o: Operator) -> None:
    def unit(c: Connection) -> None:
        claim = Claim("app.me", NOW)
        hold_run(c, new_run(setup()), claim)
        said = said_by(Speaker.PRIME, 1, "What do you do?", taken_out="a thought", thinking="another")
        chamber_rows.save_utterance(c, claim, "r1", said, (), spent=1.0)

    await o.store.write(unit)


async def test_a_run_shows_what_both_sides_may_read(o: Operator) -> None:
    assert say("en", "operator-no-runs") in words(await o.see(RUNS))
    await with_run(o)
    listed = await o.see(RUNS)
    assert f'href="{RUNS}/r1"' in listed
    assert f'href="{RUNS}" aria-current="page"' in listed
    seen = words(await o.see(f"{RUNS}/r1"))
    assert "What do you do?" in seen
    _, log = await o.file(f"{RUNS}/r1/transcript")
    for thought in ("a thought", "another"):
        assert thought not in seen
        assert thought not in log.decode()


async def test_a_run_that_is_not_there_is_not_found(o: Operator) -> None:
    for path in ("gone", "gone/transcript"):
        assert (await o.get(f"{RUNS}/{path}"))[0] == 404


async def test_runs_are_closed_to_strangers(stranger: Operator) -> None:
    for path in (*VIEWS, f"{RUNS}/r1/transcript"):
        assert (await stranger.get(path))[0] == 403, path
