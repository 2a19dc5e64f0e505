// It got out if files, processes, sockets or signals are open.
package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"syscall"
)

func tried(problem error) {
	if problem == nil {
		fmt.Println("GOT OUT")
	}
}

func main() {
	for _, path := range []string{"/etc/passwd", "/proc/1/environ", "SECRET"} {
		_, problem := os.ReadFile(path)
		tried(problem)
	}
	tried(exec.Command("/bin/true").Run())
	_, problem := net.Listen("tcp", "127.0.0.1:0")
	tried(problem)
	tried(syscall.Kill(1, 0))
	tried(syscall.Unshare(syscall.CLONE_NEWUSER))
	tried(syscall.Exec("/bin/sh", []string{"sh", "-c", "echo GOT OUT"}, nil))
}
