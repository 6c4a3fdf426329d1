import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { AwaitedNetwork, Awaits } from '@ledgergraph/graph-kit/awaited-network';

export async function resetAwaited(
  db: SqlExecutor,
  networks: readonly { chainId: string; name: string }[],
): Promise<void> {
  await db.$executeRawUnsafe(
    `WITH gone AS (DELETE FROM awaited_network WHERE chain_id <> ALL($1::text[]))
     INSERT INTO awaited_network (chain_id, name, awaits)
     SELECT wanted.chain_id, wanted.name, 'NODE' FROM unnest($1::text[], $2::text[]) AS wanted (chain_id, name)
     ON CONFLICT (chain_id) DO UPDATE SET name = excluded.name`,
    networks.map(({ chainId }) => chainId),
    networks.map(({ name }) => name),
  );
}

export async function saveAwaited(
  db: SqlExecutor,
  network: { chainId: string; name: string },
  awaits: Awaits,
): Promise<void> {
  await db.$executeRawUnsafe(
    `INSERT INTO awaited_network (chain_id, name, awaits) VALUES ($1, $2, $3)
     ON CONFLICT (chain_id) DO UPDATE SET name = $2, awaits = $3`,
    network.chainId,
    network.name,
    awaits,
  );
}

export async function listAwaited(db: SqlExecutor): Promise<AwaitedNetwork[]> {
  return await db.$queryRawUnsafe<AwaitedNetwork[]>(
    `SELECT chain_id AS "chainId", name, awaits FROM awaited_network
      WHERE NOT EXISTS (SELECT FROM network WHERE network.chain_id = awaited_network.chain_id) ORDER BY name, chain_id`,
  );
}
