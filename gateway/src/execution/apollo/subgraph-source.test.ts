import { canonicalJson, originalsOf, uniqueRepresentations } from './subgraph-source.ts';

test('equal representations are sent once, in the order they first came', () => {
  const a = { __typename: 'Holder', chainId: 'i1', name: 'Ra', at: null };
  const b = { __typename: 'Holder', chainId: 'i1', name: 'Rb', at: null };
  const result = uniqueRepresentations([a, b, { ...a }, { at: null, name: 'Rb', chainId: 'i1', __typename: 'Holder' }]);
  expect(result).toEqual({ unique: [a, b], uniqueIndex: [0, 1, 0, 1] });
  expect(originalsOf(result)).toEqual([
    [0, 2],
    [1, 3],
  ]);
});

test('different values stay apart: the height of the read, a type, text and number', () => {
  const representations = [{ at: null }, { at: 0 }, { at: '0' }, { at: 1 }, { a: { b: [1, 2] } }, { a: { b: [2, 1] } }];
  expect(uniqueRepresentations(representations).unique).toHaveLength(representations.length);
});

test('an empty list stays empty', () => {
  expect(uniqueRepresentations([])).toEqual({ unique: [], uniqueIndex: [] });
});

test('canonical JSON does not depend on how a value was built', () => {
  expect(canonicalJson({ b: [{ d: 1, c: undefined }], a: 'x' })).toBe('{"a":"x","b":[{"d":1}]}');
  expect(canonicalJson({ ['__proto__' as string]: 1 })).toBe(canonicalJson({ ['__proto__' as string]: 1 }));
});
