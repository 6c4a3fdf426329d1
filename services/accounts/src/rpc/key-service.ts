import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect';
import { KeyEnvironment, type KeyService } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { OwnedKey } from '#/db/api-keys.ts';
import type { Database } from '#/db/connection.ts';
import type { Plan } from '#/generated/prisma/client.ts';
import { resolveKey } from '#/keys/resolve-key.ts';

const HASH_BYTES = 32;
const ENVIRONMENTS = { live: KeyEnvironment.LIVE, test: KeyEnvironment.TEST } as const;

export type KeyServiceDeps = { db: Database; now: () => Date; logger: Logger };

/** ResolveKey never reveals why a key does not work. INVALID_ARGUMENT: no HMAC-SHA256; UNAVAILABLE: no statement about the key. */
export function keyService(deps: KeyServiceDeps): ServiceImpl<typeof KeyService> {
  return {
    async resolveKey({ keyHash }) {
      if (keyHash.length !== HASH_BYTES)
        throw new ConnectError(`key_hash must have ${HASH_BYTES} bytes`, Code.InvalidArgument);
      const key = await resolveKey(deps, new Uint8Array(keyHash)).catch((error: unknown) => {
        deps.logger.error({ err: error }, 'a key could not be looked up');
        throw new ConnectError('keys cannot be looked up now', Code.Unavailable);
      });
      return key === null ? {} : { key: toMessage(key) };
    },
  };
}

function toMessage(key: OwnedKey) {
  return {
    id: key.id,
    environment: ENVIRONMENTS[key.environment],
    teamId: key.team.id,
    ...(key.createdById !== null && { personId: key.createdById }),
    plan: toPlan(key.team.plan),
    allowedNetworks: key.allowedNetworks,
    allowedOrigins: key.allowedOrigins,
    maySend: key.maySend,
    // Rounded down: a cached answer must not outlive the key.
    ...(key.expiresAt !== null && { expiresAt: BigInt(Math.floor(key.expiresAt.getTime() / 1000)) }),
  };
}

function toPlan({ id, callsPerMonth, callsPerSecond, streamsPerKey, sendsPerMinute, workUnderWay }: Plan) {
  return {
    id,
    ...(callsPerMonth !== null && { callsPerMonth }),
    ...(callsPerSecond !== null && { callsPerSecond }),
    ...(streamsPerKey !== null && { streamsPerKey }),
    ...(sendsPerMinute !== null && { sendsPerMinute }),
    ...(workUnderWay !== null && { workUnderWay }),
  };
}
