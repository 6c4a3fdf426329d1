import { readFileSync } from 'node:fs';
import { buildSchema, executeSync, getIntrospectionQuery, getOperationAST, parse } from 'graphql';
import { compileCost } from './compile-cost.ts';
import { COST_MAX_DEFAULT, countCost, estimateCost } from './cost-formula.ts';
import { readCostWeights } from './cost-weights.ts';

const schema = buildSchema(readFileSync(new URL('../../../docs/api.graphql', import.meta.url), 'utf8'));
const weights = readCostWeights('type Query { a: Int }');

function costOf(query: string, variables: Record<string, unknown> = {}): number {
  const document = parse(query);
  const operation = getOperationAST(document);
  if (operation == null) throw new Error('no operation');
  const formula = compileCost(schema, document, operation, weights);
  const { data } = executeSync({ schema, document, variableValues: variables });
  const estimated = estimateCost(formula, variables);
  expect(countCost(formula, variables, data)).toBe(estimated);
  return estimated;
}

/** An empty list counts as one. */
function countValues(value: unknown): number {
  if (Array.isArray(value)) return value.length === 0 ? 1 : value.reduce((sum, one) => sum + countValues(one), 0);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum, one) => sum + countValues(one), 1);
}

const valuesOf = (query: string, variables: Record<string, unknown> = {}): number => {
  const { data } = executeSync({ schema, document: parse(query), variableValues: variables });
  return Object.values(data ?? {}).reduce<number>((sum, root) => sum + countValues(root), 0);
};

const OPTIONS = [
  {},
  { descriptions: false },
  { inputValueDeprecation: true },
  {
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  },
  { experimentalDirectiveDeprecation: false, typeDepth: 3 },
];

test.each(OPTIONS.map((options) => getIntrospectionQuery(options)))(
  'a whole introspection costs four for each value of its answer, and two thirds of what an operation may at most',
  (query) => {
    const cost = costOf(query);
    expect(cost).toBe(4 * valuesOf(query));
    expect(cost).toBeLessThan((COST_MAX_DEFAULT * 2) / 3);
    // Clients may add the name of each object's type.
    const named = query.replaceAll(/\{\n/g, '{ __typename\n').replace('{ __typename\n      __schema', '{ __schema');
    expect(costOf(named)).toBeLessThan(COST_MAX_DEFAULT);
  },
);

test.each([
  '{ __schema { queryType { name } mutationType { fields { name } } } }',
  '{ __type(name: "Query") { fields(includeDeprecated: true) { name args { type { name } } type { ofType { ofType { name } } } } } }',
  '{ __type(name: "Chainless") { name } a: __type(name: "Event") { possibleTypes { name interfaces { name } } } }',
  '{ a: __schema { ...S } a: __schema { directives { locations args { name } } } } fragment S on __Schema { types { __typename } }',
  '{ __schema { types { name @skip(if: true) ... @include(if: false) { fields { name } } enumValues { name } } } }',
])('its real lists multiply: %s', (query) => {
  const missing = query.includes('Chainless') ? 1 : 0;
  expect(costOf(query)).toBe(4 * (valuesOf(query) - missing));
});

test('a type by a variable name costs as much as the dearest, and so does what a variable decides', () => {
  const selection = '{ fields { name args { name } } }';
  const query = `query ($n: String!) { __type(name: $n) ${selection} }`;
  const dearest = Math.max(
    ...Object.keys(schema.getTypeMap()).map((name) => valuesOf(`{ __type(name: "${name}") ${selection} }`)),
  );
  expect(costOf(query, { n: 'Query' })).toBe(4 * dearest);
  const all = '{ __schema { types { fields { name } } } }';
  const conditional = 'query ($x: Boolean!) { __schema { types { fields @include(if: $x) { name } } } }';
  expect(costOf(conditional, { x: true })).toBe(costOf(all));
});

test('a name of the client’s own costs its length for each object that has it, and a value 64 characters', () => {
  const name = 'n'.repeat(252);
  expect(costOf(`{ ${name}: __typename }`)).toBe(1);
  expect(costOf(`{ __schema { types { ${name}: name } } }`)).toBe(
    costOf('{ __schema { types { name } } }') + Object.keys(schema.getTypeMap()).length,
  );
  expect(costOf('{ __typename t: __typename }')).toBe(0);
});
