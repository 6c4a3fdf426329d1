import { createHash } from 'node:crypto';
import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { isJsonObject, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import { serializeBlock, serializeTransaction } from './serialize-transaction.ts';

function sha256d(bytes: Buffer): Buffer {
  return createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();
}

test.each(['vrsctest-a', 'pchain-a'] as const)('rebuilds the raw bytes of %s: every id and size agrees', (name) => {
  const recording = readRecording(recordingDir(name));
  let transactions = 0;
  for (const { block, height } of [...recording.blocks(), ...recording.orphans()]) {
    for (const tx of Array.isArray(block.tx) ? block.tx : []) {
      if (!isJsonObject(tx)) throw new Error('no transaction');
      if (sha256d(serializeTransaction(tx)).reverse().toString('hex') !== tx.txid) {
        throw new Error(`transaction ${tx.txid} of block ${height} serializes to something else`);
      }
      transactions += 1;
    }
    expect([height, new LosslessNumber(String(serializeBlock(block).length))]).toEqual([height, block.size]);
  }
  expect(transactions).toBeGreaterThan(600);
});
