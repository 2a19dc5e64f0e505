# It got out if a file of any size can be made.
import os

for folder in ("/tmp", "/var/tmp", "/dev/shm"):
    try:
        place = os.open(f"{folder}/sparse", os.O_CREAT | os.O_RDWR)
    except OSError:
        continue
    for grow in (
        lambda: os.ftruncate(place, 1 << 40),
        lambda: os.posix_fallocate(place, 0, 1 << 30),
        lambda: os.pwrite(place, b"x", 1 << 40),
    ):
        try:
            grow()
            print("GOT OUT", folder)
        except OSError:
            pass
