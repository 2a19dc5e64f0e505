// It got out if the compiler works for ever.
// It ends: not-compiled, time, memory.
template <int N> struct Deep { static constexpr long long value = Deep<N - 1>::value + Deep<N - 2>::value; };
template <typename A, typename B> struct Pair { A a; B b; };
template <int N> auto wide() { if constexpr (N == 0) return 0; else return Pair<decltype(wide<N - 1>()), decltype(wide<N - 1>())>{}; }
int main() { return sizeof(wide<40>()) + Deep<100000>::value; }
