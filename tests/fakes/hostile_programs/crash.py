# It got out if it leaves its memory on the disk.
# It ends: killed.
import ctypes

ctypes.string_at(0)
