"""The process that hears: `python -m` this module and a descriptor, with a socket to the program there.

It works on one request at a time and keeps what is half heard, so that the program may put one recording's piece before
another's. It ends when the program ends, and may be killed at any moment. It writes no log and no file.
"""

from __future__ import annotations

import importlib
import io
import os
import queue
import socket
import stat
import sys
import threading
from collections.abc import Iterator
from typing import BinaryIO, NoReturn

from core.contracts.errors import AudioTooLong, AudioTruncated, AudioUnreadable, HearingError, VoiceAbsent
from core.features.transcription.hearing_messages import (
    LONGEST_BODY,
    LONGEST_MESSAGE,
    REQUESTS,
    Done,
    Drop,
    HeardPiece,
    HearingRefused,
    HearingStep,
    Load,
    Open,
    Reply,
    Request,
    WorkerReady,
)
from core.features.transcription.recognition.engine import SpeechEngine
from core.features.transcription.recognition.speech import HeardChunks, Silero, hear_recording
from core.processes.framing import HEADER, Broke, decode_lengths, encode_frame
from core.processes.worker_hardening import lower_priority


class HearingWorker:
    def __init__(self) -> None:
        self._engine: SpeechEngine | None = None
        self._silero: Silero | None = None
        self._heard = HeardChunks()
        self._jobs: dict[int, tuple[Iterator[HeardPiece], BinaryIO]] = {}

    def answer(self, request: Request, body: bytes) -> Reply:
        try:
            match request:
                case Load():
                    self._silero = Silero()
                    engine: SpeechEngine = importlib.import_module(request.module).load(request)
                    self._engine = engine
                    return WorkerReady(languages=engine.languages, device=engine.device)
                case Open():
                    if self._engine is None or self._silero is None:
                        raise RuntimeError("the model is not loaded")
                    source = io.BytesIO(body) if request.path is None else _regular_file(request.path)
                    pieces = hear_recording(
                        request, source, engine=self._engine, detector=self._silero.detector(), heard=self._heard
                    )
                    self._jobs[request.job] = (pieces, source)
                case HearingStep():
                    try:
                        piece = next(self._jobs[request.job][0])
                    except HearingError:
                        self._forget(request.job)
                        raise
                    if piece.last:
                        self._forget(request.job)
                    return piece
                case Drop():
                    for job in request.jobs:
                        self._forget(job)
            return Done()
        except HearingError as error:
            return _refused(error)
        except ImportError as error:
            return _refused(VoiceAbsent(f"what hears voices is not installed as it should be ({error})"))
        except Exception as error:  # noqa: BLE001 - the process's boundary: the program replaces it and tries again
            return Broke(error=type(error).__name__)

    def _forget(self, job: int) -> None:
        if job in self._jobs:
            _, source = self._jobs.pop(job)
            source.close()


def _regular_file(path: str) -> BinaryIO:
    """Open a file, but nothing that could wait for ever."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        raise AudioUnreadable(f"the file cannot be opened ({type(error).__name__})") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise AudioUnreadable("it is no file")
    return os.fdopen(descriptor, "rb")


def _refused(error: HearingError) -> HearingRefused:
    match error:
        case AudioTruncated():
            return HearingRefused(code=error.code, reason=str(error), decoded=error.decoded, declared=error.declared)
        case AudioTooLong():
            return HearingRefused(code=error.code, reason=str(error), limit=error.limit)
    return HearingRefused(code=error.code, reason=str(error))


def _receive(connection: socket.socket, inbox: queue.SimpleQueue[tuple[Request, bytes]]) -> NoReturn:
    """Read requests until the program is gone, and end with it even in the middle of a piece."""
    try:
        stream = connection.makefile("rb")
        while len(header := stream.read(HEADER.size)) == HEADER.size:
            message, body = decode_lengths(header, message=LONGEST_MESSAGE, body=LONGEST_BODY)
            inbox.put((REQUESTS.validate_json(stream.read(message)), stream.read(body)))
    finally:
        os._exit(0)


def main() -> NoReturn:
    # No limit on memory: torch and CUDA reserve far more than they use, so any limit would be too low for one machine
    # and too high for the next. What decodes is bounded by itself.
    lower_priority()
    connection = socket.socket(fileno=int(sys.argv[1]))
    inbox: queue.SimpleQueue[tuple[Request, bytes]] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(connection, inbox), daemon=True).start()
    worker = HearingWorker()
    while True:
        connection.sendall(encode_frame(worker.answer(*inbox.get())))


if __name__ == "__main__":
    main()
