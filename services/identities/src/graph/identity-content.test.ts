import { aggregateContent, removesByHash } from '@ledgergraph/verus-protocol/identity-content';
import { exactJson, type JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { readBlock } from '#/indexing/read-blocks.ts';
import { readRecordedChain } from '../../test/recorded-chain.ts';
import { parseContent } from './content-json.ts';

test.each([
  ['vrsctest-a' as const, 22],
  ['pchain-a' as const, 5],
])('%s: all revisions together are what getidentitycontent answers', (recording, count) => {
  const { blocks, answers } = readRecordedChain(recording);
  const states = blocks.flatMap((block) => readBlock(block).identities.map((change) => change.state));
  const asked = answers.filter((answer) => answer.method === 'getidentitycontent');
  expect(asked).toHaveLength(count);
  for (const { params, result } of asked) {
    const contents = states
      .filter((state) => state.identityAddress === params[0])
      .map((state) => state.contentMultiMap);
    const { identity } = exactJson(result ?? null) as { identity: { contentmultimap?: object } };
    expect(exactJson(aggregateContent(contents.map(parseContent)))).toEqual(identity.contentmultimap ?? {});
  }
});

const REMOVE = 'i5Zkx5Z7tEfh42xtKfwbJ5LgEWE9rEgpFY';
const removal = (members: string): JsonObject => parseContent(`{"${REMOVE}":[{"${REMOVE}":{"version":1,${members}}}]}`);

test('a removal takes back what earlier revisions wrote, and only that', () => {
  const written = [parseContent('{"iA":["01"],"iB":["02"]}'), parseContent('{"iA":"03"}')];
  expect(aggregateContent(written)).toEqual({ iA: ['01', '03'], iB: ['02'] });
  const later = parseContent('{"iA":["04"]}');
  expect(aggregateContent([...written, removal('"action":3,"entrykey":"iA"'), later])).toEqual({
    iA: ['04'],
    iB: ['02'],
  });
  expect(aggregateContent([...written, removal('"action":4'), later])).toEqual({ iA: ['04'] });
  expect(aggregateContent([...written, parseContent(`{"${REMOVE}":["0104"]}`)])).toEqual(aggregateContent(written));
  const removals = [removal('"action":1,"entrykey":"iA","valuehash":"00"'), removal('"action":4'), ...written];
  expect(removals.map(removesByHash)).toEqual([true, false, false, false]);
});

test('many thousand revisions of one key take no time that grows with their square', () => {
  const written = parseContent('{"iA":["01"]}');
  const before = performance.now();
  expect(aggregateContent(new Array(200_000).fill(written)).iA).toHaveLength(200_000);
  expect(performance.now() - before).toBeLessThan(5_000);
  expect(written).toEqual({ iA: ['01'] });
});
