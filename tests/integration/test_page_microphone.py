"""The microphone on the page, in Chromium with a fake one: what is said into it arrives whole, whatever happens."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import av
import pytest

from adapters.web.microphone import HearingSettings
from core.contracts.messages import Choice, Edit, Voice
from core.contracts.page_lines import ShownLine
from tests.fakes.effort import only_in_a_soak, some
from tests.integration.page_kit import (
    LOOKS,
    SKIP,
    Alone,
    Tab,
    alone,
    barriers,
    fits,
    killed,
    looking,
    needs_browser,
    program,
)

pytestmark = needs_browser
ALLOWED = "--use-fake-ui-for-media-stream"
FAKE = "--use-fake-device-for-media-stream"
OFTEN = """
globalThis.recorded = [];
const start = MediaRecorder.prototype.start;
MediaRecorder.prototype.start = function () {
    this.addEventListener("dataavailable", ({ data }) => recorded.push(data));
    start.call(this, 200);
};
"""
"""Parts come many times a second, and the page remembers what the browser has recorded."""
PART = re.compile(r"/parts/([0-9]+)$")


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A WAV that a fake microphone hears."""
    path = tmp_path_factory.mktemp("spoken") / "spoken.wav"
    program = shutil.which("espeak-ng")
    if program is None:
        pytest.skip("espeak-ng, which speaks into the fake microphone, is not installed")
    words = "My grandmother lived in a small house by the river, and every morning she baked bread for us."
    subprocess.run([program, "-w", str(path), words], check=True, timeout=30)
    return path


async def often(page: Any) -> None:
    await page.add_init_script(OFTEN)


async def timed(page: Any) -> None:
    """A page whose clock goes when a test turns it."""
    await often(page)
    await page.clock.install()
    await page.clock.pause_at(datetime.now(UTC) + timedelta(days=1))


@asynccontextmanager
async def speaking(link: str, spoken: Path, **options: Any) -> AsyncIterator[Tab]:
    """Somebody who speaks, by a clock that is turned."""
    flags = (ALLOWED, FAKE, f"--use-file-for-fake-audio-capture={spoken}")
    async with looking(link, *flags, **{"prepared": timed, **options}) as tab:
        yield tab


async def begun(tab: Tab) -> None:
    await tab.page.click("#speak")
    await tab.page.locator("#recorder .recording").wait_for()


async def recorded(tab: Tab, *, seconds: int = 3) -> None:
    """Begin to speak, and go on until so much has been taken by the server, in two parts at least."""
    await begun(tab)
    await tab.page.clock.run_for(1_000 * seconds)
    await taken(tab)


async def taken(tab: Tab) -> None:
    """Wait until the server has all that was spoken up to now, and more."""
    parts = await tab.page.evaluate("recorded.length")
    await tab.page.wait_for_event("response", lambda answer: answer.ok and _number(answer.url) > parts)


def _number(url: str) -> int:
    """That of the part which is sent there."""
    found = PART.search(url)
    return int(found[1]) if found else 0


async def whole(tab: Tab) -> bytes:
    """What the browser has recorded since the page was loaded."""
    octets = "async () => [...new Uint8Array(await new Blob(recorded).arrayBuffer())]"
    return bytes(await tab.page.evaluate(octets))


async def can_be_played(tab: Tab) -> None:
    """Wait until the browser has read so much of what was recorded that it can play it."""
    await tab.page.locator("#recorder audio").wait_for()
    await tab.page.locator("#recorder audio").evaluate(
        "a => a.readyState > 0 || new Promise(then => a.addEventListener('loadedmetadata', () => then(true)))"
    )


def decoded(sound: bytes) -> float:
    """The length of a recording in seconds, as what hears it counts it."""
    audio = pytest.importorskip("core.features.transcription.recognition.audio")
    decoder = audio.Decoder(io.BytesIO(sound), max_seconds=600)
    for _ in decoder:
        pass
    return float(decoder.seconds)


def files_like(folder: Path, pattern: str) -> list[bytes]:
    return [path.read_bytes() for path in folder.rglob(pattern) if path.is_file()]


async def heard(there: Alone) -> tuple[Voice, bytes]:
    [voice, *_] = await there.until_heard(1)
    assert isinstance(voice, Voice)
    return voice, await there.platform.fetch(voice.file_ref, limit=10_000_000)


async def line_of(there: Alone) -> ShownLine:
    lines = await there.inbox.shown.before(there.inbox.accepted[0].address, None, limit=1)
    return lines[-1]


# --- speaking -----------------------------------------------------------------------------------------------------


async def test_what_is_said_arrives_while_it_is_said_and_is_sent_once(there: Alone, spoken: Path) -> None:
    async with speaking(there.link, spoken) as tab:
        await there.say("Where did your grandmother live?", asks=True)
        await tab.until_shown("grandmother")
        await recorded(tab, seconds=5)
        assert there.inbox.accepted == []
        await tab.page.click("#recorder .send")
        voice, sound = await heard(there)
        assert (voice.media_type, voice.seconds) == ("audio/webm", 5)
        assert sound == await whole(tab)
        assert decoded(sound) > 0
        await tab.page.locator("#lines .me .length", has_text="A recording, 0:05").wait_for()
        await tab.page.locator("#recorder").wait_for(state="hidden")
        await tab.until_untroubled()
        await tab.page.reload()
        await tab.page.locator("#lines .me .length").wait_for()
        assert len(there.inbox.accepted) == 1


@only_in_a_soak
async def test_a_browser_that_records_mp4_is_heard_too(there: Alone, spoken: Path) -> None:
    """As Safari does; its parts, one behind the other, are one file as well."""
    async with speaking(there.link, spoken) as tab:
        only = "() => { const was = MediaRecorder.isTypeSupported.bind(MediaRecorder);"
        only += " MediaRecorder.isTypeSupported = type => type.startsWith('audio/mp4') && was(type); }"
        await tab.page.evaluate(only)
        if not await tab.page.evaluate("() => MediaRecorder.isTypeSupported('audio/mp4')"):
            pytest.skip("this Chromium records no mp4")
        await recorded(tab, seconds=3)
        await tab.page.click("#recorder .pause")
        await tab.page.locator("#recorder .paused").wait_for()
        await tab.page.clock.run_for(60_000)
        await tab.page.click("#recorder .go-on")
        await tab.page.locator("#recorder .recording").wait_for()
        await tab.page.clock.run_for(2_000)
        await tab.page.click("#recorder .send")
        voice, sound = await heard(there)
        assert (voice.media_type, voice.seconds) == ("audio/mp4", 5)
        assert sound == await whole(tab)
        assert decoded(sound) > 0


@only_in_a_soak
async def test_pause_listen_go_on_throw_away(there: Alone, spoken: Path) -> None:
    async with speaking(there.link, spoken) as tab:
        await recorded(tab)
        await tab.page.click("#recorder .pause")
        await can_be_played(tab)
        shown = await tab.page.inner_text("#recorder .clock")
        assert shown == "0:03"
        await tab.page.click("#recorder .go-on")
        await tab.page.clock.run_for(1_000)
        await tab.page.locator("#recorder .clock", has_text="0:04").wait_for()
        await tab.page.click("#recorder .discard")
        await tab.page.click("#recorder .keep")
        await tab.page.click("#recorder .discard")
        async with tab.page.expect_response(lambda answer: answer.request.method == "DELETE" and answer.ok):
            await tab.page.click("#recorder .gone")
        await tab.page.locator("#recorder").wait_for(state="hidden")
        await tab.page.wait_for_function("() => document.activeElement.id === 'answer'")
        assert there.inbox.accepted == []
        await tab.say("Written instead.")
        await tab.until_taken("Written instead.")


@only_in_a_soak
async def test_it_stops_before_it_is_too_long_to_be_heard(tmp_path: Path, spoken: Path) -> None:
    async with alone(tmp_path, HearingSettings(longest=60.0)) as there, speaking(there.link, spoken) as tab:
        await recorded(tab)
        await tab.page.clock.run_for(60_000)
        await tab.page.locator("#recorder .longest").wait_for()
        assert await tab.page.locator("#recorder .go-on").count() == 0
        await tab.page.click("#recorder .send")
        voice, _ = await heard(there)
        assert voice.seconds is not None
        assert 53 < voice.seconds < 55


@only_in_a_soak
async def test_a_reload_in_the_middle_loses_nothing(there: Alone, spoken: Path) -> None:
    async with speaking(there.link, spoken) as tab:
        await recorded(tab, seconds=5)
        before = await whole(tab)
        await tab.page.reload()
        await tab.page.locator("#recorder .left").wait_for()
        await can_be_played(tab)
        await tab.page.click("#recorder .send")
        voice, sound = await heard(there)
        assert voice.seconds == 5
        assert sound.startswith(before)
        assert decoded(sound) > 0
        await tab.page.locator("#lines .me .length").wait_for()


async def test_without_a_connection_it_is_kept_and_goes_out_by_itself(there: Alone, spoken: Path) -> None:
    async with speaking(there.link, spoken) as tab:
        await recorded(tab)
        await tab.page.context.set_offline(True)
        await tab.page.click("#recorder .send")
        await tab.page.locator("#recordings .note", has_text="will be sent automatically").wait_for()
        assert there.inbox.accepted == []
        await tab.page.context.set_offline(False)
        _, sound = await heard(there)
        assert sound == await whole(tab)
        await tab.page.locator("#lines .me .length").wait_for()
        await tab.until_untroubled()


@only_in_a_soak
async def test_what_is_heard_is_shown_and_can_be_corrected(there: Alone, spoken: Path) -> None:
    async with speaking(there.link, spoken) as tab:
        await recorded(tab)
        await tab.page.click("#recorder .send")
        await heard(there)
        address = there.inbox.accepted[0].address
        async with there.platform.listening(address) as listening:
            listening.show("Listening… 50 %\nMy grandmother lived")
            await tab.page.locator("#thinking", has_text="My grandmother lived").wait_for()
        line = await line_of(there)
        there.inbox.shown.hear(address, line.key, "My grandmother lived by the liver.")
        there.platform._streams.ring(address.chat)
        words = tab.page.locator("#lines .me .words", has_text="by the liver")
        await words.wait_for()
        await tab.page.click("#lines .me .edit")
        assert await tab.page.input_value("#lines .me textarea") == "My grandmother lived by the liver."
        await tab.page.fill("#lines .me textarea", "My grandmother lived by the river.")
        await tab.page.click("#lines .me .editing .send")
        await tab.page.locator("#lines .me .words", has_text="by the river").wait_for()
        assert (await there.until_heard(2))[1] == Edit(
            ref=line.key, text="My grandmother lived by the river.", heard=True
        )


@only_in_a_soak
async def test_two_tabs_send_it_once_and_neither_takes_it_from_the_other(there: Alone, spoken: Path) -> None:
    async with speaking(there.link, spoken) as tab:
        other = Tab(await tab.page.context.new_page())
        await other.page.goto(there.link)
        await tab.page.bring_to_front()
        await recorded(tab)
        await other.page.reload()
        await other.page.wait_for_selector("#answer")
        assert not await other.page.is_visible("#recorder")
        await tab.page.bring_to_front()
        await tab.page.click("#recorder .send")
        await heard(there)
        for each in (tab, other):
            await each.page.locator("#lines .me .length").wait_for()
        assert len(there.inbox.accepted) == 1


@only_in_a_soak
async def test_a_server_killed_while_somebody_speaks_gets_all_of_it_once(tmp_path: Path, spoken: Path) -> None:
    page = program(tmp_path, "[voice]\nengine = 'off'\n")
    async with AsyncExitStack() as stack:
        async with page.at_work() as running:
            tab = await stack.enter_async_context(speaking(page.link, spoken, prepared=often))
            await tab.page.click(".ways a")
            await tab.page.click("button.big")
            await tab.until_asked(1)
            await begun(tab)
            await tab.page.locator("#tools-say", has_text="keep yours and listen").wait_for()
            await taken(tab)
            await killed(running)
        await tab.page.click("#recorder .send")
        await tab.page.locator("#recordings .note", has_text="will be sent automatically").wait_for()
        async with page.at_work():
            await tab.page.locator("#lines .me .length").wait_for()
            await tab.until_shown("I’ll keep yours")
            await tab.until_untroubled()
            assert await tab.page.locator(".me .length").count() == 1
            assert files_like(tmp_path, "*.webm") == [await whole(tab)]


# --- what is in the way -------------------------------------------------------------------------------------------


NO_DEVICES = "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))"
IN_USE = "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotReadableError'))"


@pytest.mark.parametrize(
    ("flags", "script", "sentence", "russian"),
    [
        ((FAKE, "--deny-permission-prompts"), "", "doesn’t allow this page", "не даёт этой странице"),
        ((ALLOWED, FAKE), NO_DEVICES, "can’t find a microphone", "нет микрофона"),
        ((ALLOWED, FAKE), IN_USE, "another program", "другой программой"),
        ((ALLOWED, FAKE), "delete window.MediaRecorder", "can’t record", "не умеет записывать"),
        (
            (ALLOWED, FAKE),
            "Object.defineProperty(window, 'isSecureContext', {value: false})",
            "doesn’t allow the microphone",
            "браузер не даёт микрофон",
        ),
    ],
)
async def test_whatever_is_in_the_way_is_one_sentence_and_writing_works(
    there: Alone, flags: tuple[str, ...], script: str, sentence: str, russian: str
) -> None:
    for locale, words in some([("en-GB", sentence)], soak=[("en-GB", sentence), ("ru-RU", russian)]):
        async with looking(there.link, *flags, locale=locale) as tab:
            await tab.page.evaluate(f"() => {{ {script} }}")
            await tab.page.click("#speak")
            await tab.page.locator("#tools-say", has_text=words).wait_for()
            assert not await tab.page.is_visible("#recorder")
            await tab.say(f"Written: {words}")
            await tab.until_taken(f"Written: {words}")


@pytest.mark.parametrize(
    "missing",
    ["delete window.MediaRecorder", "MediaDevices.prototype.enumerateDevices = async () => []"],
    ids=["recorder", "microphone"],
)
async def test_where_nothing_can_be_recorded_there_is_no_such_button(there: Alone, missing: str) -> None:
    async def prepared(page: Any) -> None:
        await page.add_init_script(missing)

    async with looking(there.link, ALLOWED, FAKE, prepared=prepared) as tab:
        await there.say("First?", SKIP, asks=True)
        await tab.page.locator("#speak").wait_for(state="hidden")
        assert await tab.page.locator("body.speak-first").count() == 0
        assert await tab.page.is_visible("#send")


async def test_where_nobody_listens_writing_comes_first(tmp_path: Path, spoken: Path) -> None:
    async with alone(tmp_path, HearingSettings(hears=False)) as there, speaking(there.link, spoken) as tab:
        await there.say("First?", SKIP, asks=True)
        await tab.until_shown("First?")
        assert await tab.page.locator("body.speak-first").count() == 0
        assert "keep your recording" in await tab.page.inner_text("#speak-hint")
        assert await tab.page.is_visible("#speak")


async def test_one_set_of_buttons_is_there_at_a_time(there: Alone, spoken: Path) -> None:
    async with speaking(there.link, spoken) as tab:
        await there.say("First?", Choice(label="Pause", data="pause@s.4"), asks=True)
        await tab.page.get_by_role("button", name="Pause", exact=True).wait_for()
        await begun(tab)
        assert await tab.page.get_by_role("button", name="Pause", exact=True).count() == 1
        assert not await tab.page.is_visible("#send")
        assert not await tab.page.is_visible(".choice")
        await tab.page.clock.run_for(3_000)
        await tab.page.click("#recorder .send")
        await tab.page.locator("#send").wait_for()
        assert await tab.page.is_visible(".choice")


@only_in_a_soak
async def test_a_silent_microphone_is_told_of(there: Alone, tmp_path: Path) -> None:
    silence = tmp_path / "silence.wav"
    with av.open(str(silence), "w") as made:
        stream = made.add_stream("pcm_s16le", rate=16_000, layout="mono")
        frame = av.AudioFrame(format="s16", layout="mono", samples=16_000 * 12)
        frame.planes[0].update(bytes(2 * frame.samples))
        frame.sample_rate = 16_000
        for packet in (*stream.encode(frame), *stream.encode(None)):
            made.mux(packet)
    async with speaking(there.link, silence) as tab:
        await begun(tab)
        await tab.page.clock.run_for(7_000)
        await tab.page.locator("#tools-say", has_text="I can’t hear anything").wait_for()


# --- how it looks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
async def test_no_state_of_it_has_a_barrier(there: Alone, spoken: Path, width: int, scheme: str) -> None:
    screen = {"viewport": {"width": width, "height": 740}, "color_scheme": scheme}
    async with speaking(there.link, spoken, prepared=None, **screen) as tab:
        await there.say("Where did your grandmother live?", asks=True)
        await begun(tab)
        assert await barriers(tab.page) == [], "recording"
        await tab.page.click("#recorder .pause")
        await tab.page.locator("#recorder audio").wait_for()
        assert await barriers(tab.page) == [], "paused"
        await tab.page.click("#recorder .discard")
        assert await barriers(tab.page) == [], "asked"
        await tab.page.click("#recorder .keep")
        await tab.page.click("#recorder .send")
        await tab.page.locator("#lines .me .length").wait_for()
        assert await barriers(tab.page) == [], "sent"
        assert await fits(tab.page)
