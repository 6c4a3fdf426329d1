import { changeEndpoint } from '#/endpoints/change-endpoint.ts';
import { until } from './until.ts';
import { startWebhooks, TEAM, type WebhookStand } from './webhook-stand.ts';

let stand: WebhookStand;
beforeEach(async () => {
  stand = await startWebhooks({ timeoutMs: 200 });
});
afterEach(() => stand.stop());

const stateOf = async (id: string) => stand.db.endpoint.findUniqueOrThrow({ where: { id } });

test('410 disables the endpoint and notifies its team; active again, it goes on where it stopped', async () => {
  stand.receiver.answer = () => 410;
  const { endpoint } = await stand.create();
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  stand.gateway.addBlock(7);
  await until(async () => expect((await stateOf(endpoint.id)).state).toBe('disabled'));
  await until(() => expect(stand.mails).toHaveLength(1));
  expect(stand.mails[0]).toMatchObject({
    teamId: TEAM,
    url: stand.receiver.url,
    reason: expect.stringContaining('410'),
  });
  await until(() => expect(stand.gateway.openStreams).toBe(0));
  stand.gateway.addBlock(8);
  stand.receiver.answer = () => 204;
  await changeEndpoint(stand.deps, TEAM, endpoint.id, { state: 'active' });
  await until(() => expect(stand.receiver.heights).toEqual([7, 8]));
});

test('three days without a success disable the endpoint; a success restarts the three days', async () => {
  stand.receiver.answer = () => 500;
  const { endpoint } = await stand.create();
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  stand.gateway.addBlock(7);
  await until(async () => expect((await stateOf(endpoint.id)).failingSince).not.toBeNull());
  stand.receiver.answer = () => 204;
  await until(async () => expect((await stateOf(endpoint.id)).failingSince).toBeNull());
  stand.receiver.answer = () => 500;
  stand.gateway.addBlock(8);
  await until(async () => expect((await stateOf(endpoint.id)).failingSince).not.toBeNull());
  expect((await stateOf(endpoint.id)).state).toBe('active');
  stand.clock.offsetMs = 73 * 3_600_000;
  await until(async () => expect((await stateOf(endpoint.id)).state).toBe('disabled'));
  expect((await stateOf(endpoint.id)).disabledReason).toContain('three days');
});

test.each([
  ['a redirect', 302, 'redirect'],
  ['an error', 503, '503'],
])('%s is a failure', async (_what, status, words) => {
  stand.receiver.answer = () => status;
  await stand.create();
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  stand.gateway.addBlock(7);
  await until(async () => expect((await stand.db.attempt.findFirst())?.error).toContain(words));
});

test('a receiver that does not answer in time, or floods us, delays no other work', async () => {
  let calls = 0;
  stand.receiver.answer = (_received, response) => {
    calls += 1;
    if (calls === 1) return undefined;
    response.writeHead(200);
    // Far more than is read: the connection is closed in the middle.
    const flood = (): void =>
      void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(flood)));
    flood();
    return undefined;
  };
  await stand.create();
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  stand.gateway.addBlock(7);
  await until(async () => expect(await stand.db.attempt.count()).toBe(2));
  const [late, flooded] = await stand.db.attempt.findMany({ orderBy: { id: 'asc' } });
  expect(late).toMatchObject({ status: null, error: expect.stringContaining('within') });
  expect(flooded).toMatchObject({ status: 200, error: '', responseBody: 'x'.repeat(1_024) });
});

test('an endpoint reports a month that is used up, and goes on with the next', async () => {
  const { endpoint } = await stand.create();
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  stand.gateway.endStreams({ code: 'QUOTA_EXCEEDED', message: 'The calls of this month are used up.' });
  await until(async () => expect((await stateOf(endpoint.id)).trouble).toContain('used up'));
  expect((await stateOf(endpoint.id)).state).toBe('active');
});

test('a cursor that no gateway opens any more is replaced by the height of the last event', async () => {
  await stand.create();
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  stand.gateway.addBlock(7);
  await until(() => expect(stand.receiver.heights).toEqual([7]));
  stand.gateway.endStreams({ code: 'VALIDATION_ERROR', message: 'after is not a cursor of this subscription.' });
  await until(() => expect(stand.receiver.heights).toEqual([7, 7]));
  expect(stand.receiver.ids[1]).toBe(stand.receiver.ids[0]);
});

test('a team that was deleted takes its endpoints with it', async () => {
  await stand.create();
  stand.access.now = null;
  stand.work();
  await until(async () => expect(await stand.db.endpoint.count()).toBe(0));
});

test.each([
  ['seconds', () => '3600'],
  ['an HTTP date', () => new Date(Date.now() + 3_600_000).toUTCString()],
])('a receiver that asks for a wait in %s is not asked again before', async (_form, retryAfter) => {
  stand.receiver.answer = (_received, response) => void response.writeHead(503, { 'retry-after': retryAfter() }).end();
  await stand.create();
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  stand.gateway.addBlock(1);
  await until(async () => expect(await stand.db.attempt.count()).toBe(1));
  const { nextAttemptAt } = await stand.db.delivery.findFirstOrThrow();
  const { at } = await stand.db.attempt.findFirstOrThrow();
  expect(nextAttemptAt.getTime() - at.getTime()).toBeGreaterThan(3_590_000);
});
