// It got out if it takes all memory past the heap.
// It ends: memory, killed, time.
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
    List<ByteBuffer> kept = new ArrayList<>();
    while (true) { ByteBuffer more = ByteBuffer.allocateDirect(8 << 20); while (more.hasRemaining()) more.put((byte) 1); kept.add(more); }
  }
}
