import { type Client, createClient } from '@connectrpc/connect';
import { KeyService } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import type { Actor } from '#/audit/actor.ts';
import { createContext } from '#/context.ts';
import type { Database } from '#/db/connection.ts';
import { createKeyForUser, type UserKeyRequest } from '#/keys/create-key-for-user.ts';
import type { KeyDeps } from '#/keys/key-deps.ts';
import { revokeKey } from '#/keys/revoke-key.ts';
import { keyService } from '#/rpc/key-service.ts';

const settings = { brand: 'lg', pepper: 'a pepper for tests only' };
export const operator: Actor = { kind: 'operator', name: 'olga' };
const secret = 'a secret for tests only';

export type AccountsFixture = {
  db: Database;
  settings: typeof settings;
  clock: { now: Date };
  /** `key <hash in hex>` or `team <id>`. */
  announced: string[];
  deps: KeyDeps;
  create: (request?: Partial<UserKeyRequest>) => ReturnType<typeof createKeyForUser>;
  revoke: (key: { id: string; teamId: string }) => Promise<void>;
  resolve: (value: string) => ReturnType<Client<typeof KeyService>['resolveKey']>;
  client: Client<typeof KeyService>;
  dropDatabase: () => Promise<void>;
  stop: () => Promise<void>;
};

export async function startAccounts(): Promise<AccountsFixture> {
  const database = await createTestDatabase({ service: 'accounts' });
  const { db } = createContext(database.url);
  const clock = { now: new Date('2030-01-01T00:00:00.500Z') };
  const announced: string[] = [];
  const announcer = {
    keyChanged: async (hash: Uint8Array) => void announced.push(`key ${Buffer.from(hash).toString('hex')}`),
    teamChanged: async (teamId: string) => void announced.push(`team ${teamId}`),
  };
  const context = { db, now: () => clock.now, logger: createLogger('test', 'silent') };
  const deps = { ...settings, ...context, announcer };
  const server = await createInternalServer({
    secret,
    logger: context.logger,
    ready: async () => ({ ready: true }),
    connect: (router) => router.service(KeyService, keyService(context)),
  });
  const client = createClient(
    KeyService,
    createInternalTransport(await server.listen({ host: '127.0.0.1', port: 0 }), secret),
  );
  return {
    db,
    settings,
    clock,
    announced,
    deps,
    create: (request) =>
      createKeyForUser(deps, operator, {
        environment: 'live',
        name: 'a key',
        email: 'ann@example.org',
        ...request,
      }),
    revoke: async ({ id, teamId }) => void (await revokeKey(deps, operator, teamId, id)),
    resolve: (value) => client.resolveKey({ keyHash: hashApiKey(value, settings.pepper) }),
    client,
    dropDatabase: () => database.drop(),
    stop: async () => {
      await server.close();
      await db.$disconnect();
      await database.drop();
    },
  };
}
