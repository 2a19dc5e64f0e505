# It got out if some kind of socket can be opened.
import socket

for family in range(1, 47):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        try:
            socket.socket(family, kind)
            print("GOT OUT", family, kind)
        except OSError:
            pass
        if family != socket.AF_UNIX:
            try:
                socket.socketpair(family, kind)
                print("GOT OUT", family, kind)
            except OSError:
                pass
