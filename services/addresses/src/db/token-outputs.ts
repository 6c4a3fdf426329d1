import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { guardId } from './guard.ts';
import { type LinkRows, type LinkTables, linkRows, type OutputLink, revertLinks, writeLinks } from './output-links.ts';
import type { OutputChanges, OutputRow } from './output-row.ts';

/** Links of most outputs. */
const NONE: OutputLink[] = [];

const TABLES: LinkTables = {
  unspent: {
    name: 'token_utxo',
    columns: {
      chain: 'smallint',
      matures: 'boolean',
      height: 'integer',
      tx_index: 'integer',
      vout: 'integer',
      address_id: 'integer',
      currency_id: 'integer',
      guard_id: 'integer',
    },
  },
  spent: {
    name: 'token_spent_output',
    columns: {
      chain: 'smallint',
      matures: 'boolean',
      height: 'integer',
      tx_index: 'integer',
      vout: 'integer',
      spent_height: 'integer',
      address_id: 'integer',
      currency_id: 'integer',
      guard_id: 'integer',
    },
  },
  removeUnspent: `
    DELETE FROM token_utxo link
     USING unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::integer[])
           AS listed (height, tx_index, vout, address_id, currency_id, guard_id)
     CROSS JOIN LATERAL (
            SELECT unspent.ctid AS place FROM token_utxo unspent
             WHERE unspent.chain = $1
               AND unspent.height = listed.height
               AND unspent.tx_index = listed.tx_index
               AND unspent.vout = listed.vout
               AND unspent.address_id = listed.address_id
               AND unspent.currency_id = listed.currency_id
               AND unspent.guard_id = listed.guard_id
             LIMIT 1
           ) found
     WHERE link.ctid = found.place`,
  revertCreated: `
    DELETE FROM token_utxo
    USING output, unnest(output.address_ids) AS credited (address_id)
           CROSS JOIN unnest(output.token_ids) AS carried (currency_id)
           CROSS JOIN LATERAL (SELECT credited.address_id, carried.currency_id) owner
    WHERE output.chain = $1 AND token_utxo.chain = $1
      AND token_utxo.height = output.height
      AND token_utxo.tx_index = output.tx_index
      AND token_utxo.vout = output.vout
      AND token_utxo.address_id = owner.address_id
      AND token_utxo.currency_id = owner.currency_id
      AND output.height > $2`,
  revertSpent: `
    WITH again AS (
      DELETE FROM token_spent_output
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
             unnest(output.address_ids) AS credited (address_id)
             CROSS JOIN unnest(output.token_ids) AS carried (currency_id)
             CROSS JOIN LATERAL (SELECT credited.address_id, carried.currency_id) owner
       WHERE output.chain = $1 AND token_spent_output.chain = $1
         AND token_spent_output.height = output.height
         AND token_spent_output.tx_index = output.tx_index
         AND token_spent_output.vout = output.vout
         AND token_spent_output.address_id = owner.address_id
         AND token_spent_output.currency_id = owner.currency_id
         AND token_spent_output.spent_height > $2
      RETURNING token_spent_output.*
    )
    INSERT INTO token_utxo (chain, matures, height, tx_index, vout, address_id, currency_id, guard_id)
    SELECT chain, matures, height, tx_index, vout, address_id, currency_id, guard_id FROM again
     WHERE height <= $2`,
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

function linksOf({ addresses, tokens, guard }: OutputRow): OutputLink[] {
  if (tokens.length === 0) return NONE;
  return tokens.flatMap(({ currency }) => addresses.map(({ id }): OutputLink => [id, currency.id, guardId(guard)]));
}
