import type { Untyped } from '@ledgergraph/test-kit/client';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { StackClient } from '@ledgergraph/test-kit/stack';

/** It stakes, converts, and earns by referrals. */
const HOLDER = 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
});

test('a statement has the kind of each movement, at the latest block and at an earlier one', async () => {
  const read = async (asOf: string): Promise<Untyped[]> => {
    const { data, errors } = await stack.query(
      'test',
      `{ address(address: "${HOLDER}"${asOf}) {
      statement(limit: 100) { movements { blockHeight txid amount fee kind counterparty { address } } } } }`,
    );
    expect(errors).toEqual([]);
    return data.address.statement.movements;
  };
  const movements = await read('');
  expect(movements).toHaveLength(100);
  const some = movements.slice(0, 9).map(({ blockHeight, amount, kind }) => [blockHeight, amount, kind]);
  expect(some).toEqual([
    [120, '20.00000000', 'REFERRAL'],
    [138, '0.00000000', 'SELF'],
    [167, '20.00000000', 'REFERRAL'],
    [169, '-40.00000000', 'SENT'],
    [179, '20.00000000', 'REFERRAL'],
    [186, '50000.00000000', 'RECEIVED'],
    [224, '-0.00030000', 'FEE'],
    [262, '-19.99970000', 'CONVERSION'],
    [404, '2.42977095', 'MINED'],
  ]);
  // Eleven addresses paid 100 without change: each loss is a part of the fee.
  expect(movements.find(({ blockHeight }) => blockHeight === 169)?.fee).toBe('40.00000000');
  expect(await read(', asOf: { height: 300 }')).toEqual(movements.filter(({ blockHeight }) => blockHeight <= 300));
});
