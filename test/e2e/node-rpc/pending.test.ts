import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { compareAnswers } from './compare-answers.ts';
import { isWanted, readCalls } from './recorded-calls.ts';
import { poolOf, type Round, readFollowedRounds, tipOf } from './recorded-rounds.ts';
import { RpcClient } from './rpc-client.ts';

const ROUNDS = readFollowedRounds();
const FROM = 468;
const SEND = 'sendrawtransaction';
/** A block arrives between the answers of the round before and this call. */
const AFTER_BLOCK = 'sendrawtransaction: a currency definition';
const POOL = '{ pendingTransactions(limit: 100) { transactions { txid } } }';

let stack: TestStack;

beforeAll(async () => {
  const tips = ROUNDS.flatMap((round) => tipOf(round) ?? []).filter((hash, index, all) => hash !== all[index - 1]);
  stack = await startTestStack({ recordings: ['mempool-a'], from: FROM, tips });
});
afterAll(() => stack?.stop());

async function followTip(round: Round): Promise<void> {
  const node = stack.node('mempool-a');
  const hash = tipOf(round);
  if (hash !== undefined && hash !== node.tip().hash) await stack.waitForTip('test', await node.advance());
}

async function followPool(round: Round): Promise<void> {
  const node = stack.node('mempool-a');
  const pool = poolOf(round);
  if (pool === undefined) return;
  const left = node.pool().filter((txid) => !pool.includes(txid));
  if (left.length > 0) node.dropPool();
  node.enterPool(pool.filter((txid) => !node.pool().includes(txid)));
  await waitFor(
    async () => {
      const { data } = await stack.query('test', POOL);
      const txids: string[] = data.pendingTransactions.transactions.map(({ txid }: { txid: string }) => txid);
      return txids.sort().join() === [...pool].sort().join();
    },
    { what: `the mempool of "${round.action}"` },
  );
}

test('all that a node answered about pending transactions comes from /rpc in each of its states', async () => {
  const { gatewayUrl, keys } = stack.address;
  const client = new RpcClient(gatewayUrl, 'VRSCTEST', keys.test);
  const counts: Record<string, { equal: number; different: number }> = {};
  const found: string[] = [];
  for (const round of ROUNDS) {
    const wanted = round.calls.filter(({ method }) => isWanted(method));
    const compare = async (calls: typeof wanted): Promise<void> => {
      const { counts: of, differences } = await compareAnswers(client, calls);
      for (const [method, { equal, different }] of Object.entries(of)) {
        counts[method] ??= { equal: 0, different: 0 };
        counts[method].equal += equal;
        counts[method].different += different;
      }
      found.push(...differences.map((difference) => `${round.action}: ${difference}`));
    };
    if (round.action === AFTER_BLOCK) await followTip(round);
    await compare(wanted.filter(({ method }) => method === SEND));
    await followTip(round);
    await followPool(round);
    await compare(wanted.filter(({ method }) => method !== SEND));
  }
  process.stderr.write(`mempool-a: ${JSON.stringify(counts)}\n`);
  expect(found.slice(0, 5).join('\n')).toBe('');
  expect(Object.keys(counts).length).toBeGreaterThan(isWanted('getblock') ? 12 : 0);
  // The node stands where the rest was asked now.
  const rest = await compareAnswers(client, readCalls('mempool-a'));
  process.stderr.write(`mempool-a, at its end: ${JSON.stringify(rest.counts)}\n`);
  expect(rest.differences.join('\n')).toBe('');
});
