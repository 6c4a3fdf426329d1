import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { parseApiKey } from '@ledgergraph/proto-schemas/api-key/parse-api-key';
import type { FastifyRequest } from 'fastify';
import type { ActingKey } from '#/audit/actor.ts';
import type { SignedIn } from '#/auth/find-signed-in.ts';
import type { Database } from '#/db/connection.ts';
import type { KeySettings } from '#/keys/key-deps.ts';
import { maskedKey } from '#/keys/masked-key.ts';
import { isWithinNetworks } from '#/keys/parse-networks.ts';
import { resolveKey } from '#/keys/resolve-key.ts';
import { noSuchKey } from './dashboard-error.ts';
import { clientAddress } from './to-headers.ts';

const BEARER = /^bearer +(\S+) *$/i;

export type ManagingKeyDeps = KeySettings & { db: Database; now: () => Date };

/** Replaces a session, with the rights of the person who made it, in its team alone. */
export interface ManagingKey {
  teamId: string;
  maker: SignedIn;
  acting: ActingKey;
}

export function showsKey({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined;
}

/** Looked up each time, so that a revoked key ends at once. Throws SIGNED_OUT also for one from another network or without the right. */
export async function findManagingKey(
  { db, now, brand, pepper }: ManagingKeyDeps,
  { headers }: FastifyRequest,
): Promise<ManagingKey> {
  const value = BEARER.exec(headers.authorization ?? '')?.[1];
  const isOurs = value !== undefined && parseApiKey(value, brand) !== undefined;
  const key = isOurs ? await resolveKey({ db, now }, hashApiKey(value, pepper)) : null;
  if (key === null || !key.managesTeam || key.createdBy === null) throw noSuchKey();
  if (!isWithinNetworks(clientAddress(headers), key.allowedNetworks)) throw noSuchKey();
  const { id, name, email } = key.createdBy;
  const acting = { id: key.id, name: `${key.name} (${maskedKey(key)})` };
  return { teamId: key.teamId, maker: { id, name, email }, acting };
}
