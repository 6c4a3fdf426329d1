import { randomBytes } from 'node:crypto';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { callMany } from '../../e2e/quotas/call-many.ts';
import { hosts } from '../stack/hosts.ts';
import { readCompose } from '../stack/read-compose.ts';
import { readInstallation } from '../stack/shared-installation.ts';
import { start, waitUntilReady } from '../stack/start-installation.ts';

const CALLS_PER_MONTH = 200;
const CALLS = 500;

let second: { id: string; url: string };

beforeAll(async () => {
  const { network, variables } = readInstallation();
  const gateway = readCompose(variables).get('gateway');
  if (gateway === undefined) throw new Error('docker-compose.yml names no gateway');
  const port = await findFreePort();
  second = { id: await start({ name: network }, 'gateway-2', gateway, port), url: `http://127.0.0.1:${port}` };
  await waitUntilReady(second.url);
});
afterAll(async () => {
  if (second !== undefined) await hosts.remove(second.id);
});

test('two gateways on two hosts share one quota: of more calls than are left exactly those are answered', async () => {
  const plan = `containers-${randomBytes(4).toString('hex')}`;
  await hosts.ledgergraph(
    'plans',
    'create',
    plan,
    '--calls-per-month',
    String(CALLS_PER_MONTH),
    '--calls-per-second',
    'none',
  );
  const owner = ['--user', `${plan}@example.org`, '--plan', plan];
  const made = await hosts.ledgergraph('keys', 'create', '--live', '--name', 'quota', ...owner);
  const { value, key } = made as { value: string; key: { team: { slug: string } } };
  const urls = [readInstallation().gatewayUrl, second.url];
  const { ends, refusals } = await callMany(urls, value, CALLS);
  expect(ends).toEqual({ answered: CALLS_PER_MONTH, exhausted: CALLS - CALLS_PER_MONTH, broken: 0 });
  await waitFor(
    async () => {
      const usage = (await hosts.ledgergraph('usage', '--team', key.team.slug)) as { status: string; calls: number }[];
      const calls = (status: string): number =>
        usage.filter((row) => row.status === status).reduce((sum, row) => sum + row.calls, 0);
      return calls('answered') === CALLS_PER_MONTH && calls('quota_exceeded') === refusals;
    },
    { what: 'the books to agree' },
  );
});
