import { readStakeHeights } from './stake-params.ts';

const script = (hex: string): Uint8Array => Buffer.from(hex, 'hex');

test('the newer form of a stake states both heights', () => {
  const recorded =
    '6a4456420200000071000000880100000b5c18835d16c031be5751b1e103c50d4e71fac713a24f61c65d9a8aad6104000214541f4618b93b2a3e2ab274c087166cd8b8d925d5';
  expect(readStakeHeights(script(recorded))).toEqual({ source: 113, block: 392 });
});

test('the original form pushes each height, small ones as an opcode', () => {
  const hash = `20${'ab'.repeat(32)}`;
  const original = (heights: string) => {
    const inner = `0101${heights}${hash}`;
    return script(`6a${(inner.length / 2).toString(16)}${inner}`);
  };
  expect(readStakeHeights(original('03e8030103a08601'))).toEqual({ source: 66_536, block: 100_000 });
  expect(readStakeHeights(original('5a02ffff'))).toEqual({ source: 10, block: 65_535 });
});

test('other scripts state no heights', () => {
  expect(readStakeHeights(script('6a'))).toBeNull();
  expect(readStakeHeights(script('6a0401020304'))).toBeNull();
  expect(readStakeHeights(script('76a914'))).toBeNull();
  expect(readStakeHeights(script('6a0456420200'))).toBeNull();
});
