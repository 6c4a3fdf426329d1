import { ResponseCache } from '#/response-cache/response-cache.ts';
import { GatewayStand } from './gateway-stand.ts';
import { LimitedKeys } from './limited-keys.ts';

const OPERATION = 'query Of($height: BigInt) { block(height: $height) { size } }';

let cache: ResponseCache;
let stand: GatewayStand;
let keys: LimitedKeys;

beforeEach(async () => {
  cache = new ResponseCache({ bytesMax: 2 ** 20 });
  stand = new GatewayStand({ cache });
  keys = new LimitedKeys(stand);
  await stand.start();
  stand.subgraphs.blocks.resolvers = { Query: { block: () => ({ size: 1 }) } };
});
afterEach(async () => {
  jest.restoreAllMocks();
  await stand.stop();
});

const body = (height: number, query = OPERATION): string => JSON.stringify({ query, variables: { height } });

function watchStages(): () => Record<string, number> {
  const { operations } = stand.supergraphs.graphs.current;
  const work = {
    authenticated: [jest.spyOn(stand.directory, 'findKnown')],
    opened: [jest.spyOn(stand.calls, 'openAtOnce'), jest.spyOn(stand.calls, 'open')],
    paid: [jest.spyOn(stand.keeper, 'takeAtOnce'), jest.spyOn(stand.keeper, 'admit')],
    pinnedAndKeyed: [jest.spyOn(cache.keys, 'of')],
    tookPlaceInCache: [jest.spyOn(cache, 'take')],
    lookedUp: [jest.spyOn(operations, 'find'), jest.spyOn(operations, 'knows')],
  };
  return () =>
    Object.fromEntries(
      Object.entries(work).map(([stage, spies]) => [
        stage,
        spies.reduce((sum, { mock }) => sum + mock.calls.length, 0),
      ]),
    );
}

test('a call that no cached response answers passes each stage once, the door and the route together', async () => {
  const { key } = keys.make({ month: 1_000n, second: 100 });
  for (let height = 1; height <= 3; height++) await keys.ask(key, body(height));

  const worked = watchStages();
  const { status, headers } = await keys.ask(key, body(4));
  expect(status).toBe(200);
  expect(worked()).toEqual({
    authenticated: 1,
    opened: 1,
    paid: 1,
    pinnedAndKeyed: 1,
    tookPlaceInCache: 1,
    lookedUp: 1,
  });
  expect(headers.get('ratelimit')).toMatch(/"month";r=996\b/);
});

test('a cached response leaves with the operation neither looked up nor run', async () => {
  const { key } = keys.make({ month: 1_000n });
  for (let call = 0; call < 2; call++) await keys.ask(key, body(1));

  const worked = watchStages();
  expect((await keys.ask(key, body(1))).status).toBe(200);
  expect(worked()).toEqual({
    authenticated: 1,
    opened: 1,
    paid: 1,
    pinnedAndKeyed: 1,
    tookPlaceInCache: 0,
    lookedUp: 0,
  });
});

test('a tip that moves between the door and the route is what the call reads at', async () => {
  await keys.ask(stand.testKey, body(1));
  const [before] = stand.follower.pins('TESTNET');
  const pins = stand.follower.pins.bind(stand.follower);
  let asked = 0;
  const ask = () => keys.ask(stand.testKey, body(2));
  // The door asks first.
  const spy = jest.spyOn(stand.follower, 'pins').mockImplementation((environment) => {
    const [pin, ...others] = pins(environment);
    if (pin === undefined) return [];
    return asked++ === 0 ? [pin, ...others] : [{ ...pin, height: pin.height + 1, hash: 'e'.repeat(64) }, ...others];
  });
  const moved = { height: (before?.height ?? 0) + 1, hash: 'e'.repeat(64) };
  expect((await ask()).body.extensions?.chain?.[0]).toMatchObject(moved);
  spy.mockRestore();
  expect((await ask()).body.extensions?.chain?.[0]?.hash).toBe(before?.hash);
});

test('a call that the door let through and the route refuses gives its unit back, and is settled once', async () => {
  const { key, id } = keys.make({ month: 1_000n });
  const left = async (text: string): Promise<[number, string | undefined]> => {
    const { status, headers } = await keys.ask(key, text);
    return [status, /"month";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]];
  };
  expect(await left(body(1))).toEqual([200, '999']);
  const admit = jest.spyOn(stand.keeper, 'admit');
  expect(await left('{"query":')).toEqual([400, '999']);
  expect(await left(`{"query":${'['.repeat(40)}${']'.repeat(40)}}`)).toEqual([400, '999']);
  expect(await left(body(1))).toEqual([200, '998']);
  expect(admit).not.toHaveBeenCalled();
  expect(await keys.reported(id, 4)).toEqual({ ANSWERED: 2, REJECTED: 2 });
  expect(await stand.calls.allSettled(0)).toBe(true);
});
