import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { PrismaClient } from '#/generated/prisma/client.ts';
import type { AddressDatabase } from './address-database.ts';

/** Each input that spends an output, out of the blocks alone, with the names that the table `spend` gave its columns. */
function listSpends(blocks: readonly Block[]) {
  return blocks.flatMap(({ height, transactions }) =>
    transactions.flatMap(({ index, inputs }) =>
      inputs
        .filter(({ txid }) => txid.length > 0)
        .map(({ txid, vout }, spender_index) => {
          return { txid: hex(txid), vout, spent_height: height, spender_tx_index: index, spender_index };
        }),
    ),
  );
}

/** Script of each output, out of the blocks alone. */
function listScripts(blocks: readonly Block[]) {
  return blocks.flatMap(({ transactions }) =>
    transactions.flatMap(({ txid, outputs }) =>
      outputs.map(({ index, script }) => ({ txid: hex(txid), vout: index, script: hex(script) })),
    ),
  );
}

// $1: what these two return, by name.
const SPEND = `
  SELECT place.chain, place.height, place.tx_index, input.vout, input.spent_height, input.spender_tx_index, input.spender_index
    FROM jsonb_to_recordset($1::text::jsonb->'spends')
      AS input (txid text, vout integer, spent_height integer, spender_tx_index integer, spender_index integer)
    JOIN transaction_place place ON place.txid = decode(input.txid, 'hex')`;

/** Balances of holders after each block that changed them, out of outputs and spends alone. */
const HOLDER_CHANGE = `
  WITH spend AS (${SPEND}),
  move AS (
    SELECT chain, holder_id, token_ids, token_satoshis, satoshis, height, 1 AS sign FROM output WHERE holder_id IS NOT NULL
     UNION ALL
    SELECT chain, holder_id, token_ids, token_satoshis, satoshis, spent_height, -1
      FROM output JOIN spend USING (chain, height, tx_index, vout) WHERE holder_id IS NOT NULL
  ),
  value AS (
    SELECT chain, 1 AS currency_id, holder_id, height, sign * satoshis::numeric AS amount FROM move
     UNION ALL
    SELECT chain, token.id, holder_id, height, sign * token.amount::numeric
      FROM move CROSS JOIN LATERAL unnest(token_ids, token_satoshis) AS token (id, amount)
  ),
  change AS (SELECT chain, currency_id, holder_id, height, sum(amount) AS amount FROM value GROUP BY 1, 2, 3, 4 HAVING sum(amount) <> 0)
  SELECT chain, currency_id, holder_id, height, sum(amount) OVER (PARTITION BY chain, currency_id, holder_id ORDER BY height)::bigint AS balance
    FROM change`;

/** Outputs with their scripts; of two columns of one name the later one counts. */
function outputsOf(table: string): string {
  return `
  SELECT own.*, decode(made.script, 'hex') AS script
    FROM ${table} own
    JOIN transaction_place place ON place.chain = own.chain AND place.height = own.height AND place.tx_index = own.tx_index
    JOIN jsonb_to_recordset($1::text::jsonb->'scripts') AS made (txid text, vout integer, script text)
      ON decode(made.txid, 'hex') = place.txid AND made.vout = own.vout`;
}

/** Rows that a version before stored and this one does not. */
const FORMER: Readonly<Record<string, string>> = {
  spend: SPEND,
  holder_change: HOLDER_CHANGE,
  output: outputsOf('output'),
  output_row: outputsOf('output_row'),
};

/** Applied blocks of a version that had removed ones in the same table. */
const APPLIED_BLOCK = `
  SELECT chain.chain_id, applied.height, encode(applied.hash, 'hex') AS hash, applied.time, applied.serial
    FROM applied_block applied JOIN chain ON chain.id = applied.chain`;

/**
 * Fills the tables of a version before with what its indexer would have written.
 * @param fresh the same blocks, indexed by this version
 * @param leftOut condition on the rows of a table that that version did not have
 */
export async function writeFormerRows(
  former: PrismaClient,
  { prisma }: AddressDatabase,
  blocks: readonly Block[],
  leftOut: Readonly<Record<string, string>> = {},
): Promise<void> {
  const tables = await former.$queryRawUnsafe<{ name: string }[]>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'",
  );
  const read = JSON.stringify({ spends: listSpends(blocks), scripts: listScripts(blocks) });
  const own = tables.some(({ name }) => name === 'removed_block')
    ? FORMER
    : { ...FORMER, applied_block: APPLIED_BLOCK };
  for (const { name } of tables) {
    const rows = own[name] ?? `SELECT * FROM "${name}" WHERE NOT (${leftOut[name] ?? 'false'})`;
    const [copied] = await prisma.$queryRawUnsafe<{ rows: string }[]>(
      `SELECT coalesce(jsonb_agg(to_jsonb(row)), '[]')::text AS rows FROM (${rows}) row`,
      ...(rows.includes('$1') ? [read] : []),
    );
    await former.$executeRawUnsafe(
      `INSERT INTO "${name}" SELECT * FROM jsonb_populate_recordset(NULL::"${name}", $1::text::jsonb)`,
      copied?.rows,
    );
  }
}
