"""A model on this computer is offered to the operator: at the first start, in setup, by the doctor, on their page."""

from __future__ import annotations

import asyncio
import signal
import sys
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.web.operator.frame import NEARBY, SETUP
from bot.config import load_settings
from bot.config_file import ConfigFile
from bot.nearby_models import WINDOW, offer_model
from bot.setup_screen import SetupScreen
from core.contracts.findings import Verdict
from core.languages.messages import say
from core.llm import nearby
from core.llm.nearby import NearbyServer
from tests.fakes.effort import only_in_a_soak
from tests.fakes.nearby import LLAMA_CPP, SILENT, Reply, ollama, serving
from tests.fakes.operator_page import Operator, words
from tests.fakes.stores import AT
from tests.fakes.web_app import page_app, visiting
from tests.fakes.window import Window
from tests.integration.doctor_kit import findings
from tests.integration.setup_kit import Config, standing

pytestmark = pytest.mark.usefixtures("no_voices")
RUN = "import core.llm.nearby as n; n.PORTS = {{n.NearbyServer.OLLAMA: {port}}}; from bot.cli import main; main()"
PLAIN = {"RACONTEUR__VOICE__ENGINE": "off", "RACONTEUR__WEB__PORT": "0"}


@pytest.fixture
async def port(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    """Where Ollama is, on a computer with nothing else."""
    async with ollama() as ports:
        monkeypatch.setattr(nearby, "PORTS", ports)
        yield ports[NearbyServer.OLLAMA]


def accepted(port: int) -> dict[str, object]:
    address = f"http://127.0.0.1:{port}/v1"
    return {"provider": "openai", "model": "qwen3:14b", "base_url": address, "window": WINDOW}


class Typist(SetupScreen):
    """Somebody who types these answers, in their order."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.seen: list[str] = []

    def say(self, text: str) -> None:
        self.seen.append(text)

    def ask(self, question: str, usual: str = "", *, secret: bool = False) -> str:
        self.seen.append(question)
        return self.answers.pop(0) or usual


async def offered(file: ConfigFile, screen: SetupScreen) -> bool | None:
    return await asyncio.to_thread(offer_model, file, screen, tries=True)


# --- in the terminal --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["", "y"])
async def test_one_key_tests_the_model_and_writes_it_down(key: str, port: int, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[llm]\nprovider = "offline"\napi_key = "of-another-server"\n')
    file, screen = ConfigFile.at(path), Typist(key)
    assert await offered(file, screen) is True
    file.save(AT)
    assert tomllib.loads(path.read_text())["llm"] == accepted(port)
    settings = load_settings(path)
    assert (settings.llm.window, settings.llm.base_url) == (WINDOW, f"http://127.0.0.1:{port}/v1")
    seen = " ".join(screen.seen)
    assert "Ollama is running on this computer and has the model qwen3:14b" in seen
    assert "Also found: llama3.2:latest (Ollama)" in seen
    assert "at least 8,192 tokens" in seen
    assert "OLLAMA_CONTEXT_LENGTH=8192" in seen
    assert "embed" not in seen


async def test_whoever_declines_keeps_what_is_there(port: int, tmp_path: Path) -> None:
    file = ConfigFile.at(tmp_path / "config.toml")
    before = file.text
    assert await offered(file, Typist("no")) is False
    assert file.text == before


@pytest.mark.parametrize("chat", [SILENT, None], ids=["says nothing", "fails"])
async def test_a_model_that_does_not_answer_is_not_taken(
    chat: Reply, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = ConfigFile.at(tmp_path / "config.toml")
    before = file.text
    async with ollama(chat) as ports:
        monkeypatch.setattr(nearby, "PORTS", ports)
        assert await offered(file, Typist("yes", "no")) is None
    assert file.text == before


async def test_a_context_that_is_large_enough_needs_no_advice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async with serving(LLAMA_CPP) as served:
        monkeypatch.setattr(nearby, "PORTS", {NearbyServer.LLAMA_CPP: served.port})
        screen = Typist("no")
        await offered(ConfigFile.at(tmp_path / "config.toml"), screen)
    assert "16,384" in " ".join(screen.seen)
    assert "-c 8192" not in " ".join(screen.seen)


@pytest.mark.parametrize(
    ("text", "variable"),
    [
        ('[llm]\nprovider = "offline"', ""),
        ('[llm]\nprovider = "openai"\nmodel = "m"', ""),
        ('[llm]\napi_key = "k"', ""),
        ("", "ANTHROPIC_API_KEY"),
        ("", "OPENAI_API_KEY"),
        ("", "RACONTEUR__LLM__API_KEY"),
    ],
)
def test_where_somebody_has_decided_the_start_looks_for_nothing(
    text: str, variable: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "config.toml"
    path.write_text("")
    assert load_settings(path).llm.is_undecided
    path.write_text(text)
    if variable:
        monkeypatch.setenv(variable, "sk-of-the-family")
    assert not load_settings(path).llm.is_undecided


def run(folder: Path, port: int) -> Window:
    return Window([sys.executable, "-c", RUN.format(port=port), "run", "--no-browser"], folder, **PLAIN)


async def test_the_first_start_offers_it_once(port: int, tmp_path: Path) -> None:
    await asyncio.to_thread(first_start, tmp_path, port, "\r")
    llm = tomllib.loads((tmp_path / "config.toml").read_text(encoding="utf-8"))["llm"]
    assert accepted(port).items() <= llm.items()
    assert (tmp_path / "config.toml").stat().st_mode & 0o777 == 0o600
    await asyncio.to_thread(later_start, tmp_path, port)


@only_in_a_soak
async def test_a_first_start_without_it_asks_no_second_time(port: int, tmp_path: Path) -> None:
    await asyncio.to_thread(first_start, tmp_path, port, "n\r")
    settings = load_settings(tmp_path / "config.toml")
    assert settings.llm.provider == "offline"
    assert not settings.llm.is_undecided
    await asyncio.to_thread(later_start, tmp_path, port)


def first_start(folder: Path, port: int, keys: str) -> None:
    window = run(folder, port)
    try:
        window.until("OLLAMA_CONTEXT_LENGTH=8192")
        window.until("[yes]:")
        window.type(keys)
        window.until("Written to")
        window.until("Serving the page")
        assert window.stopped(signal.SIGINT) == 0
    finally:
        window.close()


def later_start(folder: Path, port: int) -> None:
    window = run(folder, port)
    try:
        window.until("Serving the page")
        assert window.stopped(signal.SIGINT) == 0
        assert "Ollama" not in window.text
    finally:
        window.close()


# --- elsewhere --------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("doctors_folder")
async def test_the_doctor_says_what_is_there(port: int) -> None:
    found = (await findings())["Model"]
    assert found.mark is Verdict.NOTE
    assert "llama3.2:latest (Ollama), qwen3:14b (Ollama)" in found.how
    assert "`raconteur setup` offers you qwen3:14b" in found.mend
    assert "OLLAMA_CONTEXT_LENGTH" in found.mend


async def test_one_button_of_the_operators_page_tests_it_and_writes_it_down(
    o: Operator, file: Config, port: int
) -> None:
    file.put("# mine\n")
    seen = await o.see(SETUP)
    assert "Ollama is running on this computer" in words(seen)
    assert say("en", "operator-setup-nearby", model="qwen3:14b") in words(seen)
    status, page = await pressed(o, seen)
    assert status == 200
    assert "qwen3:14b answers in the requested form" in page
    assert file.settings["llm"] == accepted(port)
    assert file.text.startswith("# mine\n")
    assert "Ollama is running" not in words(await o.see(SETUP)), "it is used now"


async def test_the_button_writes_nothing_where_the_model_does_not_answer(
    o: Operator, file: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.put("# mine\n")
    async with ollama(SILENT) as ports:
        monkeypatch.setattr(nearby, "PORTS", ports)
        seen = await o.see(SETUP)
        status, page = await pressed(o, seen)
        assert (status, file.text) == (409, "# mine\n")
        assert say("en", "operator-setup-unwell") in words(page)
        status, page = await pressed(o, seen.replace('value="qwen3:14b"', 'value="another"'))
        assert say("en", "operator-setup-gone") in words(page)
        file.put("# by hand\n")
        status, page = await pressed(o, seen)
        assert say("en", "operator-setup-changed") in words(page)
    status, page = await pressed(o, await o.see(SETUP), model="qwen3:14b", base_url="http://192.0.2.1/v1")
    assert say("en", "operator-setup-gone") in words(page)
    assert (status, file.text) == (409, "# by hand\n")


async def test_nobody_who_is_interviewed_hears_of_it(port: int, tmp_path: Path) -> None:
    async with page_app(tmp_path, operator=True) as whole, visiting() as here:
        await here.get(whole.page.link)
        async with here.get(whole.origin) as answer:
            assert "Ollama" not in await answer.text()
        async with here.post(whole.origin + NEARBY) as answer:
            assert answer.status == 403


async def pressed(o: Operator, seen: str, **given: str) -> tuple[int, str]:
    fields = standing(seen) | given
    async with o.http.post(
        o.origin + NEARBY, data=fields, headers=o.headers | {"Origin": o.origin}, allow_redirects=False
    ) as answer:
        return answer.status, await answer.text()
