#!/bin/sh
# Copies all files of the database while it runs: base-backup.sh ADDRESS FOLDER
# ADDRESS is that of a node for the role `replicator`; the backup becomes a folder in FOLDER, named by its time. Together with the archive
# of the write-ahead log, it can be restored to any later moment. Keep FOLDER and archive on another machine.
set -eu
address=$1 folder=$2
backup="$folder/$(date -u +%Y-%m-%dT%H-%M-%SZ)"
pg_basebackup --dbname="$address" --pgdata="$backup.part" --checkpoint=fast --wal-method=none --no-password
mv "$backup.part" "$backup"
echo "$backup"
