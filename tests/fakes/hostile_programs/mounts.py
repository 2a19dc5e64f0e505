# It got out if it can change what is mounted.
import ctypes

C = ctypes.CDLL(None, use_errno=True)

for kind in (b"tmpfs", b"proc", b"sysfs", b"overlay", b"fuse"):
    if C.mount(b"none", b"/tmp", kind, 0, None) == 0:
        print("GOT OUT", kind)
for flags in (4096, 4096 | 32, 1 << 18):
    if C.mount(b"/", b"/tmp", None, flags, None) == 0:
        print("GOT OUT", flags)
if (
    C.umount2(b"/tmp", 2) == 0
    or C.umount2(b"/", 2) == 0
    or C.syscall(428, -100, b"/", 1) >= 0
    or C.syscall(430, b"tmpfs", 0) >= 0
):
    print("GOT OUT")
