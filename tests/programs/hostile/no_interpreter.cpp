// Tries: to be a program that cannot be started, and so not to be counted.
// Verdict: runtime error
__attribute__((section(".interp"), used)) const char bad[] = {'x'};
int f(int n) { return n + 1; }
