import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { METHODS } from './methods/methods.ts';
import { REFUSED_METHODS } from './refused-methods.ts';

const page = readFileSync(inRepository('docs/node-rpc.md'), 'utf8');

test('docs/node-rpc.md lists each method in its family, by what answers it', () => {
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  for (const { name, family, answeredBy } of METHODS.values()) {
    const row = rows.find((cells) => cells.length === 5 && cells[3]?.split(' ').includes(`\`${name}\``));
    expect({ name, family: row?.[1], from: row?.[2] }).toEqual({ name, family, from: answeredBy });
  }
  expect(METHODS.size).toBeGreaterThan(50);
});

test('no method is both answered and refused', () => {
  const refused = Object.values(REFUSED_METHODS).flatMap((names) => names.split(/\s+/));
  expect(new Set(refused).size).toBe(refused.length);
  expect(refused.filter((name) => METHODS.has(name))).toEqual([]);
});
