#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// Macros of the candidate's reach only what stands behind their file.
namespace raconteur {
@TYPES@

// All is read before any line of the candidate's runs: a static object of theirs comes later.
struct Input {
  std::string text;
  std::size_t at = 0;
  Input() {
    char piece[1 << 16];
    for (std::size_t size; (size = std::fread(piece, 1, sizeof piece, stdin)) > 0;) text.append(piece, size);
  }
  std::string word() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n')) at++;
    const std::size_t start = at;
    while (at < text.size() && text[at] != ' ' && text[at] != '\n') at++;
    return text.substr(start, at - start);
  }
};
static Input input;
static const std::string marker = input.word();
static std::size_t left = std::strtoull(input.word().c_str(), nullptr, 10);
static std::string number;

inline void take(long long& value) { value = std::strtoll(input.word().c_str(), nullptr, 10); }
inline void take(double& value) { value = std::strtod(input.word().c_str(), nullptr); }
inline void take(bool& value) { value = input.word() == "1"; }
inline void take(std::string& value) {
  const std::size_t size = std::strtoull(input.word().c_str(), nullptr, 10);
  value = input.text.substr(input.at + 1, size);
  input.at += 1 + size;
}
template <class T>
void take(std::vector<T>& values) {
  const std::size_t size = std::strtoull(input.word().c_str(), nullptr, 10);
  values.clear();
  for (std::size_t n = 0; n < size; n++) {
    T value{};
    take(value);
    values.push_back(std::move(value));
  }
}

inline std::string json(bool value) { return value ? "true" : "false"; }
template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
std::string json(T value) {
  if (std::is_integral<T>::value) return std::to_string(value);
  if (!(value - value == 0)) return "null";
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
}  // namespace raconteur

inline bool raconteur_next() {
  if (!raconteur::left) return false;
  raconteur::left--;
  raconteur::number = raconteur::input.word();
  return true;
}
template <class T>
T raconteur_taken() {
  T value{};
  raconteur::take(value);
  return value;
}
template <class T>
std::string raconteur_json(const T& value) {
  return raconteur::json(value);
}
template <class Call>
void raconteur_try(Call call) {
  const std::string end = "end " + raconteur::number + " {";
  raconteur::tell("begin " + raconteur::number);
  try {
    raconteur::tell(end + "\"value\": " + call() + "}");
  } catch (const std::exception& error) {
    raconteur::tell(end + "\"raised\": \"exception\", \"message\": " + raconteur::json(std::string(error.what())) + "}");
  } catch (...) {
    raconteur::tell(end + "\"raised\": \"exception\"}");
  }
}

#define main candidate_main
#include "solution.cpp"
#undef main
#undef auto
#undef int
#undef return
#undef while

int main() {
  while (raconteur_next()) {
    @ARGUMENTS@
    raconteur_try([&] { return raconteur_json(@CALL@); });
  }
}
