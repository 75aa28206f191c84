#!/bin/sh
# Creates the database and its two roles: muneem_owner owns the tables, muneem_app serves requests.
# Run it as PostgreSQL's superuser. PostgreSQL's container runs it once, for a new cluster.
set -eu
: "${OWNER_PASSWORD:?}" "${APP_PASSWORD:?}"
# Not as arguments: every user of the machine can see them.
psql --quiet --set=ON_ERROR_STOP=1 --dbname=postgres <<'SQL'
\getenv owner OWNER_PASSWORD
\getenv app APP_PASSWORD
create role muneem_owner login password :'owner';
create role muneem_app login password :'app';
create database muneem owner muneem_owner;
SQL
