// Tries: to make a program of gigabytes.
// Verdict: compile error | timed out
char held[3000000000] = {1};
int f(int n) { return held[n] + n + 1; }
