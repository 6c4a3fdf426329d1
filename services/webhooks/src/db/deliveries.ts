import { type FoundDelivery, nameWebhook } from '#/events/find-deliveries.ts';
import type { Attempt, Delivery, Endpoint } from '#/generated/prisma/client.ts';
import type { Connection, Database } from './connection.ts';

export type { Delivery };

/** Type of the events that an owner sends to try an endpoint. */
const TEST_TYPE = 'webhook.test';

export type NewAttempt = Omit<Attempt, 'id' | 'deliveryId' | 'requestHeaders'> & {
  requestHeaders: Record<string, string>;
};

/** Stores deliveries, in order. An event that was undone and comes back gets another webhook-id; one that is repeated keeps its own. */
export async function insertDeliveries(
  tx: Connection,
  endpointId: string,
  found: readonly FoundDelivery[],
): Promise<void> {
  if (found.length === 0) return;
  const keys = found.map(({ eventKey }) => eventKey);
  const latest = await tx.$queryRaw<{ event_key: string; round: number; is_reverted: boolean }[]>`
    SELECT DISTINCT ON (event_key) event_key, round, is_reverted
    FROM delivery WHERE endpoint_id = ${endpointId}::uuid AND event_key = ANY (${keys})
    ORDER BY event_key, id DESC`;
  const rounds = new Map(latest.map(({ event_key, round, is_reverted }) => [event_key, round + (is_reverted ? 1 : 0)]));
  await tx.delivery.createMany({
    data: found.map((delivery) => {
      const round = rounds.get(delivery.eventKey) ?? 0;
      return { ...delivery, endpointId, round, webhookId: nameWebhook(endpointId, delivery.eventKey, round) };
    }),
  });
}

/** Marks the events above a height as undone. @returns their webhook-ids, each once, in the order of delivery */
export async function revertDeliveries(tx: Connection, endpointId: string, above: number): Promise<string[]> {
  const undone = await tx.$queryRaw<{ id: bigint; webhook_id: string }[]>`
    UPDATE delivery SET is_reverted = true
    WHERE endpoint_id = ${endpointId}::uuid AND block_height > ${above} AND NOT is_reverted
    RETURNING id, webhook_id`;
  return inOrder(undone.map(({ id, webhook_id: webhookId }) => ({ id, webhookId })));
}

/** Marks the events of a pending transaction that will not come as undone. @returns their webhook-ids, as `revertDeliveries` does */
export async function dropDeliveries(tx: Connection, endpointId: string, subject: string): Promise<string[]> {
  const undone = await tx.delivery.updateManyAndReturn({
    where: { endpointId, subject, isReverted: false },
    data: { isReverted: true },
    select: { id: true, webhookId: true },
  });
  return inOrder(undone);
}

/** Forgets that a leaving of the mempool could undo the events of a transaction: a block has it. */
export async function settleDeliveries(tx: Connection, endpointId: string, subject: string): Promise<void> {
  await tx.delivery.updateMany({ where: { endpointId, subject }, data: { subject: null } });
}

function inOrder(undone: readonly { id: bigint; webhookId: string }[]): string[] {
  const ids = undone.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ webhookId }) => webhookId);
  return [...new Set(ids)];
}

/** The next deliveries of an endpoint, in order. @param dueBefore only those whose next attempt is due then; absent: all */
export function listWaiting(db: Connection, endpointId: string, limit: number, dueBefore?: Date): Promise<Delivery[]> {
  return db.delivery.findMany({
    where: { endpointId, state: 'waiting', ...(dueBefore !== undefined && { nextAttemptAt: { lte: dueBefore } }) },
    orderBy: { id: 'asc' },
    take: limit,
  });
}

/** When the next attempt of an endpoint is due; null: nothing waits. In order, the first delivery holds back the others. */
export async function nextAttemptAt(
  db: Connection,
  { id: endpointId, isParallel }: Pick<Endpoint, 'id' | 'isParallel'>,
): Promise<Date | null> {
  const next = await db.delivery.findFirst({
    where: { endpointId, state: 'waiting' },
    orderBy: isParallel ? { nextAttemptAt: 'asc' } : { id: 'asc' },
    select: { nextAttemptAt: true },
  });
  return next?.nextAttemptAt ?? null;
}

/** For how many seconds the attempt of an active endpoint has been due that has waited longest; 0: none is due. */
export async function readOverdueSeconds(db: Connection): Promise<number> {
  const [row] = await db.$queryRaw<{ seconds: number | null }[]>`
    SELECT extract(epoch FROM max(now() - first.next_attempt_at))::float8 AS seconds
    FROM endpoint
    CROSS JOIN LATERAL (
      SELECT next_attempt_at FROM delivery
      WHERE endpoint_id = endpoint.id AND state = 'waiting'
      ORDER BY id LIMIT 1
    ) AS first
    WHERE endpoint.state = 'active'`;
  return Math.max(0, row?.seconds ?? 0);
}

/** Counts what waits, to a limit: a long queue is not counted to its end. */
export function countWaiting(db: Connection, endpointId: string, limit: number): Promise<number> {
  return db.delivery.count({ where: { endpointId, state: 'waiting' }, take: limit });
}

/** The changes that an attempt makes to its delivery and to its endpoint. */
export interface Outcome {
  delivery: Partial<Pick<Delivery, 'state' | 'attemptsMade' | 'nextAttemptAt'>>;
  endpoint: { failingSince?: Date | null; lastDeliveredAt?: Date };
}

/** Records an attempt. Nothing is recorded of what its owner has deleted meanwhile. */
export async function recordAttempt(
  db: Database,
  { id, endpointId }: Delivery,
  attempt: NewAttempt,
  outcome: Outcome,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.delivery.updateMany({ where: { id }, data: outcome.delivery });
    if (count === 0) return;
    await tx.attempt.create({ data: { ...attempt, deliveryId: id } });
    if (Object.keys(outcome.endpoint).length > 0)
      await tx.endpoint.updateMany({ where: { id: endpointId }, data: outcome.endpoint });
  });
}

/** Makes everything that waits due now, as on the first day. */
export async function restartWaiting(tx: Connection, endpointId: string, now: Date): Promise<void> {
  await tx.delivery.updateMany({
    where: { endpointId, state: 'waiting' },
    data: { attemptsMade: 0, nextAttemptAt: now },
  });
}

/** A delivery of an endpoint. @param id any text */
export async function findDelivery(db: Connection, endpointId: string, id: string): Promise<Delivery | null> {
  return /^\d{1,18}$/.test(id) ? db.delivery.findUnique({ where: { id: BigInt(id), endpointId } }) : null;
}

/** Stores the same event once more, at the end of the queue. */
export async function repeatDelivery(tx: Connection, delivery: Delivery): Promise<void> {
  const { endpointId, eventKey, round, webhookId, eventType, blockHeight, payload, isReverted, subject } = delivery;
  const event = { endpointId, eventKey, round, webhookId, eventType, blockHeight, payload, isReverted, subject };
  await tx.delivery.create({ data: { ...event, state: 'waiting' } });
}

export type DeliveryWithAttempts = Delivery & { attempts: Attempt[] };

/** Lists deliveries with their attempts, newest first, without events that are only noted. @param before number of the last one of the page before */
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

/** The newest delivery of an event, for an example. */
export function findNewest(db: Connection, endpointId: string): Promise<Delivery | null> {
  return db.delivery.findFirst({ where: { endpointId, eventType: { not: TEST_TYPE } }, orderBy: { id: 'desc' } });
}

/**
 * Stores a test event that is sent at once. No worker takes it, and no reorganisation undoes it. Until its answer is recorded it has failed.
 * @param key a name that no other test has
 */
export function insertTest(
  tx: Connection,
  { id: endpointId }: Pick<Endpoint, 'id'>,
  { key, blockHeight, payload }: { key: string; blockHeight: number; payload: string },
): Promise<Delivery> {
  const names = { eventKey: `test ${key}`, webhookId: `msg_test_${key}`, eventType: TEST_TYPE };
  return tx.delivery.create({
    data: { ...names, endpointId, blockHeight, payload, isReverted: true, state: 'failed' },
  });
}

/** Records the result of a test event. A failure does not count as one of the endpoint. */
export function recordTest(db: Database, test: Delivery, attempt: NewAttempt): Promise<void> {
  const state = attempt.error === '' ? 'delivered' : 'failed';
  return recordAttempt(db, test, attempt, { delivery: { state, attemptsMade: 1 }, endpoint: {} });
}

/** Forgets what is settled and older than an instant. */
export async function pruneDeliveries(db: Connection, before: Date): Promise<number> {
  const { count } = await db.delivery.deleteMany({ where: { createdAt: { lt: before }, state: { not: 'waiting' } } });
  return count;
}
