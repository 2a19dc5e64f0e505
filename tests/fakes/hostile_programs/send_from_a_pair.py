# It got out if a pair of sockets can send to somebody else.
import json
import sys

told = json.load(sys.stdin)

import socket

for kind in (socket.SOCK_DGRAM, socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
    one, other = socket.socketpair(socket.AF_UNIX, kind)
    for address in (told["socket"], "\0" + told["abstract"]):
        for send in (
            lambda: one.sendto(b"x", address),
            lambda: one.sendmsg([b"x"], [], 0, address),
            lambda: one.connect(address),
            lambda: one.bind("\0hostile"),
        ):
            try:
                send()
                print("GOT OUT", address)
            except OSError:
                pass
