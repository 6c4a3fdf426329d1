import { inventAddress } from '@ledgergraph/generators/generated-rows/addresses';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { validationOf } from '#/db/produced-rows.ts';
import { announceVrsctest, apply, hashOf, revert, VRSCTEST } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';
import { openApi } from './query-api.ts';

const main = readNormalizedBlocks('vrsctest-a');
const [branch] = readNormalizedOrphans('vrsctest-a');
const FORK = Number(branch?.blocks[0]?.height) - 1;
const PRODUCERS = chooseProducers();

let database: TestDatabase;
let api: Awaited<ReturnType<typeof openApi>>;

beforeAll(async () => {
  database = await openDatabase();
  const { db } = database;
  await announceVrsctest(db);
  await apply(db, main.slice(0, 150));
  await apply(db, main.slice(150, FORK + 1));
  await apply(db, branch?.blocks ?? []);
  await revert(db, FORK);
  for (const block of main.slice(FORK + 1, FORK + 11)) await apply(db, [block]);
  await apply(db, main.slice(FORK + 11));
  api = await openApi(db);
});
afterAll(async () => {
  await api?.close();
  await database?.close();
});

function countBlocks(address: string | undefined): number {
  return main.filter(({ producer }) => producer === address).length;
}

function chooseProducers(): string[] {
  const all = [...new Set(main.map(({ producer }) => producer))].filter((producer) => producer !== '');
  const byCount = all.toSorted((a, b) => countBlocks(b) - countBlocks(a));
  const staked = main.filter(({ validation }) => validationOf(validation) === 'STAKE').map(({ producer }) => producer);
  return [...new Set([...byCount.slice(0, 3), ...staked, ...byCount.slice(-1)])];
}

interface Listed {
  hashes: string[];
  totalCount: number;
}

async function list(args: string, order: 'ASC' | 'DESC', pin: readonly Block[] = main): Promise<Listed> {
  const tip = pin.at(-1);
  const pins = tip === undefined ? [] : [{ chainId: VRSCTEST, height: tip.height, hash: hashOf(tip) }];
  const query = `query ($cursor: String) { blocks(${args}, order: ${order}, limit: 37, cursor: $cursor) {
    totalCount nextCursor blocks { hash } } }`;
  const hashes: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const { data, errors } = await api.query(query, { cursor }, { pins });
    expect(errors).toBeUndefined();
    const { totalCount, nextCursor, blocks } = data.blocks;
    hashes.push(...blocks.map(({ hash }: { hash: string }) => hash));
    if (nextCursor === null) return { hashes, totalCount };
    cursor = nextCursor;
  }
}

const FILTERS = [
  ...PRODUCERS.map((producer) => ({ producer, validation: undefined })),
  ...PRODUCERS.flatMap((producer) => ['WORK', 'STAKE'].map((validation) => ({ producer, validation }))),
  ...['WORK', 'STAKE'].map((validation) => ({ producer: undefined, validation })),
];

describe.each(FILTERS)('blocks of %j', ({ producer, validation }) => {
  const args = [
    ...(producer === undefined ? [] : [`producer: "${producer}"`]),
    ...(validation === undefined ? [] : [`validation: ${validation}`]),
  ].join(', ');
  const wanted = (blocks: readonly Block[]): Listed => {
    const found = blocks.filter(
      (block) =>
        block.producer === (producer ?? block.producer) &&
        validationOf(block.validation) === (validation ?? validationOf(block.validation)),
    );
    return { hashes: found.map(hashOf), totalCount: found.length };
  };

  test('are those of the main chain, page by page in both directions, with their number', async () => {
    const { hashes, totalCount } = wanted(main);
    expect(await list(args, 'ASC')).toEqual({ hashes, totalCount });
    expect(await list(args, 'DESC')).toEqual({ hashes: [...hashes].reverse(), totalCount });
  });

  test('are those of a range, and none above the pin', async () => {
    const inRange = wanted(main.slice(100, FORK + 21));
    expect(await list(`${args}, fromHeight: 100, toHeight: ${FORK + 20}`, 'ASC')).toEqual(inRange);
    const below = main.slice(0, 301);
    expect(await list(`${args}, toHeight: 500`, 'ASC', below)).toEqual(wanted(below));
  });
});

test('blocks of both kinds and of several producers are there', () => {
  expect(countBlocks(PRODUCERS[0])).toBeGreaterThan(100);
  expect(countBlocks(PRODUCERS.at(-1))).toBe(1);
  expect(new Set(main.map(({ validation }) => validation)).size).toBe(2);
});

test('an address that produced no block has an empty list', async () => {
  const address = inventAddress('PUBLIC_KEY_HASH', 'of no producer');
  expect(await list(`producer: "${address}"`, 'DESC')).toEqual({ hashes: [], totalCount: 0 });
});

test.each(['delta', 'no-address', ''])('a producer %j is a VALIDATION_ERROR', async (producer) => {
  const { errors } = await api.query('query ($producer: String) { blocks(producer: $producer) { hasMore } }', {
    producer,
  });
  expect(errors).toMatchObject([{ extensions: { code: 'VALIDATION_ERROR', argument: 'producer' } }]);
});
