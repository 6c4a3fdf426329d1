import { readLines, recordingDir } from '@ledgergraph/recorded-node/recording';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import { parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { compareAnswers } from './compare-answers.ts';
import { RpcClient } from './rpc-client.ts';

/** As verusd's main.cpp:ConnectBlock counts them. */
function logicalTimes(): { blockhash: string; logicalts: number }[] {
  let logical = 0;
  return Array.from(readLines(recordingDir('vrsctest-a'), 'blocks.jsonl.gz'), (line) => {
    const { hash, block } = JSON.parse(line);
    logical = Math.max(block.time, logical + 1);
    return { blockhash: hash, logicalts: logical };
  });
}

test('getblockhashes lists the blocks of a range of times in their order, with logical times where they are wanted', async () => {
  const { address } = await sharedStack();
  const client = new RpcClient(address.gatewayUrl, 'VRSCTEST', address.keys.test);
  const blocks = logicalTimes();
  const times = blocks.map(({ logicalts }) => logicalts);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const [some = 0, later = 0] = [times[300], times[520]];
  const ranges = [
    [0, last + 1],
    [some, later],
    [later, later + 1],
    [last + 1, last + 1_000],
    [later, some],
    [0, first],
    [-5, 5],
  ];
  const calls = ranges.flatMap(([low = 0, high = 0]) => {
    const within = blocks.filter(({ logicalts }) => logicalts >= low && logicalts < high);
    const ask = (options: object[], result: unknown) => ({
      method: 'getblockhashes',
      params: parseLossless(JSON.stringify([high, low, ...options])) as [],
      result: parseLossless(JSON.stringify(result)),
      error: null,
    });
    const hashes = within.map(({ blockhash }) => blockhash);
    return [
      ask([], hashes),
      ask([{ noOrphans: true }], hashes),
      ask([{ noOrphans: true, logicalTimes: true }], within),
    ];
  });
  expect((await compareAnswers(client, calls)).differences.join('\n')).toBe('');
});
