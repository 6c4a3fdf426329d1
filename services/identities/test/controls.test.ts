import { type IndexedDatabase, openIndexedDatabase } from './indexed-database.ts';
import { readRecordedChain } from './recorded-chain.ts';
import { openSubgraph, type Subgraph } from './subgraph.ts';

const { network, blocks } = readRecordedChain('vrsctest-a');
const { chainId } = network;
const TIP = blocks.length - 1;

const LISTED = `query ($address: String!, $height: BigInt!, $limit: Int, $cursor: String) {
  identities(primaryAddress: $address, asOf: { height: $height }, limit: $limit, cursor: $cursor) {
    totalCount hasMore nextCursor identities { identityAddress blockHeight } } }`;
const CONTROLLED = `query ($of: [_Any!]!, $limit: Int, $cursor: String) {
  _entities(representations: $of) { ... on Address { controls(limit: $limit, cursor: $cursor) {
    totalCount hasMore nextCursor identities { identityAddress blockHeight } } } } }`;

interface Connection {
  totalCount: number;
  hasMore: boolean;
  nextCursor: string | null;
  identities: { identityAddress: string; blockHeight: number }[];
}

let indexed: IndexedDatabase;
let subgraph: Subgraph;
let holders: { holder: string; height: number }[];

beforeAll(async () => {
  indexed = await openIndexedDatabase();
  await indexed.announce(network);
  await indexed.apply(network, blocks);
  subgraph = await openSubgraph(indexed.db);
  // At each change of its identities, and right before.
  holders = await indexed.db.$queryRawUnsafe(
    `SELECT DISTINCT holder, height FROM identity_holder,
            LATERAL (VALUES (from_height), (from_height - 1), (to_height), (to_height - 1), (${TIP})) AS at (height)
      WHERE role = 'PRIMARY' AND height IS NOT NULL ORDER BY holder, height`,
  );
});
afterAll(async () => {
  await subgraph.close();
  await indexed.close();
});

async function controlled(address: string, at: number | null, page: object = {}): Promise<Connection> {
  const of = [{ __typename: 'Address', chainId, address, at }];
  const { data, errors } = await subgraph.ask(CONTROLLED, { of, ...page });
  expect(errors).toEqual([]);
  return data._entities[0].controls;
}

async function walk(read: (cursor: string | null) => Promise<Connection>): Promise<Connection['identities'][]> {
  const pages: Connection['identities'][] = [];
  for (let cursor: string | null = null, more = true; more; ) {
    const { identities, hasMore, nextCursor } = await read(cursor);
    pages.push(identities);
    cursor = nextCursor;
    more = hasMore;
  }
  return pages;
}

test('an address controls what identities lists for it, in that order, at every height at which that changed', async () => {
  expect(holders.length).toBeGreaterThan(40);
  const sizes = new Set<number>();
  for (const { holder, height } of holders) {
    const { data } = await subgraph.ask(LISTED, { address: holder, height });
    const { nextCursor: _listed, ...listed } = data.identities as Connection;
    const { nextCursor: _controlled, ...own } = await controlled(holder, height);
    expect(own).toEqual(listed);
    sizes.add(own.identities.length);
  }
  expect([...sizes].filter((size) => size > 1)).not.toEqual([]);
  expect(sizes).toContain(0);
});

test('it controls what the states of all identities name it in, newest registration first', async () => {
  for (const height of [200, 343, 344, TIP]) {
    const { data } = await subgraph.ask(
      `{ identities(limit: 100, asOf: { height: ${height} }) { identities { identityAddress primaryAddresses } } }`,
    );
    const all = data.identities.identities as { identityAddress: string; primaryAddresses: string[] }[];
    for (const holder of new Set(all.flatMap(({ primaryAddresses }) => primaryAddresses))) {
      const expected = all.filter(({ primaryAddresses }) => primaryAddresses.includes(holder));
      const { identities, totalCount } = await controlled(holder, height, { limit: 100 });
      expect(identities.map(({ identityAddress }) => identityAddress)).toEqual(
        expected.map(({ identityAddress }) => identityAddress),
      );
      expect(totalCount).toBe(expected.length);
    }
  }
});

test('pages of controls join to the whole list, at the pin and far below it', async () => {
  for (const [address, at] of [
    [await busiest(), null],
    [await busiest(), 400],
    ['RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7', 343],
  ] as const) {
    const whole = await controlled(address, at, { limit: 100 });
    const pages = await walk((cursor) => controlled(address, at, { limit: 2, cursor }));
    expect(pages.flat()).toEqual(whole.identities);
    expect(pages).toHaveLength(Math.max(1, Math.ceil(whole.totalCount / 2)));
    const listed = await walk(async (cursor) => {
      const { data } = await subgraph.ask(LISTED, { address, height: at ?? TIP, limit: 3, cursor });
      return data.identities;
    });
    expect(listed.flat()).toEqual(whole.identities);
  }
});

test('a cursor of one address opens no other', async () => {
  const { nextCursor } = await controlled(await busiest(), null, { limit: 1 });
  const of = [{ __typename: 'Address', chainId, address: 'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7', at: null }];
  const { errors } = await subgraph.ask(CONTROLLED, { of, cursor: nextCursor });
  expect(errors).toMatchObject([{ extensions: { code: 'VALIDATION_ERROR', argument: 'cursor' } }]);
});

async function busiest(): Promise<string> {
  const [row] = await indexed.db.$queryRawUnsafe<{ holder: string }[]>(
    `SELECT holder FROM identity_holder WHERE role = 'PRIMARY' AND to_height IS NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
  );
  return row?.holder ?? '';
}
