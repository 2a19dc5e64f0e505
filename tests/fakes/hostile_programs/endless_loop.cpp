// It got out if it runs for ever.
// It ends: time.
int main() { for (volatile int n = 0;; n = n + 1) {} }
