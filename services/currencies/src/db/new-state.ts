import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { LaunchState } from '#/currency/launch-state.ts';

export type StateSource = 'NOTARIZATION' | 'INITIAL' | 'ISSUANCE';

/** A row of currency_state; see the Prisma schema. */
export interface NewState {
  chainId: string;
  currencyId: string;
  ordinal: number;
  height: number;
  txIndex: number;
  vout: number;
  txid: string | null;
  source: StateSource;
  flags: number;
  launchState: LaunchState;
  initialSupply: bigint;
  emitted: bigint;
  supply: bigint;
  fees: bigint | null;
  conversionFees: bigint | null;
  reserves: string;
  lastNotarization: number | null;
}

const COLUMNS = {
  chain: 'smallint',
  currency_id: 'text',
  ordinal: 'integer',
  height: 'integer',
  tx_index: 'integer',
  vout: 'integer',
  txid: 'text',
  source: 'text',
  flags: 'integer',
  launch_state: 'text',
  initial_supply: 'bigint',
  emitted: 'bigint',
  supply: 'bigint',
  fees: 'bigint',
  conversion_fees: 'bigint',
  reserves: 'text',
  last_notarization: 'integer',
};

/** @param chain number of the rows' chain */
export async function insertStates(tx: SqlExecutor, chain: number, rows: readonly NewState[]): Promise<void> {
  await insertRows(
    tx,
    'currency_state',
    COLUMNS,
    rows.map((row) => [
      chain,
      row.currencyId,
      row.ordinal,
      row.height,
      row.txIndex,
      row.vout,
      row.txid,
      row.source,
      row.flags,
      row.launchState,
      row.initialSupply,
      row.emitted,
      row.supply,
      row.fees,
      row.conversionFees,
      row.reserves,
      row.lastNotarization,
    ]),
  );
}
