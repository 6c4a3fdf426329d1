import { sha256 } from '@ledgergraph/graph-kit/supergraph-manifest';
import { checkSubgraph } from './check-subgraph.ts';
import { PublishedGraph } from './published-graph.ts';
import type { PublishedSubgraph } from './published-subgraph.ts';

const link =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@override", "@external", "@requires"])';

function published(name: string, sdl: string): PublishedSubgraph {
  const text = `${link}\n${sdl}`;
  const publishedAt = '2026-11-21T20:00:00.000Z';
  return { name, team: `the ${name} team`, sdl: text, version: 1, sha256: sha256(text), publishedAt };
}

const check = (all: PublishedSubgraph[], name: string, sdl: string | undefined) =>
  checkSubgraph(
    new PublishedGraph(all),
    { name, team: `the ${name} team` },
    sdl === undefined ? undefined : `${link}\n${sdl}`,
  );

const shop = published(
  'shop',
  'type Query { item: Item } type Item @key(fields: "id") { id: ID! name: String @shareable }',
);
const stock = (name: string) => published('stock', `type Item @key(fields: "id") { id: ID! count: Int ${name} }`);
const shopWithoutName = 'type Query { item: Item } type Item @key(fields: "id") { id: ID! }';

test('an addition breaks no client, and is reported', async () => {
  const next = 'type Item @key(fields: "id") { id: ID! count: Int more: Int }';
  expect(await check([shop, stock('')], 'stock', next)).toEqual({
    compositionFaults: [],
    breaks: [],
    additions: ["Item.more: Field 'more' was added to object type 'Item'"],
  });
});

test('a field that clients keep, but that running gateways still ask this subgraph for, is a break', async () => {
  const { breaks } = await check([shop, stock('name: String @shareable')], 'shop', shopWithoutName);
  expect(breaks).toEqual([
    "team the shop team: Item.name breaks gateways that plan by the published supergraph: Field 'name' was removed from object type 'Item'",
  ]);
});

test('once another subgraph has overridden it, it may go', async () => {
  const { breaks, compositionFaults } = await check(
    [shop, stock('name: String @override(from: "shop")')],
    'shop',
    shopWithoutName,
  );
  expect([breaks, compositionFaults]).toEqual([[], []]);
});

test('a key by which running gateways ask for entities is part of it', async () => {
  const both = published('stock', 'type Item @key(fields: "id") @key(fields: "no") { id: ID! no: Int count: Int }');
  const { breaks } = await check([shop, both], 'stock', 'type Item @key(fields: "id") { id: ID! no: Int count: Int }');
  expect(breaks).toEqual([
    expect.stringMatching(/^team the stock team: Item breaks gateways .*Item @key\(fields: "no"\)/),
  ]);
});

test.each([
  ['a type that two do not share', 'type Item @key(fields: "id") { id: ID! name: Int @shareable }', 'Item.name'],
  ['a value that no query can reach', 'type Item @key(fields: "lost") { lost: ID! count: Int }', 'Item.'],
])('what does not compose names its teams and the field: %s', async (_what, sdl, field) => {
  const { compositionFaults } = await check([shop, stock('')], 'stock', sdl);
  expect(compositionFaults[0]).toMatch(/^teams (the shop team|the stock team)/);
  expect(compositionFaults[0]).toContain(field);
});

test('a schema that does not parse names its team, and where', async () => {
  const { compositionFaults } = await check([shop, stock('')], 'stock', 'type Item {');
  expect(compositionFaults).toEqual([expect.stringMatching(/^team the stock team: the schema of stock .*\(line 2\)$/)]);
});

test('the first subgraph of a graph has no client to break', async () => {
  expect((await check([], 'shop', shopWithoutName)).breaks).toEqual([]);
});

test('a subgraph that leaves takes its fields from clients', async () => {
  const { breaks } = await check([shop, stock('')], 'stock', undefined);
  expect(breaks).toEqual([expect.stringContaining('team the stock team: Item.count breaks clients')]);
});
