import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { readNetworkMessage } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { Environment, type Network } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { applyBlocks, revertBlocks } from '@ledgergraph/test-kit/indexing/drive-handler';
import type { RecordingName } from '@ledgergraph/test-kit/normalized-blocks';
import { type GraphAnswer, openTestSubgraph } from '@ledgergraph/test-kit/subgraph';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { handler } from '#/indexing/handler.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers have the shape of the query that stands beside them
export type Untyped = any;

export interface OpenService {
  db: SqlWriter;
  chainId: string;
  apply(blocks: readonly Block[], batchBlocks?: number): Promise<void>;
  revert(keepHeight: number): Promise<void>;
  dump(): Promise<Record<string, unknown[]>>;
  /** @throws Error for an answer with errors */
  ask(query: string, pin?: Block): Promise<Untyped>;
  tryAsk(query: string): Promise<GraphAnswer>;
  resolve(type: string, keys: readonly object[], selection: string, pin?: Block): Promise<Untyped[]>;
  close(): Promise<void>;
}

const ORDERS = {
  block_total: 'height',
  interval_start: 'interval, start',
  reward: 'height, vout, position',
  stake: 'height, address',
  notarization: 'height, tx_index, vout',
  finalization: 'height, tx_index, vout',
};

export async function openService(chain: RecordingName | Network): Promise<OpenService> {
  const message = typeof chain === 'string' ? announcedNetwork(chain, { hasDefinition: true }) : chain;
  const { chainId } = message;
  const environment = message.environment === Environment.MAINNET ? 'MAINNET' : 'TESTNET';
  const database = await createTestDatabase({ service: 'statistics' });
  const db = openWriter(database.url);
  await saveNetwork(db, message);
  const network = readNetworkMessage(message);
  const schema = new URL('../schema.graphql', import.meta.url);
  const subgraph = await openTestSubgraph({ schema, resolvers, db, loaders: createLoaders });
  const ask: OpenService['ask'] = async (query, pin) => {
    const pins = pin && `${chainId}:${pin.height}:${Buffer.from(pin.hash).toString('hex')}`;
    const { data, errors } = await subgraph.ask(query, {}, { environment, ...(pins === undefined ? {} : { pins }) });
    if (errors !== undefined) throw new Error(JSON.stringify(errors[0]));
    return data;
  };
  return {
    db,
    chainId,
    apply: (blocks, batchBlocks) => applyBlocks({ db, handler }, network, blocks, batchBlocks),
    revert: (keepHeight) => revertBlocks({ db, handler }, network, keepHeight),
    async dump() {
      const tables: Record<string, unknown[]> = {};
      for (const [table, order] of Object.entries(ORDERS)) {
        const columns = table === 'block_total' ? '*, mined_work::text AS mined_work' : '*';
        tables[table] = await db.$queryRawUnsafe(`SELECT ${columns} FROM ${table} ORDER BY ${order}`);
      }
      return tables;
    },
    ask,
    tryAsk: (query) => subgraph.ask(query, {}, { environment }),
    async resolve(type, keys, selection, pin) {
      const fields = (key: object) => Object.entries(key).map(([field, value]) => `${field}: ${JSON.stringify(value)}`);
      const list = keys.map((key) => `{ __typename: "${type}", ${fields({ chainId, ...key }).join(', ')} }`);
      const query = `{ _entities(representations: [${list.join(', ')}]) { ... on ${type} { ${selection} } } }`;
      return (await ask(query, pin))._entities;
    },
    async close() {
      await subgraph.close();
      await db.$disconnect();
      await database.drop();
    },
  };
}
