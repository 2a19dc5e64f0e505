// It got out if the compiler reads for ever.
// It ends: not-compiled, time, memory.
#include "/dev/zero"
#include "/dev/urandom"
int main() {}
