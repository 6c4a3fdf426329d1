import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { nameAddresses } from './name-addresses.ts';

export interface SharedOutputs {
  chainId: string;
  /** Two that each output names, and the text of their group. */
  addresses: readonly [string, string];
  /** One in each block from 1 on, of 5 satoshis. All are unspent. */
  outputs: number;
  txIndex: number;
}

// $1 chain, $2 the addresses, $3 their group, $4 outputs, $5 their position. Addresses and group are ids; 1 is the native currency.
const OUTPUTS = `
  WITH given AS (SELECT $1::smallint AS chain, $2::integer[] AS ids, $3::integer AS group_id, $4::integer AS outputs, $5::integer AS tx_index),
  paid AS (SELECT given.*, i AS height FROM given CROSS JOIN generate_series(1, outputs) AS series (i)),
  owned AS (SELECT paid.*, address_id FROM paid CROSS JOIN unnest(ids) AS owner (address_id))`;

const STATEMENTS = [
  `INSERT INTO transaction_place (chain, pays_shielded, height, tx_index, txid)
   ${OUTPUTS} SELECT chain, false, height, tx_index, sha256(convert_to('shared ' || tx_index || ' ' || height, 'UTF8')) FROM paid`,
  `INSERT INTO output_row (chain, height, tx_index, vout, satoshis, token_ids, token_satoshis, script, guard_id, is_coinbase, address_ids, holder_id)
   ${OUTPUTS} SELECT chain, height, tx_index, 0, 5, '{}', '{}', decode('00', 'hex'), 0, false, ids, ids[1] FROM paid`,
  `INSERT INTO address_utxo (chain, address_id, guard_id, is_native, height, tx_index, vout, matures)
   ${OUTPUTS} SELECT chain, address_id, 0, true, height, tx_index, 0, false FROM owned`,
  `INSERT INTO native_transaction (chain, address_id, height, tx_index, tx_count, utxo_count, spendable_utxo_count, native_tx_count,
                                   native_utxo_count, native_spendable_utxo_count, satoshis, balance, received)
   ${OUTPUTS} SELECT chain, address_id, height, tx_index, height, height, height, height, height, height, 5, 5 * height, 5 * height FROM owned`,
  `INSERT INTO sharer (chain, address_id, currency_id, group_id, height, address_ids)
   ${OUTPUTS} SELECT chain, ids[2], 1, group_id, 1, ids FROM given`,
  `INSERT INTO shared_balance (chain, group_id, currency_id, height, tx_index, balance)
   ${OUTPUTS} SELECT chain, group_id, 1, height, tx_index, 5 * height FROM paid`,
];

/** The blocks have to be there. */
export async function generateSharedOutputs(
  db: SqlExecutor,
  { chainId, addresses, outputs, txIndex }: SharedOutputs,
): Promise<void> {
  const { chain, ids } = await nameAddresses(db, chainId, [...addresses, addresses.join(' ')]);
  for (const sql of STATEMENTS) await db.$executeRawUnsafe(sql, chain, ids.slice(0, 2), ids[2], outputs, txIndex);
}
