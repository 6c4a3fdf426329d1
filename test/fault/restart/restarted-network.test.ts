import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Random } from '@ledgergraph/chain-generator/random';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { stringify } from 'yaml';
import { BlockTree, ORDINARY_WORK, type TreeBlock } from '../chain/block-tree.ts';
import { chainOf, writeRecording } from '../chain/write-recording.ts';
import { compareWithCleanSync } from '../checks/compare-with-clean-sync.ts';
import { CHAIN_ID } from '../plan/plan.ts';
import { type OpenChain, openChain } from '../seeds/open-chain.ts';
import { askStage, waitForTip } from '../stage/ask-stage.ts';
import { SUBGRAPHS } from '../stage/programs.ts';
import { type Stage, startStage } from '../stage/start-stage.ts';

const OLD_HEIGHT = 130;
/** Coinbase maturity of a chain with a block a minute is 100. */
const OLD_FINAL_HEIGHT = 30;
const NEW_HEIGHT = 47;
const GROWTH = 3;

const tree = new BlockTree(new Random(1), CHAIN_ID);
const other = new BlockTree(new Random(2), CHAIN_ID);
const straight = { work: ORDINARY_WORK, isStraight: true };
const old = tree.extend(tree.genesis, { count: OLD_HEIGHT, ...straight });

/** Lighter and lower; it shares genesis or nothing with the old one. */
function startAgain(genesisOf: BlockTree): { tip: TreeBlock; grown: TreeBlock; first: TreeBlock } {
  const tip = genesisOf.extend(genesisOf.genesis, { count: NEW_HEIGHT, ...straight });
  const grown = genesisOf.extend(tip, { count: GROWTH, ...straight });
  const [, first] = chainOf(grown);
  if (first === undefined) throw new Error('the new chain has a first block');
  return { tip, grown, first };
}

const SYNC_STATE = `{ syncState { lastBlockHeight chainTipHeight blocksBehind finalizedHeight status isHealthy
  lastReorg { forkHeight depth oldTipHash newTipHash } lastFinalityBreak { forkHeight finalBlocks depth }
  subgraphs { name height } } network(chainId: "${CHAIN_ID}") { blockTimeSeconds } }`;

let stage: Stage;

beforeAll(async () => {
  stage = await startStage(new Random(1));
});

afterAll(async () => {
  await stage?.stop();
});

/** As in /readyz of its process. */
async function outcome(): Promise<string | undefined> {
  const response = await fetch(`${stage.url('blocks-indexer')}/readyz`);
  const { details } = (await response.json()) as { details?: { outcome: string }[] };
  return details?.[0]?.outcome;
}

/** Final is 149 blocks deep then. */
async function replaceNode(chain: OpenChain, name: string, { tip, grown }: ReturnType<typeof startAgain>) {
  const recordingDir = join(stage.dir, name);
  const network = { chainId: CHAIN_ID, name: 'VRSCTEST', blockTimeSeconds: 30 };
  await writeRecording(recordingDir, network, chainOf(grown), grown);
  await chain.nodes[0]?.beReplaced({ recordingDir, tips: [tip.hash] });
  return {
    recordingDir,
    grow: () => chain.nodes[0]?.beReplaced({ recordingDir, tips: [tip.hash, grown.hash] }),
  };
}

/** As docs/operating.md asks of an operator. */
async function nameCheckpoint(chain: OpenChain, { height, hash }: TreeBlock): Promise<void> {
  const endpoints = chain.nodes.map(({ url }) => ({
    url,
    userEnv: 'FAULT_NODE_USER',
    passwordEnv: 'FAULT_NODE_PASSWORD',
  }));
  const network = { chainId: CHAIN_ID, name: 'VRSCTEST', environment: 'TESTNET', endpoints };
  await writeFile(stage.networksFile, stringify({ networks: [{ ...network, checkpoint: { height, hash } }] }));
  await stage.process('blocks-indexer').kill();
  await stage.process('blocks-indexer').start();
}

test.each([
  ['genesis', 0, tree],
  ['nothing', -1, other],
])(
  'a network that starts again and shares %s is followed when its operator confirms it, and ends in a clean state',
  async (name, forkHeight, genesisOf) => {
    const restarted = startAgain(genesisOf);
    const nodes = [{ kind: 'leading', tips: [tree.genesis.hash, old.hash] }] as const;
    const chain = await openChain(stage, { seed: forkHeight + 1, tree, tips: [old], nodes });
    try {
      await chain.nodes[0]?.moveTo(1);
      await waitForTip(stage, old.hash);
      const before = await askStage(stage, `{ syncState { finalizedHeight } blocks(limit: 1) { nextCursor } }`);
      expect(before.data.syncState).toEqual({ finalizedHeight: OLD_FINAL_HEIGHT });

      const { recordingDir, grow } = await replaceNode(chain, name, restarted);
      await waitFor(async () => (await outcome()) === 'outweighed', { what: 'the follower to see another chain' });
      // The new chain is lighter, and no checkpoint names it.
      expect((await askStage(stage, '{ __typename }')).chains[0]).toMatchObject({ height: OLD_HEIGHT, hash: old.hash });

      await nameCheckpoint(chain, restarted.first);
      await waitForTip(stage, restarted.tip.hash);
      const isSettled = async (): Promise<boolean> => {
        const { data } = await askStage(stage, SYNC_STATE);
        return data.syncState?.status === 'LIVE' && data.network?.blockTimeSeconds === 30;
      };
      await waitFor(isSettled, { what: 'the chain to be live, by its new rules' });
      const { data, chains } = await askStage(stage, SYNC_STATE);
      const depth = OLD_HEIGHT - forkHeight;
      expect(data.syncState).toMatchObject({
        lastBlockHeight: NEW_HEIGHT,
        chainTipHeight: NEW_HEIGHT,
        blocksBehind: 0,
        finalizedHeight: null,
        isHealthy: true,
        lastReorg: { forkHeight, depth, oldTipHash: old.hash },
        lastFinalityBreak: {
          forkHeight,
          finalBlocks: OLD_FINAL_HEIGHT - forkHeight,
          depth,
        },
        subgraphs: SUBGRAPHS.map((each) => ({
          name: each,
          height: NEW_HEIGHT,
        })),
      });
      expect(chains).toEqual([
        { chainId: CHAIN_ID, height: NEW_HEIGHT, hash: restarted.tip.hash, finalizedHeight: null },
      ]);

      const stale = await askStage(
        stage,
        `{ walk: address(address: "${tree.owners[0]}", asOf: { hash: "${old.hash}" }) { balance }
           blocks(limit: 1, cursor: ${JSON.stringify(before.data.blocks.nextCursor)}) { totalCount } }`,
      );
      expect(stale.errors.map(({ extensions }) => extensions.code)).toEqual(
        stale.errors.map(() => 'CHAIN_REORGANIZED'),
      );
      expect(stale.data).toEqual({ walk: null, blocks: null });

      // Services hear of new rules within five seconds, and go by them from the next block on.
      for (const service of SUBGRAPHS) {
        const rules = 'SELECT 1 FROM network WHERE block_time_seconds = 30';
        await waitFor(async () => (await stage.databases.query(service, rules)).length === 1, {
          what: `${service} to note the new rules of the network`,
        });
      }
      await grow();
      await waitForTip(stage, restarted.grown.hash);
      expect(await compareWithCleanSync(stage.databases, recordingDir)).toEqual([]);
      expect(stage.unexpectedEnds).toEqual([]);
    } finally {
      await chain.close();
    }
  },
);
