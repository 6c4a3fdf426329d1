import { type JsonObject, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import { type ReadBlock, readBlock } from '#/indexing/read-blocks.ts';
import { VerusRpcError } from '#/verus-rpc/errors.ts';
import { type ChosenNode, NodePool, type NodePoolOptions } from '#/verus-rpc/node-pool.ts';
import type { ChainNode, ChainNodes } from './chain-node.ts';
import { connectAskingNodes, connectRawNodes, connectSendingNodes } from './client-nodes.ts';
import { normalizeBlock } from './normalize-block.ts';
import { normalizePoolTransaction } from './normalize-pool-transaction.ts';
import { readTransactionSizes } from './read-transaction-sizes.ts';
import { UNREAD_MEMBERS } from './unread-members.ts';

/** The follower tries again by itself, so the client only bridges short faults. */
const RETRIES = 2;

const NOT_FOUND = -5;
const OUT_OF_RANGE = -8;
/** Another code of currency calls below their activation height (docs/verus/chains.md#activation-heights). */
const NOT_ACTIVATED = -32600;

export function connectNodes({ chainId, endpoints }: NodePoolOptions): ChainNodes {
  const pool = new NodePool({ chainId, endpoints: endpoints.map((endpoint) => ({ ...endpoint, retries: RETRIES })) });
  const sending = connectSendingNodes(endpoints);
  const raw = connectRawNodes(endpoints);
  const asking = connectAskingNodes(endpoints);
  // Slow calls of clients do not hold up texts.
  const texts = connectAskingNodes(endpoints);
  return {
    choose: async () => bindNode(chainId, await pool.survey()),
    listFaults: () => pool.status().flatMap(({ error }) => (error === null ? [] : [error.message])),
    state: () => ({ endpoints: pool.status(), switches: pool.switches() }),
    avoidChosen: () => pool.avoidChosen(),
    senders: () => sending.inOrder(pool.status()),
    rawNodes: () => raw.inOrder(pool.status()),
    askers: () => asking.inOrder(pool.status()),
    textNodes: () => texts.inOrder(pool.status()),
    tip: () => {
      const info = pool.status().find(({ chosen }) => chosen)?.info;
      return info == null ? null : { height: info.blocks, hash: info.bestblockhash };
    },
    close: async () => {
      await Promise.all([pool.close(), sending.close(), raw.close(), asking.close(), texts.close()]);
    },
  };
}

function bindNode(chainId: string, { info, use, isAnswering }: ChosenNode): ChainNode {
  const read = (block: JsonObject): ReadBlock => {
    const normalized = normalizeBlock(block, chainId);
    const sizes = readTransactionSizes(block, normalized.transactions);
    return readBlock(normalized, sizes);
  };
  const findBlock = (hash: string): Promise<JsonObject | null> =>
    unless(
      [NOT_FOUND],
      use((node) => node.getBlock(hash)),
    );
  return {
    tip: {
      height: info.blocks,
      hash: info.bestblockhash,
      power: { chainwork: info.chainwork, chainstake: info.chainstake },
    },
    isAnswering,
    findHash: (height) =>
      unless(
        [OUT_OF_RANGE],
        use((node) => node.getBlockHash(height)),
      ),
    readBlocks: (fromHeight, toHeight) => use((node) => node.readBlocks(fromHeight, toHeight, read, UNREAD_MEMBERS)),
    readAbandoned: async (hash) => {
      const block = await findBlock(hash);
      return block !== null && isOrphaned(block) ? read(block) : null;
    },
    hasAbandoned: async (hash) => {
      const block = await findBlock(hash);
      return block !== null && isOrphaned(block);
    },
    findNotarizedHash: async () => (await use((node) => node.getInfo())).notarizedroot?.blockhash ?? null,
    findNativeDefinition: () =>
      unless(
        [OUT_OF_RANGE, NOT_ACTIVATED],
        use((node) => node.getCurrency(info.name)),
      ),
    readPoolMark: async () => {
      const { size, bytes } = await use((node) => node.getMempoolInfo());
      return `${size} ${bytes}`;
    },
    readPool: async (ownTip) => {
      // The list can be megabytes, and is useless while blocks are being applied.
      if ((await use((node) => node.getBestBlockHash())) !== ownTip) return null;
      const txids = await use((node) => node.getRawMempool());
      return { txids, tipHash: await use((node) => node.getBestBlockHash()) };
    },
    readPoolTransactions: (txids) =>
      use((node) => node.readRawTransactions(txids, (transaction) => normalizePoolTransaction(transaction, chainId))),
  };
}

function isOrphaned({ confirmations }: JsonObject): boolean {
  return confirmations instanceof LosslessNumber && confirmations.value === '-1';
}

async function unless<Result>(codes: readonly number[], call: Promise<Result>): Promise<Result | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof VerusRpcError && codes.includes(error.code)) return null;
    throw error;
  }
}
