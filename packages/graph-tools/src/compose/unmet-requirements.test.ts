import { parse } from 'graphql';
import { composeSupergraph } from './compose-supergraph.ts';
import { leaveOutUnmet } from './unmet-requirements.ts';

const link = (...names: string[]) =>
  `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [${names.map((name) => `"${name}"`).join(', ')}])`;
const owner = {
  name: 'owner',
  sdl: `${link('@key', '@inaccessible')}
    type Query { thing: Thing }
    type Thing @key(fields: "id") { id: ID! weight: Int! @inaccessible }`,
};
const builder = {
  name: 'builder',
  sdl: `${link('@key', '@external', '@requires')}
    type Query { other: Thing }
    type Thing @key(fields: "id") { id: ID! color: String weight: Int! @external price: Int @requires(fields: "weight") }`,
};

test('a field that requires a field of another subgraph is in the graph as long as some subgraph has that one', () => {
  expect(composeSupergraph([owner, builder]).apiSdl).toContain('price: Int');
  const alone = composeSupergraph([builder]);
  expect(alone.apiSdl).toContain('color: String');
  expect(alone.apiSdl).not.toMatch(/price|weight/);
  expect(alone.hints.join('\n')).toContain('[builder] Thing.price is left out: no subgraph has weight');
});

test.each([
  ['an object', 'type Thing @key(fields: "id") { id: ID! weight: Int! }'],
  ['an extension', 'extend type Thing { weight: Int! }'],
  ['an interface', 'interface Thing @key(fields: "id") { id: ID! weight: Int! }'],
])('%s of another subgraph has the field that is required', (_what, sdl) => {
  const given = [
    { name: builder.name, typeDefs: parse(builder.sdl) },
    { name: 'owner', typeDefs: parse(sdl) },
  ];
  expect(leaveOutUnmet(given)).toEqual({ subgraphs: given, hints: [] });
});
