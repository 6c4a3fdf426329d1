import { randomUUID } from 'node:crypto';
import { Code } from '@connectrpc/connect';
import { Environment, Order, State } from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import { webhookService } from '#/rpc/webhook-service.ts';
import { until } from './until.ts';
import { startWebhooks, TEAM, type WebhookStand } from './webhook-stand.ts';

let stand: WebhookStand;
beforeEach(async () => {
  stand = await startWebhooks();
});
afterEach(() => stand.stop());

type Rpc = Record<string, (request: object) => Promise<Record<string, unknown>>>;
const rpc = (): Rpc => webhookService(stand.deps) as unknown as Rpc;
const call = async (method: string, request: object) => {
  const made = rpc()[method];
  if (made === undefined) throw new Error(`no method ${method}`);
  return made(request);
};
const settle = async (changeId: string) => (await call('settleChange', { changeId })).wasMade;

const wanted = () => ({
  teamId: TEAM,
  environment: Environment.TESTNET,
  url: stand.receiver.url,
  description: '',
  source: { eventType: 'block.new', operation: '', variablesJson: '{}' },
  order: Order.SEQUENTIAL,
});

/** Everything that an owner changes, with what must hold of the database once it was made. */
const CHANGES = ['createEndpoint', 'updateEndpoint', 'deleteEndpoint', 'rotateSecret', 'sendTestEvent', 'replay'];

/** The request of a change of an endpoint. */
function requestOf(method: string, endpointId: string, changeId: string): object {
  if (method === 'createEndpoint') return { ...wanted(), changeId };
  const more = {
    updateEndpoint: { state: State.PAUSED },
    replay: { from: { case: 'height', value: 1n } },
  }[method];
  return { teamId: TEAM, endpointId, changeId, ...more };
}

async function snapshot(): Promise<string> {
  const rows = await Promise.all([stand.db.endpoint.findMany(), stand.db.delivery.findMany()]);
  return JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
}

test.each(CHANGES)('%s: a change that was made is settled as made, and is not made twice', async (method) => {
  stand.gateway.onQuery = () => ({ data: { syncState: { lastBlockHeight: 9 } } });
  const { endpoint } = await stand.create();
  const changeId = randomUUID();
  const before = await snapshot();
  await call(method, requestOf(method, endpoint.id, changeId));
  const after = await snapshot();
  expect(after).not.toBe(before);
  expect(await settle(changeId)).toBe(true);
  await expect(call(method, requestOf(method, endpoint.id, changeId))).rejects.toMatchObject({
    code: method === 'deleteEndpoint' ? expect.any(Number) : Code.Aborted,
  });
  expect(await snapshot()).toBe(after);
});

test.each(CHANGES)('%s: a change that was settled as not made is never made', async (method) => {
  stand.gateway.onQuery = () => ({ data: { syncState: { lastBlockHeight: 9 } } });
  const { endpoint } = await stand.create();
  const changeId = randomUUID();
  const before = await snapshot();
  expect(await settle(changeId)).toBe(false);
  await expect(call(method, requestOf(method, endpoint.id, changeId))).rejects.toMatchObject({ code: Code.Aborted });
  expect(await snapshot()).toBe(before);
  expect(stand.receiver.attempts).toEqual([]);
  expect(await settle(changeId)).toBe(false);
});

describe('a change of variables', () => {
  const [ONE, TWO] = ['RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7', 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB'];
  const ACTIVITY = { addressActivity: { activity: { amounts: [{ currencyId: TWO, amount: '1.00000000' }] } } };
  const of = (eventType: string) => ({ source: { eventType, operation: '', variables: { addresses: [ONE] } } });
  const change = (endpointId: string, variables: object) =>
    call('updateEndpoint', { teamId: TEAM, endpointId, variablesJson: JSON.stringify(variables), changeId: '' });

  test('other variables count from behind the last stored event on: none is lost, and none comes twice', async () => {
    const { endpoint } = await stand.create(of('address.received'));
    const stop = stand.work();
    await until(() => expect(stand.gateway.openStreams).toBe(1));
    stand.gateway.addEvent(7, ACTIVITY);
    await until(() => expect(stand.receiver.heights).toEqual([7]));
    await stop();
    stand.gateway.addEvent(8, ACTIVITY);
    const { endpoint: changed } = await change(endpoint.id, { addresses: [ONE, TWO] });
    expect(changed).toMatchObject({ source: { variablesJson: JSON.stringify({ addresses: [ONE, TWO] }) } });
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
    await expect(change(endpoint.id, variables)).rejects.toThrow(words);
    expect(await snapshot()).toBe(before);
  });

  test('other variables are refused with the gateway’s words, and while it is to begin at a block', async () => {
    const { endpoint } = await stand.create(of('address.received'));
    stand.gateway.refusal = { code: 'VALIDATION_ERROR', message: 'The cursor is of another chain.' };
    await expect(change(endpoint.id, { addresses: [TWO] })).rejects.toThrow('of another chain');
    stand.gateway.refusal = undefined;
    stand.gateway.onQuery = () => ({ data: { syncState: { lastBlockHeight: 9 } } });
    await call('replay', { teamId: TEAM, endpointId: endpoint.id, from: { case: 'height', value: 1n }, changeId: '' });
    await expect(change(endpoint.id, { addresses: [TWO] })).rejects.toThrow('about to begin');
  });
});

test('a change that is refused is settled as not made', async () => {
  const changeId = randomUUID();
  const refused = call('deleteEndpoint', { teamId: TEAM, endpointId: randomUUID(), changeId });
  await expect(refused).rejects.toMatchObject({ code: Code.NotFound });
  expect(await settle(changeId)).toBe(false);
});

test('a text that Postgres cannot store is refused with its reason, wherever it stands, and nothing is stored', async () => {
  const bad = ['a\0b', 'a\ud800b'];
  for (const text of bad) {
    const json = JSON.stringify({ deep: [{ [text]: 1 }] });
    const requests = [
      { ...wanted(), description: text },
      { ...wanted(), url: `${stand.receiver.url}?${text}` },
      { ...wanted(), source: { eventType: text, operation: '', variablesJson: '{}' } },
      { ...wanted(), source: { eventType: '', operation: `subscription { x } # ${text}`, variablesJson: '{}' } },
      { ...wanted(), source: { eventType: '', operation: 'subscription { x }', variablesJson: json } },
      { ...wanted(), source: { eventType: '', operation: 'subscription { x }', variablesJson: `{"a":"${text}"}` } },
    ];
    for (const request of requests)
      await expect(call('createEndpoint', request)).rejects.toMatchObject({ code: Code.InvalidArgument });
    await expect(call('listEndpoints', { teamId: text })).rejects.toMatchObject({ code: Code.InvalidArgument });
  }
  expect(await stand.db.endpoint.count()).toBe(0);
  const { endpoint } = await stand.create();
  for (const description of bad) {
    const change = { teamId: TEAM, endpointId: endpoint.id, description, changeId: '' };
    await expect(call('updateEndpoint', change)).rejects.toMatchObject({ code: Code.InvalidArgument });
  }
});

test('a team watches few streams at once, and a stream that ends gives its place back', async () => {
  const watch = () => {
    const service = webhookService(stand.deps) as unknown as Record<string, (...args: unknown[]) => unknown>;
    const closing = new AbortController();
    const stream = service.watchEvents?.(wanted(), { signal: closing.signal }) as AsyncGenerator<object>;
    return { stream, first: stream.next() };
  };
  const opened = Array.from({ length: 20 }, watch);
  const results = await Promise.allSettled(opened.map(({ first }) => first));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: Code.Aborted });
  await Promise.all(opened.map(({ stream }) => stream.return(undefined)));
  expect(stand.deps.places.watches.teams).toBe(0);
  const again = watch();
  await again.first;
  await again.stream.return(undefined);
});
