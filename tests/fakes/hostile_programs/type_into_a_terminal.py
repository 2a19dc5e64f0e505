# It got out if a terminal of ours can be typed into.
def tried(attempt):
    try:
        return attempt() not in (-1, None)
    except (OSError, ValueError, AttributeError):
        return False


import fcntl
import os

for number in (0, 1, 2):
    if tried(lambda: fcntl.ioctl(number, 0x5412, b"x")) or os.isatty(number):
        print("GOT OUT")
for path in ("/dev/tty", "/dev/pts/0", "/dev/console"):
    if tried(lambda: os.open(path, os.O_RDWR)):
        print("GOT OUT", path)
