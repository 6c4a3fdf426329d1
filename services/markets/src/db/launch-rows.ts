import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { LaunchStatus, LaunchTerms, LaunchTotal } from '#/launches/launch.ts';

export interface LaunchRow extends LaunchTerms {
  height: number;
  txIndex: number;
  vout: number;
}

export interface StatusRow {
  currencyId: string;
  height: number;
  txIndex: number;
  vout: number;
  status: LaunchStatus;
  /** Launch prices in the order of the terms; null: none is known yet, or the launch failed. */
  prices: readonly bigint[] | null;
}

/** Totals of one currency of a launch after a block. */
export interface TotalRow extends LaunchTotal {
  currencyId: string;
  reserveId: string;
  height: number;
}

/** An address that contributions are for, numbered by its first one. */
export interface ContributorRow {
  currencyId: string;
  address: string;
  height: number;
  ordinal: number;
}

/** Place of a transfer, which names it. */
export interface TransferPlace {
  height: number;
  txIndex: number;
  vout: number;
}

/** A contribution that an export gathered, and whether it counts as accepted until its import decides. */
export interface GatheredRow extends TransferPlace {
  gatheredHeight: number;
  isAccepted: boolean;
}

export interface LaunchRows {
  launches: readonly LaunchRow[];
  statuses: readonly StatusRow[];
  totals: readonly TotalRow[];
  contributors: readonly ContributorRow[];
  gathered: readonly GatheredRow[];
}

/** A launch of before, as rows of a batch build on it. */
export interface KnownLaunch {
  terms: LaunchTerms;
  status: LaunchStatus;
  prices: readonly bigint[] | null;
  totals: Map<string, LaunchTotal>;
  contributors: number;
}

export async function findKnownLaunches(
  db: SqlExecutor,
  chainId: string,
  currencyIds: readonly string[],
): Promise<Map<string, KnownLaunch>> {
  if (currencyIds.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<
    {
      currencyId: string;
      startBlock: number;
      reserveIds: string[];
      minimums: bigint[];
      maximums: bigint[];
      status: LaunchStatus | null;
      prices: bigint[] | null;
      contributors: number | null;
    }[]
  >(
    `SELECT launch.currency_id AS "currencyId", launch.start_block AS "startBlock", launch.reserve_ids AS "reserveIds",
            launch.minimums, launch.maximums, last.status, last.prices,
            (SELECT ordinal FROM launch_contributor one WHERE one.chain_id = $1 AND one.currency_id = launch.currency_id
              ORDER BY height DESC, ordinal DESC LIMIT 1) AS contributors
       FROM launch
       LEFT JOIN LATERAL (
         SELECT status, prices FROM launch_status WHERE chain_id = $1 AND currency_id = launch.currency_id
          ORDER BY height DESC, tx_index DESC, vout DESC LIMIT 1) last ON true
      WHERE launch.chain_id = $1 AND launch.currency_id = ANY ($2::text[])`,
    chainId,
    currencyIds,
  );
  const totals = await findLastTotals(
    db,
    chainId,
    rows.map(({ currencyId }) => currencyId),
  );
  return new Map(
    rows.map((row) => [
      row.currencyId,
      {
        terms: { ...readTerms(row), preallocations: [] },
        status: row.status ?? 'PRELAUNCH',
        prices: row.prices,
        totals: totals.get(row.currencyId) ?? new Map(),
        contributors: row.contributors ?? 0,
      },
    ]),
  );
}

export function readTerms(row: {
  currencyId: string;
  startBlock: number;
  reserveIds: string[];
  minimums: bigint[];
  maximums: bigint[];
}): Omit<LaunchTerms, 'preallocations'> {
  const reserves = row.reserveIds.map((currencyId, index) => ({
    currencyId,
    minimum: row.minimums[index] ?? 0n,
    maximum: row.maximums[index] ?? null,
  }));
  return { currencyId: row.currencyId, startBlock: row.startBlock, reserves };
}

async function findLastTotals(
  db: SqlExecutor,
  chainId: string,
  currencyIds: readonly string[],
): Promise<Map<string, Map<string, LaunchTotal>>> {
  const found = new Map<string, Map<string, LaunchTotal>>();
  if (currencyIds.length === 0) return found;
  const rows = await db.$queryRawUnsafe<(LaunchTotal & { currencyId: string; reserveId: string })[]>(
    `SELECT DISTINCT ON (currency_id, reserve_id) currency_id AS "currencyId", reserve_id AS "reserveId", accepted, refunded,
            carve_out AS "carveOut"
       FROM launch_total WHERE chain_id = $1 AND currency_id = ANY ($2::text[])
      ORDER BY currency_id, reserve_id, height DESC`,
    chainId,
    currencyIds,
  );
  for (const { currencyId, reserveId, ...total } of rows) {
    const totals = found.get(currencyId) ?? new Map();
    found.set(currencyId, totals.set(reserveId, total));
  }
  return found;
}

/** Addresses, among some, that contributed to launches before: `currency address`. */
export async function findContributors(
  db: SqlExecutor,
  chainId: string,
  currencyIds: readonly string[],
  addresses: readonly string[],
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await db.$queryRawUnsafe<{ currencyId: string; address: string }[]>(
    `SELECT currency_id AS "currencyId", address FROM launch_contributor
      WHERE chain_id = $1 AND currency_id = ANY ($2::text[]) AND address = ANY ($3::text[])`,
    chainId,
    currencyIds,
    addresses,
  );
  return new Set(rows.map((row) => contributorKey(row)));
}

export function contributorKey({ currencyId, address }: { currencyId: string; address: string }): string {
  return `${currencyId} ${address}`;
}

/** Contributions of before, among some, by `placeKey`: whether they count as accepted. */
export async function findGathered(
  db: SqlExecutor,
  chainId: string,
  places: readonly TransferPlace[],
): Promise<Map<string, boolean>> {
  if (places.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<(TransferPlace & { isAccepted: boolean })[]>(
    `SELECT gathered.height, gathered.tx_index AS "txIndex", gathered.vout, gathered.is_accepted AS "isAccepted"
       FROM unnest($2::integer[], $3::integer[], $4::integer[]) AS wanted (height, tx_index, vout)
       JOIN launch_gathered gathered ON gathered.chain_id = $1 AND gathered.height = wanted.height
        AND gathered.tx_index = wanted.tx_index AND gathered.vout = wanted.vout`,
    chainId,
    places.map(({ height }) => height),
    places.map(({ txIndex }) => txIndex),
    places.map(({ vout }) => vout),
  );
  return new Map(rows.map((row) => [placeKey(row), row.isAccepted]));
}

export function placeKey({ height, txIndex, vout }: TransferPlace): string {
  return `${height} ${txIndex} ${vout}`;
}

/** Columns that several tables have. */
const PLACE = { height: 'integer', tx_index: 'integer', vout: 'integer' };
const OF_CURRENCY = { chain_id: 'text', currency_id: 'text' };

export async function writeLaunchRows(tx: SqlExecutor, chainId: string, rows: LaunchRows): Promise<void> {
  await insertRows(
    tx,
    'launch',
    {
      ...OF_CURRENCY,
      ...PLACE,
      start_block: 'integer',
      reserve_ids: 'text[]',
      minimums: 'bigint[]',
      maximums: 'bigint[]',
      preallocated_to: 'text[]',
      preallocated: 'bigint[]',
    },
    rows.launches.map((row) => [
      chainId,
      row.currencyId,
      row.height,
      row.txIndex,
      row.vout,
      row.startBlock,
      row.reserves.map(({ currencyId }) => currencyId),
      row.reserves.map(({ minimum }) => minimum),
      row.reserves.flatMap(({ maximum }) => maximum ?? []),
      row.preallocations.map(({ address }) => address),
      row.preallocations.map(({ amount }) => amount),
    ]),
  );
  await insertRows(
    tx,
    'launch_status',
    { ...OF_CURRENCY, ...PLACE, status: 'text', prices: 'bigint[]' },
    rows.statuses.map((row) => [chainId, row.currencyId, row.height, row.txIndex, row.vout, row.status, row.prices]),
  );
  await writeTotals(tx, chainId, rows);
}

async function writeTotals(tx: SqlExecutor, chainId: string, rows: LaunchRows): Promise<void> {
  await insertRows(
    tx,
    'launch_total',
    {
      ...OF_CURRENCY,
      reserve_id: 'text',
      height: 'integer',
      accepted: 'bigint',
      refunded: 'bigint',
      carve_out: 'bigint',
    },
    rows.totals.map((row) => [
      chainId,
      row.currencyId,
      row.reserveId,
      row.height,
      row.accepted,
      row.refunded,
      row.carveOut,
    ]),
  );
  await insertRows(
    tx,
    'launch_contributor',
    { ...OF_CURRENCY, address: 'text', height: 'integer', ordinal: 'integer' },
    rows.contributors.map((row) => [chainId, row.currencyId, row.address, row.height, row.ordinal]),
  );
  await insertRows(
    tx,
    'launch_gathered',
    { chain_id: 'text', ...PLACE, gathered_height: 'integer', is_accepted: 'boolean' },
    rows.gathered.map((row) => [chainId, row.height, row.txIndex, row.vout, row.gatheredHeight, row.isAccepted]),
  );
}

/** @param keepHeight -1: no block is kept */
export async function deleteLaunchesAbove(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  for (const table of ['launch', 'launch_status', 'launch_total', 'launch_contributor']) {
    await tx.$executeRawUnsafe(`DELETE FROM ${table} WHERE chain_id = $1 AND height > $2`, chainId, keepHeight);
  }
  await tx.$executeRawUnsafe(
    'DELETE FROM launch_gathered WHERE chain_id = $1 AND gathered_height > $2',
    chainId,
    keepHeight,
  );
}
