# It got out if it has a capability.
import ctypes

C = ctypes.CDLL(None, use_errno=True)

header, found = ctypes.create_string_buffer(bytes([0x22, 5, 8, 0x20, 0, 0, 0, 0])), ctypes.create_string_buffer(24)
if C.capget(header, found) or found.raw != bytes(24):
    print("GOT OUT", found.raw)
for number in range(64):
    if C.prctl(47, 1, number, 0, 0) == 1:
        print("GOT OUT", number)
if C.prctl(39, 0, 0, 0, 0) != 1:
    print("GOT OUT: it may gain privileges")
