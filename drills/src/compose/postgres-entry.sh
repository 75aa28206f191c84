#!/bin/sh
# Does what the entry point of the official image of PostgreSQL does, for the settings of deploy/compose.yaml.
set -eu
PGDATA=/var/lib/postgresql/15/docker
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" && chown -R postgres /var/lib/postgresql
  exec setpriv --reuid=postgres --regid=postgres --clear-groups sh "$0"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" >/tmp/password
  initdb -D "$PGDATA" --username=postgres --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o '-c listen_addresses=' -w start
  for file in /docker-entrypoint-initdb.d/*.sh; do sh "$file"; done
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec postgres -D "$PGDATA" -c 'listen_addresses=*'
