import { parse } from 'graphql';
import { composeSupergraph } from '#/compose/compose-supergraph.ts';
import { Planner } from './planner.ts';

const { supergraphSdl } = composeSupergraph([
  { name: 'one', sdl: 'type Query { it(at: Int): It } type It { must: Int! }' },
]);

test('a planner knows the API’s types and the whole graph’s, and plans one operation of a document', () => {
  const planner = new Planner(supergraphSdl);
  expect(planner.apiSchema.getType('It')).toBeDefined();
  expect(planner.apiSchema.getType('join__Graph')).toBeUndefined();
  expect(planner.supergraph.type('join__Graph')?.kind).toBe('EnumType');
  const document = parse('query A { it { must } } query B { it(at: 1) { must } }');
  const { node } = planner.plan(planner.operationOf(document, 'B'));
  expect(node).toMatchObject({ kind: 'Fetch', serviceName: 'one', operation: expect.stringContaining('at:1') });
  expect(() => planner.operationOf(document, 'C')).toThrow('C');
});

test('what is no supergraph is refused', () => {
  expect(() => new Planner('type Query { a: Int }')).toThrow('supergraph');
});
