"""The process that speaks: `python -m` this module and a descriptor, with a socket to the program there.

It speaks one text at a time and keeps the voices that it has loaded. It ends when the program ends, and may be killed
at any moment. It writes no log and no file.
"""

from __future__ import annotations

import base64
import importlib
import resource
import socket
import sys

from core.features.read_aloud.speaking_messages import LONGEST_REQUEST, Mute, Reply, Utter, Uttered
from core.features.read_aloud.synthesis.sound import Sounding, as_opus, loudness
from core.processes.framing import HEADER, Broke, decode_lengths, encode_frame
from core.processes.worker_hardening import limit_resource, lower_priority

MEMORY = 1 << 30
"""Bytes of its own memory."""
CPU_SECONDS = 90
"""For one text; longer than the program waits, so that this holds when nobody kills it."""


class Mouth:
    def __init__(self) -> None:
        self._voices: dict[str, Sounding] = {}

    def answer(self, request: Utter) -> tuple[Reply, bytes]:
        try:
            voice = self._voices.get(request.module)
            if voice is None:
                voice = self._voices[request.module] = importlib.import_module(request.module).load()
            samples = voice.samples(request.text, request.language)
            if not len(samples):
                return Mute(), b""
            waveform = base64.b64encode(loudness(samples, voice.rate)).decode()
            sound = as_opus(samples, voice.rate)
            return Uttered(seconds=len(samples) / voice.rate, waveform=waveform), sound
        except Exception as error:  # noqa: BLE001 - the process's boundary: the program replaces it and tries again
            return Broke(error=type(error).__name__), b""


def main() -> None:
    lower_priority()
    limit_resource(resource.RLIMIT_DATA, MEMORY)
    limit_resource(resource.RLIMIT_FSIZE, 0)
    connection = socket.socket(fileno=int(sys.argv[1]))
    stream = connection.makefile("rb")
    mouth = Mouth()
    while len(header := stream.read(HEADER.size)) == HEADER.size:
        message, _ = decode_lengths(header, message=LONGEST_REQUEST)
        request = Utter.model_validate_json(stream.read(message))
        used = resource.getrusage(resource.RUSAGE_SELF)
        _, hardest = resource.getrlimit(resource.RLIMIT_CPU)
        limit_resource(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + CPU_SECONDS, hardest)
        reply, sound = mouth.answer(request)
        connection.sendall(encode_frame(reply, len(sound)))
        connection.sendall(sound)


if __name__ == "__main__":
    main()
