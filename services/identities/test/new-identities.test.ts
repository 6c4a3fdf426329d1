import { type IndexedDatabase, openIndexedDatabase } from './indexed-database.ts';
import { readRecordedChain } from './recorded-chain.ts';
import { openSubgraph, type Subgraph } from './subgraph.ts';

const { network, blocks } = readRecordedChain('vrsctest-a');
const { chainId } = network;
const TIP = blocks.length - 1;
const STEP = 37;

let indexed: IndexedDatabase;
let subgraph: Subgraph;

beforeAll(async () => {
  indexed = await openIndexedDatabase();
  await indexed.announce(network);
  await indexed.apply(network, blocks);
  subgraph = await openSubgraph(indexed.db);
});
afterAll(async () => {
  await subgraph.close();
  await indexed.close();
});

function firstHeights(): number[] {
  const heights = new Map<string, number>();
  for (const { height, transactions } of blocks) {
    for (const { kind, payloadJson } of transactions.flatMap(({ outputs }) => outputs)) {
      if (kind !== 'identityprimary') continue;
      const { identityaddress } = JSON.parse(payloadJson);
      if (!heights.has(identityaddress)) heights.set(identityaddress, height);
    }
  }
  return [...heights.values()];
}

async function countNew(
  ranges: readonly (readonly [from: number, to: number])[],
  at: number | null,
): Promise<number[]> {
  const { data, errors } = await subgraph.ask(
    'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Statistics { newIdentities } } }',
    {
      of: ranges.map(([fromHeight, toHeight]) => {
        return { __typename: 'Statistics', chainId, interval: 'HOUR', fromHeight, toHeight, at };
      }),
    },
  );
  expect(errors).toEqual([]);
  return data._entities.map(({ newIdentities }: { newIdentities: number }) => newIdentities);
}

test('new identities of a range of blocks are those whose first output stands in one of them', async () => {
  const first = firstHeights();
  const single = Array.from(new Set(first), (height) => [height, height] as const);
  const ranges: (readonly [from: number, to: number])[] = [[0, TIP], [0, 0], ...single];
  for (let from = 0; from <= TIP; from += STEP) ranges.push([from, Math.min(from + STEP - 1, TIP)]);
  const wanted = ranges.map(([from, to]) => first.filter((height) => from <= height && height <= to).length);
  expect(await countNew(ranges, null)).toEqual(wanted);
  expect(wanted[0]).toBeGreaterThan(20);
});

test('identities above the block that is read are not counted', async () => {
  const first = firstHeights();
  const middle = first[Math.floor(first.length / 2)] ?? 0;
  expect(await countNew([[0, TIP]], middle)).toEqual([first.filter((height) => height <= middle).length]);
});
