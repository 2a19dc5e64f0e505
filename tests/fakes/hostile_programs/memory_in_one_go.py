# It got out if it takes all memory at once.
# It ends: memory, time.
kept = bytearray(64 << 30)
print("GOT OUT")
