# It got out if it runs for ever.
# It ends: time.
while True:
    pass
