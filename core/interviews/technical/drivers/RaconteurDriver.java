import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.Boolean;
import java.lang.Class;
import java.lang.Double;
import java.lang.Exception;
import java.lang.ExceptionInInitializerError;
import java.lang.Integer;
import java.lang.Long;
import java.lang.Number;
import java.lang.Object;
import java.lang.StackTraceElement;
import java.lang.String;
import java.lang.StringBuilder;
import java.lang.System;
import java.lang.Throwable;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;

// What is imported by its name is not a class of the candidate's that has the same.
public class RaconteurDriver {
  private static InputStream in;
  private static PrintStream out;
  private static String marker;

  private static String word() throws IOException {
    StringBuilder made = new StringBuilder();
    int each = in.read();
    while (each == ' ' || each == '\n') each = in.read();
    while (each != ' ' && each != '\n' && each >= 0) {
      made.append((char) each);
      each = in.read();
    }
    return made.toString();
  }

  private static Object read(Class<?> type) throws IOException {
    if (type == long.class) return Long.parseLong(word());
    if (type == double.class) return Double.parseDouble(word());
    if (type == boolean.class) return word().equals("1");
    int size = Integer.parseInt(word());
    if (type == String.class) return new String(in.readNBytes(size), StandardCharsets.UTF_8);
    Object values = Array.newInstance(type.getComponentType(), size);
    for (int n = 0; n < size; n++) Array.set(values, n, read(type.getComponentType()));
    return values;
  }

  private static String json(Object value) {
    if (value == null) return "null";
    if (value instanceof Double && !Double.isFinite((Double) value)) return "null";
    if (value instanceof Number || value instanceof Boolean) return value.toString();
    if (!value.getClass().isArray()) return quoted(value.toString());
    StringBuilder made = new StringBuilder("[");
    for (int n = 0; n < Array.getLength(value); n++) {
      made.append(n > 0 ? ", " : "").append(json(Array.get(value, n)));
    }
    return made.append("]").toString();
  }

  private static String quoted(String text) {
    StringBuilder made = new StringBuilder("\"");
    for (char each : text.toCharArray()) {
      if (each == '"' || each == '\\') made.append('\\').append(each);
      else if (each < 32 || each > 126) made.append(String.format("\\u%04x", (int) each));
      else made.append(each);
    }
    return made.append("\"").toString();
  }

  private static int ownLine(Throwable error) {
    for (StackTraceElement each : error.getStackTrace()) {
      if ("solution.java".equalsIgnoreCase(each.getFileName())) return each.getLineNumber();
    }
    return 0;
  }

  private static void tell(String line) {
    System.out.flush();
    out.print("\n" + marker + " " + line + "\n");
    out.flush();
  }

  public static void main(String[] arguments) throws Exception {
    out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
    in = new ByteArrayInputStream(System.in.readAllBytes());
    marker = word();
    int count = Integer.parseInt(word());
    for (int done = 0; done < count; done++) {
      String number = word();
      Object[] args = {@ARGUMENTS@};
      tell("begin " + number);
      try {
        Object value = @CALL@;
        tell("end " + number + " {\"value\": " + json(value) + "}");
      } catch (Throwable thrown) {
        boolean wrapped = thrown instanceof ExceptionInInitializerError && thrown.getCause() != null;
        Throwable error = wrapped ? thrown.getCause() : thrown;
        String message = quoted(String.valueOf(error.getMessage()));
        String said = "\"raised\": " + quoted(error.getClass().getSimpleName()) + ", \"message\": " + message;
        tell("end " + number + " {" + said + ", \"line\": " + ownLine(error) + "}");
      }
    }
  }
}
