// Tries: to carry a file out of the compiler's sandbox.
// Verdict: compile error
asm(".incbin \"«secret_file»\"");
asm(".incbin \"/etc/shadow\"");
int f(int n) { return n + 1; }
