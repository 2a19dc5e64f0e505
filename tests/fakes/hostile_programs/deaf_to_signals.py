# It got out if a program that hears no signal runs for ever.
# It ends: time, killed.
import signal

for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
while True:
    pass
