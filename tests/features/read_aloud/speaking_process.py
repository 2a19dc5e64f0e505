"""Stands in the worker's place: what it "speaks" is the text itself, but for texts that tell it to misbehave."""

from __future__ import annotations

import base64
import os
import signal
import socket
import sys
from pathlib import Path

from core.features.read_aloud.speaking_messages import LONGEST_REQUEST, Mute, Utter, Uttered
from core.processes.framing import HEADER, Broke, decode_lengths, encode_frame

DIE, HANG, BREAK, MUMBLE, SILENCE = "die", "hang", "break", "mumble", "silence"
ONCE = "once "
"""Before such a word, and a file behind it that is not there yet: "once die /tmp/x"."""


def _behaviour(text: str) -> str:
    if not text.startswith(ONCE):
        return text
    what, _, file = text.removeprefix(ONCE).partition(" ")
    done = Path(file)
    if done.exists():
        return ""
    done.touch()
    return what


def main() -> None:
    connection = socket.socket(fileno=int(sys.argv[1]))
    stream = connection.makefile("rb")
    while len(header := stream.read(HEADER.size)) == HEADER.size:
        message, _ = decode_lengths(header, message=LONGEST_REQUEST)
        request = Utter.model_validate_json(stream.read(message))
        match _behaviour(request.text):
            case "die":
                os.kill(os.getpid(), signal.SIGKILL)
            case "hang":
                signal.pause()
            case "break":
                connection.sendall(encode_frame(Broke(error="RuntimeError")))
            case "mumble":
                connection.sendall(b"\0\0\0\7\0\0\0\0\0\0\0\0mumble!")
            case "silence":
                connection.sendall(encode_frame(Mute()))
            case _:
                sound = f"{request.language}:{request.text}".encode()
                told = Uttered(seconds=len(sound) / 10, waveform=base64.b64encode(b"\x01\xff").decode())
                connection.sendall(encode_frame(told, len(sound)))
                connection.sendall(sound)


if __name__ == "__main__":
    main()
