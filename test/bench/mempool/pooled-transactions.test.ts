import { PooledTransactions } from './pooled-transactions.ts';

test('each drawn transaction has a txid of its own and the content of a template, in turn', () => {
  const pooled = new PooledTransactions([{ locktime: 'a' }, { locktime: 'b' }]);
  const txids = [...pooled.draw(2), ...pooled.draw(1)];
  pooled.rewind();
  txids.push(...pooled.draw(1));
  expect(new Set(txids).size).toBe(4);
  expect(txids.map((txid) => pooled.answer(txid))).toEqual(
    ['a', 'b', 'a', 'a'].map((locktime, index) => ({ locktime, txid: txids[index], hex: '00'.repeat(300) })),
  );
});

test('what was not drawn has no content, and without templates there is nothing to draw', () => {
  expect(() => new PooledTransactions([{}]).answer('ab')).toThrow(/no transaction ab/);
  expect(() => new PooledTransactions([])).toThrow(/no transactions to copy/);
});
