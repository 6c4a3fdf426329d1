import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { guardId } from './guard.ts';
import { type LinkRows, type LinkTables, linkRows, type OutputLink, revertLinks, writeLinks } from './output-links.ts';
import type { OutputChanges, OutputRow } from './output-row.ts';

const TABLES: LinkTables = {
  unspent: {
    name: 'address_utxo',
    columns: {
      chain: 'smallint',
      matures: 'boolean',
      height: 'integer',
      tx_index: 'integer',
      vout: 'integer',
      address_id: 'integer',
      guard_id: 'integer',
      is_native: 'boolean',
    },
  },
  spent: {
    name: 'address_spent_output',
    columns: {
      chain: 'smallint',
      matures: 'boolean',
      height: 'integer',
      tx_index: 'integer',
      vout: 'integer',
      spent_height: 'integer',
      address_id: 'integer',
      guard_id: 'integer',
      is_native: 'boolean',
    },
  },
  removeUnspent: `
    DELETE FROM address_utxo link
     USING unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::boolean[])
           AS listed (height, tx_index, vout, address_id, guard_id, is_native)
     CROSS JOIN LATERAL (
            SELECT unspent.ctid AS place FROM address_utxo unspent
             WHERE unspent.chain = $1
               AND unspent.height = listed.height
               AND unspent.tx_index = listed.tx_index
               AND unspent.vout = listed.vout
               AND unspent.address_id = listed.address_id
               AND unspent.guard_id = listed.guard_id
               AND unspent.is_native = listed.is_native
             LIMIT 1
           ) found
     WHERE link.ctid = found.place`,
  revertCreated: `
    DELETE FROM address_utxo
    USING output, unnest(output.address_ids) AS owner (address_id)
    WHERE output.chain = $1 AND address_utxo.chain = $1
      AND address_utxo.height = output.height
      AND address_utxo.tx_index = output.tx_index
      AND address_utxo.vout = output.vout
      AND address_utxo.address_id = owner.address_id
      AND output.height > $2`,
  revertSpent: `
    WITH again AS (
      DELETE FROM address_spent_output
       USING (
               SELECT created.* FROM spend
                CROSS JOIN LATERAL (
                  SELECT * FROM output
                   WHERE output.chain = spend.chain AND output.height = spend.height AND output.tx_index = spend.tx_index
                     AND output.vout = spend.vout
                   LIMIT 1
                ) created
                WHERE spend.chain = $1 AND spend.spent_height > $2
             ) output,
             unnest(output.address_ids) AS owner (address_id)
       WHERE output.chain = $1 AND address_spent_output.chain = $1
         AND address_spent_output.height = output.height
         AND address_spent_output.tx_index = output.tx_index
         AND address_spent_output.vout = output.vout
         AND address_spent_output.address_id = owner.address_id
         AND address_spent_output.spent_height > $2
      RETURNING address_spent_output.*
    )
    INSERT INTO address_utxo (chain, matures, height, tx_index, vout, address_id, guard_id, is_native)
    SELECT chain, matures, height, tx_index, vout, address_id, guard_id, is_native FROM again
     WHERE height <= $2`,
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

function linksOf({ addresses, guard, satoshis }: OutputRow): OutputLink[] {
  return addresses.map(({ id }): OutputLink => [id, guardId(guard), satoshis !== 0n]);
}
