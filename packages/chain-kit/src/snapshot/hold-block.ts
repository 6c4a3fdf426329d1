import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { connect, type ServiceDatabase, withClient } from './databases.ts';
import { areSamePlaces, type Place } from './manifest.ts';
import { SnapshotFault } from './snapshot-fault.ts';

/** All others pull their blocks from it. */
const SOURCE = 'blocks';
const POLL_MS = 20;
/** Longest wait of indexing, whose transactions are patient for two minutes. */
const HOLD_MS = 30_000;
const LOCK_TIMEOUT_MS = 20_000;
/** The server ends a vanished holder, whose connection may look alive for hours. */
const VANISHED_MS = HOLD_MS + 15_000;
/** Consumers further behind would not arrive while the source is held. */
const NEAR_BLOCKS = 50;

/** Other connections see the same by the name of the snapshot, until this one ends. */
export interface Moment {
  database: ServiceDatabase;
  client: pg.Client;
  /** For `SET TRANSACTION SNAPSHOT`. */
  snapshot: string;
  places: Place[];
}

export interface MomentOptions {
  /** Empty: all. */
  chainIds: readonly string[];
  /** The agreed height of all teams that each write their own database. */
  at: number | undefined;
  /** Milliseconds until every service must have applied the block. */
  waitMs: number;
  report: (text: string) => void;
}

/** The source's cursor is locked for a moment, so that the others arrive there. @throws SnapshotFault if they do not in time */
export async function openMoments(databases: readonly ServiceDatabase[], options: MomentOptions): Promise<Moment[]> {
  const { at, waitMs, report } = options;
  const deadline = Date.now() + waitMs;
  if (at !== undefined)
    return collect(databases.map((database) => () => openAtHeight(database, at, options, deadline)));
  const source = databases.find(({ service }) => service === SOURCE);
  const others = databases.filter((database) => database !== source);
  if (source === undefined || others.length === 0) {
    throw new SnapshotFault(
      'without the databases of all services, agree on a height with the other teams: --at <height>',
    );
  }
  await untilNear(source, others, options, deadline);
  const holder = await connect(source);
  try {
    await holder.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await holder.query(`SET LOCAL idle_in_transaction_session_timeout = ${VANISHED_MS}`);
    await holder.query('SELECT FROM sync_cursor FOR SHARE');
    const heldAt = Date.now();
    const places = await readPlaces(holder, options.chainIds);
    const until = Math.min(deadline + HOLD_MS, heldAt + HOLD_MS);
    const moments = await collect(
      [source, ...others].map((database) => () => openAtPlaces(database, places, options.chainIds, until)),
    );
    report(`All databases are at one block; indexing was held for ${((Date.now() - heldAt) / 1000).toFixed(1)} s.`);
    return moments;
  } finally {
    await holder.end().catch(() => undefined);
  }
}

export async function closeMoments(moments: readonly Moment[]): Promise<void> {
  await Promise.all(moments.map(({ client }) => client.end().catch(() => undefined)));
}

async function collect(opens: readonly (() => Promise<Moment>)[]): Promise<Moment[]> {
  const results = await Promise.allSettled(opens.map((open) => open()));
  const moments = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed === undefined) return moments;
  await closeMoments(moments);
  throw failed.reason;
}

async function untilNear(
  source: ServiceDatabase,
  others: readonly ServiceDatabase[],
  { chainIds, report }: MomentOptions,
  deadline: number,
): Promise<void> {
  const read = (database: ServiceDatabase): Promise<Place[]> =>
    withClient(database, (client) => readPlaces(client, chainIds));
  for (let reported = ''; ; await delay(1_000)) {
    const tips = await read(source);
    if (tips.length === 0) throw new SnapshotFault(`${source.service} has applied no block of a wanted chain`);
    const behind: string[] = [];
    for (const database of others) {
      const places = await read(database);
      for (const tip of tips) {
        const height = places.find(({ chainId }) => chainId === tip.chainId)?.height ?? -1;
        if (height < tip.height - NEAR_BLOCKS) behind.push(`${database.service} is at ${height} of ${tip.height}`);
      }
    }
    if (behind.length === 0) return;
    const text = `Waiting for services that are behind: ${behind.join(', ')}`;
    if (Date.now() > deadline) throw new SnapshotFault(`${text}; try again when they have caught up`);
    if (text !== reported) report(text);
    reported = text;
  }
}

async function openAtPlaces(
  database: ServiceDatabase,
  places: readonly Place[],
  chainIds: readonly string[],
  deadline: number,
): Promise<Moment> {
  return openWhen(database, chainIds, deadline, (found) => areSamePlaces(found, places));
}

async function openAtHeight(
  database: ServiceDatabase,
  at: number,
  { chainIds }: MomentOptions,
  deadline: number,
): Promise<Moment> {
  return openWhen(database, chainIds, deadline, (places) => {
    if (places.length > 1) throw new SnapshotFault('--at is the height of one chain: name it with --network');
    const height = places[0]?.height ?? -1;
    if (height > at) {
      throw new SnapshotFault(`${database.service} is already at ${height}: agree on a height that is still to come`);
    }
    return height === at;
  });
}

async function openWhen(
  database: ServiceDatabase,
  chainIds: readonly string[],
  deadline: number,
  isThere: (places: readonly Place[]) => boolean,
): Promise<Moment> {
  const client = await connect(database);
  try {
    for (;;) {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const places = await readPlaces(client, chainIds);
      if (isThere(places)) {
        const { rows } = await client.query<{ name: string }>('SELECT pg_export_snapshot() AS name');
        return { database, client, snapshot: rows[0]?.name ?? '', places };
      }
      await client.query('ROLLBACK');
      if (Date.now() > deadline) {
        const stand = places.map(({ height, hash }) => `${height} (${hash})`).join(', ') || 'no block';
        throw new SnapshotFault(`${database.service} did not come to the block in time: it is at ${stand}`);
      }
      await delay(POLL_MS);
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function readPlaces(client: pg.Client, chainIds: readonly string[]): Promise<Place[]> {
  const { rows } = await client.query<Place>(
    `SELECT chain_id AS "chainId", height, hash FROM sync_cursor
      WHERE cardinality($1::text[]) = 0 OR chain_id = ANY($1::text[]) ORDER BY chain_id`,
    [chainIds],
  );
  return rows;
}
