"""What is in `deploy/`, as far as it can be looked at without starting it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft201909Validator  # type: ignore[import-untyped]  # it has no types

from bot.config import Settings, parse_settings
from bot.monitor.figures import PrometheusFigures
from core.contracts.errors import ConfigurationError
from core.contracts.platform_spec import Contact
from core.engine.scheduler import InProcessEngine
from core.store.store import UnitTally
from core.store.waiting import Waiting, WaitingQueue
from tests.fakes.manual_clock import ManualClock
from tests.unit.test_docs import command_line, rows, settings

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
UNITS = DEPLOY / "systemd"
COMPOSE = sorted(DEPLOY.glob("compose*.yaml"))
COMPOSE_SPEC = ROOT.parent / "shared" / "specs" / "compose-spec.json"
PROMETHEUS_OWN = {"process_resident_memory_bytes", "process_cpu_seconds_total"}
EXPOSURE = 20
"""What `systemd-analyze security` may find at most, in tenths; 100 is no sandbox at all."""
needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


# --- systemd ------------------------------------------------------------------------------------------------------


def installed(folder: Path) -> list[Path]:
    """The units as they are put in place, with a program that is there."""
    shutil.copytree(UNITS, folder / "units", symlinks=True)
    services = sorted((folder / "units").glob("*.service"))
    for service in services:
        service.write_text(re.sub("^ExecStart=.*", "ExecStart=/bin/true", service.read_text(), flags=re.MULTILINE))
    return services


def analysed(*arguments: str | Path) -> str:
    done = subprocess.run(
        ["systemd-analyze", *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, text=True
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@needs_systemd
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    services = installed(tmp_path)
    assert analysed("verify", "--recursive-errors=no", *services, tmp_path / "units" / "raconteur.target") == ""


@needs_systemd
def test_every_service_is_shut_in(tmp_path: Path) -> None:
    for service in installed(tmp_path):
        analysed("security", "--offline=yes", f"--threshold={EXPOSURE}", service)


@needs_systemd
def test_what_bubblewrap_needs_can_be_opened(tmp_path: Path) -> None:
    services = installed(tmp_path)
    shutil.copy(UNITS / "bubblewrap.conf", tmp_path / "units" / "raconteur-.service.d" / "20-bubblewrap.conf")
    assert analysed("verify", "--recursive-errors=no", *services) == ""


def test_each_service_is_watched_and_has_the_common_settings() -> None:
    common = (UNITS / "raconteur-.service.d" / "10-common.conf").read_text()
    assert {"Type=notify", "WatchdogSec=3min", "LimitCORE=0"} <= set(common.splitlines())
    assert all(unit.name.startswith("raconteur-") for unit in UNITS.glob("*.service"))


def started() -> Iterator[tuple[str, list[str]]]:
    """How each service, of systemd and of Compose, starts the program."""
    for unit in sorted(UNITS.glob("*.service")):
        [line] = re.findall("^ExecStart=/opt/raconteur/.venv/bin/raconteur (.*)$", unit.read_text(), re.MULTILINE)
        yield unit.name, line.split()
    for file in COMPOSE:
        for name, service in composed(file)["services"].items():
            if "command" in service:
                yield f"{file.name}:{name}", service["command"]


def test_each_is_started_as_the_command_line_has_it() -> None:
    known = command_line()
    for service, words in started():
        at = words.index("run")
        assert {word for word in words[:at] if word.startswith("-")} <= known[""], service
        assert {word for word in words[at:] if word.startswith("-")} <= known["run"], service


@pytest.mark.parametrize("unit", sorted(UNITS.glob("*.service")), ids=lambda unit: unit.name)
def test_what_a_unit_sets_is_there_to_be_set(unit: Path) -> None:
    known = {key for key, _ in settings()}
    texts = unit.read_text() + (UNITS / "raconteur-.service.d" / "10-common.conf").read_text()
    for section, key in re.findall("^Environment=RACONTEUR__([A-Z]+)__([A-Z_]+)=", texts, re.MULTILINE):
        assert f"{section}.{key}".lower() in known


# --- Compose ------------------------------------------------------------------------------------------------------


def composed(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return found


@pytest.mark.skipif(not COMPOSE_SPEC.exists(), reason="the schema of Compose files is not at hand")
@pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)
def test_a_compose_file_is_as_the_specification_has_it(file: Path) -> None:
    schema = json.loads(COMPOSE_SPEC.read_text(encoding="utf-8"))
    mistakes = Draft201909Validator(schema).iter_errors(composed(file))
    assert [f"{'.'.join(map(str, each.path))}: {each.message}" for each in mistakes] == []


@pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)
def test_what_a_compose_file_names_is_there(file: Path) -> None:
    told = composed(file)
    known = {key for key, _ in settings()}
    for name, service in told["services"].items():
        for variable in service.get("environment", {}):
            if found := re.fullmatch("RACONTEUR__([A-Z]+)__([A-Z_]+)", variable):
                assert f"{found[1]}.{found[2]}".lower() in known, name
        volumes = {volume.partition(":")[0] for volume in service.get("volumes", ())}
        assert {volume for volume in volumes if not volume.startswith(".")} <= told["volumes"].keys()
        assert set(service.get("depends_on", ())) <= told["services"].keys()
        assert set(service.get("networks", ())) <= told.get("networks", {}).keys()
        if build := service.get("build"):
            arguments = set(re.findall("^ARG ([A-Z]+)", (DEPLOY / "Containerfile").read_text(), re.MULTILINE))
            assert (file.parent / build["context"] / build["dockerfile"]).is_file()
            assert build["args"].keys() <= arguments


def test_what_is_ours_is_shut_in() -> None:
    for file in COMPOSE:
        for name, service in composed(file)["services"].items():
            if name != "database":
                assert (service["read_only"], service["cap_drop"], service["init"]) == (True, ["ALL"], True), name
                assert "ports" not in service


# --- the image ----------------------------------------------------------------------------------------------------


def test_the_containerfile_passes_the_linter() -> None:
    linter = Path(sys.executable).parent / "hadolint"
    if not linter.exists():
        pytest.skip("hadolint is not installed")
    done = subprocess.run([linter, DEPLOY / "Containerfile"], capture_output=True, check=False, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_what_the_image_copies_is_let_into_its_build_and_there() -> None:
    copied = re.findall("^COPY (?!--from)(.*) \\S+$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    names = {name for line in copied for name in line.split()}
    let_in = {line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"}
    for name in names:
        assert (ROOT / name).exists()
        assert any(Path(name).match(pattern) for pattern in let_in), name
    packages = {"adapters", "bot", "core", "migrations"}
    assert packages <= names


def test_the_database_is_reached_by_secrets_in_files_alone() -> None:
    told = composed(DEPLOY / "compose.large.yaml")
    assert "PASSWORD" not in (DEPLOY / "compose.large.yaml").read_text(encoding="utf-8").replace("PASSWORD_FILE", "")
    for name, service in told["services"].items():
        named = service.get("environment", {})
        files = {value for key, value in named.items() if key.endswith("_FILE")}
        assert files == {f"/run/secrets/{secret}" for secret in service["secrets"]}, name
        assert set(service["secrets"]) <= told["secrets"].keys()


def test_the_address_of_the_database_can_stand_in_a_file(tmp_path: Path) -> None:
    url = "postgresql+psycopg://raconteur:a-password-of-its-own@database/raconteur"
    file = tmp_path / "database-url"
    file.write_text(f"{url}\n")
    told = parse_settings({"storage": {"url_file": str(file)}, "engine": {"kind": "procrastinate"}})
    assert told.storage.url.get_secret_value() == url
    assert "a-password-of-its-own" in told.secrets()
    assert told.secret_files() == (file,)


@pytest.mark.parametrize("section", [{"url_file": "none"}, {"url_file": "empty"}, {"url_file": "x", "url": "y"}])
def test_a_file_without_the_address_is_said_to_be_so(section: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    placed = section | {"url_file": str(tmp_path / section["url_file"])}
    with pytest.raises(ConfigurationError, match="url_file"):
        parse_settings({"storage": placed})


def test_every_licence_that_asks_more_is_listed_and_on_the_image() -> None:
    """Of the packages that are installed here, which are not all that an image can hold."""
    listed = {name for row in rows(ROOT / "docs" / "licences.md") for name in re.findall(r"[a-z][a-z-]+", row[0])}
    locked = {
        found[1]
        for lock in ("requirements.lock", "requirements-large.lock", "requirements-voice.lock")
        for line in (ROOT / lock).read_text(encoding="utf-8").splitlines()
        if (found := re.match(r"([a-z0-9-]+)==", line))
    }
    for each in distributions():
        told = [each.metadata.get(name) or "" for name in ("License-Expression", "License")]
        told += [name for name in each.metadata.get_all("Classifier", []) if name.startswith("License")]
        name = re.sub(r"[-_.]+", "-", each.metadata["Name"]).lower()
        if name in locked and re.search(r"GPL|MPL|Mozilla", "; ".join(text[:200] for text in told)):
            assert name in listed, name
    label = re.search('image.licenses="(.*)"', (DEPLOY / "Containerfile").read_text(encoding="utf-8"))
    assert label is not None
    licences = {"LGPL-3.0-only", "GPL-3.0-or-later", "MPL-2.0", "MIT"}
    assert set(label[1].split(" AND ")) == licences
    assert {"espeakng-loader", "python-telegram-bot"} <= listed


# --- Grafana ------------------------------------------------------------------------------------------------------


@pytest.fixture
async def told() -> dict[str, set[str]]:
    """Every figure of ours that there can be, with its labels."""

    async def look() -> Waiting:
        queue = WaitingQueue(name="desk", length=1, oldest=0.0)
        return Waiting(queues=(queue,), unheard_seconds=0.0, spent_micros={"day": 0})

    figures = PrometheusFigures(ManualClock(), look)
    figures.contacts, figures.tallies = {"telegram": Contact.MADE}, {"write": UnitTally()}
    figures.engines = {"desk": InProcessEngine(ManualClock())}
    await figures.told()
    found: dict[str, set[str]] = {}
    for family in figures.registry.collect():
        for name in (family.name, f"{family.name}_total", *(f"{family.name}_{of}" for of in ("bucket", "count"))):
            found[name] = set().union(*(sample.labels for sample in family.samples))
    for counter in (v for v in vars(figures).values() if hasattr(v, "_labelnames")):
        for name in (counter._name, f"{counter._name}_total", f"{counter._name}_bucket"):
            found[name] = {*counter._labelnames}
    return found


def queries() -> list[str]:
    board = json.loads((DEPLOY / "grafana" / "raconteur.json").read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
    return [*asked, *(each["query"] for each in board["templating"]["list"] if each["type"] == "query")]


async def test_the_board_asks_for_figures_that_there_are(told: dict[str, set[str]]) -> None:
    of_its_own = {"job", "instance", "le"}
    for query in queries():
        names = set(re.findall(r"\b(?:raconteur|process)_[a-z_]+", query))
        assert names - PROMETHEUS_OWN <= told.keys(), query
        grouped = {label for group in re.findall(r"by \(([a-z, ]+)\)", query) for label in group.split(", ")}
        chosen = set(re.findall(r'([a-z]+)(?:=~|!=|=)"', query))
        for name in names - PROMETHEUS_OWN:
            assert grouped | chosen <= told[name] | of_its_own, query


async def test_every_figure_is_on_the_board_and_in_the_docs(told: dict[str, set[str]]) -> None:
    ours = {re.sub("_(total|bucket|count)$", "", name) for name in told if name.startswith("raconteur_")}
    shown = {re.sub("_(total|bucket)$", "", name) for q in queries() for name in re.findall(r"raconteur_[a-z_]+", q)}
    written = {row[0].strip("`").removesuffix("_total") for row in rows(ROOT / "docs" / "running.md")}
    assert ours == shown
    assert ours == {name for name in written if name.startswith("raconteur_")}


def test_the_port_of_the_examples_is_one_for_all() -> None:
    assert Settings().monitor.port == 0
    texts = [file.read_text(encoding="utf-8") for file in (*COMPOSE, ROOT / "docs" / "running.md")]
    assert all("9464" in text for text in texts)
