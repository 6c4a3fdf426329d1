import { generateApiKey } from '@ledgergraph/proto-schemas/api-key/generate-api-key';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import type { KeyEnvironment } from '@ledgergraph/proto-schemas/api-key/key-environment';
import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import { countApiKeysSince, countWorkingApiKeys, insertApiKey, type OwnedKey } from '#/db/api-keys.ts';
import type { Connection, Database } from '#/db/connection.ts';
import { lockMembership } from '#/db/members.ts';
import { lockTeam } from '#/teams/get-team.ts';
import type { KeySettings } from './key-deps.ts';
import { parseNetworks } from './parse-networks.ts';
import { parseOrigins } from './parse-origins.ts';

/** For one team: far more than it needs, far fewer than would be a burden. */
export const WORKING_KEYS_MAX = 200;
/** For one team, working or not: each stays in its list for ever. */
export const KEYS_PER_DAY_MAX = 250;
const DAY_MS = 86_400_000;

export type KeyRequest = {
  environment: KeyEnvironment;
  name: string;
  expiresAt?: Date | null | undefined;
  /** Addresses and networks (CIDR); empty or absent: from anywhere. */
  allowedNetworks?: readonly string[] | undefined;
  /** Empty or absent: from every page that the gateway allows. */
  allowedOrigins?: readonly string[] | undefined;
  maySend?: boolean | undefined;
  managesTeam?: boolean | undefined;
  isForWebhooks?: boolean | undefined;
};

export type CreatedKey = {
  /** The full key, which is not stored and cannot be shown again. */
  value: string;
  stored: OwnedKey;
};

/**
 * Gateways need no notice: none can know the key yet.
 * @throws AccountsError UNKNOWN_TEAM, EXPIRY_NOT_AHEAD, BAD_NETWORK, BAD_ORIGIN, TOO_MANY_KEYS or TOO_MANY_NEW_KEYS
 */
export function createKey(
  { db, now, brand, pepper }: KeySettings & { db: Database; now: () => Date },
  actor: Actor,
  teamId: string,
  request: KeyRequest,
): Promise<CreatedKey> {
  return db.$transaction((tx) => addKey({ tx, now, brand, pepper }, actor, teamId, request));
}

type TransactionDeps = KeySettings & { tx: Connection; now: () => Date };

export async function addKey(
  deps: TransactionDeps,
  actor: Actor,
  teamId: string,
  {
    environment,
    name,
    expiresAt = null,
    allowedNetworks = [],
    allowedOrigins = [],
    maySend = false,
    managesTeam = false,
    isForWebhooks = false,
  }: KeyRequest,
): Promise<CreatedKey> {
  mustBeAhead(expiresAt, deps.now());
  const networks = parseNetworks(allowedNetworks);
  const origins = parseOrigins(allowedOrigins);
  await lockTeam(deps.tx, teamId);
  const maker = await makerOf(deps.tx, actor, teamId, managesTeam);
  const created = await insertNewKey(deps, teamId, {
    environment,
    name,
    expiresAt,
    allowedNetworks: networks,
    allowedOrigins: origins,
    maySend,
    managesTeam,
    ...maker,
    isForWebhooks,
  });
  await recordAudit(deps.tx, actor, {
    action: 'key.create',
    teamId,
    subjectId: created.stored.id,
    details: {
      name,
      environment,
      expiresAt: expiresAt?.toISOString() ?? null,
      allowedNetworks: networks,
      ...(origins.length > 0 && { allowedOrigins: origins }),
      ...(maySend && { maySend }),
      ...(managesTeam && { managesTeam }),
    },
  });
  return created;
}

const GIVEN = [
  'environment',
  'name',
  'expiresAt',
  'allowedNetworks',
  'allowedOrigins',
  'maySend',
  'managesTeam',
  'createdById',
  'memberId',
  'isForWebhooks',
] as const;
type NewKey = Pick<OwnedKey, (typeof GIVEN)[number]>;

/** A key that manages ends with its maker's place in the team. Throws AccountsError UNKNOWN_TEAM if they have left. */
export async function makerOf(
  tx: Connection,
  actor: Actor,
  teamId: string,
  managesTeam: boolean,
): Promise<Pick<NewKey, 'createdById' | 'memberId'>> {
  const createdById = actor.kind === 'user' ? actor.id : null;
  if (createdById === null || !managesTeam) return { createdById, memberId: null };
  const memberId = await lockMembership(tx, createdById, teamId);
  if (memberId === undefined) throw new AccountsError('UNKNOWN_TEAM', 'There is no such team');
  return { createdById, memberId };
}

export function newKeyOf(key: OwnedKey): NewKey {
  return Object.fromEntries(GIVEN.map((field) => [field, key[field]])) as NewKey;
}

/** @param teamId a team that the transaction has locked. Throws TOO_MANY_KEYS or TOO_MANY_NEW_KEYS. */
export async function insertNewKey(
  { tx, now, brand, pepper }: TransactionDeps,
  teamId: string,
  key: NewKey,
): Promise<CreatedKey> {
  const createdAt = now();
  if ((await countWorkingApiKeys(tx, teamId, createdAt)) >= WORKING_KEYS_MAX) {
    throw new AccountsError('TOO_MANY_KEYS', `A team may have ${WORKING_KEYS_MAX} keys that work; revoke one first`);
  }
  if ((await countApiKeysSince(tx, teamId, new Date(createdAt.getTime() - DAY_MS))) >= KEYS_PER_DAY_MAX) {
    throw new AccountsError(
      'TOO_MANY_NEW_KEYS',
      `A team may make ${KEYS_PER_DAY_MAX} keys in 24 hours, also if they end at once`,
    );
  }
  const value = generateApiKey(brand, key.environment);
  const hash = hashApiKey(value, pepper);
  const stored = await insertApiKey(tx, { ...key, hash, brand, lastFour: value.slice(-4), teamId, createdAt });
  return { value, stored };
}

/** Throws AccountsError EXPIRY_NOT_AHEAD. */
export function mustBeAhead(expiresAt: Date | null, at: Date): void {
  if (expiresAt !== null && expiresAt <= at)
    throw new AccountsError('EXPIRY_NOT_AHEAD', 'The expiry must be in the future');
}
