import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { CalendarInterval } from '@ledgergraph/graph-kit/calendar';
import { NATIVE_ID } from './address-registry.ts';
import type { ActivityKey } from './address-transactions.ts';
import { CHAIN_ADDRESS_AND_CURRENCY } from './wanted-keys.ts';

export interface HistoryPage {
  currencyId: string;
  interval: CalendarInterval;
  /** Unix seconds in the first and the last interval; null: the interval of the first movement, and of the block that is read. */
  from: number | null;
  to: number | null;
  order: 'ASC' | 'DESC';
  after: number | null;
  limit: number;
}

export interface HistoryPoint {
  keyIndex: number;
  /** Unix seconds. */
  start: number;
  /** Last block of the interval, or the block that is read if it is in it. */
  toHeight: number;
  balance: bigint;
  isOpen: boolean;
}

export async function listBalanceHistory(
  db: SqlExecutor,
  keys: readonly ActivityKey[],
  { currencyId, interval, from, to, order, after, limit }: HistoryPage,
): Promise<HistoryPoint[]> {
  const { unit, step } = STEPS[interval];
  return db.$queryRawUnsafe<HistoryPoint[]>(
    HISTORY_PAGES[order],
    keys.map(({ chainId }) => chainId),
    keys.map(({ address }) => address),
    keys.map(() => currencyId),
    keys.map(({ height }) => height),
    unit,
    step,
    from,
    to,
    after,
    limit,
  );
}

/** A week of Postgres begins on Monday. */
const STEPS: Record<CalendarInterval, { unit: string; step: string }> = {
  HOUR: { unit: 'hour', step: '1 hour' },
  DAY: { unit: 'day', step: '1 day' },
  WEEK: { unit: 'week', step: '7 days' },
  MONTH: { unit: 'month', step: '1 month' },
};

function startOf(seconds: string): string {
  return `date_trunc($5::text, to_timestamp((${seconds})::float8) AT TIME ZONE 'UTC')`;
}

function startAt(height: string): string {
  return startOf(`(SELECT start.hour FROM hour_start start WHERE start.chain = wanted.chain AND start.height <= ${height}
                    ORDER BY start.chain DESC, start.height DESC LIMIT 1)::bigint * 3600`);
}

/** The native currency has rows in two tables, any other in one: see currencySteps. */
function changeOf(columns: string, condition: string, word: 'ASC' | 'DESC'): string {
  const last = (row: string, key: string) => `
      WHERE ${row}.chain = wanted.chain AND ${key} ${condition.replaceAll('change.', `${row}.`)}
      ORDER BY ${row}.height ${word}, ${row}.tx_index ${word} LIMIT 1`;
  return `
    SELECT ${columns} FROM (
      (SELECT native.height, native.tx_index, native.balance FROM native_transaction native
        ${last('native', `wanted.currency_id = ${NATIVE_ID} AND native.address_id = wanted.address_id`)})
       UNION ALL
      (SELECT other.height, other.tx_index, other.balance FROM balance_change_row other
        ${last('other', 'other.address_id = wanted.address_id AND other.currency_id = wanted.currency_id')})
    ) change ORDER BY change.height ${word}, change.tx_index ${word} LIMIT 1`;
}

// Parameters: chains, addresses, currencies and heights of the keys; unit and length of the interval; from, to, after and limit of the
// page. Each point is three probes. OFFSET 0 keeps their results: Postgres would repeat a probe wherever its result is named.
const historyPage = (order: 'ASC' | 'DESC') => `
SELECT (wanted.place - 1)::integer AS "keyIndex", extract(epoch FROM point.start)::float8 AS start, point.height AS "toHeight",
       coalesce(change.balance, 0) AS balance, point.is_open AS "isOpen"
  FROM (SELECT chain.id AS chain, address.id AS address_id, currency.id AS currency_id, listed.height, listed.place
          FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[]) WITH ORDINALITY
            AS listed (chain_id, address, currency, height, place)
          ${CHAIN_ADDRESS_AND_CURRENCY}
       ) wanted
 CROSS JOIN LATERAL (${changeOf('change.height', 'AND change.height <= wanted.height', 'ASC')}) earliest
 CROSS JOIN LATERAL (
    SELECT CASE WHEN $7::float8 IS NULL THEN ${startAt('earliest.height')}
                ELSE greatest(${startOf('$7::float8')}, ${startAt('0')}) END AS first,
           least(${startAt('wanted.height')}, ${startOf('$8::float8')}) AS last,
           ${startOf('$9::float8')} AS before
    OFFSET 0
  ) bound
 CROSS JOIN LATERAL (
    SELECT ${
      order === 'ASC'
        ? 'coalesce(bound.before + $6::text::interval, bound.first) +'
        : 'coalesce(bound.before - $6::text::interval, bound.last) -'
    } number.n * $6::text::interval AS start
      FROM generate_series(0, $10::integer - 1) AS number (n)
  ) listed
 CROSS JOIN LATERAL (
    SELECT listed.start, coalesce(least(next.height - 1, wanted.height), wanted.height) AS height,
           coalesce(next.height > wanted.height, true) AS is_open
      FROM (SELECT (SELECT start.height FROM hour_start start
                     WHERE start.chain = wanted.chain
                       AND start.hour >= (extract(epoch FROM listed.start + $6::text::interval) / 3600)::integer
                     ORDER BY start.chain, start.hour LIMIT 1) AS height OFFSET 0) next
    OFFSET 0
  ) point
  LEFT JOIN LATERAL (${changeOf('change.balance', 'AND change.height <= point.height', 'DESC')}) change ON true
 WHERE listed.start BETWEEN bound.first AND bound.last
 ORDER BY wanted.place, point.start ${order}`;

const HISTORY_PAGES = { ASC: historyPage('ASC'), DESC: historyPage('DESC') } as const;
