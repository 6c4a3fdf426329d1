import type { Gateway } from '#/generated/prisma/client.ts';
import type { Connection } from './connection.ts';

/** Adds a gateway heard of for the first time; one that is known stays as it is. */
export async function insertGatewayIfNew(db: Connection, id: string, now: Date): Promise<void> {
  await db.gateway.createMany({ data: [{ id, seenAt: now }], skipDuplicates: true });
}

/** Locks the gateway: no other transaction changes it or its leases until this one ends. Null if it is not known. */
export async function lockGateway(tx: Connection, id: string): Promise<Gateway | null> {
  const [row] = await tx.$queryRaw<Gateway[]>`
    SELECT id, last_sequence AS "lastSequence", seen_at AS "seenAt", left_at AS "leftAt"
      FROM gateway WHERE id = ${id} FOR UPDATE`;
  return row ?? null;
}

/**
 * Locks one gateway that was last seen before a moment and is not locked. Returns its id, or undefined if there is
 * none.
 */
export async function lockGatewaySeenBefore(tx: Connection, moment: Date): Promise<string | undefined> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM gateway WHERE seen_at < ${moment} ORDER BY seen_at LIMIT 1 FOR UPDATE SKIP LOCKED`;
  return row?.id;
}
