// It got out if sockets, ptrace, namespaces or signals are open.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <fcntl.h>
#include <unistd.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/ptrace.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <sched.h>
#include <vector>

int main() {
  for (int family = 1; family < 46; ++family)
    if (socket(family, SOCK_DGRAM, 0) >= 0 || socket(family, SOCK_STREAM, 0) >= 0) std::puts("GOT OUT");
  if (ptrace(PTRACE_ATTACH, 1, 0, 0) == 0 || kill(1, 0) == 0 || kill(-1, 0) == 0 || unshare(CLONE_NEWUSER) == 0) std::puts("GOT OUT");
  if (syscall(425, 8, nullptr) >= 0 || setuid(0) == 0) std::puts("GOT OUT");
}
