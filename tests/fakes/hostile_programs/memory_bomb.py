# It got out if it takes all memory.
# It ends: memory, time.
kept = []
while True:
    kept.append(bytearray(8 << 20))
