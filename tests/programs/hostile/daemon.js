// Tries: to leave a child running that holds the outputs open.
// Verdict: passed
require("child_process").spawn("sleep", ["300"], { detached: true, stdio: "inherit" }).unref();
function f(n) {
  return n + 1;
}
