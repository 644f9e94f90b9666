#!/bin/sh
# Copies all files of the database while it runs: base-backup.sh ADDRESS FOLDER ARCHIVE KEEP
# ADDRESS is that of a node for the role `replicator`; the backup becomes a folder in FOLDER, named by its time. Together with ARCHIVE,
# the folder of the write-ahead log, it can be restored to any later moment. Only the newest KEEP backups, and the log since the oldest of
# them, are kept. Keep FOLDER and ARCHIVE on another machine than the nodes.
set -eu
address=$1 folder=$2 archive=$3 keep=$4
backup="$folder/$(date -u +%Y-%m-%dT%H-%M-%SZ)"
pg_basebackup --dbname="$address" --pgdata="$backup.part" --checkpoint=fast --wal-method=none --no-password
mv "$backup.part" "$backup"
list() { find "$folder" -mindepth 1 -maxdepth 1 -type d -name '????-??-??T??-??-??Z' | sort -r; }
list | tail -n "+$((keep + 1))" | while read -r old; do rm -r "$old"; done
oldest=$(list | tail -n 1)
pg_archivecleanup -x .gz "$archive" "$(sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p' "$oldest/backup_label")"
echo "$backup"
