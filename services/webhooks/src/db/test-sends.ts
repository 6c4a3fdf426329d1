import type { Endpoint } from '#/generated/prisma/client.ts';
import type { Connection, Database } from './connection.ts';
import { type Delivery, type NewAttempt, recordAttempt, TEST_TYPE } from './deliveries.ts';
import { bytesOfDelivery, countKept, holdEndpoint } from './kept-bytes.ts';

/** The plan counts deliveries in the same window. */
const WINDOW_SECONDS = 1;

/** One statement on the database's clock, so that all processes count together. @returns false: too many */
export async function countTestSend(db: Connection, teamId: string, perSecond: number | null): Promise<boolean> {
  const max = perSecond === null ? null : Math.max(1, Math.floor(perSecond));
  const count = await db.$executeRaw`
    UPDATE team SET
      tests_sent = tests_sent + 1,
      tests_now = CASE WHEN tests_until > statement_timestamp() THEN tests_now + 1 ELSE 1 END,
      tests_until = CASE WHEN tests_until > statement_timestamp() THEN tests_until
        ELSE statement_timestamp() + make_interval(secs => ${WINDOW_SECONDS}) END
    WHERE id = ${teamId}
      AND (${max}::int IS NULL OR tests_until IS NULL OR tests_until <= statement_timestamp() OR tests_now < ${max}::int)`;
  return count > 0;
}

/** No worker takes it. It counts as failed until its answer is recorded. @param key unique for each test */
export async function insertTest(
  tx: Connection,
  { id: endpointId }: Pick<Endpoint, 'id'>,
  { key, blockHeight, payload }: { key: string; blockHeight: number; payload: string },
  bytesMax: number | null,
): Promise<Delivery> {
  const names = { eventKey: `test ${key}`, webhookId: `msg_test_${key}`, eventType: TEST_TYPE };
  await holdEndpoint(tx, endpointId);
  const bytes = bytesOfDelivery(payload);
  const test = await tx.delivery.create({
    data: { ...names, endpointId, blockHeight, payload, bytes, isReverted: true, state: 'failed' },
  });
  await countKept(tx, endpointId, bytes, bytesMax);
  return test;
}

/** Its failure does not count as one of the endpoint. */
export function recordTest(db: Database, test: Delivery, attempt: NewAttempt, bytesMax: number | null): Promise<void> {
  const state = attempt.error === '' ? 'delivered' : 'failed';
  return recordAttempt(db, test, attempt, { delivery: { state, attemptsMade: 1 }, endpoint: 'unchanged' }, bytesMax);
}
