import { insertRows } from '@ledgergraph/service-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { AddressIds } from './address-ids.ts';
import type { OutputRow } from './output-row.ts';
import { SPENT_ABOVE } from './spends.ts';

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

/** Writes the spends of outputs that were inserted before; found and met as `updateSpends` does it. */
export async function spendTokenOutputs(tx: SqlExecutor, ids: AddressIds, spent: readonly OutputRow[]): Promise<void> {
  const links = listLinks(spent);
  if (links.length === 0) return;
  await tx.$executeRawUnsafe(
    `UPDATE token_output
        SET spent_height = spend.spent_height
       FROM (
         SELECT found.ctid AS place, listed.spent_height
           FROM unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::integer[])
             AS listed (address_id, currency_id, height, tx_index, vout, spent_height)
          CROSS JOIN LATERAL (
            SELECT link.ctid FROM token_output link
             WHERE link.chain = $1 AND link.address_id = listed.address_id AND link.currency_id = listed.currency_id
               AND link.height = listed.height AND link.tx_index = listed.tx_index AND link.vout = listed.vout
             LIMIT 1
          ) found
       ) spend
      WHERE token_output.ctid = spend.place`,
    ids.chain,
    links.map(({ address }) => ids.idOf(address)),
    links.map(({ currencyId }) => ids.idOf(currencyId)),
    links.map(({ output }) => output.height),
    links.map(({ output }) => output.txIndex),
    links.map(({ output }) => output.vout),
    links.map(({ output }) => output.spend?.height ?? null),
  );
}

// A token_output row of an output, found by its whole key.
const LINK_OF_OUTPUT = `unnest(output.address_ids) AS credited (address_id), unnest(output.token_ids) AS carried (currency_id)
      WHERE token_output.chain = $1 AND token_output.address_id = credited.address_id
        AND token_output.currency_id = carried.currency_id AND token_output.height = output.height
        AND token_output.tx_index = output.tx_index AND token_output.vout = output.vout AND output.chain = $1`;

/** To be called before `output` and `spend` themselves are reverted. -1: everything. */
export async function revertTokenOutputs(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe(
    `DELETE FROM token_output USING output, ${LINK_OF_OUTPUT} AND output.height > $2`,
    chain,
    keepHeight,
  );
  await tx.$executeRawUnsafe(
    `UPDATE token_output SET spent_height = NULL FROM ${SPENT_ABOVE}, ${LINK_OF_OUTPUT}`,
    chain,
    keepHeight,
  );
}

function listLinks(outputs: readonly OutputRow[]): { output: OutputRow; address: string; currencyId: string }[] {
  return outputs.flatMap((output) =>
    output.tokens.flatMap(({ currencyId }) => output.addresses.map((address) => ({ output, address, currencyId }))),
  );
}
