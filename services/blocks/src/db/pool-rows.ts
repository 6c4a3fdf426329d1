import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** Amounts are in satoshis. */
export interface PoolEntry {
  txid: string;
  size: number;
  /** Null for an import, or an input of unknown value. */
  fee: bigint | null;
  /** Null before the Overwinter rules; 0: it never expires. */
  expiryHeight: number | null;
  fragment: Uint8Array;
  spends: readonly { txid: string; vout: number }[];
  changes: readonly PoolChange[];
}

export interface PoolChange {
  address: string;
  /** Without zeros. Empty where nothing moves, as in an update of an identity. */
  amounts: readonly { currencyId: string; satoshis: bigint }[];
}

/** RETURNED: its block left the main chain; another stay follows at once. */
export type LeaveReason = 'MINED' | 'EXPIRED' | 'CONFLICTED' | 'REMOVED' | 'RETURNED';

export interface Leaving {
  txid: string;
  reason: Exclude<LeaveReason, 'RETURNED'>;
  /** Height of its block, or of the tip at which it was missed. */
  height: number;
  conflictsWith: readonly string[];
}

/** Differs between servers, databases, and before and after a promotion: only within one no commit is lost. */
const TIMELINE = `concat_ws(' ', (SELECT system_identifier FROM pg_control_system()),
  left(pg_walfile_name(pg_current_wal_lsn()), 8), (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/**
 * Only the holder writes the pool's rows. After a failover, and at first, serials begin at the time of day, so that they differ from
 * those of another history.
 * @returns the newest serial
 */
export async function lockPool(tx: SqlExecutor, chainId: string): Promise<bigint> {
  const rows = await tx.$queryRawUnsafe<{ serial: bigint }[]>(
    `INSERT INTO pool AS known (chain_id, serial, begins_at, timeline)
     SELECT $1, milliseconds, milliseconds, ${TIMELINE}
       FROM (SELECT floor(extract(epoch FROM now()) * 1000)::bigint AS milliseconds) clock
     ON CONFLICT (chain_id) DO UPDATE SET timeline = excluded.timeline,
       serial = CASE WHEN known.timeline <> excluded.timeline THEN greatest(known.serial + 1, excluded.serial)
                     ELSE known.serial END,
       begins_at = CASE WHEN known.timeline <> excluded.timeline THEN greatest(known.serial + 1, excluded.serial)
                        ELSE known.begins_at END
     RETURNING serial`,
    chainId,
  );
  return rows[0]?.serial ?? 0n;
}

/** Also of a pool that was never read as a whole; null: nothing has changed yet. */
export async function findNewestSerial(db: SqlExecutor, chainId: string): Promise<bigint | null> {
  const rows = await db.$queryRawUnsafe<{ serial: bigint }[]>('SELECT serial FROM pool WHERE chain_id = $1', chainId);
  return rows[0]?.serial ?? null;
}

export async function listOpenStays(db: SqlExecutor, chainId: string): Promise<string[]> {
  const rows = await db.$queryRawUnsafe<{ txid: string }[]>(
    `SELECT encode(txid, 'hex') AS txid FROM pool_stay WHERE chain_id = $1 AND left_serial IS NULL`,
    chainId,
  );
  return rows.map(({ txid }) => txid);
}

export async function findKnownEntries(db: SqlExecutor, chainId: string, txids: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRawUnsafe<{ txid: string }[]>(
    `SELECT wanted.txid FROM unnest($2::text[]) AS wanted (txid)
       JOIN pool_transaction known ON known.chain_id = $1 AND known.txid = decode(wanted.txid, 'hex')`,
    chainId,
    txids,
  );
  return rows.map(({ txid }) => txid);
}

export async function insertPoolEntries(
  tx: SqlExecutor,
  chainId: string,
  entries: readonly PoolEntry[],
): Promise<void> {
  await insertRows(
    tx,
    'pool_transaction',
    { chain_id: 'text', txid: 'bytea', size: 'integer', fee: 'bigint', expiry_height: 'bigint', fragment: 'bytea' },
    entries.map(({ txid, size, fee, expiryHeight, fragment }) => [chainId, txid, size, fee, expiryHeight, fragment]),
    'ON CONFLICT DO NOTHING',
  );
  await insertRows(
    tx,
    'pool_spend',
    { chain_id: 'text', spent_txid: 'bytea', vout: 'integer', txid: 'bytea' },
    entries.flatMap(({ txid, spends }) => spends.map((spent) => [chainId, spent.txid, spent.vout, txid])),
    'ON CONFLICT DO NOTHING',
  );
  await insertRows(
    tx,
    'pool_change',
    { chain_id: 'text', address: 'text', txid: 'bytea', currency_ids: 'text[]', satoshis: 'bigint[]' },
    entries.flatMap(({ txid, changes }) =>
      changes.map(({ address, amounts }) => [
        chainId,
        address,
        txid,
        amounts.map(({ currencyId }) => currencyId),
        amounts.map(({ satoshis }) => satoshis),
      ]),
    ),
    'ON CONFLICT DO NOTHING',
  );
}

/**
 * The caller holds the pool's lock. Looking for the newest stay keeps Postgres from reading all open stays.
 * @param txids in the order of entry; their content is written
 * @param serial the newest one before
 * @returns number of new stays
 */
export async function enterPool(
  tx: SqlExecutor,
  chainId: string,
  txids: readonly string[],
  serial: bigint,
): Promise<number> {
  const entered = await tx.$executeRawUnsafe(
    `INSERT INTO pool_stay (chain_id, enter_serial, txid, conflicts_with)
     SELECT $1, $3::bigint + row_number() OVER (ORDER BY fresh.place), decode(fresh.txid, 'hex'), '{}'
       FROM unnest($2::text[]) WITH ORDINALITY AS fresh (txid, place)
       LEFT JOIN LATERAL (
         SELECT left_serial IS NULL AS is_open FROM pool_stay
          WHERE chain_id = $1 AND txid = decode(fresh.txid, 'hex') ORDER BY enter_serial DESC LIMIT 1
       ) newest ON true
      WHERE newest.is_open IS NOT TRUE`,
    chainId,
    txids,
    serial,
  );
  await tx.$executeRawUnsafe('UPDATE pool SET serial = serial + $2 WHERE chain_id = $1', chainId, entered);
  return entered;
}

/** The caller holds the pool's lock. @returns number of ended stays */
export async function leavePool(
  tx: SqlExecutor,
  chainId: string,
  leavings: readonly Leaving[],
  serial: bigint,
): Promise<number> {
  const left = await tx.$executeRawUnsafe(
    `UPDATE pool_stay stay
        SET left_serial = $6::bigint + gone.place, left_reason = gone.reason, left_height = gone.height, left_at = now(),
            conflicts_with = ARRAY(SELECT decode(rival, 'hex') FROM unnest(string_to_array(gone.rivals, ' ')) AS rival)
       FROM unnest($2::text[], $3::text[], $4::integer[], $5::text[])
            WITH ORDINALITY AS gone (txid, reason, height, rivals, place)
      CROSS JOIN LATERAL (
        SELECT enter_serial, left_serial FROM pool_stay
         WHERE chain_id = $1 AND txid = decode(gone.txid, 'hex') ORDER BY enter_serial DESC LIMIT 1
      ) newest
      WHERE stay.chain_id = $1 AND stay.enter_serial = newest.enter_serial AND newest.left_serial IS NULL`,
    chainId,
    leavings.map(({ txid }) => txid),
    leavings.map(({ reason }) => reason),
    leavings.map(({ height }) => height),
    leavings.map(({ conflictsWith }) => conflictsWith.join(' ')),
    serial,
  );
  await tx.$executeRawUnsafe('UPDATE pool SET serial = serial + $2 WHERE chain_id = $1', chainId, leavings.length);
  return left;
}

export async function savePoolRead(
  db: SqlExecutor,
  chainId: string,
  tip: { height: number; hash: string },
): Promise<void> {
  await db.$executeRawUnsafe(
    'UPDATE pool SET read_at = now(), tip_height = $2, tip_hash = $3 WHERE chain_id = $1',
    chainId,
    tip.height,
    tip.hash,
  );
}

export async function deleteOldStays(db: SqlExecutor, chainId: string, before: Date): Promise<void> {
  await db.$executeRawUnsafe(
    `WITH old AS (DELETE FROM pool_stay WHERE chain_id = $1 AND left_at < $2 RETURNING txid),
          gone AS (
            DELETE FROM pool_transaction content USING old
             WHERE content.chain_id = $1 AND content.txid = old.txid
               AND NOT EXISTS (SELECT 1 FROM pool_stay stay
                                WHERE stay.chain_id = $1 AND stay.txid = content.txid
                                  AND (stay.left_at IS NULL OR stay.left_at >= $2))
            RETURNING content.txid),
          spends AS (DELETE FROM pool_spend spend USING gone WHERE spend.chain_id = $1 AND spend.txid = gone.txid)
     DELETE FROM pool_change change USING gone WHERE change.chain_id = $1 AND change.txid = gone.txid`,
    chainId,
    before,
  );
}
