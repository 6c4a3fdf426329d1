import type { GraphqlAnswer, Untyped } from '@ledgergraph/test-kit/client';
import type { TreeBlock } from '../chain/block-tree.ts';
import { CHAIN_ID, makePlan } from '../plan/plan.ts';
import { judgePool, PlaceModel } from './judge-pool.ts';

const PENDING = 'ab'.repeat(32);
const { tree, tips } = makePlan({ seed: 9, rewinds: false });
const model = new PlaceModel(tree.blocks);
const pin = tips.at(-1) as TreeBlock;
const place = pin.parent as TreeBlock;
const txid = place.transactions[0]?.txid ?? '';

function answer(parts: { listed?: string[]; status?: Untyped; pools?: Untyped[] } = {}): GraphqlAnswer {
  const { listed = [PENDING], status = {}, pools = [{ chainId: CHAIN_ID }] } = parts;
  const block = { height: place.height, hash: place.hash };
  const data = {
    pendingTransactions: { hasMore: false, transactions: listed.map((each) => ({ txid: each })) },
    t0: { txid, state: 'CONFIRMED', confirmations: 2, transaction: { txid, block }, ...status },
    t1: { txid: PENDING, state: 'PENDING', confirmations: 0, transaction: null },
  };
  const chains = [{ chainId: CHAIN_ID, height: pin.height, hash: pin.hash, finalizedHeight: null }];
  return { status: 200, headers: new Headers(), data, errors: [], chains, pools };
}

test('a response in which each transaction has the state that the chain gives it is right', () => {
  expect(judgePool(answer(), model)).toEqual([]);
});

test.each([
  ['names no moment', { pools: [] }, /^extensions.pending does not name the chain/],
  ['lists one twice', { listed: [PENDING, PENDING] }, /^a transaction is listed twice/],
  ['lists what a block has', { listed: [PENDING, txid] }, / is listed as pending at .*, and stands in /],
  ['does not list what is PENDING', { listed: [] }, / is PENDING and not listed$/],
  [
    'calls REMOVED what it lists',
    { status: { txid: PENDING, state: 'REMOVED' } },
    / is listed as pending and is REMOVED$/,
  ],
  ['gives one several states', { status: { txid: PENDING, state: 'EXPIRED' } }, / has several states in one response/],
  ['does not confirm what a block has', { status: { state: 'REMOVED' } }, /: REMOVED .* instead of /],
  ['confirms what no block has', { status: { txid: 'cd'.repeat(32) } }, /: CONFIRMED .* instead of /],
  [
    'names another block',
    { status: { transaction: { txid, block: { height: pin.height, hash: pin.hash } } } },
    /: CONFIRMED .* instead of /,
  ],
  ['counts confirmations wrongly', { status: { confirmations: 1 } }, /: CONFIRMED .* instead of /],
])('a response that %s is seen', (_, parts, fault) => {
  expect(judgePool(answer(parts), model)).toContainEqual(expect.stringMatching(fault));
});

test('an answer without a value is excused only where an error names every part', () => {
  const error = (root: string) => ({ message: 'away', path: [root], extensions: { code: 'SUBGRAPH_UNAVAILABLE' } });
  const parts = { ...answer({ pools: [] }), data: { pendingTransactions: null, t0: null } };
  expect(judgePool({ ...parts, errors: [error('pendingTransactions'), error('t0')] }, model)).toEqual([]);
  expect(judgePool({ ...parts, errors: [error('t0')] }, model)).toContainEqual(
    expect.stringMatching(/^extensions.pending does not name the chain/),
  );
});

test('a block that could not be read is excused by the error that names it, and by no other', () => {
  const error = (path: string[]) => ({ message: 'away', path, extensions: { code: 'SUBGRAPH_UNAVAILABLE' } });
  const parts = answer({ status: { transaction: null } });
  expect(judgePool({ ...parts, errors: [error(['t0', 'transaction', 'block'])] }, model)).toEqual([]);
  for (const path of [
    ['t1', 'transaction'],
    ['t0', 'pending'],
  ]) {
    expect(judgePool({ ...parts, errors: [error(path)] }, model)).toContainEqual(
      expect.stringMatching(/: CONFIRMED .* instead of /),
    );
  }
});
