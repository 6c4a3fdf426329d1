import { buildOutput, buildTransaction, NATIVE } from '../../test/build-transaction.ts';
import { readAddressMoves } from './read-address-moves.ts';

test('an output counts in full for every address, native and tokens; a spend takes it back', () => {
  const spent = buildOutput(['A', 'B'], 5n, { tokens: [{ currencyId: 'tok', satoshis: 7n }] });
  const moves = readAddressMoves(buildTransaction([spent], [buildOutput(['A'], 4n)]), NATIVE);
  expect(moves).toHaveLength(2);
  expect(moves[0]).toEqual({
    address: 'A',
    currencies: [
      { currencyId: NATIVE, credit: 4n, debit: 5n, utxos: 0, spendableUtxos: 0 },
      { currencyId: 'tok', credit: 0n, debit: 7n, utxos: -1, spendableUtxos: -1 },
    ],
    utxos: 0,
    spendableUtxos: 0,
    isSpender: true,
  });
  expect(moves[1]?.currencies[0]).toEqual({
    currencyId: NATIVE,
    credit: 0n,
    debit: 5n,
    utxos: -1,
    spendableUtxos: -1,
  });
});

test('an output without value moves no currency but is an output', () => {
  const identity = buildOutput(['i'], 0n, { isSpendable: false });
  expect(readAddressMoves(buildTransaction([], [identity]), NATIVE)[0]).toEqual({
    address: 'i',
    currencies: [],
    utxos: 1,
    spendableUtxos: 0,
    isSpender: false,
  });
});

test.each([15, 16, 17, 40])('%i addresses are told apart', (count) => {
  const addresses = Array.from({ length: count }, (_, index) => `A${index}`);
  const outputs = [...addresses, ...addresses].map((address) => buildOutput([address], 2n));
  const moves = readAddressMoves(buildTransaction([], outputs), NATIVE);
  expect(moves.map(({ address }) => address)).toEqual(addresses);
  for (const { utxos, currencies } of moves) expect([utxos, currencies[0]?.credit]).toEqual([2, 4n]);
});
