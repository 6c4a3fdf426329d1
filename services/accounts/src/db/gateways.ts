import type { Gateway } from '#/generated/prisma/client.ts';
import type { Connection } from './connection.ts';

export async function insertGatewayIfNew(db: Connection, id: string, now: Date): Promise<void> {
  await db.gateway.createMany({ data: [{ id, seenAt: now }], skipDuplicates: true });
}

/** Until the transaction ends, no other one changes the gateway or its leases. Null if it is not known. */
export async function lockGateway(tx: Connection, id: string): Promise<Gateway | null> {
  const [row] = await tx.$queryRaw<Gateway[]>`
    SELECT id, last_sequence AS "lastSequence", seen_at AS "seenAt", left_at AS "leftAt"
      FROM gateway WHERE id = ${id} FOR UPDATE`;
  return row ?? null;
}

export async function lockGatewaySeenBefore(tx: Connection, moment: Date): Promise<string | undefined> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM gateway WHERE seen_at < ${moment} ORDER BY seen_at LIMIT 1 FOR UPDATE SKIP LOCKED`;
  return row?.id;
}
