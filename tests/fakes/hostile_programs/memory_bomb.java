// It got out if it takes all memory.
// It ends: memory, time.
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
    List<byte[]> kept = new ArrayList<>();
    while (true) kept.add(new byte[1 << 20]);
  }
}
