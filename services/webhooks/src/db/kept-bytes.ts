import type { Connection } from './connection.ts';

/** Names and places in indexes besides the body. */
const DELIVERY_BYTES = 1_000;
const ATTEMPT_BYTES = 400;
const BATCH = 500;
const BATCHES_MAX = 10;

interface AttemptTexts {
  url: string;
  requestHeaders: Record<string, string>;
  responseBody: string;
  error: string;
}

export function bytesOfDelivery(payload: string): number {
  return DELIVERY_BYTES + Buffer.byteLength(payload);
}

export function bytesOfAttempt({ url, requestHeaders, responseBody, error }: AttemptTexts): number {
  const texts = [url, JSON.stringify(requestHeaders), responseBody, error];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), ATTEMPT_BYTES);
}

/** Every change of kept deliveries starts here, so that no two wait for each other. */
export async function holdEndpoint(tx: Connection, endpointId: string): Promise<void> {
  await tx.$executeRaw`SELECT id FROM endpoint WHERE id = ${endpointId}::uuid FOR NO KEY UPDATE`;
}

/** The oldest settled deliveries lose their content first and are deleted last; queued ones stay. @param bytesMax null: not limited */
export async function countKept(
  tx: Connection,
  endpointId: string,
  added: number,
  bytesMax: number | null,
): Promise<void> {
  const [endpoint] = await tx.$queryRaw<{ kept: bigint }[]>`
    UPDATE endpoint SET kept_bytes = kept_bytes + ${added} WHERE id = ${endpointId}::uuid RETURNING kept_bytes AS kept`;
  if (endpoint === undefined || bytesMax === null) return;
  let over = Number(endpoint.kept) - bytesMax;
  for (let batch = 0; over > 0 && batch < BATCHES_MAX; batch += 1) {
    const freed =
      (await emptyOldest(tx, endpointId, { bytes: over })) || (await forgetOldest(tx, endpointId, { bytes: over }));
    if (freed === 0) return;
    over -= freed;
  }
}

/** The oldest until this many bytes are free, or all that were made before an instant. */
type Leaving = { bytes: number } | { before: Date };

const ALL_BYTES = Number.MAX_SAFE_INTEGER;
const NEVER = new Date('9999-01-01');

/** Body and attempts; by age only of deliveries that succeeded. @returns bytes that it freed */
export async function emptyOldest(tx: Connection, endpointId: string, leaving: Leaving): Promise<number> {
  const { bytes, before, states } =
    'bytes' in leaving
      ? { bytes: leaving.bytes, before: NEVER, states: ['noted', 'delivered', 'failed'] }
      : { bytes: ALL_BYTES, before: leaving.before, states: ['noted', 'delivered'] };
  const [row] = await tx.$queryRaw<{ freed: bigint }[]>`
    WITH found AS (
      SELECT id, bytes - ${DELIVERY_BYTES}::int AS freed, sum(bytes - ${DELIVERY_BYTES}::int) OVER (ORDER BY id) AS freed_by
      FROM delivery
      WHERE endpoint_id = ${endpointId}::uuid AND has_content AND state::text = ANY (${states}) AND created_at < ${before}
      ORDER BY id LIMIT ${BATCH}
    ), oldest AS (
      SELECT id, freed FROM found WHERE freed_by - freed < ${bytes}
    ), emptied AS (
      UPDATE delivery SET payload = '', has_content = false, bytes = ${DELIVERY_BYTES}::int
      WHERE id IN (SELECT id FROM oldest)
    ), gone AS (
      DELETE FROM attempt WHERE delivery_id IN (SELECT id FROM oldest)
    ), total AS (
      SELECT coalesce(sum(freed), 0)::bigint AS freed FROM oldest
    )
    UPDATE endpoint SET kept_bytes = kept_bytes - total.freed FROM total
    WHERE id = ${endpointId}::uuid RETURNING total.freed`;
  return Number(row?.freed ?? 0);
}

export async function forgetOldest(tx: Connection, endpointId: string, leaving: Leaving): Promise<number> {
  const { bytes, before } =
    'bytes' in leaving ? { bytes: leaving.bytes, before: NEVER } : { bytes: ALL_BYTES, before: leaving.before };
  const [row] = await tx.$queryRaw<{ freed: bigint }[]>`
    WITH found AS (
      SELECT id, bytes, sum(bytes) OVER (ORDER BY id) AS freed_by
      FROM delivery
      WHERE endpoint_id = ${endpointId}::uuid AND state <> 'queued' AND created_at < ${before}
      ORDER BY id LIMIT ${BATCH}
    ), gone AS (
      DELETE FROM delivery WHERE id IN (SELECT id FROM found WHERE freed_by - bytes < ${bytes}) RETURNING bytes
    ), total AS (
      SELECT coalesce(sum(bytes), 0)::bigint AS freed FROM gone
    )
    UPDATE endpoint SET kept_bytes = kept_bytes - total.freed FROM total
    WHERE id = ${endpointId}::uuid RETURNING total.freed`;
  return Number(row?.freed ?? 0);
}
