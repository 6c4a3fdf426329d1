import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type LinkRows, type LinkTables, linkRows, type OutputLink, revertLinks, writeLinks } from './output-links.ts';
import type { OutputChanges, OutputRow } from './output-row.ts';

const TABLES: LinkTables = {
  unspent: 'address_utxo',
  spent: 'address_spent_output',
  owner: ['address_id'],
  kind: ['is_spendable', 'is_native'],
  owners: 'unnest(output.address_ids) AS owner (address_id) WHERE true',
};

/** Links from addresses to new outputs, and the spends of older ones. */
export function addressOutputRows(copies: boolean, chain: number, changes: OutputChanges): Promise<LinkRows> {
  return linkRows(copies, TABLES, chain, changes, linksOf);
}

/** See `writeLinks`. */
export async function writeAddressOutputs(tx: SqlExecutor, chain: number, rows: LinkRows): Promise<void> {
  await writeLinks(tx, TABLES, chain, rows);
}

/** See `revertLinks`. */
export async function revertAddressOutputs(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await revertLinks(tx, TABLES, chain, keepHeight);
}

function linksOf({ addresses, isSpendable, satoshis }: OutputRow): OutputLink[] {
  return addresses.map(({ id }): OutputLink => [id, isSpendable, satoshis !== 0n]);
}
