#!/bin/sh
# Inside the image's build: installs what running and building takes, and generates the code, unless the context has both.
set -eu
[ -d node_modules ] && exit 0
npm ci --omit=dev --no-fund --no-audit --loglevel=error
exec node tools/src/main.ts codegen
