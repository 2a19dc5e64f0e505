// It got out if the compiler fills the disk.
// It ends: not-compiled, time, memory, killed.
char large[1u << 31] = {1};
char larger[1ull << 33] = {1};
int main() {}
