# Sourced by the stand-ins' scripts. Everything they make lies under .cache/, which git ignores.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=$(cd "$here/../.." && pwd)/.cache/stand-ins
# Getting and building may take minutes on a new machine, never for ever.
patience=${STAND_IN_PATIENCE_S:-300}

unavailable() {
  echo "stand-in not available: $*" >&2
  exit 3
}

need() {
  command -v "$1" >/dev/null || unavailable "$1 is not installed"
}

# Runs a step of getting or building; its output is shown only where it fails.
attempt() {
  local what=$1 log
  shift
  log=$(mktemp)
  timeout "$patience" "$@" >"$log" 2>&1 || {
    tail -n 5 "$log" >&2
    rm -f "$log"
    unavailable "$what failed or took more than $patience s (no network?)"
  }
  rm -f "$log"
}

# Starts a server that prints its URL as its first line, and prints "URL PID". It lives on after this script: end it by PID.
serve() {
  local out=$cache/run/$$.out pid
  mkdir -p "$cache/run"
  # The log gets its name from this shell, so that two runs at once do not meet.
  : >"$out"
  "$@" >"$out" 2>"$out.err" </dev/null &
  pid=$!
  for _ in $(seq 300); do
    if grep -q '^mongodb://' "$out"; then
      echo "$(grep -m1 '^mongodb://' "$out") $pid"
      return
    fi
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  kill "$pid" 2>/dev/null || true
  tail -n 5 "$out.err" >&2
  unavailable 'the server did not start'
}
