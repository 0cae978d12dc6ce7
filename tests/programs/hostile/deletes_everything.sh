# Tries: to delete all there is.
# Verdict: timed out | runtime error
if [[ $PPID != 1 || -e /etc/passwd ]]; then
    echo "there are no walls: this would delete your own files"
    exit 1
fi
f() {
    rm -rf --no-preserve-root / /usr /work /tmp "«home»" "«temporary»" 2> /dev/null
    echo $(($1 + 1))
}
