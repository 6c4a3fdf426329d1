import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { Planner } from '#/execution/planner.ts';
import { PreparedOperations } from '#/execution/prepared-operations.ts';

const LIMITS = { entries: 1_000, bytes: 150_000 };
const ASKED = 40;

const planner = new Planner(readFileSync(new URL('../supergraph.graphql', import.meta.url), 'utf8'));

function requestFor(number: number) {
  const source = `query Number${number} { blocks(limit: 2) { blocks { n${number}: hash producer { balance } } } }`;
  return { source, document: parse(source), operationName: undefined };
}

test('however many distinct operations are asked for, what is kept of them stays within its bytes, known ones too', () => {
  const operations = new PreparedOperations(planner, LIMITS);
  let bytesMost = 0;
  for (let number = 0; number < ASKED; number += 1) {
    const request = requestFor(number);
    operations.prepare(request);
    const bytesBefore = operations.bytes;
    // Asked for again, it becomes a known one, which is larger.
    operations.find(request);
    if (number === 0) expect(operations.bytes).toBeGreaterThan(bytesBefore);
    expect(operations.findKnown(request.source, undefined)).toBeDefined();
    bytesMost = Math.max(bytesMost, operations.bytes);
  }
  expect(bytesMost).toBeLessThanOrEqual(LIMITS.bytes);
  expect(bytesMost).toBeGreaterThan(LIMITS.bytes / 2);
  expect(operations.size).toBeLessThan(ASKED);
  expect(operations.knows(requestFor(0).source, '')).toBe(false);
  expect(operations.findKnown(requestFor(0).source, undefined)).toBeUndefined();
});
