#!/bin/sh
# Makes the cluster at the first start, then runs the container's command.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA"
  mkdir -p "$PGDATA"
  (umask 077 && printf '%s\n' "$POSTGRES_PASSWORD" > /tmp/password)
  initdb --pgdata="$PGDATA" --username=postgres --pwfile=/tmp/password --auth=scram-sha-256 --encoding=UTF8 --locale=C --no-sync > /dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
  echo "unix_socket_directories = '/tmp'" >> "$PGDATA/postgresql.conf"
fi
exec "$@"
