#!/bin/sh
# Writes what docker-compose.yml needs and nobody else may know: .env, and nodes.env for the recorded nodes. Files that are there stay as they are,
# but an .env from before there were webhooks gets their secret.
set -eu
umask 077
cd "$(dirname "$0")/../.."

secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

if [ ! -e .env ]; then
  sed -e "s/^\(INTERNAL_SECRET\)=.*/\1=$(secret)/" -e "s/^\(KEY_PEPPER\)=.*/\1=$(secret)/" \
    -e "s/^\(SESSION_SECRET\)=.*/\1=$(secret)/" -e "s/^\(POSTGRES_PASSWORD\)=.*/\1=$(secret)/" \
    -e "s/^\(RECORDED_NODE_PASSWORD\)=.*/\1=$(secret)/" -e "s/^\(GRAFANA_PASSWORD\)=.*/\1=$(secret)/" \
    -e "s/^\(WEBHOOK_SECRET_KEY\)=.*/\1=$(secret)/" \
    .env.example > .env
  echo 'wrote .env'
elif ! grep -q '^WEBHOOK_SECRET_KEY=' .env; then
  printf '\nWEBHOOK_SECRET_KEY=%s\n' "$(secret)" >> .env
  echo 'added WEBHOOK_SECRET_KEY to .env'
fi
if [ ! -e nodes.env ]; then
  printf 'RECORDED_NODE_USER=recorded\n' > nodes.env
  grep '^RECORDED_NODE_PASSWORD=' .env >> nodes.env
  echo 'wrote nodes.env'
fi
