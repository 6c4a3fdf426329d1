import { QUEUED_MAX } from '#/db/deliveries.ts';
import { countTestSend } from '#/db/test-sends.ts';
import { RateLimit } from '#/delivering/rate-limit.ts';
import { replay } from '#/endpoints/replay.ts';
import { TEST_TIMEOUT_MS, testEndpoint } from '#/endpoints/test-endpoint.ts';
import { until } from './until.ts';
import { startWebhooks, TEAM, type WebhookStand } from './webhook-stand.ts';

let stand: WebhookStand;
beforeEach(async () => {
  stand = await startWebhooks({ timeoutMs: 60_000 });
});
afterEach(() => stand.stop());

const test1 = (id: string) => testEndpoint(stand.deps, TEAM, id);
const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled' ? 'sent' : (result.reason as { code: string }).code;

test('a test event is signed, shows what the receiver answered, and is in the list of deliveries', async () => {
  stand.receiver.answer = (_received, response) => void response.writeHead(418).end('a teapot');
  const { endpoint } = await stand.create();
  const { attempt, payload } = await test1(endpoint.id);
  expect(attempt).toMatchObject({
    status: 418,
    responseBody: 'a teapot',
    requestHeaders: { 'webhook-id': expect.any(String) },
  });
  expect(JSON.parse(payload)).toMatchObject({ type: 'webhook.test' });
  const [listed] = await stand.db.delivery.findMany({ include: { attempts: true } });
  expect(listed).toMatchObject({
    eventType: 'webhook.test',
    webhookId: attempt.requestHeaders['webhook-id'],
    state: 'failed',
    payload,
    attempts: [{ status: 418, responseBody: 'a teapot' }],
  });
  stand.receiver.answer = () => 204;
  await test1(endpoint.id);
  expect(await stand.db.delivery.count({ where: { state: 'delivered', attemptsMade: 1 } })).toBe(1);
});

test('a test event leaves the deliveries of an endpoint as they are: no repeat, no failure, no undoing, no example', async () => {
  const { endpoint } = await stand.create();
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  stand.gateway.addBlock(7, { marked: 1 });
  await until(() => expect(stand.receiver.heights).toEqual([7]));
  stand.receiver.answer = () => 500;
  const { payload } = await test1(endpoint.id);
  expect(JSON.parse(payload).data.chainEvents.block).toEqual({ marked: 1 });
  stand.receiver.answer = () => 204;
  stand.gateway.removeBlocks(6);
  await until(() => expect(stand.receiver.delivered).toHaveLength(2));
  const [, reversal] = stand.receiver.delivered;
  expect(reversal?.body.extensions.undone).toEqual([stand.receiver.ids[0]]);
  expect(await stand.db.endpoint.findFirst()).toMatchObject({ failingSince: null, state: 'active' });
  expect((await test1(endpoint.id)).payload).not.toContain('It works.');
  expect(await stand.db.delivery.count({ where: { state: 'queued' } })).toBe(0);
});

test('a test event that is sent again keeps its id', async () => {
  const { endpoint } = await stand.create();
  await test1(endpoint.id);
  const { id } = await stand.db.delivery.findFirstOrThrow();
  stand.work();
  await replay(stand.deps, TEAM, endpoint.id, { deliveryId: String(id) });
  await until(() => expect(stand.receiver.ids).toHaveLength(2));
  expect(new Set(stand.receiver.ids).size).toBe(1);
});

test('of 100 test events at once few are sent, the others are refused at once, and a silent receiver frees their places', async () => {
  stand.receiver.answer = () => undefined;
  const { endpoint } = await stand.create();
  const other = await stand.create({ teamId: 'another team' });
  const results = Promise.allSettled(Array.from({ length: 100 }, () => test1(endpoint.id)));
  // Each team has its own places.
  await until(() => expect(stand.receiver.attempts).toHaveLength(3));
  const others = testEndpoint(stand.deps, 'another team', other.endpoint.id);
  await until(() => expect(stand.receiver.attempts).toHaveLength(4));
  const codes = (await results).map(codeOf);
  expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(97);
  expect((await others).attempt.error).toBe(`There was no complete response within ${TEST_TIMEOUT_MS / 1_000} s.`);
  expect(stand.deps.places.tests.teams).toBe(0);
  stand.receiver.answer = () => 204;
  expect((await test1(endpoint.id)).attempt.status).toBe(204);
});

test('a refusal gives its place back', async () => {
  const missing = Array.from({ length: 10 }, () => test1('00000000-0000-7000-8000-000000000000'));
  await Promise.allSettled(missing);
  expect(stand.deps.places.tests.teams).toBe(0);
});

test('test events count as deliveries of the plan’s second, those of all processes together', async () => {
  if (stand.access.now !== null) stand.access.now.deliveriesPerSecond = 2;
  const { endpoint } = await stand.create();
  const holdSecond = () => stand.db.$executeRaw`UPDATE team SET tests_until = now() + interval '1 hour'`;
  await test1(endpoint.id);
  await holdSecond();
  await test1(endpoint.id);
  await expect(test1(endpoint.id)).rejects.toMatchObject({ code: 'TOO_MANY' });
  expect(stand.receiver.attempts).toHaveLength(2);
  await stand.db.$executeRaw`UPDATE team SET tests_until = now() - interval '1 second'`;
  await test1(endpoint.id);
  expect(await stand.db.team.findFirst()).toMatchObject({ testsSent: 3n, testsNow: 1 });
});

test('counts that come at once are all counted, and a plan below one delivery per second allows one', async () => {
  await stand.create();
  await stand.db.$executeRaw`UPDATE team SET tests_until = now() + interval '1 hour'`;
  const counted = await Promise.all(Array.from({ length: 20 }, () => countTestSend(stand.db, TEAM, 7)));
  expect(counted.filter(Boolean)).toHaveLength(7);
  await stand.db.$executeRaw`UPDATE team SET tests_until = now() + interval '1 hour', tests_now = 0`;
  expect([await countTestSend(stand.db, TEAM, 0.5), await countTestSend(stand.db, TEAM, 0.5)]).toEqual([true, false]);
  expect(await countTestSend(stand.db, TEAM, null)).toBe(true);
});

test('deliveries wait for the test events that were sent before them', async () => {
  const rate = new RateLimit(() => 100);
  const from = performance.now();
  rate.spend(60);
  await rate.pass(new AbortController().signal);
  // One pass was free at most.
  expect(performance.now() - from).toBeGreaterThanOrEqual(500);
});

test('a delivery is sent again only while not too many wait, however many ask at once', async () => {
  const { endpoint } = await stand.create();
  await test1(endpoint.id);
  const sent = await stand.db.delivery.findFirstOrThrow();
  const { id, ...row } = sent;
  const queued = Array.from({ length: QUEUED_MAX - 2 }, () => ({ ...row, state: 'queued' as const }));
  await stand.db.delivery.createMany({ data: queued });
  const replayed = await Promise.allSettled(
    Array.from({ length: 8 }, () => replay(stand.deps, TEAM, endpoint.id, { deliveryId: String(id) })),
  );
  expect(replayed.map(codeOf).filter((code) => code === 'TOO_MANY')).toHaveLength(6);
  expect(await stand.db.delivery.count({ where: { state: 'queued' } })).toBe(QUEUED_MAX);
});
