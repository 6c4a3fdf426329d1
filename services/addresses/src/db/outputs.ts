import { arrayLiteral, insertRows } from '@ledgergraph/service-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import { type CurrencyValue, type NewOutputRow, type OutputRow, outputValues } from './output-row.ts';
import { insertTokenOutputs, revertTokenOutputs, spendTokenOutputs } from './token-outputs.ts';

const OUTPUT_COLUMNS = {
  chain_id: 'text',
  txid: 'bytea',
  vout: 'integer',
  height: 'integer',
  tx_index: 'integer',
  satoshis: 'bigint',
  token_ids: 'text[]',
  token_satoshis: 'bigint[]',
  kind: 'text',
  script: 'bytea',
  is_spendable: 'boolean',
  is_coinbase: 'boolean',
  addresses: 'text[]',
  holder: 'text',
  spent_height: 'integer',
  spender: 'bytea',
  spender_index: 'integer',
};

const ADDRESS_OUTPUT_COLUMNS = {
  chain_id: 'text',
  address: 'text',
  height: 'integer',
  tx_index: 'integer',
  vout: 'integer',
  txid: 'bytea',
  is_spendable: 'boolean',
  is_coinbase: 'boolean',
  currency_ids: 'text[]',
  is_native: 'boolean',
  spent_height: 'integer',
};

interface StoredOutput {
  txid: string;
  vout: number;
  height: number;
  tx_index: number;
  satoshis: bigint;
  token_ids: string[];
  token_satoshis: bigint[];
  kind: string | null;
  is_spendable: boolean;
  is_coinbase: boolean;
  addresses: string[];
  holder: string | null;
  spent_height: number | null;
  spender: string | null;
  spender_index: number | null;
}

/** The outputs at these outpoints, in no particular order; those that do not exist are missing. */
export async function listOutputs(
  db: SqlExecutor,
  chainId: string,
  outpoints: readonly Pick<OutputRow, 'txid' | 'vout'>[],
): Promise<OutputRow[]> {
  if (outpoints.length === 0) return [];
  const rows = await db.$queryRawUnsafe<StoredOutput[]>(
    // A probe for each: joined as tables, Postgres would read all of `output` wherever its statistics are older than its rows.
    `SELECT encode(found.txid, 'hex') AS txid, found.vout, height, tx_index, satoshis, token_ids, token_satoshis, kind,
            is_spendable, is_coinbase, addresses, holder, spent_height, encode(spender, 'hex') AS spender, spender_index
       FROM unnest($2::text[], $3::integer[]) AS wanted (txid, vout)
      CROSS JOIN LATERAL (
        SELECT * FROM output
         WHERE output.chain_id = $1 AND output.txid = decode(wanted.txid, 'hex') AND output.vout = wanted.vout
         LIMIT 1
      ) found`,
    chainId,
    outpoints.map(({ txid }) => txid),
    outpoints.map(({ vout }) => vout),
  );
  return rows.map(readStoredOutput);
}

/** Inserts outputs, spent or not, and the links from their addresses, by token too. */
export async function insertOutputs(tx: SqlExecutor, chainId: string, outputs: readonly NewOutputRow[]): Promise<void> {
  const rows = outputs.map((output) => [
    chainId,
    byteaLiteral(output.txid),
    output.vout,
    output.height,
    output.txIndex,
    output.satoshis,
    arrayLiteral(output.tokens.map(({ currencyId }) => currencyId)),
    arrayLiteral(output.tokens.map(({ satoshis }) => satoshis.toString())),
    output.kind,
    output.script,
    output.isSpendable,
    output.isCoinbase,
    arrayLiteral(output.addresses),
    output.holder,
    output.spend?.height,
    output.spend && byteaLiteral(output.spend.txid),
    output.spend?.index,
  ]);
  await insertRows(tx, 'output', OUTPUT_COLUMNS, rows);
  const links = outputs.flatMap((output) => {
    const { height, txIndex, vout, txid, isSpendable, isCoinbase, spend } = output;
    const currencyIds = arrayLiteral(outputValues(output, chainId).map(({ currencyId }) => currencyId));
    return output.addresses.map((address) => [
      chainId,
      address,
      height,
      txIndex,
      vout,
      byteaLiteral(txid),
      isSpendable,
      isCoinbase,
      currencyIds,
      output.satoshis !== 0n,
      spend?.height,
    ]);
  });
  await insertRows(tx, 'address_output', ADDRESS_OUTPUT_COLUMNS, links);
  await insertTokenOutputs(tx, chainId, outputs);
}

/**
 * Writes the spends of outputs that were inserted before. Rows are found by a probe each (see `listOutputs`) and then met at their place.
 */
export async function updateSpends(tx: SqlExecutor, chainId: string, outputs: readonly OutputRow[]): Promise<void> {
  const spent = outputs.flatMap((output) => (output.spend === null ? [] : [{ ...output, spend: output.spend }]));
  if (spent.length === 0) return;
  await tx.$executeRawUnsafe(
    `UPDATE output
        SET spent_height = spend.height, spender = decode(spend.spender, 'hex'), spender_index = spend.index
       FROM (
         SELECT found.ctid AS place, listed.*
           FROM unnest($2::text[], $3::integer[], $4::integer[], $5::text[], $6::integer[])
             AS listed (txid, vout, height, spender, index)
          CROSS JOIN LATERAL (
            SELECT output.ctid FROM output
             WHERE output.chain_id = $1 AND output.txid = decode(listed.txid, 'hex') AND output.vout = listed.vout
             LIMIT 1
          ) found
       ) spend
      WHERE output.ctid = spend.place`,
    chainId,
    spent.map(({ txid }) => txid),
    spent.map(({ vout }) => vout),
    spent.map(({ spend }) => spend.height),
    spent.map(({ spend }) => spend.txid),
    spent.map(({ spend }) => spend.index),
  );
  const links = spent.flatMap((output) => output.addresses.map((address) => ({ ...output, address })));
  await tx.$executeRawUnsafe(
    `UPDATE address_output
        SET spent_height = spend.spent_height
       FROM (
         SELECT found.ctid AS place, listed.spent_height
           FROM unnest($2::text[], $3::integer[], $4::integer[], $5::integer[], $6::integer[])
             AS listed (address, height, tx_index, vout, spent_height)
          CROSS JOIN LATERAL (
            SELECT link.ctid FROM address_output link
             WHERE link.chain_id = $1 AND link.address = listed.address AND link.height = listed.height
               AND link.tx_index = listed.tx_index AND link.vout = listed.vout
             LIMIT 1
          ) found
       ) spend
      WHERE address_output.ctid = spend.place`,
    chainId,
    links.map(({ address }) => address),
    links.map(({ height }) => height),
    links.map(({ txIndex }) => txIndex),
    links.map(({ vout }) => vout),
    links.map(({ spend }) => spend.height),
  );
  await spendTokenOutputs(tx, chainId, spent);
}

/** Removes the outputs created above a height and undoes the spends made above it; -1: everything. */
export async function revertOutputs(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  await revertTokenOutputs(tx, chainId, keepHeight);
  await tx.$executeRawUnsafe(
    `DELETE FROM address_output
      USING output, unnest(output.addresses) AS credited (address)
      WHERE output.chain_id = $1 AND output.height > $2
        AND address_output.chain_id = $1 AND address_output.address = credited.address AND address_output.height = output.height
        AND address_output.tx_index = output.tx_index AND address_output.vout = output.vout`,
    chainId,
    keepHeight,
  );
  await tx.$executeRawUnsafe('DELETE FROM output WHERE chain_id = $1 AND height > $2', chainId, keepHeight);
  await tx.$executeRawUnsafe(
    `UPDATE address_output
        SET spent_height = NULL
       FROM output, unnest(output.addresses) AS credited (address)
      WHERE output.chain_id = $1 AND output.spent_height > $2
        AND address_output.chain_id = $1 AND address_output.address = credited.address AND address_output.height = output.height
        AND address_output.tx_index = output.tx_index AND address_output.vout = output.vout`,
    chainId,
    keepHeight,
  );
  await tx.$executeRawUnsafe(
    `UPDATE output SET spent_height = NULL, spender = NULL, spender_index = NULL
      WHERE chain_id = $1 AND spent_height > $2`,
    chainId,
    keepHeight,
  );
}

/** Pairs of the two arrays that a row keeps amounts in. */
export function readAmounts(currencyIds: readonly string[], satoshis: readonly bigint[]): CurrencyValue[] {
  return currencyIds.map((currencyId, index) => ({ currencyId, satoshis: BigInt(satoshis[index] ?? 0n) }));
}

function readStoredOutput(row: StoredOutput): OutputRow {
  const { spent_height: height, spender: txid, spender_index: index } = row;
  return {
    txid: row.txid,
    vout: row.vout,
    height: row.height,
    txIndex: row.tx_index,
    satoshis: row.satoshis,
    tokens: readAmounts(row.token_ids, row.token_satoshis),
    kind: row.kind,
    isSpendable: row.is_spendable,
    isCoinbase: row.is_coinbase,
    addresses: row.addresses,
    holder: row.holder,
    spend: height === null || txid === null || index === null ? null : { height, txid, index },
  };
}

function byteaLiteral(hexText: string): string {
  return `\\x${hexText}`;
}
