import { type FoundDelivery, nameWebhook } from '#/events/find-deliveries.ts';
import type { Attempt, Delivery, Endpoint } from '#/generated/prisma/client.ts';
import type { Connection, Database } from './connection.ts';
import { bytesOfAttempt, bytesOfDelivery, countKept, holdEndpoint } from './kept-bytes.ts';

export type { Delivery };

export const TEST_TYPE = 'webhook.test';

export type NewAttempt = Omit<Attempt, 'id' | 'deliveryId' | 'requestHeaders'> & {
  requestHeaders: Record<string, string>;
};

/** An event that was undone and returns gets another webhook-id; a repeated one keeps its own. @returns bytes for `countKept` */
export async function insertDeliveries(
  tx: Connection,
  endpointId: string,
  found: readonly FoundDelivery[],
): Promise<number> {
  if (found.length === 0) return 0;
  const keys = found.map(({ eventKey }) => eventKey);
  const latest = await tx.$queryRaw<{ event_key: string; round: number; is_reverted: boolean }[]>`
    SELECT DISTINCT ON (event_key) event_key, round, is_reverted
    FROM delivery WHERE endpoint_id = ${endpointId}::uuid AND event_key = ANY (${keys})
    ORDER BY event_key, id DESC`;
  const rounds = new Map(latest.map(({ event_key, round, is_reverted }) => [event_key, round + (is_reverted ? 1 : 0)]));
  const data = found.map((delivery) => {
    const round = rounds.get(delivery.eventKey) ?? 0;
    const webhookId = nameWebhook(endpointId, delivery.eventKey, round);
    return { ...delivery, endpointId, round, webhookId, bytes: bytesOfDelivery(delivery.payload) };
  });
  await tx.delivery.createMany({ data });
  return data.reduce((sum, { bytes }) => sum + bytes, 0);
}

export async function revertDeliveries(tx: Connection, endpointId: string, above: number): Promise<string[]> {
  const undone = await tx.$queryRaw<{ id: bigint; webhook_id: string }[]>`
    UPDATE delivery SET is_reverted = true
    WHERE endpoint_id = ${endpointId}::uuid AND block_height > ${above} AND NOT is_reverted
    RETURNING id, webhook_id`;
  return inOrder(undone.map(({ id, webhook_id: webhookId }) => ({ id, webhookId })));
}

/** For a pending transaction that will not come. @returns their webhook-ids, in the order of delivery */
export async function dropDeliveries(tx: Connection, endpointId: string, subject: string): Promise<string[]> {
  const undone = await tx.delivery.updateManyAndReturn({
    where: { endpointId, subject, isReverted: false },
    data: { isReverted: true },
    select: { id: true, webhookId: true },
  });
  return inOrder(undone);
}

/** Once a block has the transaction, leaving the mempool no longer undoes its events. */
export async function settleDeliveries(tx: Connection, endpointId: string, subject: string): Promise<void> {
  await tx.delivery.updateMany({ where: { endpointId, subject }, data: { subject: null } });
}

function inOrder(undone: readonly { id: bigint; webhookId: string }[]): string[] {
  const ids = undone.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ webhookId }) => webhookId);
  return [...new Set(ids)];
}

/** @param dueBefore latest due time; absent: all */
export function listQueued(db: Connection, endpointId: string, limit: number, dueBefore?: Date): Promise<Delivery[]> {
  return db.delivery.findMany({
    where: { endpointId, state: 'queued', ...(dueBefore !== undefined && { nextAttemptAt: { lte: dueBefore } }) },
    orderBy: { id: 'asc' },
    take: limit,
  });
}

/** Null: nothing waits. In order, the first delivery holds back the others. */
export async function nextAttemptAt(
  db: Connection,
  { id: endpointId, isParallel }: Pick<Endpoint, 'id' | 'isParallel'>,
): Promise<Date | null> {
  const next = await db.delivery.findFirst({
    where: { endpointId, state: 'queued' },
    orderBy: isParallel ? { nextAttemptAt: 'asc' } : { id: 'asc' },
    select: { nextAttemptAt: true },
  });
  return next?.nextAttemptAt ?? null;
}

/** The attempt that has been due longest counts; 0: none is due. */
export async function readOverdueSeconds(db: Connection): Promise<number> {
  const [row] = await db.$queryRaw<{ seconds: number | null }[]>`
    SELECT extract(epoch FROM max(now() - first.next_attempt_at))::float8 AS seconds
    FROM endpoint
    CROSS JOIN LATERAL (
      SELECT next_attempt_at FROM delivery
      WHERE endpoint_id = endpoint.id AND state = 'queued'
      ORDER BY id LIMIT 1
    ) AS first
    WHERE endpoint.state = 'active'`;
  return Math.max(0, row?.seconds ?? 0);
}

/** The failed delivery whose retry is next; if none waits, the last one that was given up. */
export async function findFailing(db: Connection, endpointId: string): Promise<DeliveryWithAttempts | null> {
  const include = { attempts: { orderBy: { id: 'desc' as const }, take: 1 } };
  const queued = await db.delivery.findFirst({
    where: { endpointId, state: 'queued', attemptsMade: { gt: 0 } },
    orderBy: { nextAttemptAt: 'asc' },
    include,
  });
  if (queued !== null) return queued;
  const where = { endpointId, state: 'failed' as const, eventType: { not: TEST_TYPE } };
  return db.delivery.findFirst({ where, orderBy: { id: 'desc' }, include });
}

export function countQueued(db: Connection, endpointId: string, limit: number): Promise<number> {
  return db.delivery.count({ where: { endpointId, state: 'queued' }, take: limit });
}

export const QUEUED_MAX = 1_000;

interface QueueLimit {
  deliveries: number;
  /** Null: not limited. */
  bytes: number | null;
}

/** Reading stops at this limit until half of it is free. @param bytesMax bytes that the endpoint keeps: half of them may wait */
export function queueLimit(bytesMax: number | null, part = 1): QueueLimit {
  return { deliveries: QUEUED_MAX * part, bytes: bytesMax === null ? null : (bytesMax / 2) * part };
}

export async function isFull(db: Connection, endpointId: string, limit: QueueLimit): Promise<boolean> {
  const [queued] = await db.$queryRaw<{ deliveries: number; bytes: number }[]>`
    SELECT count(*)::int AS deliveries, coalesce(sum(bytes), 0)::float8 AS bytes FROM (
      SELECT bytes FROM delivery WHERE endpoint_id = ${endpointId}::uuid AND state = 'queued' LIMIT ${limit.deliveries}
    ) AS first`;
  const { deliveries = 0, bytes = 0 } = queued ?? {};
  return deliveries >= limit.deliveries || (limit.bytes !== null && bytes >= limit.bytes);
}

export interface Outcome {
  delivery: Partial<Pick<Delivery, 'state' | 'attemptsMade' | 'nextAttemptAt'>>;
  endpoint: 'delivers' | 'fails' | 'unchanged';
}

/** Ignores what its owner has deleted meanwhile; a failure does not delay what the owner has restarted. */
export async function recordAttempt(
  db: Database,
  { id, endpointId }: Delivery,
  attempt: NewAttempt,
  { delivery, endpoint }: Outcome,
  bytesMax: number | null,
): Promise<void> {
  const bytes = bytesOfAttempt(attempt);
  await db.$transaction(async (tx) => {
    await holdEndpoint(tx, endpointId);
    const { count } = await tx.delivery.updateMany({ where: { id }, data: { bytes: { increment: bytes } } });
    if (count === 0) return;
    const isRestarted = { nextAttemptAt: { gt: attempt.at } };
    await tx.delivery.updateMany({ where: { id, ...(endpoint === 'fails' && { NOT: isRestarted }) }, data: delivery });
    await tx.attempt.create({ data: { ...attempt, deliveryId: id } });
    await countKept(tx, endpointId, bytes, bytesMax);
    if (endpoint === 'delivers') await recordDelivered(tx, endpointId, attempt.at);
    if (endpoint === 'fails') await recordFailed(tx, endpointId, attempt.at);
  });
}

async function recordDelivered(tx: Connection, id: string, at: Date): Promise<void> {
  await tx.endpoint.updateMany({ where: { id }, data: { failingSince: null, lastDeliveredAt: at } });
}

/** Parallel attempts end in any order: the earliest failure counts. */
async function recordFailed(tx: Connection, id: string, at: Date): Promise<void> {
  const isEarliest = { OR: [{ failingSince: null }, { failingSince: { gt: at } }] };
  await tx.endpoint.updateMany({ where: { id, ...isEarliest }, data: { failingSince: at } });
}

export async function restartQueued(tx: Connection, endpointId: string, now: Date): Promise<void> {
  await tx.delivery.updateMany({
    where: { endpointId, state: 'queued' },
    data: { attemptsMade: 0, nextAttemptAt: now },
  });
}

export async function findDelivery(db: Connection, endpointId: string, id: string): Promise<Delivery | null> {
  return /^\d{1,18}$/.test(id) ? db.delivery.findUnique({ where: { id: BigInt(id), endpointId } }) : null;
}

export async function repeatDelivery(tx: Connection, delivery: Delivery, bytesMax: number | null): Promise<void> {
  const { endpointId, eventKey, round, webhookId, eventType, blockHeight, payload, isReverted, subject } = delivery;
  const event = { endpointId, eventKey, round, webhookId, eventType, blockHeight, payload, isReverted, subject };
  const bytes = bytesOfDelivery(payload);
  await tx.delivery.create({ data: { ...event, bytes, state: 'queued' } });
  await countKept(tx, endpointId, bytes, bytesMax);
}

export type DeliveryWithAttempts = Delivery & { attempts: Attempt[] };

/** Newest first, without events that are only noted. @param before last number of the previous page */
export function listDeliveries(
  db: Connection,
  endpointId: string,
  limit: number,
  before?: bigint,
): Promise<DeliveryWithAttempts[]> {
  return db.delivery.findMany({
    where: { endpointId, state: { not: 'noted' }, ...(before !== undefined && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: limit,
    include: { attempts: { orderBy: { id: 'asc' } } },
  });
}

export function findNewest(db: Connection, endpointId: string): Promise<Delivery | null> {
  return db.delivery.findFirst({
    where: { endpointId, hasContent: true, eventType: { not: TEST_TYPE } },
    orderBy: { id: 'desc' },
  });
}
