import { parse } from 'graphql';
import { findExcess } from './operation-limits.ts';

const many = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');
const excess = (source: string): string | undefined => findExcess(parse(source))?.message;

test('introspection counts as everything else does: fields, aliases and levels', () => {
  const fields = 'fields { name description type { name } args { name } }';
  expect(excess(`{ __schema { types { ${many(31, (i) => `a${i}: ${fields}`)} } } }`)).toMatch(
    /^The operation is too large: 31 aliases \(at most 30\)\.$/,
  );
  expect(excess(`{ __schema { ${'types { '.repeat(15)} name ${'} '.repeat(15)} } }`)).toMatch(
    /17 levels deep \(at most 15\)/,
  );
  const doubling = many(9, (i) => `fragment F${i} on __Type { ofType { ...F${i + 1} } ofType { ...F${i + 1} } }`);
  expect(excess(`{ __schema { types { ...F0 } } } ${doubling} fragment F9 on __Type { name }`)).toMatch(/1536 fields/);
});

test('__typename counts under its aliases, as a level, and apart from other fields', () => {
  expect(excess(`{ a { ${many(31, (i) => `a${i}: __typename`)} } }`)).toMatch(/31 aliases/);
  expect(excess(`{ ${'a { '.repeat(15)} __typename ${'} '.repeat(15)} }`)).toMatch(/16 levels/);
  const objects = (count: number): string => many(count, (i) => `o${i} { __typename f g h }`);
  expect(excess(`{ a { ${objects(249)} } }`)).toBeUndefined();
  expect(excess(`{ a { ${objects(250)} } }`)).toMatch(/1001 fields \(at most 1000\)/);
  const doubling = many(10, (i) => `fragment F${i} on A { ...F${i + 1} ...F${i + 1} }`);
  expect(excess(`{ a { ...F0 } } ${doubling} fragment F10 on A { __typename }`)).toMatch(
    /1024 __typename \(at most 1000\)/,
  );
});

test('uses of fragments count, also where they hold nothing', () => {
  const empty = many(12, (i) => `fragment F${i} on A { ${many(40, () => `...F${i + 1}`)} }`);
  expect(excess(`{ a { b ...F0 } } ${empty}`)).toMatch(/uses of fragments \(at most 1000\)/);
});
