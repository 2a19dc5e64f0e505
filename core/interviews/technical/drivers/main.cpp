#include <cmath>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#define main candidate_main
#include "solution.cpp"
#undef main
#undef int

namespace raconteur_driver {
std::string marker;

inline void read(long long& value) { std::cin >> value; }
inline void read(double& value) { std::cin >> value; }
inline void read(bool& value) { std::cin >> value; }
inline void read(std::string& value) {
  std::size_t size = 0;
  std::cin >> size;
  std::cin.get();
  value.resize(size);
  std::cin.read(&value[0], static_cast<std::streamsize>(size));
}
template <class T>
void read(std::vector<T>& values) {
  std::size_t size = 0;
  std::cin >> size;
  values.clear();
  for (std::size_t n = 0; n < size; n++) {
    T value{};
    read(value);
    values.push_back(std::move(value));
  }
}

inline std::string json(bool value) { return value ? "true" : "false"; }
template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
std::string json(T value) {
  if (std::is_floating_point<T>::value && !std::isfinite(static_cast<double>(value))) return "null";
  if (std::is_integral<T>::value) return std::to_string(value);
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", static_cast<double>(value));
  std::string made = text;
  return made.find_first_of(".e") == std::string::npos ? made + ".0" : made;
}
inline std::string json(const std::string& value) {
  std::string made = "\"";
  for (unsigned char each : value) {
    if (each == '"' || each == '\\') {
      made += '\\';
      made += static_cast<char>(each);
    } else if (each < 32) {
      char text[8];
      std::snprintf(text, sizeof text, "\\u%04x", each);
      made += text;
    } else {
      made += static_cast<char>(each);
    }
  }
  return made + "\"";
}
inline std::string json(const char* value) { return json(std::string(value)); }
template <class T>
std::string json(const std::vector<T>& values) {
  std::string made = "[";
  for (std::size_t n = 0; n < values.size(); n++) {
    if (n) made += ", ";
    made += json(static_cast<T>(values[n]));
  }
  return made + "]";
}

inline void tell(const std::string& line) {
  std::cout << std::flush;
  std::fflush(stdout);
  const std::string body = "\n" + marker + " " + line + "\n";
  std::fwrite(body.data(), 1, body.size(), stdout);
  std::fflush(stdout);
}
}  // namespace raconteur_driver

signed main() {
  namespace driver = raconteur_driver;
  std::size_t count = 0;
  std::cin >> driver::marker >> count;
  for (std::size_t number = 0; number < count; number++) {
    const std::string name = std::to_string(number);
    @ARGUMENTS@
    driver::tell("begin " + name);
    try {
      const auto value = @CALL@;
      driver::tell("end " + name + " {\"value\": " + driver::json(value) + "}");
    } catch (const std::exception& error) {
      driver::tell("end " + name + " {\"raised\": \"exception\", \"message\": " + driver::json(std::string(error.what())) + "}");
    } catch (...) {
      driver::tell("end " + name + " {\"raised\": \"exception\"}");
    }
  }
}
