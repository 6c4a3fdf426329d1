import { listTables, type TableColumns } from '@ledgergraph/service-kit/backup/contents';
import type pg from 'pg';
import { readLeftOut } from './databases.ts';
import { SnapshotFault } from './snapshot-fault.ts';

export interface SelectedTable extends TableColumns {
  condition: string;
}

export async function listChainTables(client: pg.Client, service: string, schema?: string): Promise<TableColumns[]> {
  const leftOut = readLeftOut(service);
  return (await listTables(client, schema)).filter(({ name }) => !leftOut.includes(name));
}

/** By `chain_id`, or the number of the chain's row. @throws SnapshotFault for a table that has neither and is not left out */
export async function selectTables(
  client: pg.Client,
  service: string,
  chainIds: readonly string[],
): Promise<SelectedTable[]> {
  const tables = await listChainTables(client, service);
  const named = chainIds.map((id) => client.escapeLiteral(id)).join(', ');
  const numbered = tables.some(({ name }) => name === 'chain')
    ? await client.query<{ id: number }>('SELECT id FROM chain WHERE chain_id = ANY($1)', [chainIds])
    : { rows: [] };
  const numbers = numbered.rows.map(({ id }) => id).join(', ') || 'NULL';
  return tables.map((table) => {
    if (table.columns.includes('chain_id')) return { ...table, condition: `chain_id IN (${named})` };
    if (table.columns.includes('chain')) return { ...table, condition: `chain IN (${numbers})` };
    throw new SnapshotFault(`table ${table.name} of ${service} names no chain: list it in prisma/snapshot.json`);
  });
}
