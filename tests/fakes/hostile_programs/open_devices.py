# It got out if devices can be opened.
import os

names = ["sda", "vda", "nvme0n1", "mem", "kmem", "port", "kmsg", "fuse", "kvm", "tty", "console", "net/tun", "loop0"]
for name in [
    *names,
    "loop-control",
    "mapper/control",
    "vhost-net",
    "uinput",
    "rtc",
    "watchdog",
    "snd/seq",
    "dri/card0",
]:
    try:
        os.open(f"/dev/{name}", os.O_RDONLY)
        print("GOT OUT", name)
    except OSError:
        pass
