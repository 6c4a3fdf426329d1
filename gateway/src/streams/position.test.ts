import { listForgeries } from '@ledgergraph/test-kit/forgeries';
import { type Position, PositionCodec } from './position.ts';

const SECRET = 'a secret of the tests';
const codec = (secret = SECRET, kind: 'chainEvents' | 'identityChanges' = 'chainEvents') =>
  new PositionCodec(secret, kind, 'TESTNET', 'iChain');
const place = { txIndex: 3, vout: -1, id: 'RAddress', reference: 'aa' };
const whole: Position = { block: { height: 7, hash: 'ab'.repeat(32) }, place: null };
const inside: Position = { ...whole, place };

test.each([
  ['a whole block', whole],
  ['a place in a block', inside],
  ['the place before genesis', { block: { height: -1, hash: '' }, place: null }],
])('%s is read as it was written', (_what, { block, place }) => {
  expect(codec().read(codec().write({ block, place }))).toEqual({ block, place });
});

test('a position has a cursor for each kind of subscription, whichever was written before', () => {
  const position: Position = { ...inside };
  const [one, other] = [codec(), codec(SECRET, 'identityChanges')];
  for (const by of [one, other, one]) expect(by.read(by.write(position))).toEqual(inside);
});

test('a secret that is on its way out still opens cursors', () => {
  expect(codec(`new,${SECRET}`).read(codec().write({ ...inside }))).toEqual(inside);
});

test.each([
  ['of another subscription', codec(SECRET, 'identityChanges').write(whole)],
  ['of another chain', new PositionCodec(SECRET, 'chainEvents', 'TESTNET', 'iOther').write(whole)],
  ['of the other environment', new PositionCodec(SECRET, 'chainEvents', 'MAINNET', 'iChain').write(whole)],
  ['signed with another secret', codec('another secret').write(whole)],
  ['cut short', codec().write(whole).slice(0, 20)],
  ['that is none', 'nonsense'],
])('a cursor %s is refused', (_what, cursor) => {
  expect(() => codec().read(cursor)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
});

test.each([
  ['a whole block', whole],
  ['a place in a block', inside],
])('the cursor of %s has one text only', (_what, { block, place }) => {
  for (const forged of listForgeries(codec().write({ block, place }))) {
    expect(() => codec().read(forged)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
  }
});
