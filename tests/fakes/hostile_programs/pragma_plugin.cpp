// It got out if the compiler loads, or begins, what the program names.
// It ends: finished, not-compiled.
#pragma GCC poison x
#pragma comment(lib, "/tmp/x")
#include <cstdlib>
__asm__(".section .note\n.ascii \"x\"\n.text\n");
int main() { return std::system("echo GOT OUT") == 0; }
