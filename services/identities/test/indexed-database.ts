import { create } from '@bufbuild/protobuf';
import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import type { Network } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { Environment, NetworkSchema } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { applyBlocks, revertBlocks } from '@ledgergraph/test-kit/indexing/drive-handler';
import { handler } from '#/indexing/handler.ts';

export interface IndexedDatabase {
  db: SqlWriter;
  announce(network: Network): Promise<void>;
  apply(network: Network, blocks: readonly Block[]): Promise<void>;
  revert(network: Network, keepHeight: number): Promise<void>;
  close(): Promise<void>;
}

export async function openIndexedDatabase(): Promise<IndexedDatabase> {
  const { url, drop } = await createTestDatabase({ service: 'identities' });
  const db = openWriter(url);
  const stand = { db, handler };
  return {
    db,
    announce: (network) => saveNetwork(db, announcement(network)),
    apply: (network, blocks) => applyBlocks(stand, network, blocks, blocks.length),
    revert: (network, keepHeight) => revertBlocks(stand, network, keepHeight),
    async close() {
      await db.$disconnect();
      await drop();
    },
  };
}

function announcement(network: Network) {
  return create(NetworkSchema, {
    chainId: network.chainId,
    name: network.name,
    environment: network.environment === 'MAINNET' ? Environment.MAINNET : Environment.TESTNET,
    isDefault: network.isDefault,
    blockTimeSeconds: network.blockTimeSeconds,
    rootName: network.rootName,
    finalityDepth: network.finalityDepth,
  });
}

const OWN_TABLES = ['identity', 'identity_revision', 'identity_holder', 'identity_label', 'currency_name'];

export async function dumpRows(db: SqlWriter): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {};
  for (const table of OWN_TABLES) {
    const rows = await db.$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`);
    dump[table] = rows.map(({ row }) => row);
  }
  return dump;
}
