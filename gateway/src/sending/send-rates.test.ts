import { MemoryBus } from '@ledgergraph/event-bus/memory-bus';
import { SendRates } from './send-rates.ts';

const clock = { now: 0 };
const bus = new MemoryBus();
const started: SendRates[] = [];

function gateway(perMinute = 60): SendRates {
  const rates = new SendRates({ bus, secret: 'pepper', perMinute, now: () => clock.now });
  rates.start();
  started.push(rates);
  return rates;
}

beforeEach(() => {
  clock.now = 0;
});
afterEach(() => {
  for (const rates of started.splice(0)) rates.stop();
});

const key = (id: string, sendsPerMinute: number | null = null) => ({
  id,
  teamId: `team of ${id}`,
  personId: null,
  plan: { sendsPerMinute },
});
const passed = (rates: SendRates, of: ReturnType<typeof key>, tries: number): number =>
  Array.from({ length: tries }, () => rates.take(of, 1)).filter((refused) => refused === undefined).length;

test('each key has a minute’s transactions at once, by its plan or else by the gateway, and then those that come back', () => {
  const rates = gateway(6);
  expect([passed(rates, key('a'), 10), passed(rates, key('b', 3), 10)]).toEqual([6, 3]);
  expect(rates.take(key('a'), 1)).toEqual({ waitMs: expect.closeTo(10_000, 6) });
  clock.now += 30_000;
  expect([passed(rates, key('a'), 10), passed(rates, key('b', 3), 10)]).toEqual([3, 1]);
});

test('of several transactions all pass or none, and the wait is for all of them', () => {
  const rates = gateway(6);
  expect(rates.take(key('a'), 4)).toBeUndefined();
  expect(rates.take(key('a'), 4)).toEqual({ waitMs: expect.closeTo(20_000, 6) });
  expect(passed(rates, key('a'), 10)).toBe(2);
});

test('another plan takes effect at once', () => {
  const rates = gateway();
  expect(passed(rates, key('a', 2), 10)).toBe(2);
  expect(passed(rates, key('a', 120), 200)).toBe(118);
});

test('what one gateway lets through is taken from the others', async () => {
  const [here, there] = [gateway(), gateway()];
  expect([passed(here, key('a'), 1), passed(there, key('a'), 1)]).toEqual([1, 1]);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(passed(here, key('a'), 40)).toBe(40);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(passed(there, key('a'), 40)).toBe(18);
});
