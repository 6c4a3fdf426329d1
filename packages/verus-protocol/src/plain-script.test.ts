import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { encodeAddress } from './address.ts';
import { isPlainScript, plainScriptOf } from './plain-script.ts';

const HASH = Uint8Array.from({ length: 20 }, (_, index) => index + 1);

test.each(['vrsctest-a', 'pchain-a'] as const)('%s: the recorded payments without a contract are plain', (name) => {
  const counts: Record<string, number> = {};
  for (const { outputs } of readNormalizedBlocks(name).flatMap(({ transactions }) => transactions)) {
    for (const { script, scriptType, kind, addresses } of outputs) {
      const [address = '', ...others] = addresses;
      const isPlain = isPlainScript(script, address);
      const isPayment = scriptType === 'pubkeyhash' || scriptType === 'scripthash' || kind === 'evalnone';
      expect({ address, isPlain }).toEqual({ address, isPlain: isPayment && others.length === 0 });
      if (isPlain) expect(Buffer.from(script)).toEqual(plainScriptOf(address));
      if (isPlain) counts[address.charAt(0)] = (counts[address.charAt(0)] ?? 0) + 1;
    }
  }
  expect(counts.R).toBeGreaterThan(5);
  expect(counts.i).toBeGreaterThan(5);
});

test('a payment to a script', () => {
  const address = encodeAddress('SCRIPT_HASH', HASH);
  expect(plainScriptOf(address)?.toString('hex')).toBe(`a914${Buffer.from(HASH).toString('hex')}87`);
});

test.each([
  ['another address', encodeAddress('PUBLIC_KEY_HASH', HASH.toReversed())],
  ['the same hash of another kind', encodeAddress('SCRIPT_HASH', HASH)],
  ['an index address', encodeAddress('INDEX', HASH)],
  ['no address', ''],
  ['not base58', '0OIl'],
  ['too short', 'RPLh'],
])('a script is not that of %s', (_, address) => {
  const script = plainScriptOf(encodeAddress('PUBLIC_KEY_HASH', HASH)) ?? Buffer.alloc(0);
  expect(isPlainScript(script, address)).toBe(false);
});
