#!/usr/bin/env bash
# Starts FerretDB 1.24 on SQLite: checks the dialect, not atomicity. Needs Go. Prints "URL PID"; exit code 3: not available.
source "$(dirname "${BASH_SOURCE[0]}")/start.sh"
need go

work=$cache/ferretdb
binary=$work/ferretdb-1.24.0
mkdir -p "$work"
if [ ! -x "$binary" ]; then
  cp "$here/ferretdb/go.mod" "$here/ferretdb/main.go" "$work/"
  attempt 'building FerretDB' go build -C "$work" -mod=mod -o "$binary" .
fi

# State and data go to a folder of this run; an empty one each time.
data=$work/data-$$
mkdir -p "$data"
cd "$data"
serve "$binary" "$data"
