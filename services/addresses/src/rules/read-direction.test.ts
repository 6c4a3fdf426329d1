import type { ChainTransaction } from '#/rules/chain-transaction.ts';
import { addressOf, buildOutput, buildTransaction, tokenOf } from '../../test/build-transaction.ts';
import { readAddressMoves } from './read-address-moves.ts';
import { readDirection } from './read-direction.ts';

function directionOf(transaction: ChainTransaction, address: string) {
  const move = readAddressMoves(transaction).find((found) => found.address === addressOf(address));
  if (move === undefined) throw new Error('not an address of the transaction');
  return readDirection(transaction, move);
}

const A10 = () => buildOutput(['A'], 10n);
const token = { tokens: [tokenOf('tok', 1n)] };

test.each([
  ['a payment with change', buildTransaction([A10()], [buildOutput(['B'], 3n), buildOutput(['A'], 6n)]), 'A', 'SENT'],
  ['a payment received', buildTransaction([A10()], [buildOutput(['B'], 9n)]), 'B', 'RECEIVED'],
  ['a coinbase', buildTransaction([], [A10()]), 'A', 'RECEIVED'],
  ['a consolidation', buildTransaction([A10(), A10()], [buildOutput(['A'], 19n)]), 'A', 'SELF'],
  ['a stake', buildTransaction([A10()], [A10(), buildOutput(['pool'], 0n)]), 'A', 'SELF'],
  ['a fee alone', buildTransaction([A10()], []), 'A', 'SELF'],
  ['a payment into the shielded pool', buildTransaction([A10()], [], { paysShielded: true }), 'A', 'SENT'],
  [
    'a token sold for coin',
    buildTransaction([buildOutput(['A'], 0n, token)], [A10(), buildOutput(['B'], 0n, token)]),
    'A',
    'SENT',
  ],
  [
    'a joint payment that leaves more',
    buildTransaction([A10(), buildOutput(['B'], 5n)], [buildOutput(['A'], 14n)]),
    'A',
    'RECEIVED',
  ],
  [
    'an identity update',
    buildTransaction([buildOutput(['i'], 0n), A10()], [buildOutput(['i'], 0n), buildOutput(['A'], 9n)]),
    'i',
    'SELF',
  ],
  [
    'a mention without value',
    buildTransaction([A10()], [buildOutput(['i'], 0n), buildOutput(['A'], 9n)]),
    'i',
    'RECEIVED',
  ],
  [
    'the fee of an identity update',
    buildTransaction([A10()], [buildOutput(['i'], 0n), buildOutput(['A'], 9n)]),
    'A',
    'SELF',
  ],
])('%s', (_what, transaction, address, direction) => {
  expect(directionOf(transaction, address)).toBe(direction);
});
