import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type LinkRows, type LinkTables, linkRows, type OutputLink, revertLinks, writeLinks } from './output-links.ts';
import type { OutputChanges, OutputRow } from './output-row.ts';

/** Links of most outputs. */
const NONE: OutputLink[] = [];

const TABLES: LinkTables = {
  unspent: 'token_utxo',
  spent: 'token_spent_output',
  owner: ['address_id', 'currency_id'],
  kind: ['is_spendable'],
  owners: `unnest(output.address_ids) AS credited (address_id) CROSS JOIN unnest(output.token_ids) AS carried (currency_id)
     CROSS JOIN LATERAL (SELECT credited.address_id, carried.currency_id) owner WHERE true`,
};

/** Links from addresses and tokens to new outputs, one for each token, and the spends of older ones. */
export function tokenOutputRows(copies: boolean, chain: number, changes: OutputChanges): Promise<LinkRows> {
  return linkRows(copies, TABLES, chain, changes, linksOf);
}

/** See `writeLinks`. */
export async function writeTokenOutputs(tx: SqlExecutor, chain: number, rows: LinkRows): Promise<void> {
  await writeLinks(tx, TABLES, chain, rows);
}

/** See `revertLinks`. */
export async function revertTokenOutputs(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await revertLinks(tx, TABLES, chain, keepHeight);
}

function linksOf({ addresses, tokens, isSpendable }: OutputRow): OutputLink[] {
  if (tokens.length === 0) return NONE;
  return tokens.flatMap(({ currency }) => addresses.map(({ id }): OutputLink => [id, currency.id, isSpendable]));
}
