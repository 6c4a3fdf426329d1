import { insertRows } from '@ledgergraph/service-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { AddressIds } from './address-ids.ts';
import type { OutputRow } from './output-row.ts';
import { SPENT_ABOVE } from './spends.ts';

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

/** Writes the spends of outputs that were inserted before. Rows are found by a probe each (see `listOutputs`) and then met at their place. */
export async function spendAddressOutputs(
  tx: SqlExecutor,
  ids: AddressIds,
  spent: readonly OutputRow[],
): Promise<void> {
  const links = spent.flatMap((output) => output.addresses.map((address) => ({ ...output, address })));
  if (links.length === 0) return;
  await tx.$executeRawUnsafe(
    `UPDATE address_output
        SET spent_height = spend.spent_height
       FROM (
         SELECT found.ctid AS place, listed.spent_height
           FROM unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::integer[])
             AS listed (address_id, height, tx_index, vout, spent_height)
          CROSS JOIN LATERAL (
            SELECT link.ctid FROM address_output link
             WHERE link.chain = $1 AND link.address_id = listed.address_id AND link.height = listed.height
               AND link.tx_index = listed.tx_index AND link.vout = listed.vout
             LIMIT 1
          ) found
       ) spend
      WHERE address_output.ctid = spend.place`,
    ids.chain,
    links.map(({ address }) => ids.idOf(address)),
    links.map(({ height }) => height),
    links.map(({ txIndex }) => txIndex),
    links.map(({ vout }) => vout),
    links.map(({ spend }) => spend?.height ?? null),
  );
}

// An address_output row of an output, found by its whole key.
const LINK_OF_OUTPUT = `unnest(output.address_ids) AS credited (address_id)
      WHERE output.chain = $1 AND address_output.chain = $1 AND address_output.address_id = credited.address_id
        AND address_output.height = output.height AND address_output.tx_index = output.tx_index
        AND address_output.vout = output.vout`;

/** To be called before `output` and `spend` themselves are reverted. -1: everything. */
export async function revertAddressOutputs(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe(
    `DELETE FROM address_output USING output, ${LINK_OF_OUTPUT} AND output.height > $2`,
    chain,
    keepHeight,
  );
  await tx.$executeRawUnsafe(
    `UPDATE address_output SET spent_height = NULL FROM ${SPENT_ABOVE}, ${LINK_OF_OUTPUT}`,
    chain,
    keepHeight,
  );
}
