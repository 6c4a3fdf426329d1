import { parse, print } from 'graphql';
import { leaveOutUnmet } from './unmet-requirements.ts';

const subgraph = (name: string, sdl: string) => ({ name, typeDefs: parse(sdl) });
const printed = (subgraphs: ReturnType<typeof leaveOutUnmet>['subgraphs']) =>
  subgraphs.map(({ typeDefs }) => print(typeDefs));

const SHOP = subgraph(
  'shop',
  'type Item @key(fields: "id") { id: ID! weight: Int @external price: Int fee: Int @requires(fields: "weight") }',
);

test('a field leaves the graph with the field of another subgraph that it requires, and a hint names both', () => {
  const { subgraphs, hints } = leaveOutUnmet([SHOP]);
  expect(printed(subgraphs)).toEqual([print(parse('type Item @key(fields: "id") { id: ID! price: Int }'))]);
  expect(hints).toEqual([expect.stringMatching(/shop.*Item\.fee.*weight/)]);
});

test.each([
  ['an object', 'type Item @key(fields: "id") { id: ID! weight: Int }'],
  ['an extension', 'extend type Item { weight: Int }'],
  ['an interface', 'interface Item @key(fields: "id") { id: ID! weight: Int }'],
])('it stays where %s of another subgraph has the field', (_what, sdl) => {
  const given = [SHOP, subgraph('stock', sdl)];
  expect(leaveOutUnmet(given)).toEqual({ subgraphs: given, hints: [] });
});
