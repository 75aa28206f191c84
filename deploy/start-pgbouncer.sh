#!/bin/sh
# Starts PgBouncer for the two roles. It runs in the container of compose.yaml.
set -eu
printf '"muneem_owner" "%s"\n"muneem_app" "%s"\n' "$OWNER_PASSWORD" "$APP_PASSWORD" >/tmp/users.txt
exec pgbouncer /etc/muneem/pgbouncer.ini
