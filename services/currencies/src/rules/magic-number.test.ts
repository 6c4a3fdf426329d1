import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { isJsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { magicNumber } from './magic-number.ts';

test('magic numbers are the node’s', () => {
  const answers = (['vrsctest-a', 'pchain-a', 'mempool-a'] as const).flatMap((name) => [
    ...readRecording(recordingDir(name)).answers(),
  ]);
  const compared = answers.flatMap(({ method, result }) => {
    if (method !== 'getcurrency' || !isJsonObject(result)) return [];
    return [[String(result.name), String(magicNumber(readDefinition(result), result)), String(result.magicnumber)]];
  });
  expect(compared).toHaveLength(18);
  for (const [name, ours, node] of compared) expect([name, ours]).toEqual([name, node]);
});
