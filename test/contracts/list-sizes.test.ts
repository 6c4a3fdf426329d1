import { readFile } from 'node:fs/promises';
import { readCostWeights } from '@ledgergraph/gateway/cost/cost-weights';
import { inRepository } from '@ledgergraph/local/repository';
import { buildSchema, getNamedType, getNullableType, isCompositeType, isListType, isObjectType } from 'graphql';

const schema = buildSchema(await readFile(inRepository('docs', 'api.graphql'), 'utf8'));
const { lists } = readCostWeights(await readFile(inRepository('gateway', 'supergraph.graphql'), 'utf8'));
const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'));

test('every list of objects declares how long it can be: it is sized itself, or by each field that leads to it', () => {
  const unsized = types.flatMap((type) =>
    Object.values(isObjectType(type) ? type.getFields() : {}).flatMap((field) => {
      const target = getNamedType(field.type);
      const coordinate = `${type.name}.${field.name}`;
      if (isListType(getNullableType(field.type))) {
        const isSized = lists.has(coordinate) || type.name.endsWith('Connection');
        return isCompositeType(target) && !isSized ? [coordinate] : [];
      }
      if (!target.name.endsWith('Connection') || !isObjectType(target)) return [];
      const held = Object.values(target.getFields()).filter((inner) => isListType(getNullableType(inner.type)));
      const sized = lists.get(coordinate)?.sizedFields ?? [];
      return held.some(({ name }) => !sized.includes(name)) ? [coordinate] : [];
    }),
  );
  expect(unsized).toEqual([]);
  expect(lists.size).toBeGreaterThan(20);
});

test('a page is sized by the limit that is given, never by an assumption alone', () => {
  const paged = types.flatMap((type) =>
    Object.values(isObjectType(type) ? type.getFields() : {})
      .filter(({ args }) => args.some(({ name }) => name === 'limit'))
      .map(({ name }) => lists.get(`${type.name}.${name}`)?.slicingArguments),
  );
  expect(paged.length).toBeGreaterThan(15);
  expect(paged.filter((by) => by?.join() !== 'limit')).toEqual([]);
});

test('a page has one list, so that a client can join pages by the schema alone', () => {
  const pages = types.filter((type) => isObjectType(type) && type.getFields().nextCursor !== undefined);
  const lists = (type: (typeof types)[number]) =>
    Object.values(isObjectType(type) ? type.getFields() : {}).filter((field) =>
      isListType(getNullableType(field.type)),
    );
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((page) => lists(page).length !== 1)).toEqual([]);
  const bare = types.flatMap((type) => lists(type).filter(({ args }) => args.some(({ name }) => name === 'cursor')));
  expect(bare).toEqual([]);
});
