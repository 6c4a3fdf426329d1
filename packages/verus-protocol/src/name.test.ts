import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { identityAddressOf, NameError, nameCandidates, nameLabels, parseName } from './name.ts';

const vrsc = { name: 'VRSC', rootName: 'VRSC' };
const vrsctest = { name: 'VRSCTEST', rootName: 'VRSCTEST' };
const pchain = { name: 'pchain', rootName: 'VRSCTEST' };

// docs/verus/chains.md#ids-and-roots and docs/verus/identities.md#names-and-ids.
test.each([
  ['VRSC', 'i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV'],
  ['vArrr@', 'iExBJfZYK7KREDpuhj6PzZBzqMAKaFg7d2'],
  ['vDEX.VRSC', 'iHog9UCTrn95qpUBFCZ7kKz7qWdMA8MQ6N'],
  ['chips@', 'iJ3WZocnjG9ufv7GKUA4LijQno5gTMb7tP'],
  ['Bridge.vETH', 'i3f7tSctFkiPpiedY8QR5Tep9p4qDVebDx'],
  ['Bridge.vETH.VRSC@', 'i3f7tSctFkiPpiedY8QR5Tep9p4qDVebDx'],
  ['verus coin FOUNDATION@', 'i5v3h9FWVdRFbNHU7DfcpGykQjRaHtMqu7'],
  ['NATI🦉@', 'iH37kRsdfoHtHK5TottP1Yfq8hBSHz9btw'],
  ['vETH@VRSC', 'i9nwxtKuVYX4MSbeULLiK2ttVi6rUEhh4X'],
  ['VRSC.@', 'i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV'],
])('%s on VRSC is %s', (name, address) => {
  expect(parseName(name, vrsc)).toBe(address);
});

test('the same text is another identity under another root', () => {
  expect(parseName('alice', vrsc)).not.toBe(parseName('alice', vrsctest));
  expect(parseName('VRSC.', vrsctest)).toBe('i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV');
});

test('only ASCII letters fold', () => {
  expect(parseName('RäUM', vrsc)).toBe(parseName('räum', vrsc));
  expect(parseName('RÄUM', vrsc)).not.toBe(parseName('räum', vrsc));
});

test('a label is cut at 64 bytes, as the daemon does', () => {
  expect(parseName('a'.repeat(70), vrsc)).toBe(parseName('a'.repeat(64), vrsc));
  expect(parseName('a'.repeat(63), vrsc)).not.toBe(parseName('a'.repeat(64), vrsc));
});

test.each([
  '',
  '@',
  '.',
  'a..b',
  ' a',
  'a ',
  'a. b',
  'a  b',
  'a/b',
  'a\\b',
  'a:b',
  'a*',
  'a?',
  'a"',
  '<a',
  'a|b',
  'a\nb',
  'a@b@',
  'a@ b',
])('%j is no name', (text) => {
  expect(() => parseName(text, vrsc)).toThrow(NameError);
});

test('on a chain below the root a name may be relative to the chain; the daemon’s reading comes first', () => {
  expect(nameCandidates('Bridge', pchain)).toEqual([
    identityAddressOf(['Bridge', 'VRSCTEST']),
    identityAddressOf(['Bridge', 'pchain', 'VRSCTEST']),
  ]);
  expect(nameCandidates('Bridge.pchain@', pchain)).toEqual([identityAddressOf(['Bridge', 'pchain', 'VRSCTEST'])]);
  expect(nameCandidates('delta.VRSCTEST@', pchain)).toHaveLength(1);
  expect(nameCandidates('pchain', pchain)).toEqual(['iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV']);
  expect(nameCandidates('delta', vrsctest)).toHaveLength(1);
  expect(nameLabels('Shop.Alice@', 'VRSC')).toEqual(['Shop', 'Alice', 'VRSC']);
});

function recordedNames(recording: string): [string, string][] {
  const file = join(import.meta.dirname, '../../../test/recordings', recording, 'answers.jsonl.gz');
  const names = new Map<string, string>();
  for (const line of gunzipSync(readFileSync(file)).toString().split('\n')) {
    if (line === '') continue;
    const { method, result } = JSON.parse(line);
    if (method === 'getidentity' && result != null) {
      names.set(result.friendlyname, result.identity.identityaddress);
      names.set(result.fullyqualifiedname, result.identity.identityaddress);
    }
    if (method === 'getcurrency' && result != null) names.set(result.fullyqualifiedname, result.currencyid);
  }
  return [...names];
}

test.each([
  ['vrsctest-a', vrsctest, 27],
  ['pchain-a', pchain, 10],
])('every name that %s gave is among our readings', (recording, chain, atLeast) => {
  const names = recordedNames(recording);
  expect(names.length).toBeGreaterThanOrEqual(atLeast);
  for (const [name, address] of names)
    expect([name, nameCandidates(name, chain)]).toEqual([name, expect.arrayContaining([address])]);
});
