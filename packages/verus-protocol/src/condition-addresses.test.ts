import { readConditionAddresses } from './condition-addresses.ts';

const pushed = (data: string) => `${(data.length / 2).toString(16)}${data}`;
const read = (script: string) => readConditionAddresses(Buffer.from(script, 'hex'));

const ALPHA = 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB';
const ID = '150451fb8b0870161e310db2017e7bcff2d26fb0df72';
const PAYEE = 'R9WSW3fDZKW2rwh6iv2cD2wfL6obgMVqhK';
const KEY = '1402817279a06e95a83fd3f6f6924e545a62da6394';
const INDEX = `1505${KEY.slice(2)}`;

test('tokens that a node printed: one address, and a signature can spend them', () => {
  const tokens =
    '1a04030001011402817279a06e95a83fd3f6f6924e545a62da6394cc3404030901011402817279a06e95a83fd3f6f6924e545a62da639419014e0deb8874d8aa14a763f6aba3dfc8889fb807d1baccb14075';
  expect(read(tokens)).toEqual({ addresses: [PAYEE], isSpendable: true });
});

test('the state of an identity names it once for each authority, as a node printed it', () => {
  const state =
    '4704030001031504354a90cda8729b514af64455cbf6b4ffaa9c52d01504354a90cda8729b514af64455cbf6b4ffaa9c52d01504354a90cda8729b514af64455cbf6b4ffaa9c52d0cc4ce804030e01011504354a90cda8729b514af64455cbf6b4ffaa9c52d04c7e030000000500000001144178577d5c347f2631eeb66784f5109a7b8f94d901000000a6ef9ea235635e328124ff3429db9f9e91b64e2d046e6674310000354a90cda8729b514af64455cbf6b4ffaa9c52d0354a90cda8729b514af64455cbf6b4ffaa9c52d000a6ef9ea235635e328124ff3429db9f9e91b64e2d000000001b04030f01011504354a90cda8729b514af64455cbf6b4ffaa9c52d03004031001021504354a90cda8729b514af64455cbf6b4ffaa9c52d014b6aff598ba595562ed96e7a4841936ed236cf3bd75';
  const own = 'i8LJa9x3CSWFZLV8Dqr9u7F9e9BD8mtsnn';
  const addresses = [own, own, own, 'RRw9rJMPwdNqC1wgXn5vryJwMDyBgpXjYT'];
  expect(read(state)).toEqual({ addresses, isSpendable: false });
});

test('keys that the combining condition names come first, and once', () => {
  const script = `${pushed(`0403000102${KEY}${INDEX}`)}cc${pushed(`0403090102${KEY}${ID}01ff`)}75`;
  expect(read(script)?.addresses).toEqual([PAYEE, expect.stringMatching(/^x/), ALPHA]);
});

test.each([
  ['a payment to a key', `76a914${KEY.slice(2)}88ac`],
  ['data', '6a0401020304'],
  ['a script that is cut off', '1a0403000101'],
])('%s has no condition', (_what, script) => {
  expect(read(script)).toBeUndefined();
});
