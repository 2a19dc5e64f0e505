"""The process that tells when somebody has finished: `python -m` this module and a descriptor, a socket to the program.

It decodes recordings while they come in and looks for speech in them. It loads no model that hears words: the process
that does may be busy with one piece for seconds. Each recording has a thread that waits for the next piece. The process
ends when the program ends, and may be killed at any moment. It writes no log and no file.
"""

from __future__ import annotations

import math
import os
import socket
import sys
import threading
from collections import OrderedDict
from typing import NoReturn

import numpy as np

from core.contracts.errors import AudioUnreadable, HearingError
from core.features.transcription.following_messages import (
    FOLLOWING_REQUESTS,
    LONGEST_MESSAGE,
    LONGEST_PIECE,
    Follow,
    FollowedSpeech,
    FollowingReply,
    FollowingRequest,
    Unfollow,
)
from core.features.transcription.hearing_messages import Done, HearingRefused
from core.features.transcription.recognition.audio import RATE, Decoder, Samples
from core.features.transcription.recognition.speech import SILENCE_BELOW, SPEECH_FROM, WINDOW, Detector, Silero
from core.processes.framing import HEADER, Broke, decode_lengths, encode_frame
from core.processes.worker_hardening import lower_priority

MOST = 24
"""Recordings that are followed at a time; the one that got no piece for longest is forgotten first."""
BLOCK = 4 * WINDOW
"""Samples that are looked at together, about an eighth of a second."""
PATIENCE = 5.0
"""Seconds that decoding one piece may take."""


class GrowingFile:
    """A file whose end has not been written yet: reading it waits for the next piece."""

    def __init__(self) -> None:
        self._waiting = bytearray()
        self._is_complete = False
        self._changed = threading.Condition()
        self._is_hungry = False

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False

    def read(self, size: int) -> bytes:
        with self._changed:
            while not self._waiting and not self._is_complete:
                self._is_hungry = True
                self._changed.notify_all()
                self._changed.wait()
            self._is_hungry = False
            data = bytes(self._waiting[:size])
            del self._waiting[:size]
            return data

    def add(self, piece: bytes) -> None:
        """Add a piece, and wait until everything that can be decoded now has been."""
        with self._changed:
            self._waiting += piece
            self._is_hungry = False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._is_hungry or self._is_complete, timeout=PATIENCE)

    def close(self) -> None:
        with self._changed:
            self._waiting.clear()
            self._is_complete = True
            self._changed.notify_all()


class FollowedRecording:
    """One recording that is still being spoken."""

    def __init__(self, detector: Detector, *, max_seconds: float) -> None:
        self._file = GrowingFile()
        self._detector = detector
        self._decoder = Decoder(self._file, max_seconds=max_seconds, block=BLOCK, patience=math.inf)
        self._error: Exception | None = None
        self._rest = np.zeros(0, dtype=np.float32)
        self._windows = self._speech = self._silence = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def add(self, piece: bytes) -> FollowedSpeech:
        """Take the next piece. Raises what decoding raised."""
        self._file.add(piece)
        if self._error is not None:
            raise self._error
        window = WINDOW / RATE
        return FollowedSpeech(
            seconds=self._windows * window, speech=self._speech * window, silence=self._silence * window
        )

    def close(self) -> None:
        self._file.close()

    def _listen(self) -> None:
        try:
            for block in self._decoder:
                self._look(block)
            self._error = AudioUnreadable("the recording ended before its end")
        except Exception as error:  # noqa: BLE001 - it is raised where the next piece comes in
            self._error = error
        self._file.close()

    def _look(self, block: Samples) -> None:
        sound = np.concatenate([self._rest, block])
        whole = len(sound) // WINDOW * WINDOW
        self._rest = sound[whole:]
        if not whole:
            return
        for probability in self._detector(sound[:whole].reshape(-1, WINDOW)):
            self._windows += 1
            if probability >= SPEECH_FROM or (self._speech and not self._silence and probability >= SILENCE_BELOW):
                self._speech += 1
                self._silence = 0
            else:
                self._silence += 1


class FollowingWorker:
    def __init__(self) -> None:
        self._silero = Silero()
        self._recordings: OrderedDict[str, FollowedRecording] = OrderedDict()

    def answer(self, request: FollowingRequest, body: bytes) -> FollowingReply:
        try:
            match request:
                case Follow():
                    return self._followed(request, body)
                case Unfollow():
                    self._forget(request.recording)
                    return Done()
        except HearingError as error:
            return HearingRefused(code=error.code, reason=str(error))
        except Exception as error:  # noqa: BLE001 - the process's boundary: the program replaces it
            return Broke(error=type(error).__name__)

    def _followed(self, request: Follow, piece: bytes) -> FollowedSpeech:
        found = self._recordings.get(request.recording)
        if found is None:
            while len(self._recordings) >= MOST:
                self._forget(next(iter(self._recordings)))
            found = FollowedRecording(self._silero.detector(), max_seconds=request.max_seconds)
            self._recordings[request.recording] = found
        self._recordings.move_to_end(request.recording)
        try:
            return found.add(piece)
        except Exception:
            self._forget(request.recording)
            raise

    def _forget(self, recording: str) -> None:
        found = self._recordings.pop(recording, None)
        if found is not None:
            found.close()


def main() -> NoReturn:
    lower_priority()
    connection = socket.socket(fileno=int(sys.argv[1]))
    stream = connection.makefile("rb")
    worker = FollowingWorker()
    while len(header := stream.read(HEADER.size)) == HEADER.size:
        message, body = decode_lengths(header, message=LONGEST_MESSAGE, body=LONGEST_PIECE)
        request = FOLLOWING_REQUESTS.validate_json(stream.read(message))
        connection.sendall(encode_frame(worker.answer(request, stream.read(body))))
    # Threads may still wait for pieces that never come.
    os._exit(0)


if __name__ == "__main__":
    main()
