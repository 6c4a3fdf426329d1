import { listForgeries } from '@ledgergraph/test-kit/forgeries';
import { PositionCodec, poolPositions } from './position.ts';

const HOUR_MS = 3_600_000;
let now = 1_000 * HOUR_MS;
const codecOf = (chainId = 'i1', secret = 'a secret for tests') =>
  new PositionCodec(
    poolPositions(() => now),
    secret,
    'waitingItems',
    { environment: 'TESTNET', chainId },
  );

test.each([
  { serial: 5, snapshot: null },
  { serial: 5, snapshot: 9 },
])('a position comes back as it was, at another gateway too: %j', (position) => {
  expect(codecOf().read(codecOf().write({ ...position }))).toEqual(position);
});

test('a position is worth nothing when changes of its time are not kept any more', () => {
  const text = codecOf().write({ serial: 5, snapshot: null });
  now += 166 * HOUR_MS;
  expect(codecOf().read(text)).not.toBeNull();
  now += 2 * HOUR_MS;
  expect(codecOf().read(text)).toBeNull();
});

test('a position of another chain, and a forged one, are refused', () => {
  const text = codecOf().write({ serial: 5, snapshot: null });
  for (const codec of [codecOf('i2'), codecOf('i1', 'another secret for tests')]) {
    expect(() => codec.read(text)).toThrow('not a cursor of this subscription');
  }
});

test('a position has one text only', () => {
  for (const forged of listForgeries(codecOf().write({ serial: 5, snapshot: 9 }))) {
    expect(() => codecOf().read(forged)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
  }
});
