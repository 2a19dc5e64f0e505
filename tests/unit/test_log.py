"""The log: structured, and without a secret or a person's word in any line."""

from __future__ import annotations

import json
import logging
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from aiohttp.multipart import parse_content_disposition

from bot import log
from core.contracts.errors import StorageError
from tests.fakes.logs import logging_of_its_own

CONNECTION = "socket.accept() out of system resource"
TOKEN = "987654321:AAExampleExampleExampleExampleExample"
KEY = "a-key-of-no-known-shape"
WORDS = "my brother was called Pyotr"


class Log:
    """The log, set up to a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.start()

    def start(self, form: str = "json", level: str = "info") -> None:
        log.configure_logging(level=level, form=form, secrets=[TOKEN, KEY, "abc", ""], file=self._file)

    def text(self) -> str:
        return self._file.read_text(encoding="utf-8")

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text().splitlines()]


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Log]:
    with logging_of_its_own():
        yield Log(tmp_path / "it.log")


def fail() -> None:
    try:
        raise ValueError(WORDS)
    except ValueError as error:
        raise RuntimeError(f"{WORDS} {KEY}") from error


def test_a_secret_that_is_told_later_is_hidden_from_then_on(written: Log) -> None:
    later = "a-key-that-was-typed-into-a-form"
    log.add_secrets([later, "abc"])
    structlog.get_logger().info("refused", why=f"401 for {later}", of="abc")
    assert later not in written.text()
    assert written.lines()[0]["of"] == "abc", "what is so short would black out half the log"


def test_secrets_are_hidden_wherever_they_stand(written: Log) -> None:
    structlog.get_logger().info(
        f"trouble with {KEY}",
        url=f"https://api.telegram.org/bot{TOKEN}/getMe",
        nested={"key": [KEY, {"deep": (TOKEN,)}], KEY: 1},
        error=StorageError(f"no {KEY}"),
    )
    text = written.text()
    assert KEY not in text
    assert TOKEN not in text
    assert text.count(log.HIDDEN) >= 6


def test_what_looks_like_a_secret_is_hidden_though_nobody_named_it(written: Log) -> None:
    other = "1234567890:BBOtherOtherOtherOtherOtherOtherOth"
    structlog.get_logger().warning("odd", a=other, b="sk-ant-0123456789abcdef0123", c="http://h/bot42:short/getMe")
    text = written.text()
    assert other not in text
    assert "0123456789abcdef" not in text
    assert "42:short" not in text


def test_what_discord_has_for_secrets_is_hidden_too(written: Log) -> None:
    token = "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789_-"
    structlog.get_logger().warning(
        "odd",
        header=f"Bot {token}",
        answered="POST https://discord.com/api/v10/interactions/17/aW50ZXJhY3Rpb24tdG9rZW4/callback?with_response=1",
        followed="https://discord.com/api/v10/webhooks/42/aW50ZXJhY3Rpb24tdG9rZW4/messages/@original",
        file="https://cdn.discordapp.com/attachments/1/2/a.ogg?ex=66aa&is=66bb&hm=0123456789abcdef0123456789abcdef&",
    )
    text = written.text()
    assert "GabcdE" not in text
    assert "aW50ZXJhY3Rpb24tdG9rZW4" not in text
    assert "0123456789abcdef" not in text
    assert text.count(log.HIDDEN) == 4


def test_addresses_of_people_are_hidden(written: Log) -> None:
    structlog.get_logger().info("person-limited", person="mail:anna.b+c@mail.example.org", of="<Anna@example.net>")
    (line,) = written.lines()
    assert (line["person"], line["of"]) == (f"mail:{log.HIDDEN}", f"<{log.HIDDEN}>")


def test_what_is_too_short_for_a_secret_is_left(written: Log) -> None:
    structlog.get_logger().info("abc", count=3, on=True, nothing=None)
    (line,) = written.lines()
    assert (line["event"], line["count"], line["on"], line["nothing"]) == ("abc", 3, True, None)


def test_the_libraries_log_the_same_way(written: Log) -> None:
    logging.getLogger("some.library").warning("sent %s", KEY)
    logging.getLogger("some.library").info("too chatty")
    (line,) = written.lines()
    assert line["event"] == f"sent {log.HIDDEN}"
    assert line["level"] == "warning"


def test_an_error_is_told_by_its_place_and_name_not_by_its_words(written: Log) -> None:
    for logger in (structlog.get_logger(), logging.getLogger("some.library")):
        try:
            fail()
        except RuntimeError:
            logger.exception("failed")
    text = written.text()
    assert WORDS not in text
    assert KEY not in text
    for line in written.lines():
        assert "ValueError" in line["exception"]
        assert "RuntimeError" in line["exception"]
        assert "in fail" in line["exception"]


def test_our_own_sentences_and_the_systems_are_told_whole(written: Log) -> None:
    for error in (StorageError("The disk is full."), OSError(28, "No space left on device")):
        structlog.get_logger().error("failed", exc_info=error)
    text = written.text()
    assert "The disk is full." in text
    assert "No space left on device" in text


def test_a_thread_that_ends_badly_is_logged(written: Log, capfd: pytest.CaptureFixture[str]) -> None:
    thread = threading.Thread(target=fail, name="worker")
    thread.start()
    thread.join()
    assert written.lines()[0]["thread"] == "worker"
    assert WORDS not in written.text()
    assert "Traceback" not in capfd.readouterr().err


def test_a_librarys_warning_is_told_by_kind_and_place(written: Log, capfd: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        written.start()
        warnings.warn(WORDS, stacklevel=1)
    (line,) = written.lines()
    assert (line["event"], line["kind"]) == ("library-warning", "UserWarning")
    assert "test_log.py" in line["at"]
    assert WORDS not in written.text()
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "header",
    [
        f'form-data; name="file"; filename="{WORDS}"; filename="{WORDS}"',
        f"form-data; filename*=UTF-8'%FF%FE {WORDS}",
        f"form-data; name=file; {WORDS}.txt",
        f"form data; filename={WORDS}",
    ],
)
def test_a_malformed_file_name_leaves_no_trace(written: Log, header: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        written.start()
        parse_content_disposition(header)
    structlog.get_logger().info("after")
    assert [line["event"] for line in written.lines()] == ["after"]


def test_the_level_is_kept(written: Log) -> None:
    written.start(level="error")
    structlog.get_logger().info("quiet")
    structlog.get_logger().error("loud")
    assert [line["event"] for line in written.lines()] == ["loud"]


def test_the_plain_form_is_for_people(written: Log) -> None:
    written.start(form="plain")
    structlog.get_logger().info("ready", platforms=["terminal"])
    text = written.text()
    assert "ready" in text
    assert "platforms=['terminal']" in text
    assert "\x1b" not in text


def test_the_same_trouble_of_the_loop_is_one_line_a_minute(written: Log) -> None:
    now = [0.0]
    unhandled = log.Unhandled(lambda: now[0])
    for _ in range(300):
        unhandled(None, {"message": CONNECTION, "exception": OSError(24, "Too many open files")})
    unhandled(None, {"message": CONNECTION, "exception": ValueError(WORDS)})
    now[0] = 60.0
    unhandled(None, {"message": CONNECTION, "exception": OSError(24, "Too many open files")})
    assert [line["not_written"] for line in written.lines()] == [0, 0, 299]
    assert WORDS not in written.text()
