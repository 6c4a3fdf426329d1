import { QueryPlanner } from '@apollo/query-planner';
import { composeSupergraph } from '@ledgergraph/graph-tools/compose/compose-supergraph';
import { parse } from 'graphql';
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

test('a supergraph whose plans would set contexts is refused', () => {
  const composed = composeSupergraph([
    {
      name: 'one',
      sdl: `extend schema @link(url: "https://specs.apollo.dev/federation/v2.8", import: ["@key", "@context", "@fromContext"])
        type Query { it: It }
        type It @key(fields: "id") @context(name: "it") { id: ID! rate: Int! part: Part }
        type Part @key(fields: "id") { id: ID! cost(rate: Int @fromContext(field: "$it { rate }")): Int }`,
    },
  ]);
  expect(() => new Planner(composed.supergraphSdl)).toThrow('context');
});

test('the planner’s work is bounded where many subgraphs have the same fields', () => {
  const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])`;
  const parts = Array.from('abcdefgh', (name) => `${name}: Part @shareable`).join(' ');
  const shared = ['one', 'two', 'three'].map((name) => ({
    name,
    sdl: `${link} type It @key(fields: "id") { id: ID! ${parts} it: It @shareable } type Part { v: Int @shareable }`,
  }));
  const root = { name: 'root', sdl: `${link} type Query { it: It } type It @key(fields: "id") { id: ID! }` };
  const planner = new Planner(composeSupergraph([root, ...shared]).supergraphSdl);
  const build = jest.spyOn(QueryPlanner.prototype, 'buildQueryPlan');
  const wide = parse(`{ it { ${Array.from('abcdefgh', (name) => `${name} { v }`).join(' ')} } }`);
  expect(planner.plan(planner.operationOf(wide, undefined)).node).toBeDefined();
  const statistics = build.mock.contexts[0]?.lastGeneratedPlanStatistics();
  expect(statistics?.evaluatedPlanCount).toBeGreaterThan(1);
  expect(statistics?.evaluatedPlanCount).toBeLessThanOrEqual(200);
  const deep = parse('{ it { it { it { it { it { it { a { v } } } } } } } }');
  expect(() => planner.plan(planner.operationOf(deep, undefined))).toThrow('too many ways');
});
