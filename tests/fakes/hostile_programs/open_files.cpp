// It got out if files of the machine can be opened.
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
  for (const char* path : {"/etc/passwd", "/etc/shadow", "/proc/1/environ", "/proc/1/mem", "/dev/vda", "SECRET"})
    if (open(path, O_RDONLY) >= 0) std::printf("GOT OUT %s\n", path);
}
