import { writeJson } from '../../json.ts';
import { sentMembers } from './sent-members.ts';

const chainId = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const TOKEN = 'iDUiyYXJwmBVU7BdMhvspeHt254AM8jw73';
const KEY = 'RS3NPmvjdrFC993Dw9o9TurMxQyiWSeQcn';
const OTHER_KEY = 'R9QLQWRW4Jad9U5NMzDHyFKSaHW5Jn3tWG';
const IDENTITY = 'iRM7XaoDAaNtzZZTUshZaLBTiVYms6r7ar';
const coin = (satoshis: string, ...addresses: string[]) => ({ addresses, script: '', satoshis, currencyValues: [] });
const tokens = (satoshis: string, address: string) => ({
  ...coin('0', address),
  currencyValues: [{ currencyId: TOKEN, satoshis }],
});
/** That of currency definitions. */
const WHOLE_KEY = '2102a0de91740d3d5a3a4a7990ae22315133d02f33716b339ebce88662d012224ef5';
const ofKeys = (...keys: string[]) => {
  const pushed = (data: string) => `${(data.length / 2).toString(16).padStart(2, '0')}${data}`;
  const list = `01${keys.length.toString(16).padStart(2, '0')}${keys.join('')}`;
  return `${pushed(`040300${list}`)}cc${pushed(`040302${list}`)}75`;
};

test('what a node reported of a payment of tokens', () => {
  const outputs = [tokens('1250000000', KEY), tokens('98750000000', OTHER_KEY), coin('4999990000', OTHER_KEY)];
  expect(writeJson(sentMembers({ chainId, outputs, shielded: 0n }))).toBe(
    `{"outputs":[{"addresses":"${OTHER_KEY}","amounts":{"${TOKEN}":987.50000000,"${chainId}":49.99990000}},` +
      `{"addresses":"${KEY}","amounts":{"${TOKEN}":12.50000000,"${chainId}":0.00000000}}]}`,
  );
});

test('keys come before identities, a list before the longer one that it begins, and data without an address is left out', () => {
  const outputs = [coin('1', IDENTITY, KEY), coin('2', IDENTITY), coin('3', KEY, KEY), coin('4')];
  const { outputs: listed, privateoutput } = sentMembers({ chainId, outputs, shielded: 5n });
  expect(listed).toMatchObject([{ addresses: KEY }, { addresses: [KEY, IDENTITY] }, { addresses: IDENTITY }]);
  expect(privateoutput).toBe(5n);
});

test('a whole key comes before hashes of keys, as verusd orders kinds of destinations', () => {
  const script = ofKeys('1402817279a06e95a83fd3f6f6924e545a62da6394', WHOLE_KEY);
  const { outputs } = sentMembers({ chainId, outputs: [{ ...coin('1'), script }, coin('1', OTHER_KEY)], shielded: 0n });
  expect(outputs).toMatchObject([
    { addresses: ['RP7id3CzCnwvzNUZesYJM6ekvsxpEzMqB1', 'R9WSW3fDZKW2rwh6iv2cD2wfL6obgMVqhK'] },
    { addresses: OTHER_KEY },
  ]);
});
