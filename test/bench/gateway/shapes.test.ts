import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { SHAPES } from './shapes.ts';

const schema = buildSchema(readFileSync(new URL('../../../docs/api.graphql', import.meta.url), 'utf8'));

test('there are twenty shapes, each with a name of its own', () => {
  expect(new Set(SHAPES.map(({ name }) => name)).size).toBe(20);
  expect(SHAPES).toHaveLength(20);
});

test.each(SHAPES.map(({ name, query }) => [name, query]))('%s is a query of the public API', (_name, query) => {
  expect(validate(schema, parse(query))).toEqual([]);
});
