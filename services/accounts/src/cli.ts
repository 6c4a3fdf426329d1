#!/usr/bin/env node
import { runProgram } from '#/cli/run-program.ts';

process.exitCode = await runProgram(process.argv.slice(2));
// A bus that was given up on still tries to connect, which would keep the process alive.
process.exit();
