# It got out if the older way into the kernel is open.
# It ends: killed, finished.
import ctypes

C = ctypes.CDLL(None, use_errno=True)

import mmap
import platform

if platform.machine() == "x86_64":
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    # mov eax, 2 (fork); int 0x80; ret
    code.write(bytes([0xB8, 2, 0, 0, 0, 0xCD, 0x80, 0xC3]))
    place = ctypes.addressof(ctypes.c_char.from_buffer(code))
    if ctypes.CFUNCTYPE(ctypes.c_int)(place)() >= 0:
        print("GOT OUT")
