// Tries: to fill the compiler's memory.
// Verdict: compile error | timed out
#define A(x) x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x
#define B(x) A(A(A(A(x))))
int f(int n) { return B(B(B(n))); }
