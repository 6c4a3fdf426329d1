import { composeSupergraph } from '@ledgergraph/graph-tools/compose/compose-supergraph';
import { parse, validate } from 'graphql';
import { Planner } from './planner.ts';
import { Planning } from './planning/planning.ts';
import { PlanningThread } from './planning/planning-thread.ts';
import { prepareOperation } from './prepare-operation.ts';

const { supergraphSdl } = composeSupergraph([
  { name: 'one', sdl: 'type Query { it: It again: Query } type It { must: Int! }' },
]);
const planner = new Planner(supergraphSdl);
const planning = new Planning(planner, new PlanningThread(supergraphSdl));

async function prepare(source: string) {
  const document = parse(source);
  expect(validate(planner.apiSchema, document)).toEqual([]);
  return (await prepareOperation(planning, { source, document, operationName: undefined })).operation;
}

test('what asks for the schema is answered under its conditions, and subgraphs are asked for the rest only', async () => {
  const query = `query ($x: Boolean!, $n: String!) { it { must } ... on Query @include(if: $x) { ...S } ...S }
    fragment S on Query { t: __type(name: $n) { name kind } ... @skip(if: $x) { __schema { queryType { name } } } }`;
  const { introspect, plan } = await prepare(query);
  const t = { name: 'It', kind: 'OBJECT' };
  const asked = (given: Record<string, unknown>): unknown => JSON.parse(JSON.stringify(introspect?.(given)));
  expect(asked({ x: true, n: 'It' })).toEqual({ t });
  expect(asked({ x: false, n: 'It' })).toEqual({ t, __schema: { queryType: { name: 'Query' } } });
  expect(asked({ x: true, n: 'None' })).toEqual({ t: null });
  expect(plan).toMatchObject({ kind: 'fetch', operation: expect.not.stringContaining('__') });
});

test('an operation that asks for the schema alone has no plan, and one that does not has no introspection', async () => {
  expect((await prepare('{ __schema { description } __typename }')).plan).toBeUndefined();
  expect((await prepare('{ it { __typename } }')).introspect).toBeUndefined();
});

test('below the root of a query introspection is refused', async () => {
  await expect(prepare('{ again { __schema { description } } }')).rejects.toThrow(
    expect.objectContaining({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }),
  );
});

test.each(['{ it { must } ... @defer { again { __typename } } }', '{ it @stream { must } }'])(
  'incremental delivery is refused by validation: %s',
  (query) => {
    const [error] = validate(planner.apiSchema, parse(query));
    expect(error?.message).toMatch(/^Unknown directive "@(defer|stream)"\.$/);
  },
);
