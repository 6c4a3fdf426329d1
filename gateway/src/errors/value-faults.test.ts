import { GraphQLError } from 'graphql';
import { valueFaults } from './value-faults.ts';

const missing = (field: string, ...path: (string | number)[]) =>
  new GraphQLError(`Cannot return null for non-nullable field ${field}.`, { path });
const absent = new Set(['Item']);

test('an object that its owner does not have is null, and no fault', () => {
  const found = [missing('Item.txid', 'rows', 0, 'item', 'txid')];
  expect(valueFaults(found, { rows: [{ item: null }] }, absent)).toEqual([]);
});

test('a missing field of an existing object is a fault', () => {
  const found = [missing('Item.txid', 'a', 'item', 'txid'), missing('Place.balance', 'a', 'place', 'balance')];
  const data = { a: { item: null, place: null } };
  expect(valueFaults(found, data, new Set())).toEqual(found);
  expect(valueFaults(found, data, absent)).toEqual([found[1]]);
});

test('a missing field of the object of a root field is a fault: the subgraph of that field knows the object', () => {
  const found = [missing('Item.txid', 'item', 'txid')];
  expect(valueFaults(found, { item: null }, absent)).toEqual(found);
});

test('the absence of an object that may not be null is a fault', () => {
  const found = [missing('Item.txid', 'rows', 0, 'item', 'txid')];
  expect(valueFaults(found, { rows: null }, absent)).toEqual(found);
  expect(valueFaults(found, null, absent)).toEqual(found);
});

test('a fault in other words stays one', () => {
  const found = [new GraphQLError('Invalid value found for field Item.txid.', { path: ['item', 'txid'] })];
  expect(valueFaults(found, { item: null }, absent)).toEqual(found);
});
