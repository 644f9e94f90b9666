#!/bin/sh
# Prepares a database as it was at a moment: restore-to.sh BACKUP ARCHIVE 'MOMENT' DATA_FOLDER PORT
# MOMENT is like '2026-11-25 14:03:00+00', after the backup. `postgres -D DATA_FOLDER` then replays the log and serves on PORT of this machine
# only; it is no part of the cluster and archives nothing.
set -eu
backup=$1 archive=$2 moment=$3 data=$4 port=$5
test ! -e "$data" || {
  echo "$data exists already: delete it first, or name another folder." >&2
  exit 1
}
cp -R "$backup" "$data"
chmod 700 "$data"
# The backup of a standby would go on as one, in place of ending with an error if the archive does not reach the moment.
rm -f "$data/standby.signal"
touch "$data/recovery.signal"
cat >>"$data/postgresql.auto.conf" <<END
restore_command = 'test -f "$archive/%f.gz" && gunzip -c "$archive/%f.gz" > "%p"'
recovery_target_time = '$moment'
recovery_target_action = 'promote'
listen_addresses = '127.0.0.1'
port = $port
archive_mode = off
primary_conninfo = ''
primary_slot_name = ''
shared_buffers = 128MB
synchronous_standby_names = ''
unix_socket_directories = ''
hba_file = '$data/pg_hba.conf'
ident_file = '$data/pg_ident.conf'
ssl = off
END
# What the settings of the node name is on that node.
echo 'host all all 127.0.0.1/32 scram-sha-256' >"$data/pg_hba.conf"
: >"$data/pg_ident.conf"
