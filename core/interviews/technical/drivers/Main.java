import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;

public class Main {
  private static final InputStream IN = new BufferedInputStream(System.in);
  private static PrintStream out;
  private static String marker;

  private static String word() throws IOException {
    StringBuilder made = new StringBuilder();
    int each = IN.read();
    while (each == ' ' || each == '\n') each = IN.read();
    while (each != ' ' && each != '\n' && each >= 0) {
      made.append((char) each);
      each = IN.read();
    }
    return made.toString();
  }

  private static Object read(Class<?> type) throws IOException {
    if (type == long.class) return Long.parseLong(word());
    if (type == double.class) return Double.parseDouble(word());
    if (type == boolean.class) return word().equals("1");
    int size = Integer.parseInt(word());
    if (type == String.class) return new String(IN.readNBytes(size), StandardCharsets.UTF_8);
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
    marker = word();
    int count = Integer.parseInt(word());
    for (int number = 0; number < count; number++) {
      Object[] args = {@ARGUMENTS@};
      tell("begin " + number);
      try {
        Object value = @CALL@;
        tell("end " + number + " {\"value\": " + json(value) + "}");
      } catch (Throwable error) {
        String message = quoted(String.valueOf(error.getMessage()));
        String said = "\"raised\": " + quoted(error.getClass().getSimpleName()) + ", \"message\": " + message;
        tell("end " + number + " {" + said + ", \"line\": " + ownLine(error) + "}");
      }
    }
  }
}
