#!/bin/sh
# Puts a file of the write-ahead log into the archive, compressed: archive-log.sh PATH NAME ARCHIVE
# PostgreSQL calls it as its archive_command (%p %f), and keeps the file until it succeeds.
set -eu
file="$3/$2.gz"
if test -f "$file"; then
  gunzip -c "$file" | cmp -s - "$1"
  exit
fi
gzip -c "$1" >"$file.$$"
sync "$file.$$"
mv "$file.$$" "$file"
sync "$3"
