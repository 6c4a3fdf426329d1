import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { columnsOf, rowsOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { PayoutRole } from '#/flows/paid-import.ts';

export interface PayoutKey {
  chainId: string;
  height: number;
  txIndex: number;
  importVout: number;
  /** Position of the transfer; null selects all that the import pays. */
  ordinal: number | null;
}

export interface PayoutRecord {
  vout: number;
  role: PayoutRole;
  address: string;
  currencyId: string;
  amount: bigint;
}

const FIND = `
SELECT wanted.key::integer AS key, payout.vout, payout.role, payout.address, payout.currency_id AS "currencyId", payout.amount
  FROM unnest($1::text[], $2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::integer[])
        WITH ORDINALITY AS wanted (chain_id, height, tx_index, import_vout, first, last, key)
  JOIN payout ON payout.chain = ${chainNumberOf('wanted.chain_id')} AND payout.height = wanted.height AND payout.tx_index = wanted.tx_index
   AND payout.import_vout = wanted.import_vout AND payout.ordinal BETWEEN wanted.first AND wanted.last
 ORDER BY wanted.key, payout.vout`;

const LAST = 2 ** 31 - 1;

export async function findPayouts(db: SqlExecutor, keys: readonly PayoutKey[]): Promise<PayoutRecord[][]> {
  const rows = await db.$queryRawUnsafe<(PayoutRecord & { key: number })[]>(
    FIND,
    ...columnsOf(keys, 'chainId', 'height', 'txIndex', 'importVout'),
    keys.map(({ ordinal }) => ordinal ?? -1),
    keys.map(({ ordinal }) => ordinal ?? LAST),
  );
  return rowsOfKeys(keys, rows);
}
