"""Work that runs by itself: chores, deadlines, housekeeping, and the scheduler that keeps keys apart."""
