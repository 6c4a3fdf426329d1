import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { CurrencyState, ReserveState } from '@ledgergraph/verus-protocol/payloads/currency-state';
import { readReserves } from '#/rules/reserves-text.ts';
import { CURRENCY_KEYS, type CurrencyAtHeight } from './definition-rows.ts';
import { type StoredState, states } from './tables.ts';

/** `time` of the block in unix seconds. */
export type TimedState = StoredState & { time: number };

export interface StateRow extends Omit<TimedState, 'reserves'> {
  reserves: ReserveState[];
}

/** Null for a row that release 0.1.0 wrote. */
export function wholeState(row: StateRow): CurrencyState | null {
  return row.version === null ? null : { ...row, version: row.version };
}

export const STATE_COLUMNS = `${states.columns('state')}, block.time`;

/** LIMIT 1 lets Postgres look each block up instead of reading the whole table to join it. */
export const STATE_BLOCK = `CROSS JOIN LATERAL (
         SELECT time FROM applied_block
          WHERE chain = state.chain AND height = state.height LIMIT 1) AS block`;

/** In the order of the keys; null before the first state. */
export async function findStates(db: SqlExecutor, keys: readonly CurrencyAtHeight[]): Promise<(StateRow | null)[]> {
  return statesOfKeys(
    await CURRENCY_KEYS.find<TimedState>(
      db,
      `SELECT wanted.key, ${STATE_COLUMNS} FROM ${CURRENCY_KEYS.sql}
       JOIN LATERAL (
         SELECT * FROM currency_state
          WHERE chain = wanted.chain AND currency_id = wanted.currency_id AND height <= wanted.height
          ORDER BY height DESC, ordinal DESC LIMIT 1
       ) AS state ON true
      ${STATE_BLOCK}`,
      keys,
    ),
  );
}

const STATE_KEYS = describeKeys({ ...CURRENCY_KEYS.types, ordinal: 'integer' });
export type StateKey = KeyOf<typeof STATE_KEYS>;

/** In the order of the keys; null for a key without a state up to its height. */
export async function findStatesByOrdinal(db: SqlExecutor, keys: readonly StateKey[]): Promise<(StateRow | null)[]> {
  return statesOfKeys(
    await STATE_KEYS.find<TimedState>(
      db,
      `SELECT wanted.key, ${STATE_COLUMNS} FROM ${STATE_KEYS.sql}
       JOIN currency_state AS state ON state.chain = wanted.chain AND state.currency_id = wanted.currency_id
        AND state.ordinal = wanted.ordinal AND state.height <= wanted.height
      ${STATE_BLOCK}`,
      keys,
    ),
  );
}

export async function listStates(
  db: SqlExecutor,
  currency: { chainId: string; currencyId: string },
  ordinals: { first: number; last: number },
  order: 'ASC' | 'DESC',
  limit: number,
): Promise<StateRow[]> {
  const rows = await db.$queryRawUnsafe<TimedState[]>(
    `SELECT ${STATE_COLUMNS}
       FROM currency_state AS state
      ${STATE_BLOCK}
      WHERE state.chain = ${chainNumber(1)} AND state.currency_id = $2 AND state.ordinal > $3 AND state.ordinal <= $4
      ORDER BY state.ordinal ${order} LIMIT $5`,
    currency.chainId,
    currency.currencyId,
    ordinals.first,
    ordinals.last,
    limit,
  );
  return rows.map(readRow);
}

/** The count is also the ordinal of the last state. */
export async function countStates(db: SqlExecutor, { chainId, currencyId, height }: CurrencyAtHeight): Promise<number> {
  const [last] = await db.$queryRawUnsafe<{ ordinal: number }[]>(
    `SELECT ordinal FROM currency_state WHERE chain = ${chainNumber(1)} AND currency_id = $2 AND height <= $3
      ORDER BY height DESC, ordinal DESC LIMIT 1`,
    chainId,
    currencyId,
    height,
  );
  return last?.ordinal ?? 0;
}

const BLOCK_KEYS = describeKeys({ chainId: 'text', hash: 'text' });

export async function listBlockStates(
  db: SqlExecutor,
  blocks: readonly { chainId: string; hash: string }[],
): Promise<StateRow[][]> {
  const rows = await BLOCK_KEYS.list<TimedState>(
    db,
    `SELECT wanted.key, ${STATE_COLUMNS} FROM ${BLOCK_KEYS.sql}
      CROSS JOIN LATERAL (SELECT * FROM applied_block WHERE applied_block.hash = decode(wanted.hash, 'hex') OFFSET 0) AS block
       JOIN currency_state AS state ON state.chain = block.chain AND state.height = block.height
      WHERE state.source = 'NOTARIZATION' AND block.chain = wanted.chain
      ORDER BY wanted.key, state.tx_index, state.vout, state.currency_id`,
    blocks,
  );
  return rows.map((found) => found.map(readRow));
}

export function statesOfKeys(rows: readonly (TimedState | undefined)[]): (StateRow | null)[] {
  return rows.map((row) => (row === undefined ? null : readRow(row)));
}

function readRow(row: TimedState): StateRow {
  return { ...row, reserves: readReserves(row.reserves) };
}
