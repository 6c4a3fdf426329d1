import { insertRows } from '@ledgergraph/service-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { AddressIds } from './address-ids.ts';
import type { OutputRow } from './output-row.ts';
import { revertLinks, writeSpentHeights } from './spent-links.ts';

const ADDRESS_OUTPUT_COLUMNS = {
  chain: 'smallint',
  address_id: 'integer',
  height: 'integer',
  tx_index: 'integer',
  vout: 'integer',
  is_spendable: 'boolean',
  is_coinbase: 'boolean',
  is_native: 'boolean',
  spent_height: 'integer',
};

/** Inserts the links from addresses to these outputs, spent or not. */
export async function insertAddressOutputs(
  tx: SqlExecutor,
  ids: AddressIds,
  outputs: readonly OutputRow[],
): Promise<void> {
  const links = outputs.flatMap((output) =>
    output.addresses.map((address) => [
      ids.chain,
      ids.idOf(address),
      output.height,
      output.txIndex,
      output.vout,
      output.isSpendable,
      output.isCoinbase,
      output.satoshis !== 0n,
      output.spend?.height,
    ]),
  );
  await insertRows(tx, 'address_output', ADDRESS_OUTPUT_COLUMNS, links);
}

/** Writes the spends of outputs that were inserted before. */
export async function spendAddressOutputs(
  tx: SqlExecutor,
  ids: AddressIds,
  spent: readonly OutputRow[],
): Promise<void> {
  const links = spent.flatMap(({ addresses, height, txIndex, vout, spend }) =>
    addresses.map((address) => ({
      key: [ids.idOf(address), height, txIndex, vout],
      spentHeight: spend?.height ?? null,
    })),
  );
  await writeSpentHeights(tx, 'address_output', ids.chain, ['address_id', 'height', 'tx_index', 'vout'], links);
}

// An address_output row of an output, found by its whole key.
const LINK_OF_OUTPUT = `unnest(output.address_ids) AS credited (address_id)
      WHERE output.chain = $1 AND address_output.chain = $1 AND address_output.address_id = credited.address_id
        AND address_output.height = output.height AND address_output.tx_index = output.tx_index
        AND address_output.vout = output.vout`;

/** See `revertLinks`. */
export async function revertAddressOutputs(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await revertLinks(tx, 'address_output', LINK_OF_OUTPUT, chain, keepHeight);
}
