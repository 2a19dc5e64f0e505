// It got out if a process can be begun.
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
  if (fork() >= 0 || vfork() >= 0) std::puts("GOT OUT");
  if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) >= 0) std::puts("GOT OUT");
  if (std::system("echo GOT OUT") == 0) std::puts("GOT OUT");
  execl("/bin/sh", "sh", "-c", "echo GOT OUT", nullptr);
  execl("/usr/bin/g++", "g++", "--version", nullptr);
}
