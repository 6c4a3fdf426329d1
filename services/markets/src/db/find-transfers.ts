import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { columnsOf, rowOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type TransferRow, transferColumns } from './transfer-row.ts';

/** An output of a chain, as of a height. */
export interface OutputKey {
  chainId: string;
  txid: string;
  vout: number;
  height: number;
}

const FIND = `
SELECT wanted.key::integer AS key, ${transferColumns('wanted.chain_id', 'wanted.height_max')}
  FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[]) WITH ORDINALITY AS wanted (chain_id, txid, vout, height_max, key)
  JOIN transfer ON transfer.txid = decode(wanted.txid, 'hex') AND transfer.vout = wanted.vout
 WHERE transfer.chain = ${chainNumberOf('wanted.chain_id')} AND transfer.height <= wanted.height_max`;

/** The transfer of each output, in the order of keys; null for one that holds none at its height. */
export async function findTransfers(db: SqlExecutor, keys: readonly OutputKey[]): Promise<(TransferRow | null)[]> {
  const rows = await db.$queryRawUnsafe<(TransferRow & { key: number })[]>(
    FIND,
    ...columnsOf(keys, 'chainId', 'txid', 'vout', 'height'),
  );
  return rowOfKeys(keys, rows).map((row) => row ?? null);
}
