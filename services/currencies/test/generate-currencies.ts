import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface GeneratedCurrencies {
  chainId: string;
  /** Its rows are repeated under other names. */
  template: string;
  /** Each is defined in its own block above the recorded ones, with one state; the first one has a state in each of these blocks. */
  currencyIds: readonly string[];
  tip: number;
}

// $1 chain, $2 template, $3 ids, $4 tip.
const COPIES = `
  WITH given AS (SELECT $1::text, $2::text, $3::text[], $4::integer),
  copy AS (
    SELECT id, place::integer AS i, $4::integer + place::integer AS at, 'c' || place AS name
      FROM unnest($3::text[]) WITH ORDINALITY AS one (id, place)
  ),
  known AS (
    SELECT id, 1 AS nth, at FROM copy
    UNION ALL
    SELECT ($3)[1], i, at FROM copy WHERE i > 1
  )`;

const STATEMENTS = [
  `INSERT INTO applied_block (serial, height, time, chain, hash)
   ${COPIES} SELECT at, at, last.time::bigint + 60 * i, last.chain, sha256(convert_to(at::text, 'UTF8'))
     FROM copy, applied_block last JOIN chain ON chain.id = last.chain WHERE chain.chain_id = $1 AND last.height = $4`,
  `INSERT INTO currency_definition (chain, currency_id, height, tx_index, vout, txid, fully_qualified_name, search_names, kind, system_id,
                                    reserve_ids, definition)
   ${COPIES} SELECT chain, id, at, 1, 0, txid, copy.name, ARRAY[copy.name], kind, system_id, reserve_ids, definition
     FROM copy, currency_definition WHERE chain = ${chainNumber(1)} AND currency_id = $2`,
  `INSERT INTO currency_state (chain, currency_id, ordinal, height, tx_index, vout, txid, source, flags, launch_state, initial_supply,
                               emitted, supply, fees, conversion_fees, reserves, last_notarization)
   ${COPIES} SELECT template.chain, id, nth, at, 2, (nth > 1)::integer, txid, 'NOTARIZATION', flags, launch_state, initial_supply, emitted, supply, fees,
                    conversion_fees, reserves, last_notarization
     FROM known, (SELECT * FROM currency_state WHERE chain = ${chainNumber(1)} AND currency_id = $2 ORDER BY ordinal DESC LIMIT 1) template`,
  `INSERT INTO native_supply (chain, height, supply) ${COPIES} SELECT ${chainNumber(1)}, at, 1000000 + i FROM copy`,
  `UPDATE sync_cursor SET height = last.height, hash = last.hash
     FROM (${COPIES} SELECT height, encode(hash, 'hex') AS hash FROM applied_block JOIN copy ON height = at
            WHERE chain = ${chainNumber(1)} ORDER BY height DESC LIMIT 1) last
    WHERE chain_id = $1`,
];

export async function generateCurrencies(db: SqlExecutor, all: GeneratedCurrencies): Promise<void> {
  const { chainId, template, currencyIds, tip } = all;
  for (const sql of STATEMENTS) await db.$executeRawUnsafe(sql, chainId, template, currencyIds, tip);
  await db.$executeRawUnsafe('ANALYZE');
}
