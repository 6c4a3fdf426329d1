import { randomUUID } from 'node:crypto';
import { watchEvents } from '#/endpoints/watch-events.ts';
import { until } from './until.ts';
import { startWebhooks, TEAM, WEBHOOKS, type WebhookStand } from './webhook-stand.ts';

let stand: WebhookStand;
beforeEach(async () => {
  stand = await startWebhooks();
});
afterEach(() => stand.stop());

const settle = async (changeId: string) =>
  (await stand.ask('POST', `/webhook-changes/${changeId}/settle`)).body.wasMade;

type Change = [name: string, method: 'POST' | 'PATCH' | 'DELETE', path: string, body: () => object | undefined];

const CHANGES: Change[] = [
  ['create', 'POST', '', () => ({ environment: 'test', url: stand.receiver.url, eventType: 'block.new' })],
  ['change', 'PATCH', '/:id', () => ({ state: 'paused' })],
  ['delete', 'DELETE', '/:id', () => undefined],
  ['rotate', 'POST', '/:id/rotate-secret', () => undefined],
  ['test', 'POST', '/:id/test', () => undefined],
  ['replay', 'POST', '/:id/replay', () => ({ fromHeight: 1 })],
];

const make = ([, method, path, body]: Change, id: string, changeId: string) =>
  stand.ask(method, WEBHOOKS + path.replace(':id', id), body(), { changeId });

async function snapshot(): Promise<string> {
  const rows = await Promise.all([stand.db.endpoint.findMany(), stand.db.delivery.findMany()]);
  return JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
}

test.each(CHANGES)('%s: a change that was made is settled as made, and is not made twice', async (...change) => {
  stand.gateway.onQuery = () => ({ data: { syncState: { lastBlockHeight: 9 } } });
  const { endpoint } = await stand.create();
  const changeId = randomUUID();
  const before = await snapshot();
  expect([200, 201]).toContain((await make(change, endpoint.id, changeId)).status);
  const after = await snapshot();
  expect(after).not.toBe(before);
  expect(await settle(changeId)).toBe(true);
  expect((await make(change, endpoint.id, changeId)).status).toBe(429);
  expect(await snapshot()).toBe(after);
});

test.each(CHANGES)('%s: a change that was settled as not made is never made', async (...change) => {
  stand.gateway.onQuery = () => ({ data: { syncState: { lastBlockHeight: 9 } } });
  const { endpoint } = await stand.create();
  const changeId = randomUUID();
  const before = await snapshot();
  expect(await settle(changeId)).toBe(false);
  expect((await make(change, endpoint.id, changeId)).status).toBe(429);
  expect(await snapshot()).toBe(before);
  expect(stand.receiver.attempts).toEqual([]);
  expect(await settle(changeId)).toBe(false);
});

describe('a change of variables', () => {
  const [ONE, TWO] = ['RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7', 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB'];
  const ACTIVITY = { addressActivity: { activity: { amounts: [{ currencyId: TWO, amount: '1.00000000' }] } } };
  const of = (eventType: string) => ({ source: { eventType, operation: '', variables: { addresses: [ONE] } } });
  const change = (endpointId: string, variables: object) =>
    stand.ask('PATCH', `${WEBHOOKS}/${endpointId}`, { variables });

  test('other variables count from behind the last stored event on: none is lost, and none comes twice', async () => {
    const { endpoint } = await stand.create(of('address.received'));
    const stop = stand.work();
    await until(() => expect(stand.gateway.openStreams).toBe(1));
    stand.gateway.addEvent(7, ACTIVITY);
    await until(() => expect(stand.receiver.heights).toEqual([7]));
    await stop();
    stand.gateway.addEvent(8, ACTIVITY);
    const { body: changed } = await change(endpoint.id, { addresses: [ONE, TWO] });
    expect(changed).toMatchObject({ variables: { addresses: [ONE, TWO] } });
    stand.work('two');
    await until(() => expect(stand.receiver.heights).toEqual([7, 8]));
    stand.gateway.addEvent(9, ACTIVITY);
    await until(() => expect(stand.receiver.heights).toEqual([7, 8, 9]));
    const { headers, body } = stand.gateway.requests.at(-1) ?? {};
    expect([headers?.['last-event-id'], body?.variables]).toEqual(['1', { addresses: [ONE, TWO] }]);
  });

  test.each([
    ['variables that the type does not have', 'address.received', { x: 1 }, 'no variable "x"'],
    ['other variables of pending transactions', 'address.pending', { addresses: [TWO] }, 'another webhook'],
  ])('%s are refused, and nothing changes', async (_what, eventType, variables, words) => {
    const { endpoint } = await stand.create(of(eventType));
    const before = await snapshot();
    expect((await change(endpoint.id, variables)).body.error.message).toContain(words);
    expect(await snapshot()).toBe(before);
  });

  test('other variables are refused with the gateway’s words, and while it is to begin at a block', async () => {
    const { endpoint } = await stand.create(of('address.received'));
    stand.gateway.refusal = { code: 'VALIDATION_ERROR', message: 'The cursor is of another chain.' };
    const refused = async () => (await change(endpoint.id, { addresses: [TWO] })).body.error.message;
    expect(await refused()).toContain('of another chain');
    stand.gateway.refusal = undefined;
    stand.gateway.onQuery = () => ({ data: { syncState: { lastBlockHeight: 9 } } });
    await stand.ask('POST', `${WEBHOOKS}/${endpoint.id}/replay`, { fromHeight: 1 });
    expect(await refused()).toContain('about to begin');
  });
});

test('a change that is refused is settled as not made', async () => {
  const changeId = randomUUID();
  expect((await stand.ask('DELETE', `${WEBHOOKS}/${randomUUID()}`, undefined, { changeId })).status).toBe(404);
  expect(await settle(changeId)).toBe(false);
  for (const id of ['1', 'no id'])
    expect((await make(['change', 'PATCH', '/:id', () => ({})], randomUUID(), id)).status).toBe(400);
});

test('a team watches few streams at once, and a stream that ends gives its place back', async () => {
  const source = { eventType: 'block.new', operation: '', variables: {} };
  const watch = () => {
    const signal = new AbortController().signal;
    const stream = watchEvents(stand.deps, { teamId: TEAM, environment: 'test', source }, signal);
    return { stream, first: stream.next() };
  };
  const opened = Array.from({ length: 20 }, watch);
  const results = await Promise.allSettled(opened.map(({ first }) => first));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'TOO_MANY' });
  await Promise.all(opened.map(({ stream }) => stream.return(undefined)));
  expect(stand.deps.places.watches.teams).toBe(0);
  const again = watch();
  await again.first;
  await again.stream.return(undefined);
});
