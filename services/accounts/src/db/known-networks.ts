import { createHash } from 'node:crypto';
import type { Connection } from './connection.ts';

const KEPT_DAYS = 90;

/** Lasts for 90 days by the database's clock. */
export async function rememberNetwork(db: Connection, email: string, network: string): Promise<void> {
  await db.$executeRaw`
    INSERT INTO known_network (id, expires_at) VALUES (${idOf(email, network)}, now() + make_interval(days => ${KEPT_DAYS}))
    ON CONFLICT (id) DO UPDATE SET expires_at = EXCLUDED.expires_at`;
}

export async function isKnownNetwork(db: Connection, email: string, network: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM known_network WHERE id = ${idOf(email, network)} AND expires_at > now()`;
  return rows.length > 0;
}

export async function deleteExpiredNetworks(db: Connection): Promise<void> {
  await db.$executeRaw`DELETE FROM known_network WHERE expires_at <= now()`;
}

function idOf(email: string, network: string): string {
  return createHash('sha256').update(`${email.toLowerCase()}|${network}`).digest('base64url');
}
