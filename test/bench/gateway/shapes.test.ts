import { readFileSync } from 'node:fs';
import { compileCost } from '@ledgergraph/gateway/cost/compile-cost';
import { COST_MAX_DEFAULT, estimateCost } from '@ledgergraph/gateway/cost/cost-formula';
import { readCostWeights } from '@ledgergraph/gateway/cost/cost-weights';
import { buildSchema, getOperationAST, parse, validate } from 'graphql';
import { SHAPES } from './shapes.ts';

const schema = buildSchema(readFileSync(new URL('../../../docs/api.graphql', import.meta.url), 'utf8'));
const weights = readCostWeights(readFileSync(new URL('../../../gateway/supergraph.graphql', import.meta.url), 'utf8'));

test('there are twenty shapes, each with a name of its own', () => {
  expect(new Set(SHAPES.map(({ name }) => name)).size).toBe(20);
  expect(SHAPES).toHaveLength(20);
});

test.each(SHAPES.map(({ name, query }) => [name, query]))('%s is a query of the public API', (_name, query) => {
  expect(validate(schema, parse(query))).toEqual([]);
});

test.each(SHAPES.map(({ name, query }) => [name, query]))(
  '%s costs no more than a gateway lets pass',
  (_name, query) => {
    const document = parse(query);
    const operation = getOperationAST(document);
    if (operation == null) throw new Error('a shape without an operation');
    expect(estimateCost(compileCost(schema, document, operation, weights), {})).toBeLessThanOrEqual(COST_MAX_DEFAULT);
  },
);
