# It got out if one sum takes for ever.
# It ends: time, memory, finished.
print(len(str(9**9**9)))
