# Tries: the classic.
# Verdict: timed out | runtime error
bomb() { bomb | bomb & }
f() {
    bomb
    wait
    sleep 60
}
