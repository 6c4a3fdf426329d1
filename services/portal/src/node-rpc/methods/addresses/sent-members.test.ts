import { writeJson } from '../../json.ts';
import { sentMembers } from './sent-members.ts';

const chainId = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const TOKEN = 'iDUiyYXJwmBVU7BdMhvspeHt254AM8jw73';
const KEY = 'RS3NPmvjdrFC993Dw9o9TurMxQyiWSeQcn';
const OTHER_KEY = 'R9QLQWRW4Jad9U5NMzDHyFKSaHW5Jn3tWG';
const IDENTITY = 'iRM7XaoDAaNtzZZTUshZaLBTiVYms6r7ar';
const coin = (native: bigint, ...addresses: string[]) => ({ addresses, native, tokens: new Map<string, bigint>() });

test('what a node reported of a payment of tokens', () => {
  const outputs = [
    { addresses: [KEY], native: 0n, tokens: new Map([[TOKEN, 1_250_000_000n]]) },
    { addresses: [OTHER_KEY], native: 0n, tokens: new Map([[TOKEN, 98_750_000_000n]]) },
    coin(4_999_990_000n, OTHER_KEY),
  ];
  expect(writeJson(sentMembers({ chainId, outputs, shielded: 0n }))).toBe(
    `{"outputs":[{"addresses":"${OTHER_KEY}","amounts":{"${TOKEN}":987.50000000,"${chainId}":49.99990000}},` +
      `{"addresses":"${KEY}","amounts":{"${TOKEN}":12.50000000,"${chainId}":0.00000000}}]}`,
  );
});

test('keys come before identities, a list before the longer one that it begins, and data without an address is left out', () => {
  const outputs = [coin(1n, IDENTITY, KEY), coin(2n, IDENTITY), coin(3n, KEY, KEY), coin(4n)];
  const { outputs: listed, privateoutput } = sentMembers({ chainId, outputs, shielded: 5n });
  expect(listed).toMatchObject([{ addresses: KEY }, { addresses: [KEY, IDENTITY] }, { addresses: IDENTITY }]);
  expect(privateoutput).toBe(5n);
});
