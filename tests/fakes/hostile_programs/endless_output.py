# It got out if it fills our memory with words.
# It ends: output.
while True:
    print("x" * 65_536)
