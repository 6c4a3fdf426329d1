import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { readTransactionRows } from './read-transaction-rows.ts';

function rowsOf(transaction: object) {
  return readTransactionRows(create(BlockSchema, { transactions: [transaction] }));
}

const input = { txid: new Uint8Array(32), satoshis: 500n };

test('a shielded balance counts towards the fee', () => {
  expect(
    rowsOf({ index: 1, inputs: [input], outputs: [{ satoshis: 300n }], shieldedValueBalance: -150n }),
  ).toMatchObject([{ valueIn: 500n, valueOut: 300n, fee: 50n }]);
});

test('a coinbase, an import, or an input of unknown value gives no fee', () => {
  expect(rowsOf({ inputs: [{ coinbase: new Uint8Array([1]) }], outputs: [{ satoshis: 300n }] })).toMatchObject([
    { valueIn: null, valueOut: 300n, fee: null },
  ]);
  expect(rowsOf({ index: 1, inputs: [input], outputs: [{ kind: 'crosschainimport' }] })).toMatchObject([
    { valueIn: 500n, fee: null },
  ]);
  expect(rowsOf({ index: 1, inputs: [input, { txid: new Uint8Array(32) }], outputs: [] })).toMatchObject([
    { valueIn: null, fee: null },
  ]);
});

test('each block encodes as its header followed by the fragments of its transactions', () => {
  const blocks = readNormalizedBlocks('vrsctest-a').slice(0, 300);
  expect(blocks.some(({ transactions }) => transactions.length > 3)).toBe(true);
  blocks.forEach((block) => {
    const fragments = readTransactionRows(block).map(({ fragment }) => fragment);
    expect(fragments).toHaveLength(block.transactions.length);
    const joined = Buffer.concat([toBinary(BlockSchema, { ...block, transactions: [] }), ...fragments]);
    expect(Buffer.compare(toBinary(BlockSchema, fromBinary(BlockSchema, joined)), toBinary(BlockSchema, block))).toBe(
      0,
    );
  });
});
