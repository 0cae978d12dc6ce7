// Tries: to end well, without a value.
// Verdict: runtime error
process.on("exit", () => { process.exitCode = 0; });
function f(n) {
  process.exit(0);
}
