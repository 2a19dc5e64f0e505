# It got out if a file can be opened by its number.
import ctypes

C = ctypes.CDLL(None, use_errno=True)
import json
import sys

told = json.load(sys.stdin)

handle = ctypes.create_string_buffer(bytes([128, 0, 0, 0]) + bytes(256))
number = ctypes.c_int()
for path in (told["secret"], "/", "/usr/lib"):
    if C.name_to_handle_at(-100, path.encode(), handle, ctypes.byref(number), 0) == 0:
        print("GOT OUT", path)
if C.open_by_handle_at(-100, handle, 0) >= 0:
    print("GOT OUT")
