import { buildSchema } from '@apollo/federation-internals';
import { compileRewrites } from './compile-plan.ts';
import { compileRequires } from './compile-requires.ts';
import { batchEntities } from './entity-batch.ts';

const schema = buildSchema(`
  type Query { media: Media }
  interface Media { id: ID maker: Maker }
  type Book implements Media { id: ID maker: Maker }
  type Film implements Media { id: ID maker: Maker }
  interface Maker { city: String }
  type Press implements Maker { city: String presses: Int }
  type Studio implements Maker { city: String crew: [Crew] }
  type Crew { count: Int }
`);

type Requires = Parameters<typeof compileRequires>[0];
type Selection = Requires[number];

const field = (name: string, ...selections: Selection[]): Selection =>
  selections.length === 0 ? { kind: 'Field', name } : { kind: 'Field', name, selections };
const on = (typeCondition: string, ...selections: Selection[]): Selection => ({
  kind: 'InlineFragment',
  typeCondition,
  selections,
});
const key = [field('__typename'), field('id')];

function represent(requires: Requires, entities: unknown[], inputRewrites: Parameters<typeof compileRewrites>[0] = []) {
  const batch = batchEntities(compileRequires(requires, compileRewrites(inputRewrites, schema), schema), entities);
  const { asked, representation, typeNames, json } = batch;
  return { asked, representation, typeNames, json, representations: JSON.parse(json) };
}

const book = { __typename: 'Book', id: '1', title: 'not asked' };
const film = { __typename: 'Film', id: '2' };

test('keys of object types are lists of members, one for each type', () => {
  const names = compileRequires([on('Book', ...key), on('Film', ...key)], [], schema);
  expect(names).toMatchObject([{ typeName: 'Book' }, { typeName: 'Film' }]);
  expect(represent([on('Book', ...key), on('Film', ...key)], [book, film, book])).toMatchObject({
    representations: [
      { __typename: 'Book', id: '1' },
      { __typename: 'Film', id: '2' },
    ],
    asked: [0, 1, 2],
    representation: [0, 1, 0],
  });
});

test('a key of an interface is that of everything that implements it, and of nothing else', () => {
  const { representations, asked, typeNames } = represent(
    [on('Media', ...key)],
    [book, { __typename: 'Press', id: '3' }, film, { __typename: 'Media', id: '4' }, { id: '5' }],
  );
  expect(representations).toEqual([
    { __typename: 'Book', id: '1' },
    { __typename: 'Film', id: '2' },
    { __typename: 'Media', id: '4' },
  ]);
  expect([asked, typeNames]).toEqual([
    [0, 2, 3],
    ['Book', 'Film', 'Media'],
  ]);
});

test('an entity goes by its interface’s name to a subgraph that knows no other, once', () => {
  const rewrite = { kind: 'ValueSetter' as const, path: ['... on Book', '__typename'], setValueTo: 'Media' };
  const { representations, typeNames } = represent([on('Book', ...key)], [book, { ...book }, film], [rewrite]);
  expect(representations).toEqual([{ __typename: 'Media', id: '1' }]);
  expect(typeNames).toEqual(['Media']);
  expect(book.__typename).toBe('Book');
});

const maker = field(
  'maker',
  field('__typename'),
  on('Maker', field('city')),
  on('Press', field('presses')),
  on('Studio', field('crew', field('count'))),
);

test('fragments within what is required are for the objects of their types', () => {
  const made = (by: unknown) => ({ ...book, maker: by });
  const { representations } = represent(
    [on('Book', ...key, maker)],
    [
      made({ __typename: 'Press', city: 'a', presses: 2, crew: 'no' }),
      made({ __typename: 'Studio', city: 'b', crew: [{ count: 1, more: 1 }, null, {}] }),
      made(null),
      made([{ __typename: 'Press', city: 'c', presses: 1 }]),
    ],
  );
  expect(representations.map(({ maker: by }: { maker: unknown }) => by)).toEqual([
    { __typename: 'Press', city: 'a', presses: 2 },
    { __typename: 'Studio', city: 'b', crew: [{ count: 1 }, null, null] },
    null,
    [{ __typename: 'Press', city: 'c', presses: 1 }],
  ]);
});

test('a fragment that an object cannot fill adds nothing; a field that it lacks is its end', () => {
  const { representations, asked } = represent(
    [on('Book', ...key), on('Book', field('maker', field('city')))],
    [book, { __typename: 'Book' }, { ...book, maker: {} }, { ...book, maker: { city: 'd' } }],
  );
  expect(representations).toEqual([
    { __typename: 'Book', id: '1' },
    { __typename: 'Book', id: '1', maker: null },
    { __typename: 'Book', id: '1', maker: { city: 'd' } },
  ]);
  expect(asked).toEqual([0, 2, 3]);
});

test('names that objects inherit are members like others', () => {
  const entity = JSON.parse('{"__typename":"Book","__proto__":{"id":1},"constructor":"c"}');
  const requires = [on('Media', field('__typename'), field('__proto__', field('id')), field('constructor'))];
  expect(represent(requires, [entity]).json).toBe('[{"__typename":"Book","__proto__":{"id":1},"constructor":"c"}]');
  expect(represent(requires, [{ __typename: 'Book' }]).asked).toEqual([]);
});
