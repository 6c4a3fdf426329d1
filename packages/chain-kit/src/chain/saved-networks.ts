import { type EnvironmentName, type Network, readNetworkMessage } from '@ledgergraph/graph-kit/network';
import type { Network as NetworkMessage } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { SqlExecutor } from '#/db/sql-executor.ts';

/** The api process, and a start without the blocks service, read them. */
export async function saveNetwork(tx: SqlExecutor, message: NetworkMessage): Promise<void> {
  const network = readNetworkMessage(message);
  await tx.$executeRawUnsafe(
    `INSERT INTO network (chain_id, name, environment, is_default, block_time_seconds, announcement)
     VALUES ($1, $2, $3, $4, $5, $6::jsonb)
     ON CONFLICT (chain_id) DO UPDATE SET name = $2, environment = $3, is_default = $4, block_time_seconds = $5, announcement = $6::jsonb`,
    network.chainId,
    network.name,
    network.environment,
    network.isDefault,
    network.blockTimeSeconds,
    JSON.stringify({
      rootName: message.rootName,
      nativeDefinitionJson: message.nativeDefinitionJson,
      finalityDepth: message.finalityDepth,
    }),
  );
}

/** The indexed rows stay. */
export async function deleteNetworksExcept(db: SqlExecutor, chainIds: readonly string[]): Promise<void> {
  await db.$executeRawUnsafe('DELETE FROM network WHERE chain_id <> ALL($1::text[])', chainIds);
}

interface NetworkRow {
  chain_id: string;
  name: string;
  environment: EnvironmentName;
  is_default: boolean;
  block_time_seconds: number;
  announcement: { rootName: string; nativeDefinitionJson: string; finalityDepth: number };
}

export async function listNetworks(db: SqlExecutor): Promise<Network[]> {
  const rows = await db.$queryRawUnsafe<NetworkRow[]>('SELECT * FROM network ORDER BY is_default DESC, name, chain_id');
  return rows.map((row) => ({
    chainId: row.chain_id,
    name: row.name,
    environment: row.environment,
    isDefault: row.is_default,
    blockTimeSeconds: row.block_time_seconds,
    rootName: row.announcement.rootName,
    nativeDefinition:
      row.announcement.nativeDefinitionJson === '' ? null : parseLossless(row.announcement.nativeDefinitionJson),
    finalityDepth: row.announcement.finalityDepth,
  }));
}
