import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import { LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import { compareAnswers } from './compare-answers.ts';
import { isWanted, readCalls } from './recorded-calls.ts';
import { RpcClient } from './rpc-client.ts';

test.each([
  { recording: 'vrsctest-a', key: 'test', chain: 'VRSCTEST' },
  { recording: 'pchain-a', key: 'live', chain: 'pchain' },
] as const)(
  'every recorded answer of $recording comes from /rpc/$chain, with the text of each number',
  async ({ recording, key, chain }) => {
    const { address } = await sharedStack();
    const client = new RpcClient(address.gatewayUrl, chain, address.keys[key]);
    const calls = readCalls(recording);
    const { counts, differences } = await compareAnswers(client, calls);
    process.stderr.write(`${recording}: ${JSON.stringify(counts)}\n`);
    expect(differences.join('\n')).toBe('');
    expect(Object.values(counts).reduce((sum, { equal }) => sum + equal, 0)).toBe(calls.length);
  },
);

test('an identity as of a block is what the node answered for that height', async () => {
  const { address } = await sharedStack();
  const client = new RpcClient(address.gatewayUrl, 'VRSCTEST', address.keys.test);
  const past = readCalls('vrsctest-a').flatMap((call) => {
    const [identity = null, height] = call.params;
    const isPast = call.method === 'getidentity' && height instanceof LosslessNumber;
    return isPast ? [{ ...call, params: [identity, { asof: height }] }] : [];
  });
  const { counts, differences } = await compareAnswers(client, past);
  expect(differences.join('\n')).toBe('');
  expect(counts.getidentity?.equal ?? 0).toBe(past.length);
  if (isWanted('getidentity')) expect(past.length).toBeGreaterThan(150);
});
