import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { CalendarInterval } from '@ledgergraph/graph-kit/calendar';

const VOLUME_KEYS = describeKeys({
  chainId: 'text',
  interval: 'text',
  fromHeight: 'integer',
  /** The block that is read, if the interval is open. */
  toHeight: 'integer',
});
export type VolumeKey = KeyOf<typeof VOLUME_KEYS> & { interval: CalendarInterval };

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
    `SELECT wanted.key - 1 AS "keyIndex", member.currency_id AS "currencyId",
            (last.transferred - coalesce(before.transferred, 0))::text AS transferred,
            (last.converted - coalesce(before.converted, 0))::text AS converted
       FROM ${VOLUME_KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT own.currency_id FROM volume_member AS own
         WHERE own.chain = wanted.chain AND own.interval = wanted."interval" AND own.from_height = wanted.from_height
           AND own.currency_id > $5::text AND own.height <= wanted.to_height
         ORDER BY own.currency_id LIMIT $6::integer) AS member
      CROSS JOIN LATERAL (${totalUpTo('<= wanted.to_height')}) AS last
       LEFT JOIN LATERAL (${totalUpTo('< wanted.from_height')}) AS before ON true
      ORDER BY wanted.key, member.currency_id`,
    ...VOLUME_KEYS.values(keys),
    after,
    limit,
  );
}

const CONVERSIONS_KEYS = describeKeys({ chainId: 'text', height: 'integer' });
export type ConversionsKey = KeyOf<typeof CONVERSIONS_KEYS>;

export async function countConversions(db: SqlExecutor, keys: readonly ConversionsKey[]): Promise<number[]> {
  const rows = await CONVERSIONS_KEYS.find<{ conversions: number }>(
    db,
    `SELECT wanted.key, last.conversions
       FROM ${CONVERSIONS_KEYS.sql}
      CROSS JOIN LATERAL (SELECT total.conversions FROM conversion_total AS total
                           WHERE total.chain = wanted.chain AND total.height <= wanted.height
                           ORDER BY total.height DESC LIMIT 1) AS last`,
    keys,
  );
  return rows.map((row) => row?.conversions ?? 0);
}
