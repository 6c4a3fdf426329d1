import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { isJsonObject, type JsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { coinbaseMaturity, readBlockTime, readRootName } from './chain-rules.ts';

function recordedDefinition(name: 'vrsctest-a' | 'pchain-a'): { chainId: string; definition: JsonObject } {
  const { meta, answers } = readRecording(recordingDir(name));
  for (const { method, params, result } of answers()) {
    if (method === 'getcurrency' && params[0] === meta.name && isJsonObject(result)) {
      return { chainId: meta.chainId, definition: result };
    }
  }
  throw new Error(`no native definition in ${name}`);
}

test('names of a root chain and of a chain launched from it end in the same root', () => {
  for (const name of ['vrsctest-a', 'pchain-a'] as const) {
    const { chainId, definition } = recordedDefinition(name);
    expect(readRootName(chainId, definition)).toBe('VRSCTEST');
    expect(readBlockTime(definition)).toBe(60);
  }
});

test('a root needs no definition, another chain does', () => {
  expect(readRootName('i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV', null)).toBe('VRSC');
  expect(readRootName('iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV', null)).toBeUndefined();
});

test('block time of the definition, 60 without one', () => {
  expect(readBlockTime(parseLossless('{"blocktime":10}') as JsonObject)).toBe(10);
  expect(readBlockTime(null)).toBe(60);
});

test.each([
  [60, 100],
  [120, 100],
  [50, 120],
  [10, 149],
])('at %d seconds per block a coinbase matures after %d blocks', (seconds, blocks) => {
  expect(coinbaseMaturity(seconds)).toBe(blocks);
});
