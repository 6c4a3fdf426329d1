import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromBinary } from '@bufbuild/protobuf';
import { ChainFile } from '@ledgergraph/generators/generated-chain/chain-file';
import { generateChain } from '@ledgergraph/generators/generated-chain/generate-chain';
import { startGeneratedNode } from '@ledgergraph/generators/generated-chain/start-generated-node';
import { BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import pg from 'pg';
import { compareRows, readMainChainRows } from '../../e2e/reorganisations/main-chain-rows.ts';
import { NodeIndex } from './index-from-node.ts';

const CHAIN_ID = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const CREDENTIALS = { user: 'generated', password: 'generated' };
const SETTINGS = { chainId: CHAIN_ID, name: 'VRSCTEST', environment: 'TESTNET', isDefault: true } as const;

/** Around the overflow of an int32 (2038-01-19T03:14:08Z), and the end of a uint32. */
const [BEFORE, OVERFLOW, LAST] = [2_147_483_647, 2_147_483_648, 4_294_967_295];
/** More blocks than go in one statement: those before are copied, those after inserted. */
const FORK = 70;
const FIRST_BLOCKS = FORK + 4;
const SECOND_BLOCKS = FORK + 6;
const FIRST_TIMES = new Map([
  [FORK - 1, BEFORE],
  [FORK, OVERFLOW],
  [FORK + 1, OVERFLOW + 1],
  [FORK + 2, LAST],
  [FORK + 3, LAST],
]);
/** It leaves the first chain at the block of the overflow. */
const SECOND_TIMES = new Map([
  [FORK - 1, BEFORE],
  ...Array.from({ length: SECOND_BLOCKS - FORK }, (_, index) => [FORK + index, LAST - 10 + index] as const),
]);

async function readTimes(url: string, from: string): Promise<[number, number][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ height: number; time: string }>(
      `SELECT height, time::bigint::text AS time FROM ${from} height >= ${FORK - 1} ORDER BY height`,
    );
    return rows.map(({ height, time }) => [height, Number(time)]);
  } finally {
    await client.end();
  }
}

test('blocks up to the last second of a uint32 are indexed by every service, and reverted', async () => {
  await using cleanup = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-late-'));
  cleanup.defer(() => rm(folder, { recursive: true }));
  const startNode = async (name: string, blocks: number, times: ReadonlyMap<number, number>) => {
    const chain = cleanup.use(
      ChainFile.write(join(folder, name), generateChain({ seed: 11, blocks, chainId: CHAIN_ID, times })),
    );
    const node = await startGeneratedNode({ chain, chainId: CHAIN_ID, name: 'VRSCTEST', ...CREDENTIALS });
    cleanup.defer(() => node.stop());
    return { ...SETTINGS, endpoints: [{ url: node.url, ...CREDENTIALS }] };
  };
  const first = await startNode('first', FIRST_BLOCKS, FIRST_TIMES);
  const second = await startNode('second', SECOND_BLOCKS, SECOND_TIMES);
  const index = await NodeIndex.open(cleanup);
  const readAll = async (): Promise<[string, [number, number][]][]> => [
    ['block', await readTimes(index.url('blocks'), 'block WHERE main AND')],
    ['stream', (await index.streamed(CHAIN_ID)).map(placeOf).slice(FORK - 1)],
    ...(await Promise.all(
      index.services.map(
        async (service): Promise<[string, [number, number][]]> => [
          service,
          await readTimes(index.url(service), 'applied_block WHERE'),
        ],
      ),
    )),
  ];

  await index.take(first);
  for (const [where, times] of await readAll()) expect([where, times]).toEqual([where, [...FIRST_TIMES]]);

  await index.take(second);
  for (const [where, times] of await readAll()) expect([where, times]).toEqual([where, [...SECOND_TIMES]]);
  const straight = await NodeIndex.open(cleanup);
  await straight.take(second);
  for (const service of index.services) {
    const [left, fresh] = await Promise.all(
      [index, straight].map((each) => readMainChainRows(each.url(service), CHAIN_ID)),
    );
    expect([service, compareRows(left ?? new Map(), fresh ?? new Map())]).toEqual([service, []]);
  }
});

function placeOf(encoded: Uint8Array): [number, number] {
  const { height, time } = fromBinary(BlockSchema, encoded);
  return [height, Number(time)];
}
