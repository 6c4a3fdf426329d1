import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { CalendarInterval } from '@ledgergraph/graph-kit/calendar';

export interface VolumeKey {
  chainId: string;
  interval: CalendarInterval;
  fromHeight: number;
  /** The block that is read, if the interval is open. */
  toHeight: number;
}

export interface VolumePage {
  after: string;
  limit: number;
}

export interface ListedVolume {
  keyIndex: number;
  currencyId: string;
  transferred: string;
  converted: string;
}

/** Each volume is the difference of two totals. */
export async function listVolumes(
  db: SqlExecutor,
  keys: readonly VolumeKey[],
  { after, limit }: VolumePage,
): Promise<ListedVolume[]> {
  const totalUpTo = (condition: string) => `
    SELECT total.transferred, total.converted FROM volume_total AS total
     WHERE total.chain = wanted.chain AND total.currency_id = member.currency_id AND total.height ${condition}
     ORDER BY total.height DESC LIMIT 1`;
  return db.$queryRawUnsafe<ListedVolume[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", member.currency_id AS "currencyId",
            (last.transferred - coalesce(before.transferred, 0))::text AS transferred,
            (last.converted - coalesce(before.converted, 0))::text AS converted
       FROM (SELECT ${chainNumberOf('listed.chain_id')} AS chain, listed.*
               FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[]) WITH ORDINALITY
                 AS listed (chain_id, interval, from_height, to_height, place) OFFSET 0) AS wanted
      CROSS JOIN LATERAL (
        SELECT own.currency_id FROM volume_member AS own
         WHERE own.chain = wanted.chain AND own.interval = wanted.interval AND own.from_height = wanted.from_height
           AND own.currency_id > $5::text AND own.height <= wanted.to_height
         ORDER BY own.currency_id LIMIT $6::integer) AS member
      CROSS JOIN LATERAL (${totalUpTo('<= wanted.to_height')}) AS last
       LEFT JOIN LATERAL (${totalUpTo('< wanted.from_height')}) AS before ON true
      ORDER BY wanted.place, member.currency_id`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ interval }) => interval),
    keys.map(({ fromHeight }) => fromHeight),
    keys.map(({ toHeight }) => toHeight),
    after,
    limit,
  );
}

export interface ConversionsKey {
  chainId: string;
  height: number;
}

export async function countConversions(
  db: SqlExecutor,
  keys: readonly ConversionsKey[],
): Promise<{ keyIndex: number; conversions: number }[]> {
  return db.$queryRawUnsafe(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", last.conversions
       FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS wanted (chain_id, height, place)
      CROSS JOIN LATERAL (SELECT total.conversions FROM conversion_total AS total
                           WHERE total.chain = ${chainNumberOf('wanted.chain_id')} AND total.height <= wanted.height
                           ORDER BY total.height DESC LIMIT 1) AS last`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ height }) => height),
  );
}
