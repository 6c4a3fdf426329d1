import { existsSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import type { Check } from '#/checks/check.ts';
import { englishCheck } from '#/checks/check-english.ts';
import { gatewayWordsCheck } from '#/checks/check-gateway-words.ts';
import { boundariesCheck, folderCyclesCheck } from '#/checks/check-imports.ts';
import { lengthsCheck } from '#/checks/check-lengths.ts';
import { migrationsCheck } from '#/checks/check-migrations.ts';
import { protoImageCheck, protosCheck } from '#/checks/check-protos.ts';
import { transactionsCheck } from '#/checks/check-transactions.ts';
import { programCheck } from '#/checks/program-check.ts';
import { generateCode } from '#/codegen/codegen.ts';

const PROTOS = inRepository('proto-schemas');
const CLIENTS = 'clients';

const CHECKS: Check[] = [
  programCheck('Format, lint, file cycles, lengths of files (Biome)', 'npx biome check --write', 'biome', [
    'check',
    '--colors=off',
  ]),
  boundariesCheck,
  folderCyclesCheck,
  gatewayWordsCheck,
  lengthsCheck,
  transactionsCheck,
  englishCheck,
  programCheck('Types (tsc)', 'npx tsc', 'tsc', ['-p', '.']),
  ...(existsSync(inRepository(CLIENTS))
    ? [programCheck('Types of the clients (tsc)', `npx tsc -p ${CLIENTS}`, 'tsc', ['-p', CLIENTS])]
    : []),
  programCheck('Protobuf style (buf lint)', 'cd proto-schemas && npx buf lint', 'buf', ['lint'], PROTOS),
  protoImageCheck,
  protosCheck,
  programCheck('The supergraph is what the schemas compose to', 'npm run compose', 'node', [
    'packages/graph-tools/src/compose/main.ts',
    '--check',
  ]),
  programCheck(
    'Every subgraph fits what the other teams have published',
    'add instead of changing, or publish with a reason: npm run graph -- publish <subgraph> --accept-break "<why>"',
    'node',
    ['packages/graph-tools/src/registry/main.ts', 'check'],
  ),
  migrationsCheck,
];

/** `npm run check`: all that holds without running the sources. Returns the exit code; all faults are shown. */
export async function check(): Promise<number> {
  await generateCode();
  let faults = 0;
  for (const { title, fix, run } of CHECKS) {
    const startedAt = performance.now();
    const wrong = await run().catch((error: unknown) => String(error));
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    if (wrong === undefined) {
      process.stdout.write(`ok    ${title} (${seconds} s)\n`);
    } else {
      faults += 1;
      process.stdout.write(`FAIL  ${title} (${seconds} s)\n${wrong.trimEnd()}\n      To fix it: ${fix}\n`);
    }
  }
  process.stdout.write(faults === 0 ? 'All checks hold.\n' : `${faults} of ${CHECKS.length} checks fail.\n`);
  return faults === 0 ? 0 : 1;
}
