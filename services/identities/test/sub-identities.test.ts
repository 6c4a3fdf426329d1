import { registrations } from '#/db/tables.ts';
import { type IndexedDatabase, openIndexedDatabase } from './indexed-database.ts';
import { readRecordedChain } from './recorded-chain.ts';
import { openSubgraph, type Subgraph } from './subgraph.ts';

const { network, blocks } = readRecordedChain('vrsctest-a');
const BEGUN_AT = 500;
const ALPHA = 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv';

let indexed: IndexedDatabase;
let subgraph: Subgraph;

beforeAll(async () => {
  indexed = await openIndexedDatabase();
  await indexed.announce(network);
});
beforeEach(async () => {
  await indexed.apply(network, blocks.slice(0, BEGUN_AT + 1));
  subgraph = await openSubgraph(indexed.db);
});
afterEach(async () => {
  await subgraph.close();
  await indexed.revert(network, -1);
});
afterAll(() => indexed.close());

function hangAll(): PromiseLike<number> {
  return indexed.db.$executeRawUnsafe('UPDATE identity SET parent_id = $1 WHERE identity_address <> $1', ALPHA);
}

/** No recorded identity has two sub-identities: here all have one parent. */
async function adopt(): Promise<string[]> {
  await hangAll();
  const children = await registrations.find(
    indexed.db,
    'WHERE parent_id = $1 AND registered_height <= $2 ORDER BY ordinal DESC',
    ALPHA,
    BEGUN_AT,
  );
  return children.map(({ identityAddress }) => identityAddress);
}

test.each([1, 4, 7])(
  'pages of %i sub-identities: each once, newest first, as of the block of the first page',
  async (limit) => {
    const children = await adopt();
    expect(children.length).toBeGreaterThan(10);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const { data, errors } = await subgraph.ask(
        `query ($cursor: String) { identity(identity: "${ALPHA}") {
           subIdentities(limit: ${limit}, cursor: $cursor) { totalCount nextCursor identities { identityAddress } } } }`,
        { cursor },
      );
      expect(errors).toEqual([]);
      const { totalCount, nextCursor, identities } = data.identity.subIdentities;
      expect(totalCount).toBe(children.length);
      walked.push(...identities.map(({ identityAddress }: { identityAddress: string }) => identityAddress));
      if (cursor === null) await indexed.apply(network, blocks.slice(BEGUN_AT + 1));
      await hangAll();
      cursor = nextCursor;
    } while (cursor !== null);
    expect(walked).toEqual(children);
  },
);

test('a list of sub-identities begun on a block that left the chain answers CHAIN_REORGANIZED', async () => {
  await adopt();
  const page = (cursor: string | null) =>
    subgraph.ask(
      `query ($cursor: String) { identity(identity: "${ALPHA}") {
         subIdentities(limit: 2, cursor: $cursor) { nextCursor } } }`,
      { cursor },
    );
  const { data } = await page(null);
  await indexed.revert(network, BEGUN_AT - 1);
  const { errors } = await page(data.identity.subIdentities.nextCursor);
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['CHAIN_REORGANIZED']);
});

test('a history with an upper bound goes on when blocks above it leave, and ends when the one at it does', async () => {
  const page = async (toHeight: number, cursor: string | null) => {
    const query = `query ($cursor: String) { identityHistory(identity: "delta@", toHeight: ${toHeight}, limit: 1, cursor: $cursor) {
      nextCursor versions { version } } }`;
    return subgraph.ask(query, { cursor });
  };
  const [first, bound] = [await page(BEGUN_AT - 2, null), await page(BEGUN_AT - 1, null)];
  const { data: second } = await page(BEGUN_AT - 2, first.data.identityHistory.nextCursor);
  await indexed.revert(network, BEGUN_AT - 2);
  const { data: on } = await page(BEGUN_AT - 2, first.data.identityHistory.nextCursor);
  expect(on.identityHistory.versions).toEqual(second.identityHistory.versions);
  expect(on.identityHistory.versions).toHaveLength(1);
  const { errors } = await page(BEGUN_AT - 1, bound.data.identityHistory.nextCursor);
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['CHAIN_REORGANIZED']);
});
