// It got out if the assembler reads files for it.
// It ends: not-compiled.
#include <cstdio>
__asm__(".global secret\nsecret: .incbin \"SECRET\"\n.byte 0\n");
extern const char secret[];
int main() { std::printf("GOT OUT %s", secret); }
