import { readLines, recordingDir } from '@ledgergraph/recorded-node/recording';
import { type UtxoPlace, utxoHeightIn } from './utxo-height.ts';

const dir = recordingDir('vrsctest-a');
const heightOf = utxoHeightIn(dir);

function listRecorded(): UtxoPlace[] {
  const answers = [...readLines(dir, 'answers.jsonl.gz')]
    .filter((line) => line.includes('"getaddressutxos"'))
    .map((line): { result?: UtxoPlace[] } => JSON.parse(line));
  return answers.flatMap(({ result = [] }) => result);
}

test('an output that a reorganisation gave back stands in its block, though the node reports 0', () => {
  const lost = listRecorded().filter(({ height }) => height === 0);
  // Its spender was reorganised away at height 429.
  expect(lost.map(heightOf)).toEqual([428]);
});

test('the height of the node is kept where it has one', () => {
  const reported = listRecorded().filter(({ height }) => height > 0);
  expect(reported.length).toBeGreaterThan(1_000);
  expect(reported.filter((row) => heightOf(row) !== row.height)).toEqual([]);
  expect(heightOf({ txid: 'f'.repeat(64), height: 7 })).toBe(7);
});

test('a height is not invented', () => {
  expect(() => heightOf({ txid: 'f'.repeat(64), height: 0 })).toThrow('does not hold');
});
