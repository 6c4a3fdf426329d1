import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable, type RowOf, type Table } from '@ledgergraph/chain-kit/db/table';
import type { LaunchStatus, LaunchTerms, LaunchTotal } from '#/launches/launch.ts';

export const launchTable = describeTable('launch', {
  currencyId: 'text',
  height: 'integer',
  txIndex: 'integer',
  vout: 'integer',
  startBlock: 'integer',
  reserveIds: 'text[]',
  minimums: 'bigint[]',
  maximums: 'bigint[]',
  preallocatedTo: 'text[]',
  preallocated: 'bigint[]',
});
export type LaunchRow = RowOf<typeof launchTable>;

const status = describeTable('launch_status', {
  currencyId: 'text',
  height: 'integer',
  txIndex: 'integer',
  vout: 'integer',
  status: 'text',
  prices: 'bigint[]?',
});
export interface StatusRow extends Omit<RowOf<typeof status>, 'status'> {
  status: LaunchStatus;
}
export const statusTable = status as unknown as Table<StatusRow>;

export const totalTable = describeTable('launch_total', {
  currencyId: 'text',
  reserveId: 'text',
  height: 'integer',
  accepted: 'bigint',
  refunded: 'bigint',
  carveOut: 'bigint',
});
export type TotalRow = RowOf<typeof totalTable>;

export const contributorTable = describeTable('launch_contributor', {
  currencyId: 'text',
  address: 'text',
  height: 'integer',
  ordinal: 'integer',
});
export type ContributorRow = RowOf<typeof contributorTable>;

export const gatheredTable = describeTable(
  'launch_gathered',
  { height: 'integer', txIndex: 'integer', vout: 'integer', gatheredHeight: 'integer', isAccepted: 'boolean' },
  { height: 'gatheredHeight' },
);
export type GatheredRow = RowOf<typeof gatheredTable>;

export type TransferPlace = Pick<GatheredRow, 'height' | 'txIndex' | 'vout'>;

export interface KnownLaunch {
  terms: Omit<LaunchTerms, 'preallocations'>;
  status: LaunchStatus;
  prices: bigint[] | null;
  totals: Map<string, LaunchTotal>;
  contributors: number;
}

export async function findKnownLaunches(
  db: SqlExecutor,
  chain: number,
  currencyIds: readonly string[],
): Promise<Map<string, KnownLaunch>> {
  if (currencyIds.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<
    (LaunchRow & { status: LaunchStatus | null; prices: bigint[] | null; contributors: number })[]
  >(
    `SELECT ${launchTable.columns()}, last.status, last.prices,
            coalesce((SELECT ordinal FROM launch_contributor one WHERE one.chain = $1 AND one.currency_id = launch.currency_id
              ORDER BY height DESC, ordinal DESC LIMIT 1), 0) AS contributors
       FROM launch
       LEFT JOIN LATERAL (
         SELECT status, prices FROM launch_status WHERE chain = $1 AND currency_id = launch.currency_id
          ORDER BY height DESC, tx_index DESC, vout DESC LIMIT 1) last ON true
      WHERE launch.chain = $1 AND launch.currency_id = ANY ($2::text[])`,
    chain,
    currencyIds,
  );
  const totals = await db.$queryRawUnsafe<TotalRow[]>(
    `SELECT DISTINCT ON (currency_id, reserve_id) ${totalTable.columns()}
       FROM launch_total WHERE chain = $1 AND currency_id = ANY ($2::text[])
      ORDER BY currency_id, reserve_id, height DESC`,
    chain,
    rows.map(({ currencyId }) => currencyId),
  );
  const byCurrency = Map.groupBy(totals, ({ currencyId }) => currencyId);
  return new Map(
    rows.map((row) => [
      row.currencyId,
      {
        terms: readTerms(row),
        status: row.status ?? 'PRELAUNCH',
        prices: row.prices,
        totals: new Map((byCurrency.get(row.currencyId) ?? []).map((total) => [total.reserveId, total])),
        contributors: row.contributors,
      },
    ]),
  );
}

export function readTerms(row: Pick<LaunchRow, 'currencyId' | 'startBlock' | 'reserveIds' | 'minimums' | 'maximums'>) {
  const reserves = row.reserveIds.map((currencyId, index) => ({
    currencyId,
    minimum: row.minimums[index] ?? 0n,
    maximum: row.maximums[index] ?? null,
  }));
  return { currencyId: row.currencyId, startBlock: row.startBlock, reserves };
}

export async function findContributors(
  db: SqlExecutor,
  chain: number,
  currencyIds: readonly string[],
  addresses: readonly string[],
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const where = 'WHERE chain = $1 AND currency_id = ANY ($2::text[]) AND address = ANY ($3::text[])';
  return new Set((await contributorTable.find(db, where, chain, currencyIds, addresses)).map(contributorKey));
}

export function contributorKey({ currencyId, address }: Pick<ContributorRow, 'currencyId' | 'address'>): string {
  return `${currencyId} ${address}`;
}

/** By `placeKey`: whether they count as accepted. */
export async function findGathered(
  db: SqlExecutor,
  chain: number,
  places: readonly TransferPlace[],
): Promise<Map<string, boolean>> {
  if (places.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<GatheredRow[]>(
    `SELECT ${gatheredTable.columns('own')}
       FROM unnest($2::integer[], $3::integer[], $4::integer[]) AS wanted (height, tx_index, vout)
       JOIN launch_gathered own ON own.chain = $1 AND own.height = wanted.height AND own.tx_index = wanted.tx_index AND own.vout = wanted.vout`,
    chain,
    places.map(({ height }) => height),
    places.map(({ txIndex }) => txIndex),
    places.map(({ vout }) => vout),
  );
  return new Map(rows.map((row) => [placeKey(row), row.isAccepted]));
}

export function placeKey({ height, txIndex, vout }: TransferPlace): string {
  return `${height} ${txIndex} ${vout}`;
}
