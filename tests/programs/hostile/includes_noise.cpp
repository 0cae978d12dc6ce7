// Tries: to include what has no end and no sense.
// Verdict: compile error | timed out
#include "/dev/urandom"
int f(int n) { return n + 1; }
