import type { Bell } from '@ledgergraph/service-kit/bell';
import type { Database } from '#/db/connection.ts';
import {
  type Delivery,
  listQueued,
  type NewAttempt,
  nextAttemptAt,
  type Outcome,
  recordAttempt,
} from '#/db/deliveries.ts';
import { disableEndpoint, type Endpoint, findEndpoint } from '#/db/endpoints.ts';
import type { WebhookMetrics } from '#/metrics.ts';
import type { RateLimit } from './rate-limit.ts';
import { FAILING_MAX_MS, nextWaitMs } from './retry-plan.ts';
import type { SecretBox } from './secret-box.ts';
import type { Answer, Sender } from './send-request.ts';
import { signedHeaders } from './signing.ts';

const BATCH = 50;
const PARALLEL_MAX = 10;
/** Even if no bell has rung. */
const LOOK_MS = 30_000;
const GONE = 410;

export interface DeliverDeps {
  db: Database;
  sender: Sender;
  box: SecretBox;
  now: () => Date;
  retrySeconds: readonly number[];
  rate: RateLimit;
  bytesMax: () => number | null;
  metrics: WebhookMetrics;
}

export async function deliverEndpoint(
  deps: DeliverDeps,
  endpoint: Endpoint,
  bell: Bell,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const isGoing = endpoint.isParallel
      ? await deliverInParallel(deps, endpoint, signal)
      : await deliverInOrder(deps, endpoint, signal);
    if (!isGoing) return;
    const next = await nextAttemptAt(deps.db, endpoint);
    const waitMs = next === null ? LOOK_MS : next.getTime() - deps.now().getTime();
    if (waitMs > 0) await bell.wait(Math.min(waitMs, LOOK_MS), signal);
  }
}

/** @returns false if the endpoint was given up */
async function deliverInOrder(deps: DeliverDeps, endpoint: Endpoint, signal: AbortSignal): Promise<boolean> {
  for (const delivery of await listQueued(deps.db, endpoint.id, BATCH)) {
    if (delivery.nextAttemptAt > deps.now()) return true;
    await deps.rate.pass(signal);
    if (signal.aborted) return true;
    const result = await attemptDelivery(deps, endpoint, delivery);
    if (result !== 'delivered') return result !== 'disabled';
  }
  return true;
}

async function deliverInParallel(deps: DeliverDeps, endpoint: Endpoint, signal: AbortSignal): Promise<boolean> {
  const due = await listQueued(deps.db, endpoint.id, PARALLEL_MAX, deps.now());
  const results = await Promise.all(
    due.map(async (delivery) => {
      await deps.rate.pass(signal);
      return signal.aborted ? 'delivered' : attemptDelivery(deps, endpoint, delivery);
    }),
  );
  return !results.includes('disabled');
}

async function attemptDelivery(
  deps: DeliverDeps,
  endpoint: Endpoint,
  delivery: Delivery,
): Promise<'delivered' | 'failed' | 'disabled'> {
  const { answer, attempt } = await sendEvent(deps, endpoint, delivery);
  const isDelivered = answer.error === '';
  deps.metrics.attempts.inc({ result: isDelivered ? 'delivered' : 'failed' });
  deps.metrics.attemptSeconds.observe(attempt.durationMs / 1_000);
  if (isDelivered) {
    const delivered = { state: 'delivered' as const, attemptsMade: delivery.attemptsMade + 1 };
    const outcome: Outcome = { delivery: delivered, endpoint: 'delivers' };
    await recordAttempt(deps.db, delivery, attempt, outcome, deps.bytesMax());
    return 'delivered';
  }
  const before = await findEndpoint(deps.db, endpoint.teamId, endpoint.id);
  const failingSince = before?.failingSince ?? attempt.at;
  const outcome: Outcome = { delivery: planNext(deps, endpoint, delivery, answer), endpoint: 'fails' };
  await recordAttempt(deps.db, delivery, attempt, outcome, deps.bytesMax());
  const reason = findReason(answer, attempt.at.getTime() - failingSince.getTime());
  if (reason === undefined || !(await disableEndpoint(deps.db, endpoint.id, reason))) return 'failed';
  return 'disabled';
}

/** A delivery in order is never skipped: it keeps its place until it succeeds or the endpoint is disabled. */
function planNext(deps: DeliverDeps, endpoint: Endpoint, delivery: Delivery, answer: Answer): Outcome['delivery'] {
  const attemptsMade = delivery.attemptsMade + 1;
  const waitMs = nextWaitMs(deps.retrySeconds, attemptsMade, answer.retryAfterSeconds);
  if (waitMs === null && endpoint.isParallel) return { state: 'failed', attemptsMade };
  const last = (deps.retrySeconds.at(-1) ?? 0) * 1_000;
  return { attemptsMade, nextAttemptAt: new Date(deps.now().getTime() + (waitMs ?? last)) };
}

function findReason({ status, error }: Answer, failingMs: number): string | undefined {
  if (status === GONE) return 'The receiver answered that it is gone for good (410).';
  if (failingMs < FAILING_MAX_MS) return undefined;
  return `No delivery has succeeded for three days. The last time: ${error}`;
}

export async function sendEvent(
  { sender, box, now }: Pick<DeliverDeps, 'sender' | 'box' | 'now'>,
  endpoint: Pick<Endpoint, 'url' | 'secret' | 'previousSecret' | 'previousSecretUntil'>,
  { webhookId, payload }: Pick<Delivery, 'webhookId' | 'payload'>,
  deadlineMs?: number,
): Promise<{ answer: Answer; attempt: NewAttempt }> {
  const at = now();
  const { url, secret, previousSecret, previousSecretUntil } = endpoint;
  const isRotating = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > at;
  const secrets = [secret, ...(isRotating ? [previousSecret] : [])].map((sealed) => box.open(sealed));
  const requestHeaders = signedHeaders(secrets, webhookId, at, payload);
  const startedAt = performance.now();
  const answer = await sender.send(url, requestHeaders, payload, deadlineMs);
  const durationMs = Math.round(performance.now() - startedAt);
  const { status, body: responseBody, error } = answer;
  return { answer, attempt: { at, durationMs, url, requestHeaders, status, responseBody, error } };
}
