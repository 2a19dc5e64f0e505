// It got out if a hook at the end keeps it alive.
// It ends: time.
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
    Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true) { } }));
    System.exit(0);
  }
}
