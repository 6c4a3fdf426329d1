#!/usr/bin/env bash
# Writes the databases of services to a new folder, or restores them from it; docs/operating.md describes when.
# Usage: deploy/backup.sh write|restore <folder> [service…]     all eight without a name
# Where each database is: BLOCKS_DATABASE_URL, IDENTITIES_DATABASE_URL, … ACCOUNTS_DATABASE_URL
set -euo pipefail

command=${1:?write or restore} folder=$(realpath --canonicalize-missing "${2:?which folder}")
shift 2
services=("$@")
[ ${#services[@]} -gt 0 ] || services=(blocks identities currencies addresses markets statistics accounts webhooks)

cd "$(dirname "$0")/.."
PATH=$PWD/node_modules/node/bin:$PATH
umask 077
[ "$command" != write ] || mkdir -p "$folder"
for service in "${services[@]}"; do
  variable=${service^^}_DATABASE_URL
  printf '%s: ' "$service"
  DATABASE_URL=${!variable:?} node packages/service-kit/src/backup/main.ts "$command" --service "services/$service" --folder "$folder/$service"
done
