// Tries: to end well, without a value.
// Verdict: runtime error
int f(int n) {
  std::quick_exit(0);
}
