import type { MissedTransaction } from '#/db/find-missed.ts';
import { whyLeft } from './why-left.ts';

const TIP = 100;

function missed(txid: string, rest: Partial<MissedTransaction> = {}): MissedTransaction {
  return { txid, expiryHeight: 120n, minedHeight: null, rivals: [], parents: [], ...rest };
}

const stayed = (txid: string) => ({ txid, leftReason: null, conflictsWith: [] });

function reasonsOf(...transactions: MissedTransaction[]) {
  return whyLeft(transactions, TIP).map(({ txid, reason, height, conflictsWith }) => [
    txid,
    reason,
    height,
    conflictsWith.join(),
  ]);
}

test('a transaction that a block holds is mined, whatever else is known of it', () => {
  expect(reasonsOf(missed('a', { minedHeight: 99, expiryHeight: 50n, rivals: ['r'] }))).toEqual([
    ['a', 'MINED', 99, ''],
  ]);
});

test('a transaction expires at its expiry height, and one without never does', () => {
  expect(
    reasonsOf(
      missed('a', { expiryHeight: 100n }),
      missed('b', { expiryHeight: 101n }),
      missed('c', { expiryHeight: 0n }),
      missed('d', { expiryHeight: null }),
    ),
  ).toEqual([
    ['a', 'EXPIRED', TIP, ''],
    ['b', 'REMOVED', TIP, ''],
    ['c', 'REMOVED', TIP, ''],
    ['d', 'REMOVED', TIP, ''],
  ]);
});

test('a conflict goes before an expiry, and descendants conflict with what their ancestor does', () => {
  expect(
    reasonsOf(
      missed('grandchild', { parents: [stayed('child')] }),
      missed('child', { parents: [stayed('a')] }),
      missed('a', { rivals: ['r'], expiryHeight: 90n }),
    ),
  ).toEqual([
    ['grandchild', 'CONFLICTED', TIP, 'r'],
    ['child', 'CONFLICTED', TIP, 'r'],
    ['a', 'CONFLICTED', TIP, 'r'],
  ]);
});

test('a child that is missed later than its parent conflicts as well', () => {
  const parent = { txid: 'a', leftReason: 'CONFLICTED', conflictsWith: ['r'] };
  expect(reasonsOf(missed('child', { parents: [parent] }))).toEqual([['child', 'CONFLICTED', TIP, 'r']]);
  expect(reasonsOf(missed('child', { parents: [{ ...parent, leftReason: 'EXPIRED', conflictsWith: [] }] }))).toEqual([
    ['child', 'REMOVED', TIP, ''],
  ]);
});
