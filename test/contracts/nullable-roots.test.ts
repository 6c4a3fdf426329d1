import { fileURLToPath } from 'node:url';
import { readSubgraphs } from '@ledgergraph/graph-tools/compose/read-subgraphs';
import { Kind, parse } from 'graphql';

const list = fileURLToPath(new URL('../../gateway/supergraph.yaml', import.meta.url));
const ROOTS = new Set(['Query', 'Mutation', 'Subscription']);

function rootFields(sdl: string): { all: string[]; nonNull: string[] } {
  const fields = parse(sdl).definitions.flatMap((definition) =>
    (definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION) &&
    ROOTS.has(definition.name.value)
      ? (definition.fields ?? []).map((field) => ({ name: `${definition.name.value}.${field.name.value}`, field }))
      : [],
  );
  const nonNull = fields.filter(({ field }) => field.type.kind === Kind.NON_NULL_TYPE);
  return { all: fields.map(({ name }) => name), nonNull: nonNull.map(({ name }) => name) };
}

test('every root field of every subgraph is nullable, so that an error costs its own field only', async () => {
  const subgraphs = await readSubgraphs(list);
  const found = subgraphs.map(({ name, sdl }) => ({ name, ...rootFields(sdl) }));
  for (const { name, nonNull } of found) expect([name, nonNull]).toEqual([name, []]);
  expect(found.flatMap(({ all }) => all).length).toBeGreaterThan(30);
});

test('a root field that is not nullable is found', () => {
  const sdl = 'type Query { a: Int b: [Int!]! } extend type Query { c: Int! } type Mutation { d: Int! }';
  expect(rootFields(sdl).nonNull).toEqual(['Query.b', 'Query.c', 'Mutation.d']);
});
