// It got out if files, processes, sockets or signals are open.
import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.file.*;
import java.util.*;
public class Solution {
  interface Attempt { void go() throws Exception; }
  static void tried(Attempt attempt) {
    try { attempt.go(); System.out.println("GOT OUT"); } catch (Throwable held) { }
  }
  public static void main(String[] arguments) throws Exception {

    for (String path : List.of("/etc/passwd", "/proc/1/environ", "SECRET"))
      tried(() -> Files.readAllBytes(Path.of(path)));
    tried(() -> new ProcessBuilder("/bin/sh", "-c", "echo GOT OUT").inheritIO().start().waitFor());
    tried(() -> Runtime.getRuntime().exec("/bin/true"));
    tried(() -> new ServerSocket(0));
    tried(() -> new Socket("127.0.0.1", 80));
    tried(() -> new DatagramSocket());
    tried(() -> { if (!ProcessHandle.of(1).get().destroyForcibly()) throw new Exception(); });
    tried(() -> Files.writeString(Path.of("/usr/lib/new"), "x"));
  }
}
