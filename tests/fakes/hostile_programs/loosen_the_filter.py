# It got out if the filter can be taken off.
import ctypes
import os

C = ctypes.CDLL(None, use_errno=True)
import json
import sys

told = json.load(sys.stdin)

import socket
import struct

allow = ctypes.create_string_buffer(struct.pack("=HBBI", 0x06, 0, 0, 0x7FFF0000))
C.prctl(22, 2, struct.pack("HxxxxxxQ", 1, ctypes.addressof(allow)), 0, 0)
C.prctl(22, 0, 0, 0, 0)
C.prctl(38, 0, 0, 0, 0)
for attempt in (lambda: socket.socket(), os.fork, lambda: os.kill(told["pid"], 0)):
    try:
        attempt()
        print("GOT OUT")
    except OSError:
        pass
