import { findInternals } from './nothing-internal.ts';

test.each([
  ['connect ECONNREFUSED 127.0.0.1:5432', ['a host', 'a system error']],
  ['see http://blocks:8080/graphql', ['a URL']],
  ['Cannot read /srv/app/config.json', ['a file']],
  ['at node_modules/pg/lib/client.js:132', ['a file']],
  ['TypeError: x\n    at resolve (index.js)', ['a stack']],
  ['select height from block where hash = $1', ['SQL or its server']],
  ['relation "block" does not exist', ['SQL or its server']],
  ['the subgraph "addresses" failed', ['a part of the installation']],
  ['path _entities.0.balance', ['a part of the installation']],
  ['{"code":"PIN_LOST"}', ['a lost pin']],
])('%s', (text, found) => {
  expect(findInternals(text)).toEqual(found);
});

test.each([
  'no block at height 7',
  'limit must be from 1 to 100',
  'Cannot query field "nothing" on type "Query".',
  'This part of the data is not available at the moment. Please try again.',
  '{"code":"SUBGRAPH_UNAVAILABLE"}',
])('nothing in: %s', (text) => {
  expect(findInternals(text)).toEqual([]);
});
