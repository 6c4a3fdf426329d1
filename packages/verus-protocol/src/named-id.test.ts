import { identityAddressOf } from './name.ts';
import { addressOrCandidates, idCandidates } from './named-id.ts';

const VRSCTEST = { name: 'VRSCTEST', rootName: 'VRSCTEST' };
const PCHAIN = { name: 'pchain', rootName: 'VRSCTEST' };
const DELTA = identityAddressOf(['delta', 'VRSCTEST']);
const SHOP = identityAddressOf(['shop', 'delta', 'VRSCTEST']);
const ADDRESS = 'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7';

const SPELLINGS = [
  'delta',
  'delta@',
  'Delta',
  'DELTA@',
  'delta.VRSCTEST',
  'delta.vrsctest@',
  'delta@VRSCTEST',
  ' delta ',
  '\tdelta@\n',
  DELTA,
  `${DELTA}@`,
  ` ${DELTA} `,
];

test.each(SPELLINGS)('%j is one identity', (text) => {
  expect(idCandidates(text, VRSCTEST)).toEqual([DELTA]);
});

test.each(SPELLINGS.filter((text) => text.includes('@') || text.includes(DELTA)))(
  '%j is that identity where addresses are taken too',
  (text) => {
    expect([addressOrCandidates(text, VRSCTEST)].flat()).toEqual([DELTA]);
  },
);

test.each(['shop.delta', 'Shop.Delta.VRSCTEST@', `shop.${DELTA}@`, `SHOP.${DELTA}`])('%j hangs from it', (text) => {
  expect(idCandidates(text, VRSCTEST)).toEqual([SHOP]);
});

test('labels of several levels stand above an i-address', () => {
  expect(idCandidates(`eu.shop.${DELTA}@`, VRSCTEST)).toEqual([identityAddressOf(['eu', 'shop', 'delta', 'VRSCTEST'])]);
});

test('on a chain below the root a name may be relative to it, an i-address is not', () => {
  expect(idCandidates('delta', PCHAIN)).toEqual([DELTA, identityAddressOf(['delta', 'pchain', 'VRSCTEST'])]);
  expect(idCandidates(DELTA, PCHAIN)).toEqual([DELTA]);
});

test.each([
  [ADDRESS, `${ADDRESS} is an address, and neither an i-address nor a name`],
  [
    `${DELTA.slice(0, -1)}1`,
    `the checksum of ${DELTA.slice(0, -1)}1 is wrong: a character is mistyped, missing or too many`,
  ],
])('%s is no name', (text, message) => {
  expect(() => idCandidates(text, VRSCTEST)).toThrow(message);
});

test('with @ a text that has the form of an address is a name', () => {
  expect(idCandidates(`${ADDRESS}@`, VRSCTEST)).toEqual([identityAddressOf([ADDRESS, 'VRSCTEST'])]);
});

test.each([
  ['delta', 'delta is no address (R…, b… or i…); a name ends in @ here: delta@'],
  ['', 'an empty text is no address (R…, b… or i…)'],
  ['a/b', 'a/b is no address (R…, b… or i…)'],
  [
    `${ADDRESS.slice(0, -1)}8`,
    `the checksum of ${ADDRESS.slice(0, -1)}8 is wrong: a character is mistyped, missing or too many`,
  ],
  [
    'xQk2zUB7avAakTNBHukGv62754q2q3eH1t',
    "xQk2zUB7avAakTNBHukGv62754q2q3eH1t is a key of the daemon's index, not an address",
  ],
])('%j is neither an address nor a name with @', (text, message) => {
  expect(() => addressOrCandidates(text, VRSCTEST)).toThrow(message);
});

test('a message repeats the beginning of a long text only', () => {
  expect(() => addressOrCandidates('n'.repeat(10_000), VRSCTEST)).toThrow(/^.{60,200}$/);
});
