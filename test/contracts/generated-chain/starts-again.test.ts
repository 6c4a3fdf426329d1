import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChainFile } from '@ledgergraph/generators/generated-chain/chain-file';
import { generateChain } from '@ledgergraph/generators/generated-chain/generate-chain';
import { startGeneratedNode } from '@ledgergraph/generators/generated-chain/start-generated-node';
import pg from 'pg';
import { compareRows, readMainChainRows } from '../../e2e/reorganisations/main-chain-rows.ts';
import { NodeIndex } from './index-from-node.ts';

const CHAIN_ID = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const CREDENTIALS = { user: 'generated', password: 'generated' };
const SETTINGS = { chainId: CHAIN_ID, name: 'VRSCTEST', environment: 'TESTNET', isDefault: true } as const;
/** Deep enough for final blocks; the second chain is shorter, so that it weighs less. */
const FIRST_BLOCKS = 180;
const SECOND_BLOCKS = 120;

interface Reorg {
  fork_height: number;
  depth: number;
  final_blocks: number;
  breaks_finality: boolean;
}

async function readReorgs(url: string): Promise<Reorg[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Reorg>('SELECT fork_height, depth, final_blocks, breaks_finality FROM reorg');
    return rows;
  } finally {
    await client.end();
  }
}

test('a chain that starts again under its id is followed when a checkpoint names it, and leaves nothing of the old one', async () => {
  await using cleanup = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-again-'));
  cleanup.defer(() => rm(folder, { recursive: true }));
  const startNode = async (seed: number, blocks: number) => {
    const chain = cleanup.use(
      ChainFile.write(join(folder, `chain-${seed}`), generateChain({ seed, blocks, chainId: CHAIN_ID })),
    );
    const node = await startGeneratedNode({ chain, chainId: CHAIN_ID, name: 'VRSCTEST', ...CREDENTIALS });
    cleanup.defer(() => node.stop());
    return { settings: { ...SETTINGS, endpoints: [{ url: node.url, ...CREDENTIALS }] }, chain };
  };
  const first = await startNode(11, FIRST_BLOCKS);
  const second = await startNode(12, SECOND_BLOCKS);
  const index = await NodeIndex.open(cleanup);
  await index.take(first.settings);

  // It is not followed without an operator's word.
  await index.take(second.settings);
  expect(await readReorgs(index.url('blocks'))).toEqual([]);

  const { height, hash } = second.chain.facts(1);
  await index.take({ ...second.settings, checkpoint: { height, hash } });
  const straight = await NodeIndex.open(cleanup);
  await straight.take(second.settings);
  for (const service of index.services) {
    const [again, fresh] = await Promise.all(
      [index, straight].map((each) => readMainChainRows(each.url(service), CHAIN_ID)),
    );
    expect([service, compareRows(again ?? new Map(), fresh ?? new Map())]).toEqual([service, []]);
  }
  const [reorg] = await readReorgs(index.url('blocks'));
  const forkHeight = reorg?.fork_height ?? Number.NaN;
  expect(forkHeight).toBeLessThan(1);
  expect(reorg).toEqual({
    fork_height: forkHeight,
    depth: FIRST_BLOCKS - 1 - forkHeight,
    final_blocks: FIRST_BLOCKS - 1 - 100 - forkHeight,
    breaks_finality: true,
  });

  // The old chain weighs more, but lacks the checkpoint.
  await index.take({ ...first.settings, checkpoint: { height, hash } });
  expect(await readReorgs(index.url('blocks'))).toHaveLength(1);
});
