import type { OperatorToken } from '#/generated/prisma/client.ts';
import type { Connection } from './connection.ts';

/** One statement whatever the reason for a refusal, so that timing reveals nothing. */
export function findToken(db: Connection, hash: Uint8Array<ArrayBuffer>, now: Date): Promise<OperatorToken | null> {
  return db.operatorToken.findUnique({ where: { hash, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] } });
}

export function listTokens(db: Connection): Promise<OperatorToken[]> {
  return db.operatorToken.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}
