# It got out if the rules on files can be widened.
import ctypes
import os

C = ctypes.CDLL(None, use_errno=True)
import json
import sys

told = json.load(sys.stdin)

import struct

rules = C.syscall(444, struct.pack("Q", 0xFFFF), 8, 0)
root = os.open("/", os.O_PATH)
C.syscall(445, rules, 1, struct.pack("=Qi", 0xFFFF, root), 0)
C.syscall(446, rules, 0)
print("GOT OUT", open(told["secret"]).read())
