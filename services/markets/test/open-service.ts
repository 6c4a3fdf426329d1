import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { readNetworkMessage } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { Environment } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { applyBlocks, revertBlocks } from '@ledgergraph/test-kit/indexing/drive-handler';
import type { RecordingName } from '@ledgergraph/test-kit/normalized-blocks';
import { type GraphAnswer, openTestSubgraph } from '@ledgergraph/test-kit/subgraph';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { createHandler } from '#/indexing/handler.ts';
import { RuleViolations } from '#/indexing/rule-violations.ts';

const TABLES = {
  transfer: 'height, tx_index, vout',
  export: 'height, tx_index, vout',
  import: 'height, tx_index, vout',
  payout: 'height, tx_index, import_vout, ordinal, vout',
  listing: 'scope, height, tx_index, vout, ordinal',
  market: 'number',
  running_basket: 'basket_id, height',
  market_tick: 'market, height',
  market_candle: 'market, seconds, start',
  transaction_fact: 'height, tx_index',
  label: 'id',
  system_deposit: 'txid, vout',
  system_currency: 'system_id, currency_id',
  system_lock: 'system_id, currency_id, height',
  hour_start: 'hour',
  conversion_total: 'height',
  volume_total: 'currency_id, height',
  volume_member: 'interval, from_height, currency_id',
} as const;

export interface OpenService {
  db: SqlWriter;
  violations: RuleViolations;
  apply(chain: RecordingName, blocks: readonly Block[], batch?: number): Promise<void>;
  revert(chain: RecordingName, keepHeight: number): Promise<void>;
  dump(chain: RecordingName): Promise<Record<keyof typeof TABLES, unknown[]>>;
  /** @param pins `chainId:height:hash` of each pinned chain; the others are read at their newest block */
  ask(query: string, variables?: Record<string, unknown>, pins?: string): Promise<GraphAnswer>;
  close(): Promise<void>;
}

/** Chains that send to each other have one environment. */
function announce(name: RecordingName) {
  return { ...announcedNetwork(name), environment: Environment.TESTNET };
}

export async function openService(): Promise<OpenService> {
  const database = await createTestDatabase({ service: 'markets' });
  const db = openWriter(database.url);
  const violations = new RuleViolations();
  const stand = { db, handler: createHandler(violations) };
  const graph = await openTestSubgraph({
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers,
    db,
    loaders: createLoaders,
  });
  return {
    db,
    violations,
    async apply(name, blocks, batch) {
      const message = announce(name);
      await saveNetwork(db, message);
      await applyBlocks(stand, readNetworkMessage(message), blocks, batch);
    },
    revert: (name, keepHeight) => revertBlocks(stand, readNetworkMessage(announce(name)), keepHeight),
    async dump(name) {
      const rows = Object.entries(TABLES).map(async ([table, key]) => [
        table,
        await db.$queryRawUnsafe(
          `SELECT * FROM ${table} WHERE chain = ${chainNumber(1)} ORDER BY ${key}`,
          announcedNetwork(name).chainId,
        ),
      ]);
      return Object.fromEntries(await Promise.all(rows));
    },
    ask: (query, variables, pins) => graph.ask(query, variables, { ...(pins !== undefined && { pins }) }),
    async close() {
      await graph.close();
      await db.$disconnect();
      await database.drop();
    },
  };
}
