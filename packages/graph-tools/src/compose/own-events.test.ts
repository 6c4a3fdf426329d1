import { buildSchema } from 'graphql';
import { checkSubgraph } from '#/registry/check-subgraph.ts';
import { PublishedGraph } from '#/registry/published-graph.ts';
import { composeSupergraph } from './compose-supergraph.ts';

const LINKS = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@inaccessible"])
  @link(url: "https://ledgergraph.invalid/events/v1.0", import: ["@event", "@keyFrom"])
  scalar BigInt
  type ChangePlace @shareable { height: BigInt! }`;
const CHANGES = 'chainId: String!, fromHeight: BigInt!, toHeight: BigInt!, ids: [String!], limit: Int';

interface Parts {
  query?: string;
  field?: string;
  member?: string;
  more?: string;
}

const shop = ({ query, field, member, more = '' }: Parts = {}): string => `${LINKS}
  type Query { item: Item ${query ?? `sales(${CHANGES}): [ChangePlace!] @inaccessible`} }
  type Item @key(fields: "chainId no at") { chainId: String! no: Int! at: BigInt @inaccessible price: Int }
  type Subscription { ${field ?? 'sold(chainId: String, nos: [String!]): SoldEvent @event(changes: "sales", ids: "nos")'} }
  union SoldEvent = Sold | BlocksRemoved
  type Sold implements Event {
    cursor: String! chainId: String! blockHeight: BigInt! blockHash: String! ${member ?? 'item: Item! @keyFrom(reference: "no")'}
  }
  ${more}`;

test('a declared event is for clients what its team wrote, and for the gateway its own part of the graph', () => {
  const { apiSdl, supergraphSdl } = composeSupergraph([{ name: 'shop', sdl: shop() }]);
  expect(apiSdl).toMatch(/type Subscription \{\n {2}sold\(chainId: String, nos: \[String!\]\): SoldEvent\n\}/);
  expect(apiSdl).toContain('union SoldEvent = BlocksRemoved | Sold');
  expect(apiSdl).not.toMatch(/@|keyFrom|directive/);
  expect(supergraphSdl).toContain('@event(changes: "sales", ids: "nos", subgraph: "shop")');
  expect(supergraphSdl).toMatch(/type Sold implements Event\n.*graph: EVENTS.*\n {2}@join__type\(graph: EVENTS\)\n/);
});

test('a graph without events has no part for them', () => {
  const { supergraphSdl } = composeSupergraph([{ name: 'shop', sdl: `${LINKS} type Query { item: Int }` }]);
  expect(supergraphSdl).not.toContain('EVENTS');
});

const FAULTS: [what: string, parts: Parts, coordinate: string, message: RegExp][] = [
  ['no @event', { field: 'sold: SoldEvent' }, 'Subscription.sold', /has no @event/],
  [
    'two sources',
    { field: 'sold: SoldEvent @event(changes: "sales", blocks: "x")' },
    'Subscription.sold',
    /exactly one/,
  ],
  [
    'a list that is not there',
    { field: 'sold: SoldEvent @event(changes: "none")' },
    'Subscription.sold',
    /names no field/,
  ],
  ['a list of another form', { query: 'sales: [ChangePlace!]' }, 'Subscription.sold', /needs a field \(chainId/],
  [
    'ids that are no argument',
    { field: 'sold: SoldEvent @event(changes: "sales", ids: "nos")' },
    'Subscription.sold',
    /no argument/,
  ],
  [
    'shared objects that no argument names',
    { field: 'sold: SoldEvent @event(changes: "sales", areShared: true)' },
    'Subscription.sold',
    /areShared:\) needs ids/,
  ],
  [
    'a mempool without types',
    { field: 'sold: SoldEvent @event(pool: "sales")' },
    'Subscription.sold',
    /entered and left/,
  ],
  ['an entity without a key from the place', { member: 'item: Item!' }, 'Sold.item', /names no @key of Item/],
  ['a key field that is not one', { member: 'item: Item! @keyFrom(id: "price")' }, 'Sold.item', /names no @key/],
  [
    'an object that is no entity',
    { member: 'place: Place!', more: 'type Place { x: Int }' },
    'Sold.place',
    /holds scalars, enumerations, and entities/,
  ],
];

test.each(FAULTS)('a faulty declaration names its team and coordinate: %s', async (_, parts, coordinate, message) => {
  const { compositionFaults } = await checkSubgraph(
    new PublishedGraph([]),
    { name: 'shop', team: 'sales' },
    shop(parts),
  );
  expect(compositionFaults).toContainEqual(expect.stringContaining(`teams sales: ${coordinate} does not compose`));
  expect(compositionFaults.join('\n')).toMatch(message);
});

const WEBHOOK = '@event(changes: "sales") @webhook(name: "item.sold", description: "Sold."';
test.each([
  [
    'a selection of a field that is not there',
    `${WEBHOOK}, select: "item { weight }")`,
    /"item.sold"\): Cannot query field "weight"/,
  ],
  [
    'a condition that does not parse',
    `${WEBHOOK}, select: "item { no }", where: "event.item.no >")`,
    /"item.sold"\): /,
  ],
  [
    'a query of another graph',
    `${WEBHOOK}, select: "item { no }", lookup: "{ cart { x } }")`,
    /Cannot query field "cart"/,
  ],
])('a faulty webhook names its team and coordinate: %s', async (_, declared, message) => {
  const sdl = shop({ field: `sold: SoldEvent ${declared}` }).replace('"@keyFrom"]', '"@keyFrom", "@webhook"]');
  const { compositionFaults } = await checkSubgraph(new PublishedGraph([]), { name: 'shop', team: 'sales' }, sdl);
  expect(compositionFaults).toEqual([expect.stringMatching(/^teams sales: Subscription\.sold does not compose/)]);
  expect(compositionFaults[0]).toMatch(message);
});

test('two teams cannot declare one subscription, nor two lists of blocks', () => {
  const blocks = 'hashes(chainId: String!, fromHeight: BigInt!, toHeight: BigInt!): [String!]';
  const field = 'sold: SoldEvent @event(blocks: "hashes")';
  const one = { name: 'one', sdl: shop({ query: blocks, field, member: '' }) };
  expect(() => composeSupergraph([one, { ...one, name: 'two' }])).toThrow('[two] Subscription.sold: is "one"\'s too');
  const other = shop({
    query: 'others(chainId: String!, fromHeight: BigInt!, toHeight: BigInt!): [String!]',
    field: field.replace('sold', 'more').replace('hashes', 'others'),
    member: '',
  });
  expect(() => composeSupergraph([one, { name: 'two', sdl: other }])).toThrow('a graph has one @event(blocks:)');
});

test('a team that declares no events yet composes beside one that does', () => {
  const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])';
  const former = `${LINK} scalar BigInt type Query { carts: Int } type Cart @key(fields: "no") { no: Int! }`;
  const alone = composeSupergraph([{ name: 'shop', sdl: shop() }]);
  const { apiSdl } = composeSupergraph([
    { name: 'carts', sdl: former },
    { name: 'shop', sdl: shop() },
  ]);
  const subscriptions = (sdl: string) => /type Subscription \{[^}]*\}/.exec(sdl)?.[0];
  expect(subscriptions(apiSdl)).toBe(subscriptions(alone.apiSdl));
  expect(apiSdl).toContain('carts: Int');
});

test('events of two teams hold one entity, in whatever order each team lists its fields', () => {
  const other = shop({
    query: `returns(${CHANGES}): [ChangePlace!] @inaccessible`,
    field: 'returned: ReturnedEvent @event(changes: "returns")',
  })
    .replaceAll(/\bSold(Event)?\b/g, 'Returned$1')
    .replace('{ item: Item returns', '{ returns')
    .replace('no: Int! at: BigInt @inaccessible price: Int', 'at: BigInt @inaccessible weight: Int no: Int!');
  const { apiSdl } = composeSupergraph([
    { name: 'shop', sdl: shop() },
    { name: 'desk', sdl: other },
  ]);
  const fields = Object.keys(buildSchema(apiSdl).getSubscriptionType()?.getFields() ?? {});
  expect(fields.sort()).toEqual(['returned', 'sold']);
});

const NAMED =
  'query ($chainId: String, $names: [String!]!) { found: items(chainId: $chainId, names: $names) { id: no } }';
const ofItems = (named: string) =>
  shop({
    field: `sold(chainId: String, items: [String!]): SoldEvent
      @event(changes: "sales", ids: "items", named: ${JSON.stringify(named)})
      @webhook(name: "item.sold", description: "Sold.", select: "item { no }")`,
  }).replace('"@keyFrom"]', '"@keyFrom", "@webhook"]');

test.each([
  NAMED.replace('found: ', ''),
  NAMED.replace('id: ', ''),
  NAMED.replace('$chainId: String,', ''),
  NAMED.replace('query', 'subscription'),
  NAMED.replace('} }', '} more: items }'),
  'query {',
])('a query of names that does not answer ids in their order is a fault of its team: %s', (named) => {
  expect(() => composeSupergraph([{ name: 'shop', sdl: ofItems(named) }])).toThrow(
    '[shop] Subscription.sold: @event(named:) needs a query',
  );
});

test('a subscription whose names a team looks up that is not in the graph is no fault: it takes no names', () => {
  const { hints } = composeSupergraph([{ name: 'shop', sdl: ofItems(NAMED) }]);
  expect(hints.join()).toMatch(/"item.sold"\) takes no names: Cannot query field "items" on type "Query"/);
});

test('a webhook that selects a field of a team that is not in the graph is no fault: it waits', () => {
  const declared = `${WEBHOOK}, select: "item { weight }")`;
  const sdl = shop({ field: `sold: SoldEvent ${declared}` }).replace('"@keyFrom"]', '"@keyFrom", "@webhook"]');
  const scales = (field: string): string => `extend schema
    @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@inaccessible"])
    scalar BigInt
    type Item @key(fields: "chainId no at") { chainId: String! no: Int! at: BigInt @inaccessible ${field} }
    type Query { scales: Int }`;
  const hints = (field: string): string =>
    composeSupergraph([
      { name: 'shop', sdl },
      { name: 'scales', sdl: scales(field) },
    ]).hints.join();
  expect(hints('weight: Int')).not.toContain('is not offered');
  expect(hints('')).toMatch(/"item.sold"\) is not offered: Cannot query field "weight"/);
});
