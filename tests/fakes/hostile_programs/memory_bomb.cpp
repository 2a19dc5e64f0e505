// It got out if it takes all memory.
// It ends: memory, killed, time.
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
  std::vector<std::vector<char>> kept;
  for (;;) kept.emplace_back(8 << 20, 'x');
}
