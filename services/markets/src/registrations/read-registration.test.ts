import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { type OutputSchema, TransactionSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readRegistration } from './read-registration.ts';

type Output = MessageInitShape<typeof OutputSchema>;

const NATIVE = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const TOKEN = 'iAbEpDoiUZX2Xj4XeQKLad8scq9Px12mwn';
const RESERVE = 'i3guRTnKrqhvWwWwDBF5aRTBs5S5mYGrbS';
const NEW = 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv';
const ANN = 'iPFpTf7XxrvSVXMJZVQW9cSsPVYoVFhhm9';

const state = {
  version: 3,
  flags: 0,
  primaryaddresses: [],
  minimumsignatures: 1,
  name: 'x',
  identityaddress: NEW,
  parent: TOKEN,
  timelock: 0,
};
const identity: Output = { kind: 'identityprimary', payloadJson: JSON.stringify(state) };
const reservation = (parent: string | undefined, referral = ''): Output => ({
  kind: 'identityreservation',
  payloadJson: JSON.stringify({ name: 'x', nameid: NEW, referral, parent }),
});
const paid = (address: string, currencyId: string, satoshis: bigint): Output => ({
  kind: 'reserveoutput',
  addresses: [address],
  currencyValues: [{ currencyId, satoshis }],
});
const burn = (currencyId: string, amount: string): Output => ({
  kind: 'reservetransfer',
  addresses: ['RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU'],
  payloadJson: `{"flags":129,"currencyvalues":{"${currencyId}":${amount}},"feecurrencyid":"${NATIVE}","fees":0.0002}`,
});

function read(...outputs: Output[]) {
  const numbered = outputs.map((output, index) => ({ ...output, index }));
  return readRegistration(create(TransactionSchema, { inputs: [{ satoshis: 7n }], outputs: numbered }), NATIVE);
}

const nothing = { shares: [], burned: 0n, paidToParent: 0n };

test('below a token that its identity issues, the first payment is the price, whoever gets a share behind it', () => {
  const own = paid(TOKEN, TOKEN, 600n);
  expect(read(identity, own, reservation(TOKEN))).toMatchObject({ ...nothing, currencyId: TOKEN, paidToParent: 600n });
  expect(read(identity, own, paid(ANN, TOKEN, 200n), reservation(TOKEN, ANN))).toMatchObject({
    referrer: ANN,
    shares: [{ vout: 2, address: ANN, satoshis: 200n }],
    paidToParent: 600n,
  });
  // The issuer may be the referrer, too.
  expect(read(identity, own, paid(TOKEN, TOKEN, 200n), reservation(TOKEN, TOKEN))).toMatchObject({
    shares: [{ vout: 2, address: TOKEN, satoshis: 200n }],
    paidToParent: 600n,
  });
});

test('what is burned names the currency of the price, also where that is a reserve of the parent', () => {
  expect(read(identity, paid(ANN, RESERVE, 3n), burn(RESERVE, '0.00000009'), reservation(TOKEN, ANN))).toMatchObject({
    currencyId: RESERVE,
    parentId: TOKEN,
    shares: [{ address: ANN, satoshis: 3n }],
    burned: 9n,
    paidToParent: 0n,
  });
});

test('a reservation without a parent is below the parent of the identity, and what follows it is change', () => {
  const change = paid(ANN, TOKEN, 5n);
  expect(read(identity, burn(TOKEN, '1.00000000'), reservation(undefined), change)).toMatchObject({
    ...nothing,
    parentId: TOKEN,
    burned: 100_000_000n,
    fee: 7n,
  });
});

test('no identity, or none of that name, is no registration', () => {
  expect(read(reservation(NATIVE))).toBeUndefined();
  expect(read(identity)).toBeUndefined();
});
