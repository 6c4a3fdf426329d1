import { createClient } from '@connectrpc/connect';
import { KeyService } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { QuotaService } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { POOL_SIZE_DEFAULT } from '@ledgergraph/service-kit/db/pool-settings';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { createContext } from '#/context.ts';
import { Browser } from './browser.ts';
import { getMe, PASSWORD } from './people.ts';
import { type ApiProcess, ORIGIN, SECRET, startApiProcess } from './start-api-process.ts';

let api: ApiProcess;
beforeAll(async () => {
  api = await startApiProcess();
});
afterAll(() => api.stop());

async function signUp(name: string) {
  const browser = new Browser(api.url, ORIGIN, SECRET, '198.51.100.1');
  await browser.post('/auth/sign-up/email', { name, email: `${name}@example.org`, password: PASSWORD });
  return { browser, teamId: (await getMe(browser)).teams[0]?.id ?? '' };
}

test('with all connections of the dashboard held, keys are checked, units are leased, and the process is ready', async () => {
  const { browser, teamId } = await signUp('ann');
  const other = await signUp('ben');
  const made = await browser.post(`/api/teams/${teamId}/keys`, { environment: 'live', name: 'a key' });
  const { value } = made.body as { value: string };
  const { db } = createContext(api.databaseUrl);
  const wanted = POOL_SIZE_DEFAULT * 2;
  let stuck: Promise<{ status: number }[]> | undefined;
  try {
    await db.$transaction(
      async (tx) => {
        await tx.$queryRaw`LOCK TABLE session`;
        // Also blocks the rows that a check of a key reads.
        await tx.$queryRaw`SELECT id FROM api_key FOR UPDATE`;
        stuck = Promise.all(Array.from({ length: wanted }, () => browser.get('/api/me')));
        const countHeld = async () => {
          const [row] = await db.$queryRaw<{ held: number }[]>`SELECT count(*)::int AS held FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`;
          return row?.held ?? 0;
        };
        await waitFor(async () => (await countHeld()) === POOL_SIZE_DEFAULT, { what: 'all connections to be held' });
        const transport = createInternalTransport(api.url, SECRET);
        const keys = createClient(KeyService, transport);
        const found = await keys.resolveKey({ keyHash: hashApiKey(value, api.env.KEY_PEPPER) });
        expect(found.key?.teamId).toBe(teamId);
        const ids = { leaseId: '01a20b65-8e67-763f-a1e2-24c2cf6464a3', gatewayId: 'a-gateway', teamId: other.teamId };
        const { lease } = await createClient(QuotaService, transport).lease({ ...ids, want: 1n });
        expect(lease?.size).toBeGreaterThan(0n);
        expect((await fetch(`${api.url}/readyz`)).status).toBe(200);
        expect(await countHeld()).toBe(POOL_SIZE_DEFAULT);
      },
      { timeout: 60_000 },
    );
    for (const { status } of (await stuck) ?? []) expect([200, 503]).toContain(status);
  } finally {
    await db.$disconnect();
  }
});
