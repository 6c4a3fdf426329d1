import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { composeSupergraph } from '@ledgergraph/graph-tools/compose/compose-supergraph';
import { readServiceSchema } from '@ledgergraph/test-kit/service-schema';
import { getOperationAST } from 'graphql';
import { Planner } from '#/execution/planner.ts';
import { Planning } from '#/execution/planning/planning.ts';
import { PreparedOperations } from '#/execution/prepared-operations.ts';
import { readDocument } from '#/operation/read-document.ts';
import { SUBGRAPHS } from '../gateway-stand.ts';
import { randomOperation } from './random-operation.ts';

const MIB = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function heap(): Promise<number> {
  collect();
  await nextTurn();
  collect();
  return process.memoryUsage().heapUsed;
}

test('plans take no more memory than they are estimated at, whatever the operations', async () => {
  const { supergraphSdl } = composeSupergraph(SUBGRAPHS.map((name) => ({ name, sdl: readServiceSchema(name) })));
  const planner = new Planner(supergraphSdl);
  const thread = { plan: () => Promise.reject(new Error('it is planned at once')) };
  const prepared = new PreparedOperations(new Planning(planner, thread), { bytes: 64 * MIB });
  const prepare = async (seed: number): Promise<void> => {
    const { query, operationName } = randomOperation(prepared.schema, `plan-sizes ${seed}`);
    const document = readDocument(query, prepared.schema);
    const operation = getOperationAST(document, operationName);
    if (operation == null) return;
    await prepared.prepare({ source: query, document, operation, operationName }).catch(() => undefined);
  };
  // The planner keeps something for itself.
  for (let seed = 0; seed < 100; seed += 1) await prepare(seed);
  const [before, estimatedBefore] = [await heap(), prepared.bytes];
  for (let seed = 100; seed < 400; seed += 1) await prepare(seed);
  const taken = (await heap()) - before;
  expect(prepared.size).toBeGreaterThan(100);
  expect(taken / (prepared.bytes - estimatedBefore)).toBeLessThan(1.25);
});
