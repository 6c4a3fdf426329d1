import { insertRows } from '@ledgergraph/service-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { AddressIds } from './address-ids.ts';
import type { OutputRow } from './output-row.ts';
import { revertLinks, writeSpentHeights } from './spent-links.ts';

const TOKEN_OUTPUT_COLUMNS = {
  chain: 'smallint',
  address_id: 'integer',
  currency_id: 'integer',
  height: 'integer',
  tx_index: 'integer',
  vout: 'integer',
  is_spendable: 'boolean',
  is_coinbase: 'boolean',
  spent_height: 'integer',
};

/** Inserts, for each address of an output, one row for each token it carries. */
export async function insertTokenOutputs(
  tx: SqlExecutor,
  ids: AddressIds,
  outputs: readonly OutputRow[],
): Promise<void> {
  const rows = listLinks(outputs).map(({ output, address, currencyId }) => [
    ids.chain,
    ids.idOf(address),
    ids.idOf(currencyId),
    output.height,
    output.txIndex,
    output.vout,
    output.isSpendable,
    output.isCoinbase,
    output.spend?.height,
  ]);
  await insertRows(tx, 'token_output', TOKEN_OUTPUT_COLUMNS, rows);
}

/** Writes the spends of outputs that were inserted before. */
export async function spendTokenOutputs(tx: SqlExecutor, ids: AddressIds, spent: readonly OutputRow[]): Promise<void> {
  const links = listLinks(spent).map(({ output: { height, txIndex, vout, spend }, address, currencyId }) => ({
    key: [ids.idOf(address), ids.idOf(currencyId), height, txIndex, vout],
    spentHeight: spend?.height ?? null,
  }));
  const key = ['address_id', 'currency_id', 'height', 'tx_index', 'vout'];
  await writeSpentHeights(tx, 'token_output', ids.chain, key, links);
}

// A token_output row of an output, found by its whole key.
const LINK_OF_OUTPUT = `unnest(output.address_ids) AS credited (address_id), unnest(output.token_ids) AS carried (currency_id)
      WHERE token_output.chain = $1 AND token_output.address_id = credited.address_id
        AND token_output.currency_id = carried.currency_id AND token_output.height = output.height
        AND token_output.tx_index = output.tx_index AND token_output.vout = output.vout AND output.chain = $1`;

/** See `revertLinks`. */
export async function revertTokenOutputs(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await revertLinks(tx, 'token_output', LINK_OF_OUTPUT, chain, keepHeight);
}

function listLinks(outputs: readonly OutputRow[]): { output: OutputRow; address: string; currencyId: string }[] {
  return outputs.flatMap((output) =>
    output.tokens.flatMap(({ currencyId }) => output.addresses.map((address) => ({ output, address, currencyId }))),
  );
}
