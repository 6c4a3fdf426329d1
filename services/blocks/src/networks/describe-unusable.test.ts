import { ConnectionError } from '#/verus-rpc/errors.ts';
import type { EndpointStatus } from '#/verus-rpc/node-pool.ts';
import { describeUnusable } from './describe-unusable.ts';

const hash = '0'.repeat(64);
function endpoint(name: string, blocks: number, headers: number, chosen = false): EndpointStatus {
  const info = { chainid: 'i', name: 'VRSC', blocks, headers, bestblockhash: hash, chainwork: hash, chainstake: hash };
  return { name, info, error: null, answeredAt: new Date(), chosen, failures: new Map() };
}

test('each node is described with its fault', () => {
  const gone = { ...endpoint('c', 0, 0), info: null, error: new ConnectionError('c', 'cannot be reached') };
  const silent = { ...endpoint('d', 0, 0), info: null };
  const endpoints = [endpoint('a', 47, 47, true), endpoint('b', 0, 422), gone, silent];
  expect(describeUnusable(endpoints, 'lagging', 422)).toEqual([
    'a: is behind us, at block 47 while we have 422',
    'b: is behind us, at block 0 of 422 while we have 422, and it is still syncing or reindexing',
    'c: cannot be reached',
    'd: does not answer in time',
  ]);
  expect(describeUnusable(endpoints, 'outweighed', 422)[0]).toBe(
    'a: is on a branch that weighs less than ours, at block 47 while we have 422',
  );
});
