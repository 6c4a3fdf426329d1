import { create } from '@bufbuild/protobuf';
import { MemoryBus } from '@ledgergraph/event-bus/memory-bus';
import {
  KeyChangedSchema,
  KeyEnvironment,
  type ResolveKeyResponse,
  ResolveKeyResponseSchema,
  TeamChangedSchema,
} from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { pino } from 'pino';
import { FRESH_MS, OUTAGE_MAX_MS, UNKNOWN_FRESH_MS } from './key-cache.ts';
import { KeyDirectory } from './key-directory.ts';
import { CALLER_AT_ONCE, CALLER_PER_SECOND, LookupLimits, TOTAL_AT_ONCE } from './lookup-limits.ts';

const hash = Uint8Array.of(1, 2, 3);
const known = (fields: { expiresAt?: bigint } = {}): ResolveKeyResponse =>
  create(ResolveKeyResponseSchema, {
    key: { id: 'k', teamId: 't', plan: { id: 'free' }, environment: KeyEnvironment.TEST, ...fields },
  });
const unknown = (): ResolveKeyResponse => create(ResolveKeyResponseSchema, {});
const away = (): never => {
  throw new Error('away');
};

function setUp(resolve: () => ResolveKeyResponse | Promise<ResolveKeyResponse>) {
  const stand = { resolve, now: 1_000_000, asked: 0, bus: new MemoryBus() };
  const directory = new KeyDirectory({
    accounts: {
      resolveKey: async () => {
        stand.asked++;
        return stand.resolve();
      },
    },
    bus: stand.bus,
    logger: pino({ level: 'silent' }),
    now: () => stand.now,
    lookups: new LookupLimits(),
  });
  directory.start();
  return { stand, status: async () => (await directory.find(hash, '192.0.2.1')).status };
}

async function announceChange(bus: MemoryBus): Promise<void> {
  bus.publish(SUBJECTS.keyChanged, KeyChangedSchema, { keyHash: hash });
  await delivered();
}

/** The bus delivers in the next turn. */
function delivered(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

test('a good key is asked for again after its time, and a revocation shows then', async () => {
  const { stand, status } = setUp(known);
  expect(await status()).toBe('known');
  stand.resolve = unknown;
  stand.now += FRESH_MS - 1;
  expect(await status()).toBe('known');
  stand.now += 1;
  expect(await status()).toBe('unknown');
  expect(stand.asked).toBe(2);
});

test('an unknown key is remembered for a moment only', async () => {
  const { stand, status } = setUp(unknown);
  await status();
  stand.resolve = known;
  stand.now += UNKNOWN_FRESH_MS - 1;
  expect(await status()).toBe('unknown');
  stand.now += 1;
  expect(await status()).toBe('known');
});

test('a key ends at its expiry, also within the cache', async () => {
  const { stand, status } = setUp(() => known({ expiresAt: 1_001n }));
  expect(await status()).toBe('known');
  stand.now = 1_001_000;
  expect(await status()).toBe('unknown');
  expect(stand.asked).toBe(1);
});

test('a good key outlives the accounts service up to the bound, an unconfirmed one never begins', async () => {
  const { stand, status } = setUp(known);
  await status();
  stand.resolve = away;
  stand.now += OUTAGE_MAX_MS - 1;
  expect(await status()).toBe('known');
  stand.now += 1;
  expect(await status()).toBe('unavailable');
});

test('while accounts is away it is asked once a second, not once a request', async () => {
  const { stand, status } = setUp(away);
  expect([await status(), await status(), await status()]).toEqual(['unavailable', 'unavailable', 'unavailable']);
  expect(stand.asked).toBe(1);
  stand.now += 1_000;
  stand.resolve = known;
  expect(await status()).toBe('known');
});

test('an answer that was on its way when the key changed is not kept', async () => {
  let answer: (response: ResolveKeyResponse) => void = () => {};
  const { stand, status } = setUp(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const before = status();
  await announceChange(stand.bus);
  stand.resolve = unknown;
  const after = status();
  answer(known());
  expect(await before).toBe('known');
  expect(await after).toBe('unknown');
  expect(await status()).toBe('unknown');
});

test('guessed keys do not push a good one out', async () => {
  let isAway = false;
  const directory = new KeyDirectory({
    accounts: { resolveKey: async ({ keyHash }) => (isAway ? away() : keyHash?.length === 1 ? known() : unknown()) },
    bus: new MemoryBus(),
    logger: pino({ level: 'silent' }),
    lookups: { take: () => () => {} },
  });
  const find = (keyHash: Uint8Array) => directory.find(keyHash, '192.0.2.1');
  const good = Uint8Array.of(9);
  await find(good);
  for (let guess = 0; guess < 20_000; guess++) await find(Uint8Array.of(guess & 255, guess >> 8));
  isAway = true;
  expect((await find(good)).status).toBe('known');
});

test('a change of the team forgets its keys, and no others', async () => {
  const { stand, status } = setUp(known);
  await status();
  stand.bus.publish(SUBJECTS.teamChanged, TeamChangedSchema, { teamId: 'somebody else' });
  await delivered();
  await status();
  expect(stand.asked).toBe(1);
  stand.bus.publish(SUBJECTS.teamChanged, TeamChangedSchema, { teamId: 't' });
  await delivered();
  stand.resolve = unknown;
  expect(await status()).toBe('unknown');
});

describe('guessing', () => {
  function setUpGuessing() {
    const stand = { now: 0, asked: 0, bus: new MemoryBus() };
    const directory = new KeyDirectory({
      accounts: {
        resolveKey: async ({ keyHash }) => {
          stand.asked++;
          return keyHash?.[0] === 0 ? known() : unknown();
        },
      },
      bus: stand.bus,
      logger: pino({ level: 'silent' }),
      now: () => stand.now,
      lookups: new LookupLimits(() => stand.now),
    });
    directory.start();
    let guesses = 0;
    const guess = async (address: string): Promise<string> => {
      const number = ++guesses;
      return (await directory.find(Uint8Array.of(1, number, number >> 8, number >> 16), address)).status;
    };
    const use = async (key: number, address: string): Promise<string> =>
      (await directory.find(Uint8Array.of(0, key, key >> 8), address)).status;
    return { stand, guess, use };
  }

  test('a caller that guesses is asked for a few times and then waits, real keys elsewhere do not', async () => {
    const { stand, guess, use } = setUpGuessing();
    const answers: string[] = [];
    for (let i = 0; i < 5_000; i++) answers.push(await guess('192.0.2.1'));
    expect(stand.asked).toBe(CALLER_AT_ONCE);
    expect(new Set(answers.slice(CALLER_AT_ONCE))).toEqual(new Set(['throttled']));
    expect(await use(1, '192.0.2.2')).toBe('known');
    stand.now += 1_000;
    for (let i = 0; i < 100; i++) await guess('192.0.2.1');
    expect(stand.asked).toBe(CALLER_AT_ONCE + 1 + CALLER_PER_SECOND);
  });

  test('a key that was good before works on beside the flood, also after it changed', async () => {
    const { stand, guess, use } = setUpGuessing();
    await use(1, '192.0.2.1');
    for (let i = 0; i < 200; i++) await guess('192.0.2.1');
    stand.now += 1;
    stand.bus.publish(SUBJECTS.keyChanged, KeyChangedSchema, { keyHash: Uint8Array.of(0, 1, 0) });
    await delivered();
    expect(await use(1, '192.0.2.1')).toBe('known');
  });

  test('any number of real keys is looked up for one caller', async () => {
    const { stand, use } = setUpGuessing();
    for (let key = 0; key < 500; key++) expect(await use(key, '192.0.2.1')).toBe('known');
    expect(stand.asked).toBe(500);
  });

  test('networks that guess share a bound, which leaves the last quarter to those that do not', async () => {
    const { stand, guess } = setUpGuessing();
    for (let i = 0; i < 3_000; i++) await guess(`198.51.${i >> 8}.${i & 255}`);
    expect(stand.asked).toBe(TOTAL_AT_ONCE);
    const other = setUpGuessing();
    for (let i = 0; i < 1_000; i++) await other.guess(`2001:db8::${i.toString(16)}`);
    expect(other.stand.asked).toBe(CALLER_AT_ONCE);
    for (let i = 0; i < 1_000; i++) await other.guess(`::ffff:192.0.2.${i & 7}`);
    const ofGuessers = (3 * TOTAL_AT_ONCE) / 4;
    expect(other.stand.asked).toBe(ofGuessers);
    for (let i = 0; i < 50; i++) expect(await other.use(i, `203.0.113.${i}`)).toBe('known');
    expect(other.stand.asked).toBe(ofGuessers + 50);
  });

  test('networks that guess slowly leave the last quarter as well', async () => {
    const { stand, guess } = setUpGuessing();
    for (let round = 0; round < 60 * 9; round++) {
      for (let network = 0; network < 14; network++) await guess(`192.0.2.${network}`);
      stand.now += 1_000 / 9;
    }
    const before = stand.asked;
    for (let i = 0; i < TOTAL_AT_ONCE / 4; i++) await guess(`198.51.100.${i}`);
    expect(stand.asked - before).toBe(TOTAL_AT_ONCE / 4);
  });
});
