// Tries: to read other files through the compiler's messages.
// Verdict: compile error
#include "«secret_file»"
#include "/etc/passwd"
#include "/etc/shadow"
#include "/proc/1/environ"
int f(int n) { return n + 1; }
