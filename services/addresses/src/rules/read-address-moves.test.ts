import { PROTOCOL_GUARD } from '#/db/guard.ts';
import { addressOf, buildOutput, buildTransaction, NATIVE, tokenOf } from '../../test/build-transaction.ts';
import { type AddressMove, readAddressMoves } from './read-address-moves.ts';

function named({ address, currencies, ...move }: AddressMove) {
  return {
    ...move,
    address: address.text,
    currencies: currencies.map(({ runningBalance, ...moved }) => ({
      currency: runningBalance.currency.text,
      ...moved,
    })),
  };
}

test('an output counts in full for every address, native and tokens; a spend takes it back', () => {
  const spent = buildOutput(['A', 'B'], 5n, { tokens: [tokenOf('tok', 7n)] });
  const moves = readAddressMoves(buildTransaction([spent], [buildOutput(['A'], 4n)]));
  expect(moves).toHaveLength(2);
  expect(moves.map(named)[0]).toEqual({
    address: 'A',
    currencies: [
      { currency: NATIVE, credit: 4n, debit: 5n, utxos: 0, spendableUtxos: 0 },
      { currency: 'tok', credit: 0n, debit: 7n, utxos: -1, spendableUtxos: -1 },
    ],
    utxos: 0,
    spendableUtxos: 0,
    isSpender: true,
  });
  expect(moves.map(named)[1]?.currencies[0]).toEqual({
    currency: NATIVE,
    credit: 0n,
    debit: 5n,
    utxos: -1,
    spendableUtxos: -1,
  });
});

test('an output without value moves no currency but is an output', () => {
  const identity = buildOutput(['i'], 0n, { guard: PROTOCOL_GUARD });
  expect(readAddressMoves(buildTransaction([], [identity])).map(named)[0]).toEqual({
    address: 'i',
    currencies: [],
    utxos: 1,
    spendableUtxos: 0,
    isSpender: false,
  });
});

test.each([15, 16, 17, 40])('the moves of %i addresses stay apart', (count) => {
  const addresses = Array.from({ length: count }, (_, index) => `A${index}`);
  const outputs = [...addresses, ...addresses].map((address) => buildOutput([address], 2n));
  const moves = readAddressMoves(buildTransaction([], outputs));
  expect(moves.map(({ address }) => address)).toEqual(addresses.map(addressOf));
  for (const { utxos, currencies } of moves) expect([utxos, currencies[0]?.credit]).toEqual([2, 4n]);
});
