# It got out if it fills the disk.
wrote = 0
for folder in ("/tmp", "/var/tmp", "/dev/shm"):
    for number in range(40):
        try:
            with open(f"{folder}/{number}", "wb", buffering=0) as file:
                while True:
                    wrote += file.write(bytes(1 << 20))
        except OSError:
            continue
if wrote > 80 << 20:
    print("GOT OUT", wrote)
