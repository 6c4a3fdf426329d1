import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import { isJsonObject, LosslessNumber, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { RecordedCall } from './allowed-differences.ts';
import { compareAnswers } from './compare-answers.ts';
import { RpcClient } from './rpc-client.ts';

/** For work on some: names, comma separated. */
const ONLY = process.env.NODE_RPC_METHODS?.split(',');

function readCalls(dir: string): RecordedCall[] {
  const lines = gunzipSync(readFileSync(join(dir, 'answers.jsonl.gz')))
    .toString()
    .split('\n');
  return lines.flatMap((line) => {
    const call = line === '' ? null : parseLossless(line);
    if (!isJsonObject(call)) return [];
    const { method, params, result = null, error = null } = call;
    if (typeof method !== 'string' || !Array.isArray(params)) throw new Error('a recorded call has another form');
    return ONLY === undefined || ONLY.includes(method) ? [{ method, params, result, error }] : [];
  });
}

test.each([
  { recording: 'vrsctest-a', key: 'test', chain: 'VRSCTEST' },
  { recording: 'pchain-a', key: 'live', chain: 'pchain' },
] as const)(
  'every recorded answer of $recording comes from /rpc/$chain, with the text of each number',
  async ({ recording, key, chain }) => {
    const { address } = await sharedStack();
    const client = new RpcClient(address.gatewayUrl, chain, address.keys[key]);
    const calls = readCalls(recordingDir(recording));
    const { counts, differences } = await compareAnswers(client, calls);
    process.stderr.write(`${recording}: ${JSON.stringify(counts)}\n`);
    expect(differences.join('\n')).toBe('');
    expect(Object.values(counts).reduce((sum, { equal }) => sum + equal, 0)).toBe(calls.length);
  },
);

test('an identity as of a block is what the node answered for that height', async () => {
  const { address } = await sharedStack();
  const client = new RpcClient(address.gatewayUrl, 'VRSCTEST', address.keys.test);
  const past = readCalls(recordingDir('vrsctest-a')).flatMap((call) => {
    const [identity = null, height] = call.params;
    const isPast = call.method === 'getidentity' && height instanceof LosslessNumber;
    return isPast ? [{ ...call, params: [identity, { asof: height }] }] : [];
  });
  const { counts, differences } = await compareAnswers(client, past);
  expect(differences.join('\n')).toBe('');
  expect(counts.getidentity?.equal).toBe(past.length);
  expect(past.length).toBeGreaterThan(150);
});
