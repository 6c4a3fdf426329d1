import { buildOutput, buildTransaction, NATIVE } from '../../test/build-transaction.ts';
import { readAddressMoves } from './read-address-moves.ts';

test('an output counts in full for every address, native and tokens; a spend takes it back', () => {
  const spent = buildOutput(['A', 'B'], 5n, { tokens: [{ currencyId: 'tok', satoshis: 7n }] });
  const moves = readAddressMoves(buildTransaction([spent], [buildOutput(['A'], 4n)]), NATIVE);
  expect(moves.get('A')).toEqual({
    currencies: new Map([
      [NATIVE, { credit: 4n, debit: 5n, utxos: 0, spendableUtxos: 0 }],
      ['tok', { credit: 0n, debit: 7n, utxos: -1, spendableUtxos: -1 }],
    ]),
    utxos: 0,
    spendableUtxos: 0,
    isSpender: true,
  });
  expect(moves.get('B')?.currencies.get(NATIVE)).toEqual({ credit: 0n, debit: 5n, utxos: -1, spendableUtxos: -1 });
});

test('an output without value moves no currency but is an output', () => {
  const identity = buildOutput(['i'], 0n, { isSpendable: false });
  expect(readAddressMoves(buildTransaction([], [identity]), NATIVE).get('i')).toEqual({
    currencies: new Map(),
    utxos: 1,
    spendableUtxos: 0,
    isSpender: false,
  });
});
