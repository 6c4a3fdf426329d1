import { EVENT_DEFINITIONS } from '@ledgergraph/graph-kit/event-spec';
import { buildASTSchema, concatAST, executeSync, parse } from 'graphql';
import { compileOwnParts } from './own-parts.ts';

const TYPES = `scalar BigInt
  type Query { none: Boolean }
  type Subscription { itemEvents: ItemEvent }
  union ItemEvent = ItemAdded | BlocksRemoved
  type ItemAdded implements Event { cursor: String! chainId: String! blockHeight: BigInt! blockHash: String! item: Item! }
  type Item { chainId: String! hash: String! at: BigInt }`;
const schema = buildASTSchema(concatAST([parse(TYPES), EVENT_DEFINITIONS]));
const item = { __typename: 'Item', chainId: 'i1', hash: 'ab', at: 7 };
const ADDED = { __typename: 'ItemAdded', cursor: 'c1', chainId: 'i1', blockHeight: 7, blockHash: 'ab', item };
const REMOVED = {
  __typename: 'BlocksRemoved',
  cursor: 'c2',
  chainId: 'i1',
  blockHeight: 5,
  blockHash: 'cd',
  depth: 2,
  removedHashes: ['ef', '01'],
};

const SELECTIONS = [
  '__typename',
  'kind: __typename ... on Event { cursor at: blockHeight }',
  '... on Event { blockHash } ... on ItemAdded { item { hash } } ... on BlocksRemoved { depth removedHashes }',
  '... on ItemAdded { item { hash } } ... on Event { ... on ItemAdded { item { at name: hash } } }',
  '... on ItemAdded { one: item { at } two: item { __typename chainId } }',
  '... { ... on Event { chainId } }',
  '...All',
  '... on Event @include(if: $yes) { chainId @skip(if: $no) blockHash @skip(if: $yes) cursor @include(if: $no) }',
  '... on Event { chainId @skip(if: true) blockHash @include(if: true) cursor @include(if: false) id: cursor @skip(if: false) }',
  '... on Event { constructor: cursor toString: chainId }',
];
const FRAGMENT = 'fragment All on ItemEvent { ... on ItemAdded { blockHash } ... on BlocksRemoved { ...Depth } }';
const DEPTH = 'fragment Depth on BlocksRemoved { depth }';

test.each(SELECTIONS)('the gateway reads of an event what graphql-js does: %s', (selection) => {
  const fragments = selection.includes('...All') ? `${FRAGMENT} ${DEPTH}` : '';
  const source = `subscription ($yes: Boolean!, $no: Boolean!) { event: itemEvents { ${selection} } } ${fragments}`;
  const document = parse(source);
  const variableValues = { yes: true, no: false };
  const own = compileOwnParts(document, schema);
  expect(own.name).toBe('event');
  for (const event of [ADDED, REMOVED]) {
    const rootValue = { itemEvents: event };
    const { data, errors } = executeSync({ schema, document, rootValue, variableValues });
    expect(errors).toBeUndefined();
    expect(JSON.stringify({ event: own.read(event, variableValues) })).toBe(JSON.stringify(data));
  }
  expect(ADDED.item).toBe(item);
});

test('what was read of an event can be changed without changing the event, or its prototype', () => {
  const own = compileOwnParts(
    parse('subscription { itemEvents { ... on ItemAdded { item { hash } __proto__: item { at } } } }'),
    schema,
  );
  const read = own.read(ADDED, {});
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(JSON.stringify(read)).toBe('{"item":{"hash":"ab"},"__proto__":{"at":7}}');
  Object.assign(read.item as object, { hash: 'changed' });
  expect(ADDED.item.hash).toBe('ab');
});
