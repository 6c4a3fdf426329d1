import type { Network } from '@ledgergraph/graph-kit/network';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import { listNetworks } from '#/chain/saved-networks.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';

/** A database may also list copies, and chains that were moved elsewhere. */
export async function listOwnNetworks<Database extends SqlExecutor>(
  databases: ByChain<Database>,
  db: Database,
): Promise<Network[]> {
  const networks = await listNetworks(db);
  return networks.filter(({ chainId }) => databases.of(chainId) === db);
}

/** The row of a chain's own database, or, if that was never read, a copy. @param known an earlier database takes precedence */
export function joinRows<Database, Row extends { chainId: string }>(
  databases: ByChain<Database>,
  known: ReadonlyMap<Database, readonly Row[]>,
): Row[] {
  const rows: Row[] = [];
  const copied = new Set<string>();
  for (const [database, listed] of known) {
    for (const row of listed) {
      const own = databases.of(row.chainId);
      const isCopy = own !== database;
      if (isCopy && (known.has(own) || copied.has(row.chainId))) continue;
      if (isCopy) copied.add(row.chainId);
      rows.push(row);
    }
  }
  return rows;
}

export function sortNetworks(networks: readonly Network[]): Network[] {
  return networks.toSorted(
    (a, b) => Number(b.isDefault) - Number(a.isDefault) || compare(a.name, b.name) || compare(a.chainId, b.chainId),
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
