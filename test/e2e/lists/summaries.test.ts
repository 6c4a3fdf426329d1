import type { Untyped } from '@ledgergraph/test-kit/client';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { StackClient } from '@ledgergraph/test-kit/stack';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
});

test('transactions have their summaries wherever they are reached, as of the block that is read', async () => {
  const { data, errors } = await stack.query(
    'test',
    `{ conversions(order: ASC, limit: 10) { conversions { transfer { txid index blockHeight transaction { summary } } } }
      block(height: 118) { transactions { transactions { summary } } } }`,
  );
  expect(errors).toEqual([]);
  const summaries: string[][] = data.block.transactions.transactions.map(({ summary }: Untyped) => summary);
  expect(summaries[0]?.[0]).toMatch(/^R\w{33} mined block 118 for 106 VRSCTEST$/);
  expect(summaries[1]?.[0]).toMatch(/^R\w{33} and 15 others registered alpha@ for 100 VRSCTEST$/);
  for (const { transfer } of data.conversions.conversions) {
    const { txid, index, blockHeight, transaction } = transfer;
    expect(transaction.summary.join('\n')).toMatch(/ converted [\d.]+ \S+ to [\d.]+ \S+/);
    const then = await stack.query(
      'test',
      `{ transfer(txid: "${txid}", index: ${index}, asOf: { height: ${blockHeight} }) { status transaction { summary } } }`,
    );
    expect(then.errors).toEqual([]);
    const { status, transaction: former } = then.data.transfer;
    expect(former.summary.join('\n')).toMatch(status === 'SETTLED' ? / converted / : / asked to convert /);
  }
});
