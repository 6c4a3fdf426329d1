import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { DELTAS } from './delta-statements.ts';
import { placeBefore, type TransactionPlace } from './list-address-transactions.ts';
import type { CurrencyValue } from './output-row.ts';
import { readAmounts } from './outputs.ts';

export interface DeltaPlace extends TransactionPlace {
  isSpent: boolean;
  /** Place of the output. */
  outputHeight: number;
  outputTxIndex: number;
  vout: number;
}

export interface DeltaPage {
  chainId: string;
  address: string;
  /** Heights, both included. */
  from: number;
  to: number;
  order: 'ASC' | 'DESC';
  limit: number;
  after: DeltaPlace | null;
}

export interface ListedDelta extends DeltaPlace {
  /** Transaction that pays or spends. */
  txid: string;
  /** Transaction that made the output. */
  outputTxid: string;
  /** In satoshis, as the output carries them. */
  satoshis: bigint;
  tokens: CurrencyValue[];
}

type ListedRow = Omit<ListedDelta, 'tokens'> & { tokenIds: string[]; tokenSatoshis: bigint[] };

export async function listDeltas(
  db: SqlExecutor,
  { chainId, address, from, to, order, limit, after }: DeltaPage,
): Promise<ListedDelta[]> {
  const step = order === 'ASC' ? 1 : -1;
  // The page may begin inside of a transaction, which is read again.
  const start =
    after === null
      ? placeBefore({ first: from, last: to }, order)
      : { height: after.height, txIndex: after.txIndex - step };
  const rows = await db.$queryRawUnsafe<ListedRow[]>(
    DELTAS[order],
    chainId,
    address,
    start.height,
    start.txIndex,
    order === 'ASC' ? to : from,
    limit,
    after?.height ?? start.height,
    after?.txIndex ?? start.txIndex,
    after?.isSpent ?? false,
    after?.outputHeight ?? -1,
    after?.outputTxIndex ?? -1,
    after?.vout ?? -1,
  );
  return rows.map(({ tokenIds, tokenSatoshis, ...row }) => ({ ...row, tokens: readAmounts(tokenIds, tokenSatoshis) }));
}
