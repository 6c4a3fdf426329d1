import { coded } from '@ledgergraph/gateway/test/fake-subgraph';
import { LIVE_CHAIN, PEPPER, TEST_CHAIN, tip } from '@ledgergraph/gateway/test/gateway-stand';
import { moveTip } from '@ledgergraph/gateway/test/move-tip';
import { KeyChangedSchema, KeyEnvironment } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { rpcForFile, TIP } from './rpc-stand.ts';

const LIVE = { path: LIVE_CHAIN };
const stand = rpcForFile();
const { keys, chain } = stand;

const reported = keys.reported.bind(keys);

async function codesOf(key: string, calls: unknown[]): Promise<number[]> {
  const [, text] = await stand.ask(key, calls, LIVE);
  return JSON.parse(text).map(({ error }: { error: { code: number } | null }) => error?.code ?? 0);
}

test.each([
  ['height', []],
  ['hash', [1]],
  ['twice', []],
  ['heights', [999]],
  ['echo', [1]],
  ['refuse', []],
  ['fail', []],
  ['nothing', []],
])('a call costs one unit, also one that its method refuses: %s', async (method, params) => {
  const { key, id } = keys.make({ month: 1_000n });
  await stand.outcome(key, method, params, LIVE);
  await stand.outcome(key, method, params, { ...LIVE, headers: { 'x-ledgergraph-height': '5' } });
  await stand.outcome(key, 'height', [], LIVE);
  expect(await reported(id, 3)).toEqual({ ANSWERED: 3 });
});

test('each further thousand rows cost a unit, and each call of a batch counts', async () => {
  const { key, id } = keys.make({ month: 1_000n });
  const batch = [
    { method: 'heights', params: [1_000] },
    { method: 'heights', params: [2_499] },
    { method: 'height' },
    { method: 'nothing' },
    { jsonrpc: '2.0', method: 'height' },
  ];
  const [, text] = await stand.ask(key, batch, LIVE);
  expect(JSON.parse(text).map(({ result }: { result: unknown[] | null }) => result?.length)).toEqual([
    1_001,
    2_500,
    undefined,
    undefined,
  ]);
  expect(await reported(id, 8)).toEqual({ ANSWERED: 8 });
});

test('each further ten questions cost a unit, with rows or without', async () => {
  const { key, id } = keys.make({ month: 1_000n });
  expect(await stand.outcome(key, 'questions', [10], LIVE)).toEqual([200, 10]);
  expect(await reported(id, 1)).toEqual({ ANSWERED: 1 });
  expect(await stand.outcome(key, 'questions', [31], LIVE)).toEqual([200, 31]);
  expect(await reported(id, 5)).toEqual({ ANSWERED: 5 });
});

test('what a call gathers is bounded, and calls of a batch have it one after the other', async () => {
  const { key } = keys.make({ month: 1_000n });
  const size = 5 * 1024 * 1024;
  expect(await stand.outcome(key, 'kept', [2 * size], LIVE)).toEqual([400, -8]);
  expect(await codesOf(key, new Array(5).fill({ method: 'kept', params: [size] }))).toEqual(new Array(5).fill(0));
});

test('a call takes its part of the second, in a batch too, whatever it asks for', async () => {
  const { key } = keys.make({ second: 3 });
  const codes = await codesOf(key, [
    { method: 'height' },
    { method: 'nothing' },
    { method: 'refuse' },
    ...new Array(97).fill({ method: 'stop' }),
  ]);
  expect(codes.slice(0, 3)).toEqual([0, -32_601, -5]);
  expect(codes.filter((code) => code === -32_005).length).toBeGreaterThan(90);
  const { key: single } = keys.make({ second: 1 });
  const statuses: unknown[] = [];
  for (let asked = 0; asked < 3; asked += 1) statuses.push(await stand.outcome(single, 'height', [], LIVE));
  expect(statuses[0]).toEqual([200, TIP]);
  expect(statuses.slice(1)).toContainEqual([429, -32_005]);
});

test('a month that runs out in the middle cuts the stream behind rows that were paid', async () => {
  stand.portal.quotas.limit = 2n;
  const { key, id } = keys.make({ month: 2n });
  const response = await stand.post(key, { method: 'hashes', params: [4_499] }, LIVE);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow('terminated');
  expect(await reported(id, 3)).toEqual({ QUOTA_EXCEEDED: 1, ANSWERED: 2 });
  expect(await stand.outcome(key, 'height', [], LIVE)).toEqual([429, -32_005]);
});

test('a page that is too long is asked for in parts, so that no one can keep an address from being listed', async () => {
  const { key } = keys.make({ month: 1_000n });
  chain.producer = 'x'.repeat(60_000);
  const heights = Array.from({ length: 301 }, (_, height) => height);
  expect(await stand.outcome(key, 'heights', [300], LIVE)).toEqual([200, heights]);
  // One row alone does not fit.
  chain.producer = 'x'.repeat(9 * 1024 * 1024);
  expect(await stand.outcome(key, 'heights', [1], LIVE)).toEqual([400, -8]);
  chain.producer = 'RMiner';
});

test('where nothing of a list was sent yet, its error is an answer', async () => {
  stand.portal.quotas.limit = 2n;
  const { key } = keys.make({ month: 2n });
  expect(await stand.outcome(key, 'heights', [4_499], LIVE)).toEqual([429, -32_005]);
});

test('a reorganisation between two questions of a call makes it begin again, once, and nothing is paid twice', async () => {
  const { key, id } = keys.make({ environment: KeyEnvironment.TEST });
  let losses = 1;
  let fork = 0;
  chain.beforePage = async () => {
    if (losses === 0) return;
    losses -= 1;
    fork += 1;
    await moveTip(stand.portal, tip(TIP, { fork, lastFinalityBreak: BigInt(fork) }));
    throw coded('PIN_LOST', 'gone', { chainId: TEST_CHAIN });
  };
  expect(await stand.outcome(key, 'twice')).toEqual([200, [0, 1, stand.portal.follower.pins('TESTNET')[0]?.hash]]);
  expect(await reported(id, 1)).toMatchObject({ ANSWERED: 1 });
  losses = 100;
  const before = stand.portal.requests().length;
  expect((await stand.outcome(key, 'twice'))[1]).toBe(-28);
  const later = stand.portal.requests().slice(before);
  expect(later.filter(({ query }) => query.includes('block('))).toHaveLength(2);
});

test('a key that is revoked in the middle of a batch reads no more, and the rest has its error', async () => {
  const { key } = keys.make();
  const isRead = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  chain.beforePage = () => {
    isRead.resolve();
    return held.promise;
  };
  const asked = codesOf(key, [
    { method: 'heights', params: [1] },
    { method: 'height' },
    { method: 'hash', params: [1] },
  ]);
  await isRead.promise;
  stand.portal.keys.delete(key);
  stand.portal.bus.publish(SUBJECTS.keyChanged, KeyChangedSchema, { keyHash: hashApiKey(key, PEPPER) });
  await waitFor(async () => (await stand.outcome(key, 'height', [], LIVE))[0] === 401, { what: 'the revocation' });
  held.resolve();
  expect(await asked).toEqual([0, -32_001, -32_001]);
});

test('a batch with a key that does not work is refused as a whole', async () => {
  const response = await stand.post('lg_live_wrong', [
    { id: 1, method: 'height' },
    { id: 2, method: 'height' },
  ]);
  expect([response.status, await response.json()]).toEqual([
    401,
    { result: null, error: { code: -32_001, message: expect.any(String) }, id: 1 },
  ]);
});

test('a month that is used up reads nothing', async () => {
  stand.portal.quotas.limit = 1n;
  const { key, id } = keys.make({ month: 1n });
  expect(await stand.outcome(key, 'height', [], LIVE)).toEqual([200, TIP]);
  const asked = stand.portal.requests().length;
  expect(
    await codesOf(key, [
      { method: 'hash', params: [1] },
      { method: 'heights', params: [1] },
    ]),
  ).toEqual([-32_005, -32_005]);
  expect(stand.portal.requests()).toHaveLength(asked);
  expect(stand.portal.quotas.calls(id, CallStatus.ANSWERED)).toBeLessThanOrEqual(1);
});
