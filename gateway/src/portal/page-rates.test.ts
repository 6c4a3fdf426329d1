import { PageRates } from './page-rates.ts';

const keyOf = (teamId: string, callsPerSecond: number | null = 10) => ({
  teamId,
  plan: {
    id: 'some',
    callsPerMonth: null,
    callsPerSecond,
    streamsPerKey: null,
    sendsPerMinute: null,
    workUnderWay: null,
  },
});

test('one network has 500 requests at once and 50 a second, and takes nothing of another', () => {
  let now = 0;
  const rates = new PageRates(() => now);
  for (let asked = 0; asked < 500; asked += 1) expect(rates.take('a')).toBeUndefined();
  expect(rates.take('a')).toBe('holder');
  expect(rates.take('b')).toBeUndefined();
  now += 1_000;
  for (let asked = 0; asked < 50; asked += 1) expect(rates.take('a')).toBeUndefined();
  expect(rates.take('a')).toBe('holder');
});

test('however many networks ask, the last quarter of all is for those that have not asked lately', () => {
  const rates = new PageRates(() => 0);
  for (const network of ['a', 'b', 'c'])
    for (let asked = 0; asked < 500; asked += 1) expect(rates.take(network)).toBeUndefined();
  expect(rates.take('d')).toBeUndefined();
  expect(rates.take('d')).toBe('all');
  expect(rates.take('e')).toBeUndefined();
});

test('all teams together have 4,000 requests at once and 1,000 a second, and one that is refused for it loses nothing', () => {
  let now = 0;
  const rates = new PageRates(() => now);
  for (let asked = 0; asked < 4_000; asked += 1) expect(rates.takeOfTeam(keyOf(`team ${asked % 10}`))).toBeUndefined();
  expect(rates.takeOfTeam(keyOf('late'))).toBe('all');
  expect(rates.take('stranger')).toBeUndefined();
  now += 1_000;
  for (let asked = 0; asked < 400; asked += 1) expect(rates.takeOfTeam(keyOf('late'))).toBeUndefined();
});

test('a team has 400 requests at once and 200 a second of its own, whatever strangers ask', () => {
  let now = 0;
  const rates = new PageRates(() => now);
  for (let asked = 0; asked < 3_000; asked += 1) rates.take(`stranger ${asked}`);
  for (let asked = 0; asked < 400; asked += 1) expect(rates.takeOfTeam(keyOf('team'))).toBeUndefined();
  expect(rates.takeOfTeam(keyOf('team'))).toBe('holder');
  expect(rates.takeOfTeam(keyOf('other'))).toBeUndefined();
  now += 1_000;
  for (let asked = 0; asked < 200; asked += 1) expect(rates.takeOfTeam(keyOf('team'))).toBeUndefined();
  expect(rates.takeOfTeam(keyOf('team'))).toBe('holder');
});

test.each([
  [200, 200],
  [300, 300],
  [10_000, 500],
  [null, 500],
])('a team whose plan allows %s calls a second has %s requests a second', (allowed, perSecond) => {
  let now = 0;
  const rates = new PageRates(() => now);
  const key = keyOf('team', allowed);
  while (rates.takeOfTeam(key) === undefined);
  now += 1_000;
  let taken = 0;
  while (rates.takeOfTeam(key) === undefined) taken += 1;
  expect(taken).toBe(perSecond);
});
