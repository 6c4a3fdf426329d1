import { findTransferOrder } from './reserve-transfer.ts';

const CHAIN = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
/** Base point of secp256k1, and the address of its hash. */
const KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const ADDRESS_OF_KEY = 'RKxTdfmtxtfLDKZBgx6SvNkBtNu9jRYnLh';

function destinationOf(destination: object) {
  const transfer = { flags: 1, currencyvalues: { [CHAIN]: 1 }, feecurrencyid: CHAIN, fees: 0.0002 };
  const payload = { ...transfer, destinationcurrencyid: CHAIN, destination };
  return findTransferOrder({ kind: 'reservetransfer', payloadJson: JSON.stringify(payload) })?.destination;
}

test.each([1, 1 + 64, 1 + 64 + 128])(
  'a public key as destination of type %i is the address that its outputs belong to',
  (type) => {
    expect(destinationOf({ address: KEY, type })?.address).toBe(ADDRESS_OF_KEY);
  },
);

test.each(['', 'ab'.repeat(20), 'RK62pRuA9R2mWTsRDsFTYcA4atZTCcegcP'])(
  'a destination of the type of keys that is no key stays as it is printed: "%s"',
  (address) => {
    expect(destinationOf({ address, type: 1 })?.address).toBe(address);
  },
);

test('an address as destination, and one for refunds, stay as they are printed', () => {
  const address = 'RK62pRuA9R2mWTsRDsFTYcA4atZTCcegcP';
  const auxdests = [
    { address: CHAIN, type: 4 },
    { address: KEY, type: 1 },
  ];
  const destination = destinationOf({ address, auxdests, type: 2 + 64 });
  expect(destination).toMatchObject({ address, auxiliary: [CHAIN, ADDRESS_OF_KEY] });
});

test('a destination on Ethereum is printed in the form of there, and a contract’s token has no address', () => {
  const address = '0x71518580f36feceffe0721f06ba4703218cd7f63';
  expect(destinationOf({ address, type: 9 })?.address).toBe(address);
  expect(destinationOf({ address: { contract: address, tokenid: '0x01' }, type: 10 })?.address).toBe('');
});
