// Tries: to include what has no end.
// Verdict: compile error | timed out
#include "/dev/zero"
int f(int n) { return n + 1; }
