import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import { columnsOf, rowOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { CurrencyAtHeight } from './definition-rows.ts';
import { type Row, readRow, STATE_BLOCK, type StateRow } from './state-rows.ts';

/** An import by its output; its currency and height lead to the few states that can be its own. */
export interface ImportPlace extends CurrencyAtHeight {
  txid: string;
  vout: number;
}

/** Between an import and its notarization stands at most the import of its source system (docs/verus/currencies.md#notarizations). */
const NOTARIZATION_WITHIN = 2;

/** The state that each import leaves, in the order of keys: of the notarization behind it; null where none is there. One query. */
export async function findImportStates(db: SqlExecutor, keys: readonly ImportPlace[]): Promise<(StateRow | null)[]> {
  const rows = await db.$queryRawUnsafe<(Row & { key: number })[]>(
    `SELECT wanted.key::integer AS key, wanted.chain_id, state.*, ${blockTime('block.time')} AS time
       FROM unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::integer[])
            WITH ORDINALITY AS wanted (chain_id, currency_id, height, txid, vout, key)
      CROSS JOIN LATERAL (
         SELECT * FROM currency_state
          WHERE chain = ${chainNumberOf('wanted.chain_id')} AND currency_id = wanted.currency_id AND height = wanted.height
            AND txid = wanted.txid AND vout > wanted.vout AND vout <= wanted.vout + ${NOTARIZATION_WITHIN}
            AND source = 'NOTARIZATION'
          ORDER BY ordinal LIMIT 1
       ) AS state
      ${STATE_BLOCK}`,
    ...columnsOf(keys, 'chainId', 'currencyId', 'height', 'txid', 'vout'),
  );
  return rowOfKeys(keys, rows).map((row) => (row === undefined ? null : readRow(row)));
}
