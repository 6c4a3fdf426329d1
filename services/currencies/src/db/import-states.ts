import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { CURRENCY_KEYS } from './definition-rows.ts';
import { STATE_BLOCK, STATE_COLUMNS, type StateRow, statesOfKeys, type TimedState } from './state-rows.ts';

/** Its currency and height lead to the few states that can be its own. */
const KEYS = describeKeys({ ...CURRENCY_KEYS.types, txid: 'text', vout: 'integer' });
export type ImportPlace = KeyOf<typeof KEYS>;

/** At most the import of the source system stands between an import and its notarization (docs/verus/currencies.md#notarizations). */
const NOTARIZATION_WITHIN = 2;

export async function findImportStates(db: SqlExecutor, keys: readonly ImportPlace[]): Promise<(StateRow | null)[]> {
  return statesOfKeys(
    await KEYS.find<TimedState>(
      db,
      `SELECT wanted.key, ${STATE_COLUMNS} FROM ${KEYS.sql}
      CROSS JOIN LATERAL (
         SELECT * FROM currency_state
          WHERE chain = wanted.chain AND currency_id = wanted.currency_id AND height = wanted.height
            AND txid = wanted.txid AND vout > wanted.vout AND vout <= wanted.vout + ${NOTARIZATION_WITHIN}
            AND source = 'NOTARIZATION'
          ORDER BY ordinal LIMIT 1
       ) AS state
      ${STATE_BLOCK}`,
      keys,
    ),
  );
}
