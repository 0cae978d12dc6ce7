// Tries: to keep the compiler busy for ever.
// Verdict: compile error | timed out
template <int n, int side> struct Tree {
  static constexpr long value = Tree<n - 1, 2 * side>::value + Tree<n - 1, 2 * side + 1>::value;
};
template <int side> struct Tree<0, side> { static constexpr long value = side; };
int f(int n) { return Tree<28, 0>::value; }
