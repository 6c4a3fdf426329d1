import { KeyEnvironment, TeamChangedSchema } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { generateApiKey } from '@ledgergraph/proto-schemas/api-key/generate-api-key';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { type Answer, GatewayStand } from './gateway-stand.ts';
import { LimitedKeys, NETWORKS } from './limited-keys.ts';
import { standForFile } from './stand-for-file.ts';
import { type Item, readList } from './structured-fields.ts';

const stand = standForFile(
  { testCallsPerSecond: 3, trustedProxies: ['127.0.0.0/8'] },
  { Query: { networks: () => [] } },
);
const keys = new LimitedKeys(stand);
beforeEach(() => {
  stand.quotas.limit = 1_000n;
});

const codeOf = ({ body }: Answer): unknown => body.errors?.[0]?.extensions.code;

function limitsOf({ headers }: Answer): { policies: Item[]; left: Item[] } {
  return {
    policies: readList(headers.get('ratelimit-policy') ?? ''),
    left: readList(headers.get('ratelimit') ?? ''),
  };
}

describe('the month', () => {
  test('its last call is answered, the next one is not until it ends; only answers count', async () => {
    stand.quotas.limit = 2n;
    const { key, id, teamId } = keys.make({ month: 2n });
    const before = stand.quotas.totalSpent();
    expect((await keys.ask(key)).status).toBe(200);
    expect((await keys.ask(key, '{"query":"{ nonsense }"}')).status).toBe(400);
    expect((await keys.ask(key)).status).toBe(200);
    const refused = await keys.ask(key);
    expect([refused.status, codeOf(refused)]).toEqual([429, 'QUOTA_EXCEEDED']);
    const retryAfter = Number(refused.headers.get('retry-after'));
    const now = new Date();
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
    expect(retryAfter * 1000 + now.getTime()).toBeGreaterThanOrEqual(end);
    expect(retryAfter * 1000 + now.getTime()).toBeLessThan(end + 30_000);
    expect(refused.body.errors?.[0]?.extensions.retryAfter).toBe(retryAfter);
    expect(refused.body.extensions?.chain).toHaveLength(1);
    expect(await keys.reported(id, 4)).toEqual({ ANSWERED: 2, REJECTED: 1, QUOTA_EXCEEDED: 1 });
    expect(stand.quotas.totalSpent() - before).toBe(2n);

    stand.quotas.limit = 3n;
    stand.bus.publish(SUBJECTS.teamChanged, TeamChangedSchema, { teamId });
    await waitFor(async () => (await keys.ask(key)).status === 200, { what: 'the new plan' });
  });

  test('while accounts is away a plan with a limit waits, one without goes on, and all calls are reported later', async () => {
    const limited = keys.make({ month: 5n });
    const free = keys.make();
    expect((await keys.ask(free.key)).status).toBe(200);
    stand.quotas.before = () => {
      throw new Error('connect ECONNREFUSED 10.0.0.9:5432');
    };
    const refused = await keys.ask(limited.key);
    expect([refused.status, codeOf(refused), refused.headers.get('retry-after')]).toEqual([
      503,
      'SUBGRAPH_UNAVAILABLE',
      '2',
    ]);
    expect(refused.text).not.toMatch(/ECONN|10\.0\.0/);
    expect((await keys.ask(free.key)).status).toBe(200);
    stand.quotas.before = () => {};
    expect(await keys.reported(free.id, 2)).toEqual({ ANSWERED: 2 });
    expect(await keys.reported(limited.id, 1)).toEqual({ FAILED: 1 });
  });

  test('a test key costs nothing', async () => {
    stand.quotas.limit = 0n;
    const { key, id } = keys.make({ environment: KeyEnvironment.TEST, month: 0n });
    expect((await keys.ask(key)).status).toBe(200);
    expect(await keys.reported(id, 1)).toEqual({ ANSWERED: 1 });
  });
});

describe('the second', () => {
  test('calls of a live key follow its plan, and a refusal takes nothing from the month', async () => {
    const { key, id } = keys.make({ month: 1_000n, second: 1 });
    const before = stand.quotas.totalSpent();
    const answers = await Promise.all(Array.from({ length: 30 }, () => keys.ask(key)));
    const refused = answers.find(({ status }) => status !== 200) as Answer;
    expect([refused.status, codeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.body.errors?.[0]?.extensions.retryAfter).toBe(1);
    const answered = answers.filter(({ status }) => status === 200).length;
    expect(answered).toBeGreaterThan(0);
    expect(await keys.reported(id, 30)).toEqual({ ANSWERED: answered, RATE_LIMITED: 30 - answered });
    expect(stand.quotas.totalSpent() - before).toBe(BigInt(answered));
  });

  test('calls of a test key follow the gateway’s own limit', async () => {
    const { key } = keys.make({ environment: KeyEnvironment.TEST });
    const answers = await Promise.all(Array.from({ length: 40 }, () => keys.ask(key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  test('a call that the month refuses takes nothing from it', async () => {
    stand.quotas.limit = 0n;
    const { key } = keys.make({ month: 0n, second: 2 });
    const statuses = [];
    for (let i = 0; i < 12; i++) statuses.push(codeOf(await keys.ask(key)));
    expect(new Set(statuses)).toEqual(new Set(['QUOTA_EXCEEDED']));
  });
});

describe('RateLimit and RateLimit-Policy', () => {
  test('name both limits and what is left of them, in every answer to a key', async () => {
    const { key } = keys.make({ month: 1_000n, second: 500 });
    const now = new Date();
    const days = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate();
    const first = await keys.ask(key);
    expect(limitsOf(first)).toEqual({
      policies: [
        { name: 'month', parameters: { q: 1_000, w: days * 86_400 } },
        { name: 'second', parameters: { q: 500, w: 1 } },
      ],
      left: [
        { name: 'month', parameters: { r: 999, t: expect.any(Number) } },
        { name: 'second', parameters: { r: expect.any(Number), t: 1 } },
      ],
    });
    const monthLeft = limitsOf(first).left[0]?.parameters.t ?? 0;
    expect(monthLeft).toBeGreaterThan(0);
    expect(monthLeft).toBeLessThanOrEqual(days * 86_400);
    const refusals = [
      await keys.ask(key, '{ not json'),
      await keys.ask(key, '{"query":"{ nonsense }"}'),
      await keys.ask(key, `{"query":"{ a }","x":"${'y'.repeat(70_000)}"}`),
      await keys.ask(key, 'text', { 'content-type': 'text/plain' }),
      await stand.fetch('/graphql', { method: 'PUT', headers: { authorization: `Bearer ${key}` } }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 413, 415, 405]);
    for (const refusal of refusals) {
      expect(limitsOf(refusal).left[0]).toEqual({ name: 'month', parameters: { r: 999, t: expect.any(Number) } });
    }
    expect(limitsOf(await keys.ask(key)).left[0]?.parameters.r).toBe(998);
  });

  test('name no limit that does not exist', async () => {
    const unlimited = await keys.ask(keys.make().key);
    expect([unlimited.headers.get('ratelimit'), unlimited.headers.get('ratelimit-policy')]).toEqual([null, null]);
    const test = await keys.ask(keys.make({ environment: KeyEnvironment.TEST, month: 7n }).key);
    expect(limitsOf(test).policies).toEqual([{ name: 'second', parameters: { q: 3, w: 1 } }]);
  });

  test('an answer to no key has none', async () => {
    const { status, headers } = await keys.ask('lg_live_unknown');
    expect([status, headers.get('ratelimit')]).toEqual([401, null]);
  });

  test('leave the month out where it is not known', async () => {
    const { key } = keys.make({ month: 1_000n, second: 500 });
    const refused = await keys.ask(key, '{ not json');
    expect(limitsOf(refused).left).toEqual([{ name: 'second', parameters: { r: expect.any(Number), t: 1 } }]);
  });
});

describe('networks of a key', () => {
  test('from its networks alone, by the address that a trusted proxy names', async () => {
    const { key, id } = keys.make({ allowedNetworks: ['203.0.113.0/24'], month: 10n });
    const from = (forwarded: string) => keys.ask(key, NETWORKS, { 'x-forwarded-for': forwarded });
    expect((await from('203.0.113.9')).status).toBe(200);
    expect((await from('203.0.113.1, ::ffff:203.0.113.9')).status).toBe(200);
    const refused = await from('198.51.100.1');
    expect([refused.status, codeOf(refused)]).toEqual([403, 'FORBIDDEN']);
    // The client's own claim stands first, the address from the proxy last.
    expect((await from('203.0.113.9, 198.51.100.1')).status).toBe(403);
    expect((await keys.ask(key)).status).toBe(403);
    expect((await from('nonsense')).status).toBe(403);
    expect(await keys.reported(id, 6)).toEqual({ ANSWERED: 2, REJECTED: 4 });
  });

  test('a caller that is no trusted proxy speaks for itself only', async () => {
    const other = new GatewayStand();
    await other.start();
    try {
      const key = generateApiKey('lg', 'test');
      other.keys.set(key, { environment: KeyEnvironment.TEST, allowedNetworks: ['203.0.113.0/24'] });
      const { status } = await other.query(
        '{ __typename }',
        {},
        {
          authorization: `Bearer ${key}`,
          'x-forwarded-for': '203.0.113.9',
        },
      );
      expect(status).toBe(403);
    } finally {
      await other.stop();
    }
  });
});
