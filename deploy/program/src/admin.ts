#!/usr/bin/env node
import { runAdmin } from '#/admin/run-admin.ts';

process.exitCode = await runAdmin(process.argv.slice(2));
// A bus that was given up on still tries to connect, which would keep the process alive.
process.exit();
