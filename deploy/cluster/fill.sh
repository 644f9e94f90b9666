#!/bin/sh
# Writes a file of this folder with its ${NAMES} filled in from exported settings: fill.sh FILE TARGET OWNER
# Only OWNER may read TARGET. A name without a value is an error, and nothing is written.
set -eu
file=$1 target=$2 owner=$3
for name in $(grep -o '\${[A-Z0-9_]*}' "$file" | tr -d '${}' | sort -u); do
  test -n "$(printenv "$name")" || {
    echo "$file needs the setting $name: export it first." >&2
    exit 1
  }
done
install -m 600 -o "$owner" /dev/null "$target"
envsubst <"$file" >"$target"
