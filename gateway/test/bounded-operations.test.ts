import { readFileSync } from 'node:fs';
import { getOperationAST, parse } from 'graphql';
import type { ValidOperation } from '#/execution/known-operation.ts';
import { Planner } from '#/execution/planner.ts';
import { Planning } from '#/execution/planning/planning.ts';
import { PlanningThread } from '#/execution/planning/planning-thread.ts';
import { PreparedOperations } from '#/execution/prepared-operations.ts';

const LIMITS = { bytes: 150_000 };
const ASKED = 40;

const supergraph = readFileSync(new URL('../supergraph.graphql', import.meta.url), 'utf8');
const planning = new Planning(new Planner(supergraph), new PlanningThread(supergraph));

function requestFor(number: number): ValidOperation {
  const source = `query Number${number} { blocks(limit: 2) { blocks { n${number}: hash producer { balance } } } }`;
  const document = parse(source);
  const operation = getOperationAST(document);
  if (operation == null) throw new Error('no operation');
  return { source, document, operation, operationName: undefined };
}

test('however many distinct operations are asked for, what is kept of them stays within its bytes', async () => {
  const operations = new PreparedOperations(planning, LIMITS);
  let bytesMost = 0;
  for (let number = 0; number < ASKED; number += 1) {
    const request = requestFor(number);
    const known = await operations.prepare(request);
    expect(operations.find(request)).toBe(known);
    // The document alone, with its places, is larger than this.
    if (number === 0) expect(operations.bytes).toBeGreaterThan(50 * request.source.length);
    bytesMost = Math.max(bytesMost, operations.bytes);
  }
  expect(bytesMost).toBeLessThanOrEqual(LIMITS.bytes);
  expect(bytesMost).toBeGreaterThan(LIMITS.bytes / 2);
  expect(operations.size).toBeLessThan(ASKED);
  expect(operations.knows(requestFor(0).source, '')).toBe(false);
  expect(operations.find(requestFor(0))).toBeUndefined();
});
