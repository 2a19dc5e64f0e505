// It got out if the compiler reads files for it.
// It ends: not-compiled.
#include "/etc/passwd"
#include "SECRET"
int main() {}
