import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { PayoutRole } from '#/flows/paid-import.ts';

const KEYS = describeKeys({
  chainId: 'text',
  height: 'integer',
  txIndex: 'integer',
  importVout: 'integer',
  /** Position of the transfer; null selects all that the import pays. */
  ordinal: 'integer?',
});
export type PayoutKey = KeyOf<typeof KEYS>;

export interface PayoutRecord {
  vout: number;
  role: PayoutRole;
  address: string;
  currencyId: string;
  amount: bigint;
}

const LAST = 2 ** 31 - 1;
const FIND = `
SELECT wanted.key, payout.vout, payout.role, payout.address, payout.currency_id AS "currencyId", payout.amount
  FROM ${KEYS.sql}
  JOIN payout ON payout.chain = wanted.chain AND payout.height = wanted.height AND payout.tx_index = wanted.tx_index
   AND payout.import_vout = wanted.import_vout AND payout.ordinal BETWEEN coalesce(wanted.ordinal, -1) AND coalesce(wanted.ordinal, ${LAST})
 ORDER BY wanted.key, payout.vout`;

export function findPayouts(db: SqlExecutor, keys: readonly PayoutKey[]): Promise<PayoutRecord[][]> {
  return KEYS.list(db, FIND, keys);
}
