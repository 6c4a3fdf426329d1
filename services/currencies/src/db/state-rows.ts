import { chainNumber, chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { CurrencyState } from '@ledgergraph/verus-protocol/payloads/currency-state';
import type { LaunchState } from '#/currency/launch-state.ts';
import { readReserves } from '#/currency/reserves-text.ts';
import type { CurrencyAtHeight } from './definition-rows.ts';

/** A state and where it comes from; amounts in satoshis. */
export interface StateRow extends CurrencyState {
  chainId: string;
  currencyId: string;
  /** 1, 2, 3 … per currency. */
  ordinal: number;
  height: number;
  /** Time of the block at that height, unix seconds. */
  time: number;
  txid: string | null;
  launchState: LaunchState;
  lastNotarization: number | null;
}

/** Columns of a state, with its chain and the time of its block. */
export interface Row {
  chain_id: string;
  currency_id: string;
  ordinal: number;
  height: number;
  time: number;
  txid: string | null;
  flags: number;
  launch_state: LaunchState;
  initial_supply: bigint;
  emitted: bigint;
  supply: bigint;
  fees: bigint | null;
  conversion_fees: bigint | null;
  reserves: string;
  last_notarization: number | null;
}

const WANTED_CHAIN = chainNumberOf('wanted.chain_id');

/** Joins the block of a state. LIMIT 1: Postgres then looks each one up, and does not read the whole table to join it. */
export const STATE_BLOCK = `CROSS JOIN LATERAL (
         SELECT time FROM applied_block
          WHERE chain = state.chain AND height = state.height LIMIT 1) AS block`;

/** The state in force of each key, in the order of keys; null before the first. */
export async function findStates(db: SqlExecutor, keys: readonly CurrencyAtHeight[]): Promise<(StateRow | null)[]> {
  const rows = await db.$queryRawUnsafe<(Row & { position: bigint })[]>(
    `SELECT wanted.position, wanted.chain_id, state.*, ${blockTime('block.time')} AS time
       FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, currency_id, height, position)
       JOIN LATERAL (
         SELECT * FROM currency_state
          WHERE chain = ${WANTED_CHAIN} AND currency_id = wanted.currency_id AND height <= wanted.height
          ORDER BY height DESC, ordinal DESC LIMIT 1
       ) AS state ON true
      ${STATE_BLOCK}`,
    keys.map((key) => key.chainId),
    keys.map((key) => key.currencyId),
    keys.map((key) => key.height),
  );
  const found = new Map(rows.map((row) => [Number(row.position) - 1, readRow(row)]));
  return keys.map((_, index) => found.get(index) ?? null);
}

/** A state of a currency, if it stands at or below the height. */
export interface StateKey extends CurrencyAtHeight {
  ordinal: number;
}

/** The state of each key, in the order of keys; null for a key without a state. */
export async function findStatesByOrdinal(db: SqlExecutor, keys: readonly StateKey[]): Promise<(StateRow | null)[]> {
  const rows = await db.$queryRawUnsafe<(Row & { position: bigint })[]>(
    `SELECT wanted.position, wanted.chain_id, state.*, ${blockTime('block.time')} AS time
       FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[])
            WITH ORDINALITY AS wanted (chain_id, currency_id, ordinal, height, position)
       JOIN currency_state AS state ON state.chain = ${WANTED_CHAIN} AND state.currency_id = wanted.currency_id
        AND state.ordinal = wanted.ordinal AND state.height <= wanted.height
      ${STATE_BLOCK}`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ currencyId }) => currencyId),
    keys.map(({ ordinal }) => ordinal),
    keys.map(({ height }) => height),
  );
  const found = new Map(rows.map((row) => [Number(row.position) - 1, readRow(row)]));
  return keys.map((_, index) => found.get(index) ?? null);
}

/** States of a currency with first < ordinal <= last, oldest first. */
export async function listStates(
  db: SqlExecutor,
  currency: { chainId: string; currencyId: string },
  ordinals: { first: number; last: number },
  limit: number,
): Promise<StateRow[]> {
  const rows = await db.$queryRawUnsafe<Row[]>(
    `SELECT $1::text AS chain_id, state.*, ${blockTime('block.time')} AS time
       FROM currency_state AS state
      ${STATE_BLOCK}
      WHERE state.chain = ${chainNumber(1)} AND state.currency_id = $2 AND state.ordinal > $3 AND state.ordinal <= $4
      ORDER BY state.ordinal LIMIT $5`,
    currency.chainId,
    currency.currencyId,
    ordinals.first,
    ordinals.last,
    limit,
  );
  return rows.map(readRow);
}

/** Counts the states of the chain's currency at or below a height: also the ordinal of the last of them. */
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

/** States that notarizations in each block carry, in chain order. */
export async function listBlockStates(
  db: SqlExecutor,
  blocks: readonly { chainId: string; hash: string }[],
): Promise<StateRow[][]> {
  const rows = await db.$queryRawUnsafe<(Row & { position: bigint })[]>(
    `SELECT wanted.position, wanted.chain_id, state.*, ${blockTime('block.time')} AS time
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (chain_id, hash, position)
      CROSS JOIN LATERAL (SELECT * FROM applied_block WHERE applied_block.hash = decode(wanted.hash, 'hex') OFFSET 0) AS block
       JOIN currency_state AS state ON state.chain = block.chain AND state.height = block.height
      WHERE state.source = 'NOTARIZATION' AND block.chain = ${WANTED_CHAIN}
      ORDER BY wanted.position, state.tx_index, state.vout, state.currency_id`,
    blocks.map((block) => block.chainId),
    blocks.map((block) => block.hash),
  );
  return blocks.map((_, index) => rows.filter((row) => Number(row.position) === index + 1).map(readRow));
}

export function readRow(row: Row): StateRow {
  return {
    chainId: row.chain_id,
    currencyId: row.currency_id,
    ordinal: row.ordinal,
    height: row.height,
    time: row.time,
    txid: row.txid,
    flags: row.flags,
    launchState: row.launch_state,
    initialSupply: row.initial_supply,
    emitted: row.emitted,
    supply: row.supply,
    fees: row.fees,
    conversionFees: row.conversion_fees,
    reserves: readReserves(row.reserves),
    lastNotarization: row.last_notarization,
  };
}
