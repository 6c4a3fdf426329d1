#!/bin/sh
# Writes what docker-compose.yml needs and no one else may know: .env, and nodes.env for the recorded nodes. Files that are there stay as they are,
# but a secret that .env lacks, such as the broker's password of a new service, is added.
set -eu
umask 077
cd "$(dirname "$0")/../.."

secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

added() { sed -n -e 's/^\(WEBHOOK_SECRET_KEY\)=.*/\1/p' -e 's/^\(NATS_PASSWORD_[A-Z0-9_]*\)=.*/\1/p' .env.example; }

if [ ! -e .env ]; then
  sed -e "s/^\(INTERNAL_SECRET\)=.*/\1=$(secret)/" -e "s/^\(KEY_PEPPER\)=.*/\1=$(secret)/" \
    -e "s/^\(SESSION_SECRET\)=.*/\1=$(secret)/" -e "s/^\(POSTGRES_PASSWORD\)=.*/\1=$(secret)/" \
    -e "s/^\(RECORDED_NODE_PASSWORD\)=.*/\1=$(secret)/" -e "s/^\(GRAFANA_PASSWORD\)=.*/\1=$(secret)/" \
    .env.example > .env
  echo 'wrote .env'
fi
for name in $(added); do
  if grep -q "^$name=$" .env; then
    sed "s/^$name=$/$name=$(secret)/" .env > .env.new
    mv .env.new .env
  elif ! grep -q "^$name=" .env; then
    printf '\n%s=%s\n' "$name" "$(secret)" >> .env
    echo "added $name to .env"
  fi
done
if [ ! -e nodes.env ]; then
  printf 'RECORDED_NODE_USER=recorded\n' > nodes.env
  grep '^RECORDED_NODE_PASSWORD=' .env >> nodes.env
  echo 'wrote nodes.env'
fi
