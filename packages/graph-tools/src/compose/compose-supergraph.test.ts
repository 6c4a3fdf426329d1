import { subgraphNames } from '@ledgergraph/graph-kit/subgraph-names';
import { composeSupergraph } from './compose-supergraph.ts';

const link =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@inaccessible", "@shareable"])';
const items = `${link} "An item." type Item @key(fields: "id at") { "Its id." id: ID! "Inside." at: Int @inaccessible } type Query { "All." items: [Item!]! }`;

test('the API schema is sorted, described and without federation', () => {
  const { apiSdl, supergraphSdl } = composeSupergraph([{ name: 'items', sdl: items }]);
  expect(apiSdl).toBe(
    '"""An item."""\ntype Item {\n  """Its id."""\n  id: ID!\n}\n\ntype Query {\n  """All."""\n  items: [Item!]!\n}\n',
  );
  expect(supergraphSdl).toContain('url: "http://items.invalid/graphql"');
});

test('the names in a supergraph are the ones that it was composed with', () => {
  const { supergraphSdl } = composeSupergraph([
    { name: 'one', sdl: 'type Query { a: Int }' },
    { name: 'two_parts', sdl: 'type Query { b: Int }' },
  ]);
  expect(subgraphNames(supergraphSdl)).toEqual(['one', 'two_parts']);
});

test('all faults of a composition are listed', () => {
  const other = `${link} type Item @key(fields: "id") { id: Int! } type Query { items: String }`;
  expect(() =>
    composeSupergraph([
      { name: 'items', sdl: items },
      { name: 'other', sdl: other },
    ]),
  ).toThrow(/The subgraphs do not compose:\n[\s\S]*Item\.id[\s\S]*Query\.items/);
});

test('two texts for one description are a hint', () => {
  const sdl = (text: string) => `${link} type Query { "${text}" same: Int @shareable }`;
  const { hints } = composeSupergraph([
    { name: 'a', sdl: sdl('one') },
    { name: 'b', sdl: sdl('another') },
  ]);
  expect(hints.join()).toContain('INCONSISTENT_DESCRIPTION');
});
