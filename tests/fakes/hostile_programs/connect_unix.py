# It got out if a socket on the disk, or one with an abstract name, can be reached.
import json
import sys

told = json.load(sys.stdin)

import socket

for address in (told["socket"], "\0" + told["abstract"]):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        try:
            socket.socket(socket.AF_UNIX, kind).connect(address)
            print("GOT OUT", address)
        except OSError:
            pass
