import { GraphQLError } from 'graphql';
import { valueFaults } from './value-faults.ts';

const missing = (field: string, ...path: (string | number)[]) =>
  new GraphQLError(`Cannot return null for non-nullable field ${field}.`, { path });
const absent = new Set(['Identity']);

test('an object that its owner does not have is null, and no fault', () => {
  const found = [missing('Identity.txid', 'rows', 0, 'identity', 'txid')];
  expect(valueFaults(found, { rows: [{ identity: null }] }, absent)).toEqual([]);
});

test('a missing field of an existing object is a fault', () => {
  const found = [
    missing('Identity.txid', 'a', 'identity', 'txid'),
    missing('Address.balance', 'a', 'address', 'balance'),
  ];
  const data = { a: { identity: null, address: null } };
  expect(valueFaults(found, data, new Set())).toEqual(found);
  expect(valueFaults(found, data, absent)).toEqual([found[1]]);
});

test('a missing field of the object of a root field is a fault: the subgraph of that field knows the object', () => {
  const found = [missing('Identity.txid', 'identity', 'txid')];
  expect(valueFaults(found, { identity: null }, absent)).toEqual(found);
});

test('the absence of an object that may not be null is a fault', () => {
  const found = [missing('Identity.txid', 'rows', 0, 'identity', 'txid')];
  expect(valueFaults(found, { rows: null }, absent)).toEqual(found);
  expect(valueFaults(found, null, absent)).toEqual(found);
});

test('a fault in other words stays one', () => {
  const found = [new GraphQLError('Invalid value found for field Identity.txid.', { path: ['identity', 'txid'] })];
  expect(valueFaults(found, { identity: null }, absent)).toEqual(found);
});
