import type { IncomingHttpHeaders } from 'node:http';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import type { FastifyRequest } from 'fastify';
import { findToken as findStored } from '#/db/operator-tokens.ts';
import type { OperatorToken } from '#/generated/prisma/client.ts';
import { noSuchKey } from './dashboard-error.ts';
import type { ManagingKeyDeps } from './managing-key.ts';

const BEARER = /^bearer +(lgop_\S+) *$/i;
/** 32 random bytes, so no one guesses one. */
const FORM = /^lgop_[\w-]{43}$/;

export function showsToken({ headers }: FastifyRequest): boolean {
  return BEARER.test(headers.authorization ?? '');
}

/** Looked up each time, so that a revoked token ends at once. Throws SIGNED_OUT. */
export async function findToken(
  { db, now, pepper }: ManagingKeyDeps,
  { authorization = '' }: IncomingHttpHeaders,
): Promise<OperatorToken> {
  const value = BEARER.exec(authorization)?.[1] ?? '';
  const token = FORM.test(value) ? await findStored(db, hashApiKey(value, pepper), now()) : null;
  if (token === null) throw noSuchKey();
  return token;
}
