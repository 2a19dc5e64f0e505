# It got out if it fills our memory with errors.
# It ends: output.
import sys

while True:
    sys.stderr.write("x" * 65_536)
