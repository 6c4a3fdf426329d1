import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseLosslessList,
  stringifyLossless,
} from '@ledgergraph/verus-protocol/lossless-json';
import { compactSizeBytes } from '@ledgergraph/verus-protocol/transaction-size';
import { normalizeBlock } from './normalize-block.ts';
import { readTransactionSizes } from './read-transaction-sizes.ts';
import { UNREAD_MEMBERS } from './unread-members.ts';

const NAMES = ['vrsctest-a', 'pchain-a', 'mempool-a'] as const;

const HEADER_BYTES = 140;

const { meta } = readRecording(recordingDir('vrsctest-a'));
const sizesOf = (block: JsonObject) => readTransactionSizes(block, normalizeBlock(block, meta.chainId).transactions);
const list = (value: JsonValue | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

function headerSize({ solution }: JsonObject): number {
  const bytes = String(solution).length / 2;
  return HEADER_BYTES + compactSizeBytes(bytes) + bytes;
}

test.each(NAMES)('%s: header and transactions of every block, orphans too, add up to its size', (name) => {
  const { blocks, orphans } = readRecording(recordingDir(name));
  let shielded = 0;
  let compared = 0;
  for (const { height, block } of [...blocks(), ...orphans()]) {
    const sizes = sizesOf(block);
    const sum = sizes.reduce<number>((all, size) => all + (size ?? Number.NaN), 0);
    expect({ height, size: headerSize(block) + compactSizeBytes(sizes.length) + sum }).toEqual({
      height,
      size: Number(String(block.size)),
    });
    compared += sizes.length;
    shielded += list(block.tx).filter((tx) => list(tx.vShieldedOutput).length > 0).length;
  }
  expect(compared).toBeGreaterThan(600);
  expect(shielded).toBe(name === 'vrsctest-a' ? 4 : 0);
});

test('members that are not read make no difference to a size', () => {
  const blocks = Array.from(readRecording(recordingDir('vrsctest-a')).blocks(), ({ block }) => block);
  const whole = blocks.map(sizesOf);
  const read = parseLosslessList(stringifyLossless(blocks), (block) => sizesOf(block as JsonObject), UNREAD_MEMBERS);
  expect('elements' in read && read.elements).toEqual(whole);
});

test('a transaction of which a part is not printed has no size, and its block is read all the same', () => {
  const block = Array.from(readRecording(recordingDir('vrsctest-a')).blocks()).find(
    ({ block }) => list(block.tx).length === 2,
  )?.block;
  const [coinbase, payment] = list(block?.tx);
  if (block === undefined || payment === undefined) throw new Error('no block has two transactions');
  const vin = list(payment.vin).map(({ scriptSig: _, ...input }) => input);
  const sizes = sizesOf({ ...block, tx: [coinbase as JsonObject, { ...payment, vin }] });
  expect(sizes).toEqual([sizesOf(block)[0], null]);
});
