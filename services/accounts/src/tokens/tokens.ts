import { randomBytes } from 'node:crypto';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import { isUuid } from '#/db/api-keys.ts';
import type { Database } from '#/db/connection.ts';
import type { OperatorToken } from '#/generated/prisma/client.ts';

type Deps = { db: Database; now: () => Date; pepper: string };

/**
 * The holder may do everything that an operator may.
 * @returns the value, which exists only here
 * @throws AccountsError EXPIRY_NOT_AHEAD, EXPIRY_TOO_LATE
 */
export async function createToken(
  { db, now, pepper }: Deps,
  actor: Actor,
  { name, expiresAt }: { name: string; expiresAt: Date | null },
): Promise<{ value: string; token: OperatorToken }> {
  if (expiresAt !== null && expiresAt <= now())
    throw new AccountsError('EXPIRY_NOT_AHEAD', 'The expiry must be in the future');
  const latest = actor.kind === 'operator' ? (actor.expiresAt ?? null) : null;
  if (latest !== null && (expiresAt === null || expiresAt > latest))
    throw new AccountsError('EXPIRY_TOO_LATE', 'A token must not outlive the one that makes it');
  const value = `lgop_${randomBytes(32).toString('base64url')}`;
  const token = await db.$transaction(async (tx) => {
    const created = await tx.operatorToken.create({ data: { name, expiresAt, hash: hashApiKey(value, pepper) } });
    const details = { name, expiresAt: expiresAt?.toISOString() ?? null };
    await recordAudit(tx, actor, { action: 'operator-token.create', subjectId: created.id, details });
    return created;
  });
  return { value, token };
}

/** The row goes, the record stays. Throws AccountsError UNKNOWN_TOKEN. */
export function revokeToken({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<OperatorToken> {
  return db.$transaction(async (tx) => {
    const token = isUuid(id) ? await tx.operatorToken.findUnique({ where: { id } }) : null;
    if (token === null) throw new AccountsError('UNKNOWN_TOKEN', 'There is no such token');
    await recordAudit(tx, actor, { action: 'operator-token.revoke', subjectId: id, details: { name: token.name } });
    return tx.operatorToken.delete({ where: { id } });
  });
}
