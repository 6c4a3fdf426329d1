import type { MessageInitShape } from '@bufbuild/protobuf';
import { create } from '@bufbuild/protobuf';
import { BlockSchema, type TransactionSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readBlock } from './read-blocks.ts';

const coinbase = { index: 0, inputs: [{ coinbase: new Uint8Array([1]) }], outputs: [{ satoshis: 600n }] };
const payment = { index: 1, inputs: [{ satoshis: 500n }], outputs: [{ satoshis: 300n }, { satoshis: 150n }] };

function feesOf(...transactions: MessageInitShape<typeof TransactionSchema>[]) {
  const { height: _, ...fees } = readBlock(create(BlockSchema, { transactions }));
  return fees;
}

test('a coinbase pays no fee, a payment what it does not hand on', () => {
  expect(feesOf(coinbase)).toEqual({ total: 0n, transactionCount: 0 });
  expect(feesOf(coinbase, payment)).toEqual({ total: 50n, transactionCount: 1 });
});

test('what comes out of the shielded pools counts as paid in', () => {
  expect(feesOf({ ...payment, shieldedValueBalance: 7n })).toEqual({ total: 57n, transactionCount: 1 });
});

test('an import has no fee; an input of unknown value leaves the total unknown', () => {
  const imported = { ...payment, outputs: [{ satoshis: 900n, kind: 'crosschainimport' }] };
  expect(feesOf(payment, imported)).toEqual({ total: 50n, transactionCount: 1 });
  expect(feesOf(payment, { ...payment, inputs: [{}] })).toEqual({ total: null, transactionCount: 2 });
});
