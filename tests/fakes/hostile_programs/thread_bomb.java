// It got out if threads can be begun without end.
// It ends: memory, killed, finished, time.
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
    for (int n = 0; n < 5_000; n++) {
      Thread one = new Thread(() -> { try { Thread.sleep(1_000_000); } catch (InterruptedException e) { } });
      one.setDaemon(true);
      one.start();
      if (n > 1_000) System.out.println("GOT OUT");
    }
  }
}
