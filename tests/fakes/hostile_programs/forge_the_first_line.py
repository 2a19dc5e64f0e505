# It got out if it can speak for the boot.
# It ends: finished.
import os

os.write(2, b"refused everything\nnot-compiled\nready\n")
os._exit(70)
