import { buildSchema } from '@apollo/federation-internals';
import { compileRewrites } from './compile-plan.ts';
import { rewriteData } from './rewrite-data.ts';

const schema = buildSchema(`
  type Query { media: [Media] }
  interface Media { id: ID }
  type Book implements Media { id: ID size: Int }
  type Film implements Media { id: ID size: Float }
`);

function rewrite(value: unknown, path: string[], renameKeyTo: string): unknown {
  rewriteData(compileRewrites([{ kind: 'KeyRenamer', path, renameKeyTo }], schema), value);
  return JSON.parse(JSON.stringify(value));
}

test('a member gets its own name back, in objects of the type and in lists', () => {
  const media = [
    { __typename: 'Book', size_0: 1 },
    { __typename: 'Film', size_0: 2 },
    null,
    [{ __typename: 'Book', size_0: 3 }],
    { size_0: 4 },
    'text',
  ];
  expect(rewrite({ media }, ['media', '... on Book', 'size_0'], 'size')).toEqual({
    media: [
      { __typename: 'Book', size: 1 },
      { __typename: 'Film', size_0: 2 },
      null,
      [{ __typename: 'Book', size: 3 }],
      // An object without `__typename` is taken for one of these types.
      { size: 4 },
      'text',
    ],
  });
  expect(rewrite({ __typename: 'Film', size_0: 1 }, ['... on Media', 'size_0'], 'size')).toEqual({
    __typename: 'Film',
    size: 1,
  });
});

test('data without the name stays as it is', () => {
  expect(rewrite({ __typename: 'Book', size: 1, size_0: null }, ['size_0'], 'size')).toEqual({
    __typename: 'Book',
    size: 1,
    size_0: null,
  });
  expect(rewrite(null, ['a', 'b'], 'c')).toBeNull();
  expect(rewrite({}, ['constructor', 'name'], 'polluted')).toEqual({});
  expect('polluted' in Object).toBe(false);
});

test('a member’s new name may be one that objects inherit', () => {
  const value = JSON.parse('{"a":{"x":1}}');
  rewriteData(compileRewrites([{ kind: 'KeyRenamer', path: ['a'], renameKeyTo: '__proto__' }], schema), value);
  expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1}}');
});
