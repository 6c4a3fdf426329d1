import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { type FollowOutcome, followChain } from '#/following/follow-chain.ts';
import { connectNodes } from '#/following/verus-nodes.ts';
import { announceNetwork } from '#/networks/announce-network.ts';
import type { NetworkSettings } from '#/networks/network-settings.ts';

export const CHAIN_IDS = {
  'vrsctest-a': 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq',
  'pchain-a': 'iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV',
  'mempool-a': 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq',
} as const;

type RecordingName = keyof typeof CHAIN_IDS;

export const silent = createLogger('test', 'silent');

export function settingsOf(name: RecordingName, urls: readonly string[]): NetworkSettings {
  return {
    chainId: CHAIN_IDS[name],
    name: name === 'pchain-a' ? 'pchain' : 'VRSCTEST',
    environment: name === 'pchain-a' ? 'MAINNET' : 'TESTNET',
    isDefault: true,
    endpoints: urls.map((url) => ({ url, user: 'user', password: 'password' })),
  };
}

/** A step continues until it is at the node's tip or waits: a slow machine needs several looks. */
export async function followRecording(name: RecordingName, db: SqlClient<SqlExecutor>, from: number | 'end') {
  const recorded = await startRecordedNode({
    recordingDir: recordingDir(name),
    user: 'user',
    password: 'password',
    from,
  });
  const settings = settingsOf(name, [recorded.url]);
  const nodes = connectNodes(settings);
  const chainId = settings.chainId;
  await announceNetwork(db, await nodes.choose(), settings);
  return {
    chainId,
    recorded,
    nodes,
    step: async (): Promise<FollowOutcome> => {
      for (;;) {
        const outcome = await followChain(
          { chainId, db, logger: silent, onCommit: () => undefined },
          await nodes.choose(),
        );
        const cursor = await findCursor(db, chainId);
        if (outcome !== 'advanced' || cursor?.hash === recorded.tip().hash) return outcome;
      }
    },
    close: async () => {
      await nodes.close();
      await recorded.stop();
    },
  };
}

/** Main-chain rows without times of the clock and without other chains and branches. */
export async function readMainRows(db: SqlExecutor, chainId: string) {
  const query = (sql: string) => db.$queryRawUnsafe<object[]>(sql, chainId);
  return {
    block: await query(
      `SELECT to_jsonb(block) - '{applied_at,chain,ordinal}'::text[] AS row FROM block WHERE chain = ${chainNumber(1)} AND main ORDER BY height`,
    ),
    transaction: await query(
      `SELECT to_jsonb(tx) - '{chain,ordinal}'::text[] AS row FROM transaction tx JOIN block USING (chain, height, ordinal)
        WHERE tx.chain = ${chainNumber(1)} AND block.main ORDER BY block.height, tx.index`,
    ),
    spend: await query(
      `SELECT to_jsonb(spend) - 'chain' AS row FROM spend WHERE chain = ${chainNumber(1)} ORDER BY txid, vout`,
    ),
    produced: await query(
      `SELECT to_jsonb(one) - 'chain' AS row FROM produced_block one WHERE chain = ${chainNumber(1)} ORDER BY height`,
    ),
    applied: await query(
      `SELECT height, encode(hash, 'hex') AS hash, time FROM applied_block WHERE chain = ${chainNumber(1)} ORDER BY height`,
    ),
    cursor: await query('SELECT height, hash FROM sync_cursor WHERE chain_id = $1'),
  };
}
