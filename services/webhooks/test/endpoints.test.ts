import { Sender } from '#/delivering/send-request.ts';
import { changeEndpoint } from '#/endpoints/change-endpoint.ts';
import { ENDPOINTS_MAX } from '#/endpoints/create-endpoint.ts';
import { until } from './until.ts';
import { startWebhooks, TEAM, type WebhookStand } from './webhook-stand.ts';

let stand: WebhookStand;
beforeEach(async () => {
  stand = await startWebhooks();
});
afterEach(() => stand.stop());

const own = (operation: string) => ({ source: { eventType: null, operation, variables: {} } });

test.each([
  ['an unknown type', { source: { eventType: 'block.old', operation: '', variables: {} } }, 'no event type'],
  ['a missing variable', { source: { eventType: 'address.sent', operation: '', variables: {} } }, 'needs addresses'],
  [
    'an unknown variable',
    { source: { eventType: 'block.new', operation: '', variables: { x: 1 } } },
    'no variable "x"',
  ],
  [
    'a malformed txid',
    { source: { eventType: 'transaction.confirmed', operation: '', variables: { txids: ['x'] } } },
    '64',
  ],
  [
    'a malformed amount',
    { source: { eventType: 'transaction.large', operation: '', variables: { minValue: 1 } } },
    'minValue',
  ],
  ['no operation', own(''), 'write a subscription'],
  ['a query', own('{ networks { name } }'), 'one subscription'],
  ['a mutation', own('mutation { send }'), 'one subscription'],
  ['nonsense', own('subscription {'), 'one subscription'],
  ['an address of this network', { url: 'https://10.0.0.1/' }, 'public Internet'],
])('%s is refused, and nothing is stored', async (_what, wanted, words) => {
  await expect(stand.create(wanted)).rejects.toThrow(words);
  expect(await stand.db.endpoint.count()).toBe(0);
});

test('the owner of a subscription receives the error that the gateway reports for it', async () => {
  stand.gateway.refusal = { code: 'GRAPHQL_VALIDATION_FAILED', message: 'Cannot query field "x".' };
  await expect(stand.create(own('subscription { x }'))).rejects.toThrow('Cannot query field "x".');
});

test('a plan allows only this many endpoints, however many are made at once', async () => {
  const made = await Promise.allSettled(Array.from({ length: 6 }, () => stand.create()));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const refused = made.filter((one) => one.status === 'rejected').map((one) => one.reason);
  for (const error of refused) expect(error).toMatchObject({ code: 'PLAN_LIMIT' });
});

test.each([null, 1_000])('a team has 100 endpoints at most where its plan allows %s', async (endpointsMax) => {
  if (stand.access.now !== null) stand.access.now.endpointsMax = endpointsMax;
  const { endpoint } = await stand.create();
  const { id: _id, variables: _variables, ...row } = endpoint;
  const more = (count: number) =>
    stand.db.endpoint.createMany({ data: Array.from({ length: count }, () => ({ ...row, variables: {} })) });
  await more(ENDPOINTS_MAX - 2);
  await stand.create();
  await expect(stand.create()).rejects.toMatchObject({
    code: 'PLAN_LIMIT',
    message: 'A team may have 100 webhook endpoints.',
  });
});

test('an endpoint of another team does not exist', async () => {
  const { endpoint } = await stand.create();
  await expect(changeEndpoint(stand.deps, 'another', endpoint.id, { state: 'paused' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(changeEndpoint(stand.deps, TEAM, 'no id', { state: 'paused' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('the secret is not in the database', async () => {
  const { secret } = await stand.create();
  const { secret: stored } = await stand.db.endpoint.findFirstOrThrow();
  expect(Buffer.from(stored).toString()).not.toContain(secret.slice(6));
});

test('a host whose addresses are not public is not connected to, whatever was checked before', async () => {
  const sender = new Sender([], stand.deps.findAddresses);
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const { port } = new URL(stand.receiver.url);
    const answer = await sender.send(`https://${host}:${port}/`, {}, '{}');
    expect(answer).toMatchObject({ status: null, error: 'The host has no address on the public Internet.' });
  }
  expect(stand.receiver.attempts).toHaveLength(0);
  await sender.close();
});

test('two processes share the work: each delivery is made by one of them', async () => {
  await stand.create();
  stand.work('one');
  stand.work('two');
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  for (let height = 1; height <= 20; height += 1) stand.gateway.addBlock(height);
  await until(() => expect(stand.receiver.heights).toEqual(Array.from({ length: 20 }, (_, index) => index + 1)));
  expect(stand.receiver.attempts).toHaveLength(20);
});

test('when a process stops, another goes on at once', async () => {
  await stand.create();
  const stop = stand.work('one');
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  await stop();
  stand.gateway.addBlock(7);
  stand.work('two');
  await until(() => expect(stand.receiver.heights).toEqual([7]));
});

test('a plan limits the deliveries per second of all endpoints together', async () => {
  if (stand.access.now !== null) stand.access.now.deliveriesPerSecond = 5;
  await stand.create();
  await stand.create();
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(2));
  for (let height = 1; height <= 6; height += 1) stand.gateway.addBlock(height);
  await until(() => expect(stand.receiver.attempts).toHaveLength(12));
  const attempts = await stand.db.attempt.findMany({ orderBy: { at: 'asc' } });
  const tookMs = (attempts.at(-1)?.at.getTime() ?? 0) - (attempts[0]?.at.getTime() ?? 0);
  // 12 deliveries, of which the first passes at once.
  expect(tookMs).toBeGreaterThanOrEqual((11 / 5 - 1) * 1_000);
});
