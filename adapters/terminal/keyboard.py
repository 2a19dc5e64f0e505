"""The keyboard: an input of several lines with history, completion, and a toolbar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import structlog
from prompt_toolkit import PromptSession
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.enums import DEFAULT_BUFFER
from prompt_toolkit.filters import has_focus
from prompt_toolkit.history import FileHistory, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.styles import Style

from adapters.terminal.inlet import LeaveTerminal
from adapters.terminal.presenter import MARGIN, MARK

# Nothing reversed and nothing grey: the lines below must be readable for old eyes on any background.
_STYLE = Style.from_dict({"bottom-toolbar": "noreverse"})


class CommandCompleter(Completer):
    """Completes the name of a command at the start of the text."""

    def __init__(self, commands: Sequence[tuple[str, str]]) -> None:
        self._commands = [(f"/{name.removeprefix('/')}", description) for name, description in commands]

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor
        if typed.startswith("/"):
            for name, description in self._commands:
                if name.startswith(typed.lower()):
                    yield Completion(name, start_position=-len(typed), display_meta=description)


def enter_sends(document: Document, at_once: Callable[[str], bool]) -> bool:
    """Return whether Enter sends this text: it is empty, or understood at once, or ends with an empty line."""
    text = document.text.strip()
    if not text or ("\n" not in text and at_once(text)):
        return True
    return not document.current_line.strip() and not document.text_after_cursor.strip()


class Keyboard:
    """A prompt that is shown again and again. Create it inside the app session that it should use.

    `toolbar` returns the lines to show below; `at_once` tells whether a single Enter sends a line.
    """

    attended = True
    shows_typed = False

    def __init__(
        self,
        *,
        toolbar: Callable[[], str],
        at_once: Callable[[str], bool],
        commands: Sequence[tuple[str, str]],
        history: Recall,
    ) -> None:
        self._history = history
        self._session: PromptSession[str] = PromptSession(
            f"\n{MARK}",
            multiline=True,
            prompt_continuation=MARGIN,
            bottom_toolbar=lambda: [("", f"\n{toolbar()}")],
            history=history,
            completer=CommandCompleter(commands),
            complete_while_typing=False,
            key_bindings=_bindings(at_once),
            style=_STYLE,
            enable_suspend=True,
            erase_when_done=True,  # what was sent is printed by the presenter instead
            interrupt_exception=LeaveTerminal,
            eof_exception=LeaveTerminal,
        )
        # A warning about cursor positions helps nobody in the middle of an interview.
        self._session.app.renderer.cpr_not_supported_callback = None

    async def read(self, draft: str) -> str:
        try:
            return await _ask(self._session, draft)
        except (LeaveTerminal, EOFError):  # EOFError: the terminal was closed
            raise LeaveTerminal(self._session.default_buffer.text.strip()) from None

    async def sure(self, question: str, *, yes: Sequence[str], no: Sequence[str]) -> bool:
        """Ask again until the answer is clear: yes, Ctrl-C and the end of input leave; no and nothing stay."""
        session: PromptSession[str] = PromptSession(
            f"\n{MARGIN}{question} ", interrupt_exception=LeaveTerminal, eof_exception=LeaveTerminal
        )
        session.app.renderer.cpr_not_supported_callback = None
        while True:
            try:
                answer = (await _ask(session)).strip().strip(".!").casefold()
            except (LeaveTerminal, EOFError):
                return True
            if answer in yes:
                return True
            if not answer or answer in no:
                return False

    def keep(self, draft: str) -> bool:
        self._history.append_string(draft)
        return self._history.lasts

    def forget(self) -> None:
        self._history.forget()
        # It holds a copy of the history; what is being typed just now stays.
        self._session.default_buffer.reset(self._session.default_buffer.document)

    def refresh(self) -> None:
        self._session.app.invalidate()


async def _ask(session: PromptSession[str], default: str = "") -> str:
    # Signals and the loop's exception handler belong to the program: in raw mode Ctrl-C arrives as a key, and
    # prompt_toolkit's own handler would show a stack trace.
    return await session.prompt_async(default=default, handle_sigint=False, set_exception_handler=False)


def _bindings(at_once: Callable[[str], bool]) -> KeyBindings:
    bindings = KeyBindings()
    typing = has_focus(DEFAULT_BUFFER)

    @bindings.add("enter", filter=typing)
    def _enter(event: KeyPressEvent) -> None:
        if enter_sends(event.current_buffer.document, at_once):
            _send(event.current_buffer)
        else:
            event.current_buffer.newline(copy_margin=False)

    @bindings.add("escape", "enter", filter=typing)
    def _alt_enter(event: KeyPressEvent) -> None:
        _send(event.current_buffer)

    @bindings.add("c-d", filter=typing)
    def _ctrl_d(event: KeyPressEvent) -> None:
        if event.current_buffer.text.strip():
            _send(event.current_buffer)
        else:
            event.app.exit(exception=LeaveTerminal())

    return bindings


def _send(buffer: Buffer) -> None:
    buffer.document = Document(buffer.text.strip())  # so that the history keeps no empty lines either
    buffer.validate_and_handle()


_log = structlog.get_logger()


class PrivateHistory(FileHistory):
    """A history file that only its owner can read. Trouble with it never disturbs the interview."""

    lasts = True
    """It is still there in the next run."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)
        path.chmod(0o600)

    def forget(self) -> None:
        """Clear it from memory; the caller removes the file."""
        self._loaded_strings.clear()

    def store_string(self, string: str) -> None:
        try:
            self._path.touch(mode=0o600)
            super().store_string(string)
        except OSError as error:
            _log.warning("terminal-history-not-written", error=type(error).__name__)


class PassingHistory(InMemoryHistory):
    """A history for this run only."""

    lasts = False

    def forget(self) -> None:
        self._loaded_strings.clear()
        self._storage.clear()


Recall = PrivateHistory | PassingHistory


def open_history(path: Path | None) -> Recall:
    """Return the history kept in `path`, or one for this run only if there is no path or it cannot be used."""
    if path is None:
        return PassingHistory()
    try:
        return PrivateHistory(path)
    except OSError as error:
        _log.warning("terminal-history-unusable", error=type(error).__name__)
        return PassingHistory()
