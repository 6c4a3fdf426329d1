import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { LaunchStatus, LaunchTerm, LaunchTotal } from '#/launches/launch.ts';
import { readTerms } from './launch-tables.ts';
import { BEHIND, type Order, START } from './list-order.ts';

export interface LaunchFacts {
  currencyId: string;
  height: number;
  txIndex: number;
  vout: number;
  startBlock: number;
  reserves: readonly LaunchTerm[];
  preallocations: readonly { address: string; amount: bigint }[];
  status: LaunchStatus;
  /** In the order of the reserves. */
  prices: readonly bigint[] | null;
  contributors: number;
}

const KEYS = describeKeys({ chainId: 'text', currencyId: 'text', height: 'integer' });
export type LaunchKey = KeyOf<typeof KEYS>;

export interface LaunchesPage {
  chainId: string;
  height: number;
  status: LaunchStatus | null;
  order: Order;
  after: readonly [height: number, txIndex: number, vout: number] | null;
  limit: number;
}

interface Row extends Omit<LaunchFacts, 'reserves' | 'preallocations'> {
  reserveIds: string[];
  minimums: bigint[];
  maximums: bigint[];
  preallocatedTo: string[];
  preallocated: bigint[];
}

function columns(height: string): string {
  return `launch.currency_id AS "currencyId", launch.height, launch.tx_index AS "txIndex", launch.vout,
    launch.start_block AS "startBlock", launch.reserve_ids AS "reserveIds", launch.minimums, launch.maximums,
    launch.preallocated_to AS "preallocatedTo", launch.preallocated, last.status, last.prices,
    coalesce((SELECT ordinal FROM launch_contributor one
               WHERE one.chain = launch.chain AND one.currency_id = launch.currency_id AND one.height <= ${height}
               ORDER BY one.height DESC, one.ordinal DESC LIMIT 1), 0) AS contributors`;
}

function lastStatus(height: string): string {
  return `CROSS JOIN LATERAL (
    SELECT status, prices FROM launch_status
     WHERE chain = launch.chain AND currency_id = launch.currency_id AND height <= ${height}
     ORDER BY height DESC, tx_index DESC, vout DESC LIMIT 1) last`;
}

export async function listLaunches(db: SqlExecutor, page: LaunchesPage): Promise<LaunchFacts[]> {
  const { chainId, height, status, order, after, limit } = page;
  const start = START[order];
  const rows = await db.$queryRawUnsafe<Row[]>(
    `SELECT ${columns('$2')} FROM launch ${lastStatus('$2')}
      WHERE launch.chain = ${chainNumber(1)} AND launch.height <= $2::integer AND ($3::text IS NULL OR last.status = $3)
        AND (launch.height, launch.tx_index, launch.vout) ${BEHIND[order]} ($4::integer, $5::integer, $6::integer)
      ORDER BY launch.height ${order}, launch.tx_index ${order}, launch.vout ${order} LIMIT $7`,
    chainId,
    height,
    status,
    ...(after ?? [start, start, start]),
    limit,
  );
  return rows.map(readRow);
}

/** Null for a currency that was not launched on its chain by its height. */
export async function findLaunches(db: SqlExecutor, keys: readonly LaunchKey[]): Promise<(LaunchFacts | null)[]> {
  const rows = await KEYS.find<Row>(
    db,
    `SELECT wanted.key, ${columns('wanted.height')}
       FROM ${KEYS.sql}
       JOIN launch ON launch.chain = wanted.chain AND launch.currency_id = wanted.currency_id
        AND launch.height <= wanted.height
      ${lastStatus('wanted.height')}`,
    keys,
  );
  return rows.map((row) => (row === undefined ? null : readRow(row)));
}

export interface ReserveTotal extends LaunchTotal {
  reserveId: string;
}

export function findLaunchTotals(db: SqlExecutor, keys: readonly LaunchKey[]): Promise<ReserveTotal[][]> {
  return KEYS.list(
    db,
    `SELECT wanted.key, reserve.id AS "reserveId", total.accepted, total.refunded, total.carve_out AS "carveOut"
       FROM ${KEYS.sql}
       JOIN launch ON launch.chain = wanted.chain AND launch.currency_id = wanted.currency_id
      CROSS JOIN LATERAL unnest(launch.reserve_ids) AS reserve (id)
      CROSS JOIN LATERAL (
        SELECT accepted, refunded, carve_out FROM launch_total
         WHERE chain = launch.chain AND currency_id = wanted.currency_id AND reserve_id = reserve.id
           AND height <= wanted.height
         ORDER BY height DESC LIMIT 1) total`,
    keys,
  );
}

function readRow(row: Row): LaunchFacts {
  const { reserveIds: _, minimums: __, maximums: ___, preallocatedTo, preallocated, ...facts } = row;
  return {
    ...facts,
    ...readTerms(row),
    preallocations: preallocatedTo.map((address, index) => ({ address, amount: preallocated[index] ?? 0n })),
  };
}
