import { listForgeries } from '@ledgergraph/test-kit/forgeries';
import type { Tip } from '#/pin/tip.ts';
import { CHAIN_POSITIONS, type ChainPosition, PositionCodec } from './position.ts';

const SECRET = 'a secret of the tests';
const CHAIN = { environment: 'TESTNET', chainId: 'iChain' } as const;
const codec = (
  secret = SECRET,
  kind: 'itemEvents' | 'otherEvents' = 'itemEvents',
  chain: Pick<Tip, 'environment' | 'chainId'> = CHAIN,
) => new PositionCodec(CHAIN_POSITIONS, secret, kind, chain);
const place = { txIndex: 3, vout: -1, id: 'RAddress', reference: 'aa' };
const whole: ChainPosition = { block: { height: 7, hash: 'ab'.repeat(32) }, place: null };
const inside: ChainPosition = { ...whole, place };

test.each([
  ['a whole block', whole],
  ['a place in a block', inside],
  ['the place before genesis', { block: { height: -1, hash: '' }, place: null }],
])('%s is read as it was written', (_what, { block, place }) => {
  expect(codec().read(codec().write({ block, place }))).toEqual({ block, place });
});

test('a position has a cursor for each kind of subscription, whichever was written before', () => {
  const position: ChainPosition = { ...inside };
  const [one, other] = [codec(), codec(SECRET, 'otherEvents')];
  for (const by of [one, other, one]) expect(by.read(by.write(position))).toEqual(inside);
});

test('a secret that is on its way out still opens cursors', () => {
  expect(codec(`new,${SECRET}`).read(codec().write({ ...inside }))).toEqual(inside);
});

test.each([
  ['of another subscription', codec(SECRET, 'otherEvents').write(whole)],
  ['of another chain', codec(SECRET, 'itemEvents', { ...CHAIN, chainId: 'iOther' }).write(whole)],
  ['of the other environment', codec(SECRET, 'itemEvents', { ...CHAIN, environment: 'MAINNET' }).write(whole)],
  ['signed with another secret', codec('another secret').write(whole)],
  ['cut short', codec().write(whole).slice(0, 20)],
  ['that is nonsense', 'nonsense'],
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
