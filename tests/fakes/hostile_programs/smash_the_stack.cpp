// It got out if it leaves its memory on the disk.
// It ends: killed.
int deep(volatile char* last) { volatile char more[4096]; more[0] = last ? *last : 0; return deep(more) + more[0]; }
int main() { return deep(nullptr); }
