import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import { TableRows } from '@ledgergraph/service-kit/db/table-rows';
import { inTurns } from '@ledgergraph/service-kit/turns';
import type { AddressIds } from './address-ids.ts';
import { learnAddresses } from './addresses.ts';
import type { CurrencyValue, OutputChanges, OutputRow } from './output-row.ts';

const OUTPUT_COLUMNS = {
  chain: 'smallint',
  height: 'integer',
  tx_index: 'integer',
  vout: 'integer',
  holder_id: 'integer',
  is_spendable: 'boolean',
  is_coinbase: 'boolean',
  satoshis: 'bigint',
  token_ids: 'integer[]',
  token_satoshis: 'bigint[]',
  kind: 'text',
  script: 'bytea',
  address_ids: 'integer[]',
};

interface StoredOutput {
  txid: string;
  vout: number;
  height: number;
  tx_index: number;
  holder_id: number | null;
  is_spendable: boolean;
  is_coinbase: boolean;
  satoshis: bigint;
  token_ids: number[];
  token_satoshis: bigint[];
  kind: string | null;
  address_ids: number[];
}

/**
 * The outputs at these outpoints, in no particular order; those that do not exist are missing. Their ids are added. Whether one is spent
 * is not asked: what spends it twice finds no unspent link to remove, and a row of `spend` in its place.
 */
export async function listOutputs(
  db: SqlExecutor,
  ids: AddressIds,
  outpoints: readonly Pick<OutputRow, 'txid' | 'vout'>[],
): Promise<OutputRow[]> {
  if (outpoints.length === 0) return [];
  const rows = await db.$queryRawUnsafe<StoredOutput[]>(
    // A probe for each: joined as tables, Postgres would read all of `output` wherever its statistics are older than its rows. OFFSET
    // keeps the chain out of the first one, for the same reason: it would be looked up as well, with every transaction of it.
    `SELECT wanted.txid, found.vout, found.height, found.tx_index, holder_id, is_spendable, is_coinbase, satoshis, token_ids,
            token_satoshis, kind, address_ids
       FROM unnest($2::text[], $3::integer[]) AS wanted (txid, vout)
      CROSS JOIN LATERAL (
        SELECT height, tx_index
          FROM (SELECT * FROM transaction_place WHERE txid = decode(wanted.txid, 'hex') OFFSET 0) named
         WHERE named.chain = $1
         LIMIT 1
      ) creator
      CROSS JOIN LATERAL (
        SELECT * FROM output
         WHERE output.chain = $1 AND output.height = creator.height AND output.tx_index = creator.tx_index
           AND output.vout = wanted.vout
         LIMIT 1
      ) found`,
    ids.chain,
    outpoints.map(({ txid }) => txid),
    outpoints.map(({ vout }) => vout),
  );
  await learnAddresses(db, ids, rows.flatMap(idsIn));
  return rows.map((row) => readStoredOutput(row, ids));
}

export async function outputRows(
  copies: boolean,
  ids: AddressIds,
  { created, scripts }: Pick<OutputChanges, 'created' | 'scripts'>,
): Promise<TableRows> {
  const rows = new TableRows('output', OUTPUT_COLUMNS, copies);
  await inTurns(created, (output, index) => {
    rows.add([
      ids.chain,
      output.height,
      output.txIndex,
      output.vout,
      output.holder === null ? null : ids.idOf(output.holder),
      output.isSpendable,
      output.isCoinbase,
      output.satoshis,
      output.tokens.map(({ currencyId }) => ids.idOf(currencyId)),
      output.tokens.map(({ satoshis }) => satoshis),
      output.kind,
      scripts[index],
      output.addresses.map((address) => ids.idOf(address)),
    ]);
  });
  return rows;
}

/** Removes the outputs created above a height; -1: all. */
export async function revertOutputs(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe('DELETE FROM output WHERE chain = $1 AND height > $2', chain, keepHeight);
}

/** Pairs of the two arrays that a row keeps amounts in. */
export function readAmounts(currencyIds: readonly string[], satoshis: readonly bigint[]): CurrencyValue[] {
  return currencyIds.map((currencyId, index) => ({ currencyId, satoshis: BigInt(satoshis[index] ?? 0n) }));
}

function idsIn({ address_ids, token_ids, holder_id }: StoredOutput): number[] {
  return [...address_ids, ...token_ids, ...(holder_id === null ? [] : [holder_id])];
}

function readStoredOutput(row: StoredOutput, ids: AddressIds): OutputRow {
  const addressOf = (id: number): string => ids.addressOf(id);
  return {
    txid: row.txid,
    vout: row.vout,
    height: row.height,
    txIndex: row.tx_index,
    satoshis: row.satoshis,
    tokens: readAmounts(row.token_ids.map(addressOf), row.token_satoshis),
    kind: row.kind,
    isSpendable: row.is_spendable,
    isCoinbase: row.is_coinbase,
    addresses: row.address_ids.map(addressOf),
    holder: row.holder_id === null ? null : addressOf(row.holder_id),
    isSpent: false,
  };
}
