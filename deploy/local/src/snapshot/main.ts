#!/usr/bin/env node
import { runProgram } from '@ledgergraph/chain-kit/snapshot/run-program';
import { useLocalDatabases } from './use-local-databases.ts';

process.exitCode = await runProgram(process.argv.slice(2), useLocalDatabases);
