import { TransactionDecodeError } from './decode-error.ts';
import { readBlockSizes } from './raw-block.ts';
import { hashTransaction } from './transaction-hash.ts';

/** Version 1, one input with this script, one output. */
const transaction = (script: readonly number[]): Uint8Array =>
  Uint8Array.from([
    ...[1, 0, 0, 0, 1, ...new Array(36).fill(7), script.length, ...script, 255, 255, 255, 255],
    ...[1, ...new Array(8).fill(0), 1, 0x51, 0, 0, 0, 0],
  ]);
const short = transaction([1]);
const long = transaction([1, 2, 3, 4]);

/** @param solution bytes of the header's solution, whose length takes three bytes on every real chain */
const block = (transactions: readonly Uint8Array[], solution = 1_344): Uint8Array =>
  Buffer.concat([
    new Uint8Array(140).fill(9),
    Uint8Array.of(0xfd, solution & 0xff, solution >> 8),
    new Uint8Array(solution).fill(8),
    Uint8Array.of(transactions.length),
    ...transactions,
  ]);

const faultOf = (bytes: Uint8Array): string => {
  try {
    readBlockSizes(bytes);
    return 'none';
  } catch (error) {
    if (error instanceof TransactionDecodeError) return error.fault;
    throw error;
  }
};

test('each transaction of a block has its size under the hash of its own bytes', () => {
  expect([...readBlockSizes(block([short, long]))]).toEqual([
    [hashTransaction(short), short.length],
    [hashTransaction(long), long.length],
  ]);
  expect(long.length).toBe(short.length + 3);
});

test('bytes that end early, or go on, are no block', () => {
  const whole = block([short, long]);
  for (const length of [0, 139, 1_000, whole.length - 1]) expect(faultOf(whole.subarray(0, length))).toBe('CUT_OFF');
  expect(faultOf(Buffer.concat([whole, Uint8Array.of(0)]))).toBe('SURPLUS');
  expect(faultOf(whole)).toBe('none');
});
