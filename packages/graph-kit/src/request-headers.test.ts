import { readEnvironment, readPageMax, readPins, writePins } from './request-headers.ts';

const hash = '0f'.repeat(32);

test('pins survive the header', () => {
  const header = writePins([
    { chainId: 'iA', height: 0, hash },
    { chainId: 'iB', height: 12, hash },
  ]);
  expect(readPins(header)).toEqual(
    new Map([
      ['iA', { height: 0, hash }],
      ['iB', { height: 12, hash }],
    ]),
  );
});

test('the serial of what is pending travels with its pin', () => {
  const header = writePins([
    { chainId: 'iA', height: 3, hash, poolSerial: 2n ** 60n },
    { chainId: 'iB', height: 3, hash, poolSerial: null },
  ]);
  expect(readPins(header)).toEqual(
    new Map([
      ['iA', { height: 3, hash, poolSerial: 2n ** 60n }],
      ['iB', { height: 3, hash }],
    ]),
  );
});

test('no header, no pins; a broken header is refused rather than read as the tip', () => {
  expect(readPins(undefined).size).toBe(0);
  for (const bad of ['iA', 'iA:1', `iA:x:${hash}`, 'iA:1:zz', `iA:-1:${hash}`, `iA:1:${hash}:x`])
    expect(() => readPins(bad)).toThrow();
});

test('an environment is one of two', () => {
  expect(readEnvironment('TESTNET')).toBe('TESTNET');
  for (const bad of [undefined, '', 'testnet', 'LIVE']) expect(() => readEnvironment(bad)).toThrow();
});

test('a page is as large as clients may ask for unless the header makes it larger, within bounds', () => {
  expect([readPageMax(undefined), readPageMax('1000')]).toEqual([undefined, 1_000]);
  for (const bad of ['', '0', '-1', '1.5', '10001', 'all']) expect(() => readPageMax(bad)).toThrow();
});
